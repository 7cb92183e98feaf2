"""Encodings are prose: a sentence above each rule, in lines that can be read."""

from __future__ import annotations

from pathlib import Path

from clingo.ast import AST, ASTType, parse_string

from pyrules.rulebook.paths import FOLDER, built_in_modules

STATEMENTS = (ASTType.Rule, ASTType.Minimize)
ENCODINGS = sorted(FOLDER.rglob("*.lp"))


def name(module: Path) -> str:
    return str(module.relative_to(FOLDER))


def bare(module: Path, shared: bool) -> list[str]:
    """The rules of a module without a sentence above them.

    Where it may be shared, a sentence stands above all the rules down to the next empty line.
    """
    lines = module.read_text(encoding="utf-8").splitlines()
    starts: list[int] = []

    def keep(statement: AST) -> None:
        if statement.ast_type in STATEMENTS:
            starts.append(statement.location.begin.line - 1)

    parse_string("\n".join(lines), keep)
    found = []
    for start in starts:
        above = start - 1
        while shared and lines[above] and not lines[above].startswith("%"):
            above -= 1
        if not lines[above].startswith("% "):
            found.append(f"{start + 1}: {lines[start]}")
    return found


def test_each_rule_of_the_game_has_its_sentence() -> None:
    assert {name(module): found for module in built_in_modules() if (found := bare(module, shared=False))} == {}


def test_rules_of_searches_and_ready_made_changes_stand_beneath_a_sentence() -> None:
    others = [module for module in ENCODINGS if module.is_relative_to(FOLDER / "search")]
    others += [module for module in ENCODINGS if module.is_relative_to(FOLDER / "changes")]
    assert {name(module): found for module in others if (found := bare(module, shared=True))} == {}


def test_no_line_passes_120_columns() -> None:
    long = [
        f"{name(module)}:{number}"
        for module in ENCODINGS
        for number, line in enumerate(module.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert long == []


def test_a_rule_without_a_sentence_is_found(tmp_path: Path) -> None:
    module = tmp_path / "module.lp"
    module.write_text("% A module.\n\n% B follows.\nb.\nc.\n\nd.\n", encoding="utf-8")
    assert bare(module, shared=False) == ["5: c.", "7: d."]
    assert bare(module, shared=True) == ["7: d."]
