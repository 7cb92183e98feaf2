"""A reason is the reason: every step adds up, under edits too, and cites the clause whose text holds it."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

import pytest
from replayed import wrong
from solved import solve

from pyrules.engine.evaluate import evaluate
from pyrules.explanation import Explanation, Step, explain
from pyrules.explanation.last_changes import reasons
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_scenario


def scenario(*events: dict[str, Any], features: list[Any] | None = None, **more: Any) -> Scenario:
    """A scenario of one card, `vail`, with what is printed on it."""
    return load_scenario(
        {"title": "test", "cards": {"vail": {"features": features or []}}, "events": list(events), **more}
    )


def gain(feature: str, **more: Any) -> dict[str, Any]:
    return {"gain": {"card": "vail", "feature": feature, **more}}


def modify(by: int, **more: Any) -> dict[str, Any]:
    return {"modify": {"card": "vail", "feature": "A", "by": by, **more}}


LOSE = {"lose": {"card": "vail", "feature": "A"}}


def edited(folder: Path, edit: str, **modules: str) -> Rulebook:
    """The rulebook that an edit with these modules makes."""
    for name, text in modules.items():
        (folder / f"{name}.lp").write_text(textwrap.dedent(text), encoding="utf-8")
    file = folder / "tried.edit.yaml"
    file.write_text(textwrap.dedent(edit), encoding="utf-8")
    return load_rulebook(str(file))


def why(what: Scenario, book: Rulebook, name: str = "A") -> Explanation:
    return explain(what, book, "vail", name)


def steps(what: Scenario, book: Rulebook, name: str = "A") -> list[Step]:
    (ledger,) = why(what, book, name).ledgers
    return list(ledger.steps)


def cited(step: Step) -> list[str]:
    return [clause.kind for clause in step.clauses]


def last(what: Scenario, kind: str, name: str = "A") -> Step:
    """The last step of a kind under r4."""
    return [step for step in steps(what, load_rulebook("r4"), name) if step.kind == kind][-1]


# --- the clause whose text holds the reason -------------------------------------------------------


def test_what_was_suppressed_is_active_again() -> None:
    what = scenario(gain("A 3", **{"while": "hill"}), {"stop": "hill"}, features=["A 2"], conditions=["hill"])
    assert cited(last(what, "returned")) == ["518.3 ●1 ○2"]


def test_an_explicit_loss_takes_what_is_suppressed() -> None:
    what = scenario(gain("A 3"), LOSE, features=["A 2"])
    lost = [step for step in steps(what, load_rulebook("r4")) if step.kind == "lost"]
    assert [(step.text, cited(step)) for step in lost] == [
        ("acquired A 3 is lost", ["518.3"]),
        ("printed A 2, suppressed, goes as well and does not return", ["518.3 ●1 ○3"]),
    ]


def test_nothing_is_said_to_be_suppressed_where_nothing_is() -> None:
    lost = last(scenario(LOSE, features=["A 2"]), "lost")
    assert (lost.text, lost.reason) == ("printed A 2 is lost", "A is taken")


def test_a_modifier_goes_with_its_feature() -> None:
    what = scenario(modify(1, **{"while": "hill"}), LOSE, features=["A 2"], conditions=["hill"])
    assert cited(last(what, "forfeited")) == ["518.7.2 ●4 ○1"]


def test_a_plain_printed_feature_stands_beside_another() -> None:
    fearless = {"name": "A", "while": "hill"}
    what = scenario(gain("A"), {"start": "hill"}, features=[fearless])
    assert cited(last(what, "aside")) == ["decision D-3"]


def test_a_modifier_that_ends_rests_on_a_reading() -> None:
    what = scenario(modify(1, **{"while": "hill"}), {"stop": "hill"}, features=["A 2"], conditions=["hill"])
    assert cited(last(what, "lapsed"))[0] == "reading modifier-lapse=removed of 518.7.2 ●3"
    dormant = load_rulebook("r4", {"modifier-lapse": "dormant"})
    slept = [step for step in steps(what, dormant) if step.kind == "slept"]
    assert cited(slept[-1])[0] == "reading modifier-lapse=dormant of 518.7.2 ●3"


def test_a_property_goes_with_its_card_by_the_decision_on_departing() -> None:
    data = {"title": "t", "cards": {"vail": {"properties": {"movement": 1}}}, "events": [{"depart": "vail"}]}
    gone = steps(load_scenario(data), load_rulebook("r4"), "movement")[-1]
    assert (gone.kind, gone.reason, cited(gone)) == ("departed", "vail leaves play", ["decision D-16"])


def test_an_unconditional_modifier_read_as_a_replacement_names_the_reading() -> None:
    book = load_rulebook("r4").under({"unconditional-origin": "becomes-acquired"})
    made = steps(scenario(modify(1), features=["A 2"]), book)[-1]
    assert made.kind == "suppressed"
    (replaced,) = (step for step in steps(scenario(modify(1), features=["A 2"]), book) if step.kind == "replaced")
    assert cited(replaced) == ["518.7.1", "reading unconditional-origin=becomes-acquired of 518.7.1"]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("hill", "hill does not hold"),
        ({"not": "near"}, "near holds"),
        ({"any": ["hill", "dusk"]}, "hill does not hold and dusk does not hold"),
        ({"all": ["near", "hill"]}, "it is not so that near holds and hill holds"),
        ({"not": {"any": ["hill", "near"]}}, "hill holds or near holds"),
        ({"has": ["vail", "B"]}, "vail has no B"),
        ({"adjacent": ["vail", "orc"]}, "vail is not adjacent to orc"),
    ],
)
def test_a_condition_that_fails_is_said_in_a_sentence(condition: Any, said: str) -> None:
    data = {
        "title": "t",
        "cards": {"vail": {}, "orc": {}},
        "conditions": ["near"],
        "events": [gain("A 1", **{"while": condition}), {"start": "hill"}, {"start": "dusk"}, gain("B")],
    }
    assert steps(load_scenario(data), load_rulebook("r4"))[0].reason == said


def test_decisions_and_readings_are_told_as_such(tmp_path: Path, pyrules: Any) -> None:
    file = tmp_path / "hill.yaml"
    file.write_text(
        "title: A blessing on the hill\nconditions: [hill]\ncards: {vail: {features: [A 2]}}\n"
        "events: [{modify: {card: vail, feature: A, by: 1, while: hill}}, {stop: hill}]\n",
        encoding="utf-8",
    )
    told = " ".join(pyrules("why", str(file), "vail", "A").out.split())
    assert "Read with modifier-lapse=removed: An acquired conditional modifier is gone" in told
    assert "(reading modifier-lapse=removed of 518.7.2 ●3" in told
    told = " ".join(pyrules("why", str(file), "vail", "A", "-r", "r2").out.split())
    assert "A decision of this project: A printed feature with an existence condition" in told


@pytest.mark.parametrize(("book", "clause"), [("r1", "515.1"), ("r4", "516.1")])
def test_an_attack_that_is_not_legal_does_no_damage(book: str, clause: str) -> None:
    cards: dict[str, Any] = {"elf": {}, "orc": {}, "guard": {}}
    attack = {"attack": {"kind": "sudden", "by": "orc", "on": "elf", "value": 4, "defender": "guard"}}
    explanation = explain(
        load_scenario({"title": "t", "cards": cards, "events": [attack]}), load_rulebook(book), "orc", "attack"
    )
    assert explanation.answer == "the attack is not legal"
    (ledger,) = explanation.ledgers
    assert not [step for step in ledger.steps if step.counts]
    illegal = ledger.steps[-1]
    assert (illegal.reason, cited(illegal)) == ("no defender can be named against a sudden attack", [clause])


# --- every step that moves a value ----------------------------------------------------------------


def test_eval_tells_every_step_of_an_event() -> None:
    """4 becomes 6: a replacement by 5, which -1 and +2 then apply to."""
    conditions = ["low", "high"]
    what = scenario(
        modify(2, **{"while": "high"}),
        modify(-1, **{"while": "low"}),
        gain("A 5"),
        features=["A 3"],
        conditions=conditions,
    )
    (states,) = reasons(what, load_rulebook("r4"))
    moved = [(reason.step.before, reason.step.now) for reason in states[3]]
    assert moved == [(4, 5), (5, 7), (7, 6)] or moved == [(4, 5), (5, 4), (4, 6)]


REMEMBERED = """
    title: A modifier refused is remembered
    on: r4
    clauses:
      - {replace: "518.1", only: [gain_gives], modules: [gain_gives.lp]}
      - {add: "518.8", gist: What was refused is remembered, modules: [memory.lp]}
    """
GIVING = """\
% A gain that is performed gives the card an instance.

% What a printed effect gives is printed, everything else acquired.
gives(E,printed) :- effect(E,gain,C,F), E = printed(C,N).
gives(E,acquired) :- effect(E,gain,C,F), E = event(I).
gives(E,acquired) :- effect(E,gain,C,F), E = aura(N).
% The instance is given.
given(instance(C,F,J),T) :- performed(E,A,T), effect(E,gain,C,F), gives(E,J).
% What was refused comes to the number attempted.
given_number(instance(C,F,J),X+S,T) :- performed(E,A,T), effect(E,gain,C,F), gives(E,J), attempted_number(E,X),
    S = #sum { Y,D : remembered(C,F,D,Y,T-1) }.
% It exists while the gain says.
given_while(instance(C,F,J),K,T) :- performed(E,A,T), effect(E,gain,C,F), gives(E,J), existence(E,K).
"""
MEMORY = """\
% A modifier that is refused is remembered.
remembered(C,F,E,Y,T) :- refused(E,A,T), effect(E,modify,C,F), attempted_number(E,Y).
% It stays so.
remembered(C,F,E,Y,T) :- step(T), remembered(C,F,E,Y,T-1).
"""


def test_what_an_edit_remembers_has_a_step_of_its_own(tmp_path: Path) -> None:
    book = edited(tmp_path, REMEMBERED, gain_gives=GIVING, memory=MEMORY)
    what = scenario(modify(2), gain("A 3"))
    told = steps(what, book)
    assert [(step.before, step.now) for step in told if step.counts] == [("absent", 3), (3, 5)]
    assert told[-1].text == "+2 comes to it"
    assert told[-1].bases[0].sentence == "What was refused comes to the number attempted."
    assert list(wrong(solve(what, book))) == []


def test_what_puts_a_modifier_of_its_own_accord_is_cited() -> None:
    """Every second gain is counted: the rule that counts puts the modifier, not the clause by which it applies."""
    tally = load_rulebook(str(Path(__file__).parent / "data" / "edits" / "tally" / "tally.edit.yaml"))
    (put,) = (step for step in steps(scenario(gain("A 1"), gain("A 2")), tally) if step.kind == "modified")
    assert (put.after, cited(put)) == (2, ["518.8", "518.7.2"])


def test_every_step_adds_up_when_a_number_is_held(tmp_path: Path) -> None:
    """A modification of -5 on 2 puts -2 on it: both numbers are told."""
    book = edited(
        tmp_path,
        """
        title: A modifier takes no more than there is
        on: r2
        clauses:
          - {replace: "517.1", only: [modifier_changes_number], modules: [modifier_changes_number.lp]}
        """,
        modifier_changes_number="""\
            % A modification of a feature that the card has is performed.
            performed(E,modifier_changes_number,T) :- open(E,T), effect(E,modify,C,F), has(C,F,T-1).
            % It takes no more than there is.
            raised(instance(C,F,J),-X,T) :- performed(E,modifier_changes_number,T), effect(E,modify,C,F),
                base(C,F,J,T-1), number(instance(C,F,J),X,T-1), attempted_number(E,Y), X+Y < 0.
            % Else it changes the number.
            raised(instance(C,F,J),Y,T) :- performed(E,modifier_changes_number,T), effect(E,modify,C,F),
                base(C,F,J,T-1), number(instance(C,F,J),X,T-1), attempted_number(E,Y), X+Y >= 0.
            """,
    )
    what = scenario(modify(-5), features=["A 2"])
    told = steps(what, book)
    assert (told[-1].text, told[-1].amount, told[-1].now) == ("-5 to A is put on it as -2", -2, 0)
    assert list(wrong(solve(what, book))) == []


def test_eval_gives_the_numbers_of_each_step(tmp_path: Path, pyrules: Any) -> None:
    file = tmp_path / "two.yaml"
    file.write_text(
        "title: Two\ncards: {vail: {features: [A 2]}}\nevents: [{gain: {card: vail, feature: A 3}}]\n", encoding="utf-8"
    )
    (result,) = json.loads(pyrules("eval", str(file), "--why", "--json").out)["results"]
    (moved,) = result["outcomes"][0]["states"][1]["why"]
    assert (moved["change"], moved["before"], moved["now"]) == ("set", 2, 3)
    assert "A of vail 2 → 3: A 3 takes the place of printed A 2" in pyrules("eval", str(file), "--why").out


# --- constraints and clauses that an edit leaves standing -----------------------------------------


def test_a_constraint_is_told_at_the_event_that_breaks_it_first(tmp_path: Path, pyrules: Any) -> None:
    book = edited(
        tmp_path,
        """
        title: Nothing is larger than nine
        on: r4
        clauses:
          - {add: "518.8", gist: Nothing is larger than 9., modules: [nine.lp]}
        """,
        nine="% No feature is larger than 9.\n:- value(C,F,V,T), V > 9.\n",
    )
    what = scenario(gain("A 5"), gain("A 10"), gain("A 11"), features=["A 3"])
    loop = evaluate(what, book).loop
    assert loop is not None
    assert (loop.after, loop.conditions) == (2, ())
    (broken,) = loop.broken
    assert broken.sentence == "No feature is larger than 9."
    assert (Path(broken.place).name, broken.clause.number) == ("nine.lp:2", "518.8")
    explanation = why(what, book)
    assert explanation.answer == "there is no outcome"
    assert [clause.number for clause in explanation.clauses] == ["518.8"]
    assert evaluate(scenario(gain("A 9"), features=["A 3"]), book).verdict == "determined"


def test_a_paradox_that_no_constraint_makes_is_told_as_before(tmp_path: Path) -> None:
    book = edited(
        tmp_path,
        """
        title: Nothing is larger than nine
        on: r4
        clauses:
          - {add: "518.8", gist: Nothing is larger than 9., modules: [nine.lp]}
        """,
        nine="% No feature is larger than 9.\n:- value(C,F,V,T), V > 9.\n",
    )
    what = scenario(features=[{"name": "A", "value": 1, "while": {"not": {"has": ["vail", "A"]}}}])
    loop = evaluate(what, book).loop
    assert loop is not None
    assert (loop.after, loop.conditions, loop.broken) == (0, ("vail has A",), ())


APPLYING = """\
% A loss of a feature that the card has is performed.
performed(E,loss_takes_all_standing,T) :- open(E,T), effect(E,lose,C,F), has(C,F,T-1).
% It takes the instance that applies.
taken(instance(C,F,J),T) :- performed(E,loss_takes_all_standing,T), effect(E,lose,C,F), base(C,F,J,T-1).
% It is an explicit loss.
loss(C,F,stripped,T) :- performed(E,loss_takes_all_standing,T), effect(E,lose,C,F).
"""
SHAKEN = "Rests on a module that tried.edit.yaml changed; its gist may no longer hold."


def test_a_clause_that_rests_on_what_an_edit_changed_says_so(tmp_path: Path, pyrules: Any) -> None:
    edit = """
        title: A loss takes what applies
        on: r4
        clauses:
          - replace: "518.3"
            only: [loss_takes_all_standing]
            modules: [loss_takes_all_standing.lp]
        """
    book = edited(tmp_path, edit, loss_takes_all_standing=APPLYING)
    shaken = {entry.clause.number for entry in book if entry.shaken_by}
    assert shaken == {"518.3", "518.3 ●1 ○3", "D-4"}
    file = str(tmp_path / "tried.edit.yaml")
    assert SHAKEN in " ".join(pyrules("show", file, "D-4").out.split())
    assert "may no longer hold" not in pyrules("show", file, "518.3 ●1 ○2").out
    summary = " ".join(pyrules("show", file).out.split())
    left = summary.partition("Still worded as before, and resting on what changed (may no longer hold): ")[2]
    assert "518.3 ●1 ○3: The suppressed feature does not return" in left
    checked = " ".join(pyrules("check", file, "--quick", "--select", "shaken-clause").out.split())
    assert "D-4: It rests on a module that tried.edit.yaml changed" in checked


def test_a_clause_that_the_edit_words_anew_is_not_shaken(tmp_path: Path) -> None:
    edit = """
        title: A loss takes what applies
        on: r4
        clauses:
          - replace: "518.3"
            only: [loss_takes_all_standing]
            modules: [loss_takes_all_standing.lp]
            gist: Features of one name replace one another, and a loss takes the one that applies.
        """
    book = edited(tmp_path, edit, loss_takes_all_standing=APPLYING)
    assert {entry.clause.number for entry in book if entry.shaken_by} == {"518.3 ●1 ○3", "D-4"}


def test_a_copy_of_a_module_shakes_nothing(tmp_path: Path) -> None:
    edit = """
        title: The same again
        on: r4
        clauses:
          - replace: "518.3"
            only: [loss_takes_all_standing]
            modules: [loss_takes_all_standing.lp]
        """
    (original,) = (path for path in load_rulebook("r4").modules if path.stem == "loss_takes_all_standing")
    book = edited(tmp_path, edit, loss_takes_all_standing=original.read_text(encoding="utf-8"))
    assert not [entry for entry in book if entry.shaken_by]


# --- the rule that fired --------------------------------------------------------------------------

LARGER = """\
% A gain is performed when its number is larger than the one it is compared with.
performed(E,larger_replaces,T) :- open(E,T), effect(E,gain,C,F), attempted_number(E,X), compared(C,F,V,T-1), X {} V.
% A gain is not performed when its number is not larger.
refused(E,larger_replaces,T) :- open(E,T), effect(E,gain,C,F), attempted_number(E,X), compared(C,F,V,T-1), X {} V.
% The two numbers are weighed against each other.
weighed(E,X,V,T) :- open(E,T), effect(E,gain,C,F), attempted_number(E,X), compared(C,F,V,T-1).
"""
BY_AURA = """\
% A gain by an aura is performed whatever the numbers are.
performed(E,larger_replaces,T) :- open(E,T), effect(E,gain,C,F), E = aura(N), has(C,F,T-1).
"""
REPLACING = """
    title: Other gains are performed
    on: r4
    clauses:
      - {replace: "518.3", only: [larger_replaces], modules: [larger_replaces.lp]}
    """


def test_the_rule_that_fired_speaks_and_not_another_of_its_label(tmp_path: Path) -> None:
    refusing = LARGER.format(">", "<=").replace("T-1), X <= V.", "T-1), X <= V, E = event(I).")
    book = edited(tmp_path, REPLACING, larger_replaces=refusing + BY_AURA)
    aura = {"to": "vail", "gain": "A 1", "when": "dusk"}
    what = scenario(gain("A 3"), {"start": "dusk"}, features=["A 2"], auras=[aura])
    (outcome,) = evaluate(what, book).outcomes
    assert [each.reason for each in outcome.states[1].attempts] == ["3 is greater than 2"]
    assert [each.reason for each in outcome.states[2].attempts] == [
        "A gain by an aura is performed whatever the numbers are"
    ]
    replaced = [step for step in steps(what, book) if step.kind == "replaced"]
    assert replaced[-1].reason == "A gain by an aura is performed whatever the numbers are"


def test_larger_is_not_said_of_an_equal_number(tmp_path: Path) -> None:
    """The sentences above the rules were left as they were: neither they nor our words speak for the changed rules."""
    book = edited(tmp_path, REPLACING, larger_replaces=LARGER.format(">=", "<"))
    (outcome,) = evaluate(scenario(gain("A 2"), features=["A 2"]), book).outcomes
    (attempt,) = outcome.states[1].attempts
    assert attempt.performed
    assert attempt.reason == f"the changed rule at {tmp_path.name}/larger_replaces.lp:2 decides"


def test_a_new_sentence_speaks_for_a_changed_rule(tmp_path: Path) -> None:
    text = LARGER.format(">=", "<").replace("is larger than the one", "is no smaller than the one")
    book = edited(tmp_path, REPLACING, larger_replaces=text)
    (outcome,) = evaluate(scenario(gain("A 2"), features=["A 2"]), book).outcomes
    (attempt,) = outcome.states[1].attempts
    assert attempt.reason == "A gain is performed when its number is no smaller than the one it is compared with"


# --- why not --------------------------------------------------------------------------------------


def test_an_aura_that_was_refused_must_begin_anew() -> None:
    """Armour 2 is refused beside Armour 3 on the hill; the hill ends, and the aura is not tried again (D-8)."""
    what = scenario(
        {"start": "near"},
        {"stop": "hill"},
        features=[{"name": "A", "value": 3, "while": "hill"}],
        conditions=["hill"],
        auras=[{"to": "vail", "gain": "A 2", "while": "near"}],
    )
    held = last(what, "not attempted")
    assert held.text == "A 2 from an aura is not attempted again"
    assert held.reason == "near holds since it was refused in event 1; it must end and begin anew"
    assert cited(held) == ["reading aura-attempts=once of 518.3", "decision D-8"]


def test_an_aura_looked_at_too_early_waits_for_the_next_event() -> None:
    """The first aura asks for B, which the second gives in the same event."""
    auras = [
        {"to": "vail", "gain": "A 1", "while": {"has": ["vail", "B"]}},
        {"to": "vail", "gain": "B", "while": "near"},
    ]
    what = scenario({"start": "near"}, auras=auras)
    held = last(what, "not attempted")
    assert (held.after, held.text) == (1, "A 1 from an aura is not attempted yet")
    assert held.reason == "vail has B, but did not when it was looked at in this event"
    assert cited(held) == ["decision D-8"]


def test_an_aura_whose_condition_never_held() -> None:
    what = scenario({"start": "rain"}, auras=[{"to": "vail", "gain": "A 1", "while": "near"}])
    held = last(what, "not attempted")
    assert (held.text, held.reason) == ("A 1 from an aura is not attempted", "near does not hold")


def test_a_printed_feature_that_attempted_itself_while_another_stood() -> None:
    """In r2 A 1 attempts itself as night falls and is refused by A 3; losing that does not bring it."""
    what = scenario(gain("A 3"), {"start": "night"}, LOSE, features=[{"name": "A", "value": 1, "while": "night"}])
    held = [step for step in steps(what, load_rulebook("r2")) if step.kind == "not attempted"]
    assert [step.text for step in held] == ["A 1, as printed, is not attempted again"]
    assert held[0].reason == "night holds since it was refused in event 2; it must end and begin anew"


def test_what_a_rule_of_an_edit_takes_is_not_told_as_replaced() -> None:
    book = load_rulebook(str(Path(__file__).parent / "data/edits/weaker/weaker.edit.yaml"))
    told = [step for step in steps(scenario(gain("A 3"), features=["A 2"]), book) if step.after == 1]
    assert [(step.kind, step.text, cited(step)) for step in told] == [
        ("gained", "A 3 is gained", ["517.2"]),
        ("removed", "printed A 2 is removed", ["517.3"]),
    ]
    assert told[1].bases[0].sentence == "Instances with a smaller number go."
