"""The findings of a check as text, JSON, SARIF or a page."""
