"""Data flows one way: a layer imports from those below it, and no two modules import one another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "pyrules"
LAYERS = [
    "cli",
    "bulk",
    "web",
    "report",
    "analysis",
    "explanation",
    "shares",
    "table",
    "engine",
    "scenario",
    "rulebook",
    "asp",
    "files",
    "model",
    "errors",
    "language",
]
FLOORS = ["verdict", "check", "mutation", "search", "compare"]
"""The floors of `analysis`, the highest first, as the layers are."""


def imports(module: str) -> Iterator[str]:
    """The modules of pyrules that a module imports, wherever in it; what only types need is left out."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    only_for_types = {
        id(inner)
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and "TYPE_CHECKING" in ast.dump(branch.test)
        for inner in ast.walk(branch)
    }
    for statement in ast.walk(tree):
        if isinstance(statement, ast.ImportFrom) and id(statement) not in only_for_types:
            for name in statement.names:
                whole = f"{statement.module}.{name.name}"
                target = whole if whole in MODULES else statement.module
                if target in MODULES and target not in (module, "pyrules"):
                    yield str(target)


MODULES = {
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in PACKAGE.rglob("*.py")
}


@cache
def all_imports() -> dict[str, frozenset[str]]:
    """The modules that each module imports."""
    return {module: frozenset(imports(module)) for module in MODULES}


def upwards(order: list[str], depth: int) -> list[str]:
    """The imports that lead up in an order of packages, which stand at a depth of the modules' names."""
    named = {module: module.split(".") for module in MODULES if module.count(".") >= depth}
    place = {module: order.index(parts[depth]) for module, parts in named.items() if parts[depth] in order}
    return sorted(
        f"{above} imports {below}"
        for above, found in all_imports().items()
        for below in found
        if above in place and below in place and place[below] < place[above]
    )


def test_a_layer_imports_from_those_below() -> None:
    assert upwards(LAYERS, 1) == []


def test_the_floors_of_the_analysis_do_too() -> None:
    assert upwards(FLOORS, 2) == []


def test_no_modules_import_one_another_in_a_circle() -> None:
    TopologicalSorter(all_imports()).prepare()  # raises CycleError, which names the circle


def test_everything_has_a_layer() -> None:
    there = {module.split(".")[1] for module in MODULES if "." in module}
    assert there - {"__main__"} == set(LAYERS)
