"""An explanation as a self-contained SVG picture, which rests on nothing from elsewhere."""

from __future__ import annotations

import io
from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

from pyrules.report import terminal

WIDTH = 100

PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {terminal_width} {terminal_height}">
<style>
.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs>{lines}</defs>
<rect width="100%" height="100%" fill="white"/>
<g class="{unique_id}-matrix">{backgrounds}{matrix}</g>
</svg>
"""


def picture(parts: Iterable[RenderableType]) -> str:
    """What is printed as an SVG picture."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), highlight=False, force_terminal=True)
    terminal.show(parts, console)
    return console.export_svg(theme=DEFAULT_TERMINAL_THEME, code_format=PICTURE, unique_id="why")
