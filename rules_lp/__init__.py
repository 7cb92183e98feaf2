"""The rules of the game as answer-set programs; a package only so that they are found where they are installed."""
