"""`python -m pyrules` is the command line."""

from pyrules.cli import main

main()
