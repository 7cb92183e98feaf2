"""Every atom of an answer set rests on the facts, by rule instances that hold, and none rests on itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from clingo import Control, Function, Number, Symbol

from pyrules.asp.control import Atoms
from pyrules.asp.justify.justification import Justification, justify, stopped
from pyrules.engine.evaluate import answer_sets
from pyrules.engine.facts import facts
from pyrules.engine.instance import Instance
from pyrules.engine.timeline import timeline
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.revisions import rulebook_names
from pyrules.scenario.load import load_scenario

HERE = Path(__file__).parent
CASES = [json.loads(line) for line in (HERE / "data/features.jsonl").read_text(encoding="utf-8").splitlines()]
ROLLS = sorted((HERE.parent / "examples").glob("dice-*/*.yaml"))
LOOPS = sorted((HERE.parent / "examples/rulings").glob("conditions-on-features/*.yaml"))
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


def symbols(atoms: Atoms) -> list[Symbol]:
    """The atoms of an answer set as symbols."""
    return [Function(name, list(arguments)) for name, each in atoms.items() for arguments in each]


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


def given(scenario: Scenario) -> set[Symbol]:
    """The facts of a scenario, as clingo alone reads them."""
    control = Control()
    control.add("base", [], facts(scenario, timeline(scenario)))
    control.ground([("base", [])])
    return {atom.symbol for atom in control.symbolic_atoms}


def unjustified(scenario: Scenario, book: Rulebook) -> Iterator[str]:
    """Atoms that neither the facts nor a rule instance founded before them give."""
    known = given(scenario)
    for atoms in answer_sets(Instance(scenario, book), every_atom=True):
        true = symbols(atoms)
        justification = justify(Instance(scenario, book).modules, atoms, true, deep=True)
        yield from (str(atom) for atom in true if justification.of(atom) is None and atom not in known)
        yield from (str(atom) for atom in true if not holds(justification, atom, set(true)))
        yield from map(str, resting_on_themselves(justification, true))


def holds(justification: Justification, atom: Symbol, true: set[Symbol]) -> bool:
    """Whether what the support asks for is there, and what it asks to be absent is absent."""
    support = justification.of(atom)
    if support is None:
        return True
    return true.issuperset((*support.positives, *support.counted)) and true.isdisjoint(support.negatives)


def resting_on_themselves(justification: Justification, true: list[Symbol]) -> set[Symbol]:
    """The atoms from which a way along positive atoms never comes to an end."""
    left = {atom: justification.of(atom) for atom in true}
    while ended := [a for a, support in left.items() if support is None or not set(support.positives) & left.keys()]:
        for atom in ended:
            del left[atom]
    return set(left)


@pytest.mark.parametrize("number", range(0, len(CASES), 3))
def test_every_atom_of_a_case_is_justified(number: int) -> None:
    book = load_rulebook(rulebook_names()[number // 3 % 4])
    assert list(unjustified(load_scenario(CASES[number]["scenario"]), book)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", rulebook_names())
def test_every_atom_of_every_case_is_justified(name: str) -> None:
    scenarios = [load_scenario(case["scenario"]) for case in CASES]
    assert [each for scenario in scenarios for each in unjustified(scenario, load_rulebook(name))] == []


@pytest.mark.parametrize("file", [*ROLLS, *LOOPS], ids=lambda path: path.stem)
def test_every_atom_of_rolls_and_of_mutual_support_is_justified(file: Path) -> None:
    assert list(unjustified(load_scenario(file), load_rulebook("r4"))) == []


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
        assert (support.rule.label, support.rule.line) == ("weather", 7)
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
