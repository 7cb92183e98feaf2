"""The page: rulings, edits and rulebooks in a browser, served to this machine by `pyrules serve`."""
