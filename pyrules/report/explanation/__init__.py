"""An explanation as ledgers, trees, pictures or JSON."""
