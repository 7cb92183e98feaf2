"""Every atom of an answer set rests on the facts, by rule instances that hold, and none rests on itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from clingo import Control, Function, Number, Symbol
from justified import symbols, unjustified
from solved import CASES, solved

from pyrules.asp.control import Atoms
from pyrules.asp.justify.justification import Justification, justify, stopped
from pyrules.rulebook.revisions import rulebook_names

PROGRAM = """% Facts come first.

% It rains.
rain.
% The street is wet when it rains
% and no roof covers it.
wet(S) :- street(S), rain, not roof(S,_).
% All is wet when every street is.
all_wet :- wet(S) : street(S).
% So many streets are wet.
count(N) :- N = #count { S : wet(S), street(S) }.
% Two that hold each other up hold nothing up.
up(a) :- up(b).
up(b) :- up(a).
up(a) :- rain.
"""


def answer(module: Path, facts: str) -> Atoms:
    """The one answer set of a module and facts."""
    control = Control()
    control.load(str(module))
    control.add("base", [], facts)
    control.ground([("base", [])])
    atoms: dict[str, list[list[Symbol]]] = {}
    for atom in control.symbolic_atoms:
        atoms.setdefault(atom.symbol.name, []).append(atom.symbol.arguments)
    return atoms


@pytest.mark.slow
@pytest.mark.parametrize("name", rulebook_names())
def test_every_atom_of_every_case_is_justified(name: str) -> None:
    assert [each for title in CASES for each in unjustified(solved(title, name))] == []


class TestAPlainProgram:
    """What is found of a program that has nothing to do with the game."""

    @pytest.fixture
    def module(self, tmp_path: Path) -> Path:
        module = tmp_path / "weather.lp"
        module.write_text(PROGRAM, encoding="utf-8")
        return module

    @pytest.fixture
    def found(self, module: Path) -> Justification:
        atoms = answer(module, "street(main). street(side).")
        return justify([module], atoms, symbols(atoms), deep=True)

    def test_the_rule_is_named_with_its_sentence_and_place(self, found: Justification) -> None:
        support = found.of(Function("wet", [Function("main")]))
        assert support is not None
        assert support.rule.sentence == "The street is wet when it rains and no roof covers it."
        assert (support.rule.module.stem, support.rule.line) == ("weather", 7)
        assert support.rule.place.endswith("/weather.lp:7")

    def test_what_it_rests_on_and_what_must_be_absent(self, found: Justification) -> None:
        support = found.of(Function("wet", [Function("main")]))
        assert support is not None
        assert [str(atom) for atom in support.positives] == ["street(main)", "rain"]
        assert [str(atom) for atom in support.negatives] == ["roof(main,anything)"]

    def test_what_is_counted_and_what_every_one_must_be(self, found: Justification) -> None:
        for atom in (Function("all_wet"), Function("count", [Number(2)])):
            support = found.of(atom)
            assert support is not None
            assert {str(each) for each in support.counted} == {"wet(main)", "street(main)", "wet(side)", "street(side)"}

    def test_what_stops_a_rule_is_named(self, module: Path) -> None:
        atoms = answer(module, "street(main). street(side). roof(side,tiles).")
        (stop,) = stopped([module], atoms, [Function("wet", [Function("side")])])
        assert (str(stop.head), str(stop.by), stop.rule.line) == ("wet(side)", "roof(side,tiles)", 7)
        assert [str(atom) for atom in stop.positives] == ["street(side)", "rain"]

    def test_nothing_stops_what_could_not_be_anyway(self, module: Path) -> None:
        atoms = answer(module, "street(main).")
        assert stopped([module], atoms, [Function("wet", [Function("side")])]) == ()

    def test_a_fact_needs_nothing(self, found: Justification) -> None:
        assert found.of(Function("street", [Function("main")])) is None
        rain = found.of(Function("rain"))
        assert rain is not None
        assert rain.positives == ()

    def test_what_holds_each_other_up_is_founded_elsewhere(self, found: Justification) -> None:
        first = found.of(Function("up", [Function("a")]))
        assert first is not None
        assert [str(atom) for atom in first.positives] == ["rain"]
