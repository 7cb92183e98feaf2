"""The rules of a program as an explanation speaks of them: where each stands, and the sentence above it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from clingo.ast import AST, ASTType

from pyrules.asp.cache import remembered
from pyrules.asp.module_text import sound


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: the file it stands in, its line there, the comment above it (as one sentence), and its text."""

    module: Path
    line: int
    sentence: str
    text: str

    @property
    def label(self) -> str:
        """The name of the module, by which a manifest leads to the clause."""
        return self.module.stem

    @property
    def place(self) -> str:
        """Where it stands: `named_features/full_loss.lp:4`."""
        return f"{'/'.join(self.module.parts[-2:])}:{self.line}"


@dataclass(frozen=True, slots=True)
class Statement:
    """A rule with its syntax tree."""

    rule: Rule
    tree: AST


@remembered
def statements(modules: tuple[Path, ...]) -> tuple[Statement, ...]:
    """Every rule of the modules, in order."""
    return tuple(statement for module in modules for statement in _of(module))


def _of(module: Path) -> Iterator[Statement]:
    parsed = sound(module).statements
    comments = {tree.location.begin.line: str(tree).lstrip("% ") for tree in parsed if tree.ast_type == ASTType.Comment}
    for tree in parsed:
        if tree.ast_type == ASTType.Rule:
            line = tree.location.begin.line
            yield Statement(Rule(module, line, _sentence(comments, line), str(tree)), tree)


def _sentence(comments: dict[int, str], line: int) -> str:
    """The comment that ends last before the line, with the lines that it continues."""
    lines = sorted(comments)
    last = bisect_left(lines, line) - 1
    if last < 0:
        return ""
    first = last
    while first and lines[first - 1] == lines[first] - 1:
        first -= 1
    return " ".join(comments[each] for each in lines[first : last + 1])
