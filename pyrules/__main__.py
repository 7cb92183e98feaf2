"""`python -m pyrules` is the command line."""

import sys

from pyrules.cli import main

sys.exit(main())
