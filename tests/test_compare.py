"""Where two rulebooks come out differently; every answer here is derived from the texts by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command_line import Ran

from pyrules.analysis.compare.comparison import Comparison, compare
from pyrules.analysis.compare.differences import OBSERVED, Observed
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import FOLDER
from pyrules.scenario.load import load_text

EDITS = Path(__file__).parent.parent / "examples" / "edits"
REPLACED = """\
title: A printed feature is replaced while there is a hill
cards: {vail: {player: black, features: [Armour 2]}}
conditions: [hill]
events: [{gain: {card: vail, feature: Armour 3, while: hill}}, {stop: hill}]
"""
TWICE = """\
title: Replaced two times
cards: {vail: {features: [Armour 2]}}
events: [{gain: {card: vail, feature: Armour 3}}, {gain: {card: vail, feature: Armour 4}}, {start: hill}]
"""
ONCE = """\
title: Replaced once
cards: {vail: {features: [Armour 2]}}
events: [{gain: {card: vail, feature: Armour 3}}]
"""
LOOKED_AT = "in value, losses, roll, attack or properties"
SECOND_LOST = ["-r", "r2", "-r", "r2", "--right-reading", "replacement-loss=loss"]


@pytest.fixture
def pyrules(pyrules: Any) -> Any:
    """Runs the program in a folder of three scenarios."""
    for name, text in {"hill": REPLACED, "twice": TWICE, "once": ONCE}.items():
        Path(f"{name}.scenario.yaml").write_text(text, encoding="utf-8")
    return pyrules


def compared(
    text: str,
    left: str,
    right: str,
    right_readings: dict[str, str] | None = None,
    observe: tuple[Observed, ...] = ("value", "losses"),
) -> Comparison:
    return compare([load_text(text, "a.yaml")], load_rulebook(left), load_rulebook(right, right_readings), observe)


def numbers(comparison: Comparison) -> list[tuple[list[str], list[str]]]:
    """The clauses of each group, the left side's and the right side's."""
    return [
        ([clause.number for clause in left], [clause.number for clause in right])
        for left, right in (group.clauses for group in comparison.groups)
    ]


def differences(comparison: Comparison) -> list[str]:
    return [str(each) for disagreement in comparison.disagreements for each in disagreement.differences]


# --- what differs, and by which clauses -----------------------------------------------------------


def test_nothing_differs_between_a_rulebook_and_itself() -> None:
    comparison = compared(REPLACED, "r3", "r3")
    assert (comparison.files, comparison.groups) == (("a.yaml",), ())


def test_a_printed_feature_returns_in_one_revision_only() -> None:
    """r3 removes what is replaced (517.1); r4 suppresses it, and it returns (518.3 ●1)."""
    comparison = compared(REPLACED, "r3", "r4")
    assert differences(comparison) == ["after 2: value of vail Armour: absent / 2"]
    ((left, right),) = numbers(comparison)
    assert "517.1" in left
    assert "518.3 ●1" in right


def test_a_reading_is_a_difference_of_its_clause() -> None:
    """Being replaced is a loss or is none (517.1 of r2)."""
    comparison = compared(ONCE, "r2", "r2", {"replacement-loss": "loss"})
    assert differences(comparison) == ["after 1: losses of vail Armour: none / replaced"]
    assert numbers(comparison) == [(["517.1"], ["517.1"])]


def test_what_a_number_works_as_is_named_where_the_number_is_the_same() -> None:
    """A number below zero works as 0 in r3 (517.3), and as it is in r4; the number itself is -1 in both."""
    comparison = compared(
        "title: Below zero\ncards: {vail: {features: [Armour 1]}}\n"
        "events: [{modify: {card: vail, feature: Armour, by: -2}}]\n",
        "r3",
        "r4",
        observe=OBSERVED,
    )
    assert differences(comparison) == ["after 1: effective of vail Armour: 0 / -1"]
    ((left, _),) = numbers(comparison)
    assert "517.3" in left


def test_an_attempt_alone_is_attributed_to_what_decided_it() -> None:
    """A modifier of what a card has not: refused in r4 (518.6), kept for later in r1 (decision D-9)."""
    comparison = compared(
        "title: Nothing to modify\ncards: {vail: {}}\nevents: [{modify: {card: vail, feature: Armour, by: 1}}]\n",
        "r4",
        "r1",
        observe=OBSERVED,
    )
    assert differences(comparison) == ["after 1: attempts of vail Armour: modify refused / modify performed"]
    assert numbers(comparison) == [(["518.6"], ["D-9"])]


PRINTED = """\
title: Printed
cards: {vail: {features: [{name: Armour, value: 2, while: hill}]}}
events: [{start: hill}]
"""


def test_scenarios_in_which_only_attempts_differ_are_not_counted() -> None:
    """What is printed attempts itself in r2 (D-19) and stands in r4: the card has Armour 2 either way."""
    assert differences(compared(PRINTED, "r2", "r4")) == []
    assert differences(compared(PRINTED, "r2", "r4", observe=("attempts",))) == [
        "after 1: attempts of vail Armour: gain performed / none"
    ]


def test_rolls_attacks_and_properties_are_always_looked_at(tmp_path: Path) -> None:
    """A property of 1, adjusted by -2, is 0 (modifiers.3 of r2); the edit leaves it below zero."""
    module = (FOLDER / "clauses/properties/no_less_than_zero.lp").read_text(encoding="utf-8")
    below = module.replace(", N >= 0", "").replace("property_value(C,P,0,T) :- property_sum(C,P,N,T), N < 0.", "")
    (tmp_path / "no_less_than_zero.lp").write_text(below, encoding="utf-8")
    edit = tmp_path / "below.edit.yaml"
    clause = "{replace: modifiers.3, only: [no_less_than_zero], modules: [no_less_than_zero.lp]}"
    edit.write_text(f"title: Below zero\non: r2\nclauses: [{clause}]\n", encoding="utf-8")
    comparison = compared(
        "title: Slow\ncards: {vail: {properties: {movement: 1}}}\n"
        "events: [{adjust: {card: vail, property: movement, by: -2}}]\n",
        "r2",
        str(edit),
        observe=("losses",),
    )
    assert differences(comparison) == ["after 1: value of vail movement: 0 / -1"]
    assert comparison.observe == ("losses", "roll", "attack", "properties")


def test_an_attack_is_explained_by_the_card_that_attacks() -> None:
    """Vulnerability 1 counts in the magnitude in r4 (517.1), after it in r1 (516.1)."""
    comparison = compared(
        "title: Vulnerable\ncards: {orc: {}, elf: {features: [Weakness 1]}}\n"
        "features: {Weakness: {modifies: incoming_attack}}\n"
        "events: [{attack: {kind: slow, by: orc, on: elf, value: 3}}]\n",
        "r1",
        "r4",
    )
    ((left, right),) = numbers(comparison)
    assert "516.1" in left
    assert "517.1" in right
    (disagreement,) = comparison.disagreements
    assert disagreement.explanations is not None
    assert [(each.card, each.name) for each in disagreement.explanations] == [("orc", "attack")] * 2


def test_a_roll_is_explained_by_the_card_that_rolls() -> None:
    """Two +1 of one name: r1 takes one of them (517.1), r4 both."""
    comparison = compared(
        "title: Luck twice\ncards: {orc: {player: black}}\n"
        "events:\n  - roll:\n      by: orc\n      natural: 2\n      steps:\n"
        "        - {modifier: {from: orc, add: 1, named: Luck}}\n"
        "        - {modifier: {from: orc, add: 1, named: Luck}}\n",
        "r1",
        "r4",
    )
    assert [each.split(";")[0] for each in differences(comparison)] == ["after 1: roll: 3"]
    (disagreement,) = comparison.disagreements
    assert disagreement.explanations is not None
    assert [(each.card, each.name) for each in disagreement.explanations] == [("orc", "roll")] * 2


def test_a_paradox_is_explained_by_its_loop(tmp_path: Path) -> None:
    """Armour that exists while there is none cannot settle; without the gain there is nothing to settle."""
    text = (
        "title: While there is none\ncards: {vail: {}}\n"
        "events: [{gain: {card: vail, feature: Armour 1, while: {not: {has: [vail, Armour]}}}}]\n"
    )
    edit = tmp_path / "no.edit.yaml"
    edit.write_text('title: Nothing is gained\non: r4\nclauses: [{drop: "518.1"}]\n', encoding="utf-8")
    comparison = compared(text, "r4", str(edit))
    assert [each.split(": ", 1)[0] for each in differences(comparison)] == ["verdict"]
    (disagreement,) = comparison.disagreements
    assert disagreement.explanations is not None
    assert disagreement.explanations[0].loop
    assert disagreement.explanations[0].card == "vail"
    assert any(left for left, _ in numbers(comparison))


def test_the_clause_that_an_edit_changes_is_named() -> None:
    """What is replaced is removed by 518.3 ●2; the edit sets it aside, by the same clause in other words."""
    text = REPLACED.replace("features: [Armour 2]", "").replace(
        "events: [", "events: [{gain: {card: vail, feature: Armour 2}}, "
    )
    comparison = compared(text, "r4", str(EDITS / "replaced-returns" / "returns.edit.yaml"))
    assert differences(comparison) == ["after 3: value of vail Armour: absent / 2"]
    ((left, right),) = numbers(comparison)
    assert "518.3 ●2" in left
    assert "518.3 ●2" in right


def test_of_several_outcomes_the_one_that_differs_is_told() -> None:
    """Rage or Calm, either can be. Only who rages is given Armour 3: refused by r4 (3 is not more than 2 + 1).

    Compared with the base number 2 it replaces that, and the +1 makes 4 of it.
    """
    text = (
        "title: One or the other\ncards:\n  vail:\n    features:\n"
        "      - Armour 2\n      - {modifier: Armour, by: 1}\n"
        "      - {name: Rage, while: {not: {has: [vail, Calm]}}}\n"
        "      - {name: Calm, while: {not: {has: [vail, Rage]}}}\n"
        "events: [{gain: {card: vail, feature: Armour 3, while: {has: [vail, Rage]}}}]\n"
    )
    edit = str(EDITS / "compare-with-base" / "compare-with-base.edit.yaml")
    comparison = compared(text, "r4", edit, observe=OBSERVED)
    assert differences(comparison) == [
        "after 1: attempts of vail Armour: gain refused / gain performed",
        "after 1: value of vail Armour: 3 / 4",
    ]
    (disagreement,) = comparison.disagreements
    assert disagreement.explanations is not None
    assert [each.ledgers[0].value for each in disagreement.explanations] == [3, 4]


# --- by what it is caused -------------------------------------------------------------------------


def causes(text: str, left: Rulebook, right: Rulebook) -> list[tuple[int | None, list[str], list[str]]]:
    """The event at which the states part, and the clauses that act there on either side."""
    found = [each.cause for each in compare([load_text(text, "a.yaml")], left, right).disagreements]
    return [
        (cause.after, [clause.number for clause in cause.clauses[0]], [clause.number for clause in cause.clauses[1]])
        for cause in found
    ]


@pytest.mark.parametrize("left", ["r2", "r3"])
def test_the_states_part_when_the_printed_feature_is_replaced(left: str) -> None:
    """Armour is 3 on both sides; that the 2 is gone (517.1), or suppressed (518.3 ●1), shows when the hill stops."""
    assert causes(REPLACED, load_rulebook(left), load_rulebook("r4")) == [(1, ["517.1"], ["518.3 ●1"])]


def test_the_states_part_when_a_modifier_lapses() -> None:
    """4 and 5 are gained under +2 and -1. When the first stops it is removed, or sleeps: it shows when it is back."""
    text = (
        "title: A modifier lapses\ncards: {vail: {features: [Armour 3]}}\nconditions: [one, two]\nevents:\n"
        "  - modify: {card: vail, feature: Armour, by: +2, while: one}\n"
        "  - modify: {card: vail, feature: Armour, by: -1, while: two}\n"
        "  - gain: {card: vail, feature: Armour 4}\n  - gain: {card: vail, feature: Armour 5}\n"
        "  - stop: one\n  - start: one\n"
    )
    r4 = load_rulebook("r4")
    assert causes(text, r4, r4.under({"modifier-lapse": "dormant"})) == [(5, ["518.7.2 ●3"], ["518.7.2 ●3"])]


def test_the_clause_is_that_whose_rule_differs_and_not_what_follows_from_it() -> None:
    """2 is compared with 3-2 or with 3 (518.7.2); that it then replaces (518.3) and suppresses (518.3 ●1) follows."""
    text = (
        "title: Lowered\ncards: {vail: {features: [Armour 3, {modifier: Armour, by: -2}]}}\n"
        "events: [{gain: {card: vail, feature: Armour 2}}]\n"
    )
    edit = load_rulebook(str(EDITS / "compare-with-base" / "compare-with-base.edit.yaml"))
    assert causes(text, load_rulebook("r4"), edit) == [(1, ["518.7.2"], ["518.7.2"])]


def test_what_an_edit_sets_aside_is_the_cause_of_what_returns_later() -> None:
    text = REPLACED.replace("features: [Armour 2]", "").replace(
        "events: [", "events: [{gain: {card: vail, feature: Armour 2}}, "
    )
    edit = load_rulebook(str(EDITS / "replaced-returns" / "returns.edit.yaml"))
    assert causes(text, load_rulebook("r4"), edit) == [(2, ["518.3 ●2"], ["518.3 ●2"])]


def test_a_clause_that_one_side_does_not_have_leaves_the_other_without(tmp_path: Path) -> None:
    """Without 518.7.2 ●4 nothing takes the modifier when its feature is wholly lost; at the next gain it is back."""
    text = (
        "title: Lost with its modifier\ncards: {vail: {}}\nconditions: [hill]\nevents:\n"
        "  - gain: {card: vail, feature: Armour 3}\n"
        "  - modify: {card: vail, feature: Armour, by: +1, while: hill}\n"
        "  - lose: {card: vail, feature: Armour}\n  - gain: {card: vail, feature: Armour 1}\n"
    )
    edit = tmp_path / "kept.edit.yaml"
    edit.write_text('title: Kept\non: r4\nclauses: [{drop: "518.7.2 ●4"}]\n', encoding="utf-8")
    ((after, left, right),) = causes(text, load_rulebook("r4"), load_rulebook(str(edit)))
    assert (after, left, right) == (3, ["518.7.2 ●4"], [])


def test_where_it_shows_later_the_event_is_told(pyrules: Any) -> None:
    out = pyrules("compare", "hill.scenario.yaml", "-r", "r3", "-r", "r4").out
    assert "    after 1, unseen: gain Armour 3 on vail while hill\n    after 2: value" in out


# --- on the command line --------------------------------------------------------------------------


def test_groups_show_the_smallest_scenario_first(pyrules: Any) -> None:
    assert pyrules("compare", "twice.scenario.yaml", "once.scenario.yaml", *SECOND_LOST) == Ran(
        1,
        f"r2 / r2 (replacement-loss=loss): 2 scenarios, 2 come out differently {LOOKED_AT}\n"
        "\n"
        "517.1 / 517.1: 2 scenarios\n"
        "  once.scenario.yaml: Replaced once\n"
        "    after 1: losses of vail Armour: none / replaced\n"
        "  twice.scenario.yaml: Replaced two times\n"
        "    after 1: losses of vail Armour: none / replaced\n"
        "    after 2: losses of vail Armour: none / replaced\n",
        "",
    )


def test_where_nothing_differs_all_is_fine(pyrules: Any) -> None:
    assert pyrules("compare", ".", "-r", "r3", "-r", "r3") == Ran(
        0, "r3 / r3: 3 scenarios, none comes out differently in value, losses, roll, attack or properties\n", ""
    )


def test_ledgers_show_both_sides(pyrules: Any) -> None:
    out = pyrules("compare", "hill.scenario.yaml", "-r", "r3", "-r", "r4", "--ledgers").out
    assert "Under r3, after 2, vail does not have Armour." in out
    assert "Under r4, after 2, vail has Armour 2." in out


def test_the_document_holds_what_the_table_shows(pyrules: Any) -> None:
    ran = pyrules("compare", ".", "-r", "r3", "-r", "r4", "--json")
    whole = json.loads(ran.out)
    assert (ran.code, ran.err) == (1, "")
    assert (whole["format"], whole["left"]["rulebook"], whole["right"]["rulebook"]) == (1, "r3", "r4")
    assert (whole["scenarios"], whole["gone"]) == (3, [])
    (group,) = whole["groups"]
    assert "518.3 ●1" in [clause["clause"] for clause in group["clauses"]["right"]]
    (scenario,) = group["scenarios"]
    assert scenario["file"] == "hill.scenario.yaml"
    assert scenario["differences"] == [
        {
            "after": 2,
            "what": "value",
            "card": "vail",
            "name": "Armour",
            "left": "absent",
            "right": "2",
            "says": "after 2: value of vail Armour: absent / 2",
            "accepted": None,
        }
    ]


def test_the_page_stands_for_itself_and_obeys_no_name(pyrules: Any) -> None:
    named = REPLACED.replace("vail", '"<script>alert(1)</script>"')
    Path("hill.scenario.yaml").write_text(named, encoding="utf-8")
    assert pyrules("compare", "hill.scenario.yaml", "-r", "r3", "-r", "r4", "--html", "report.html").code == 1
    page = Path("report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; has Armour 2." in page
    assert re.search(r"\b(src|href)=|https?:|@import|url\(", page) is None


def test_a_page_that_cannot_be_written_is_said(pyrules: Any) -> None:
    ran = pyrules("compare", "hill.scenario.yaml", "-r", "r3", "-r", "r4", "--html", "nowhere/report.html")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("nowhere/report.html: there is no folder")


@pytest.mark.parametrize("rulebooks", [["r4"], ["r1", "r2", "r3"]])
def test_two_rulebooks_are_expected(pyrules: Any, rulebooks: list[str]) -> None:
    ran = pyrules("compare", "hill.scenario.yaml", *(part for name in rulebooks for part in ("-r", name)))
    assert ran == Ran(2, "", f"expected two rulebooks, -r A -r B, got {len(rulebooks)}\n")


# --- what is accepted -----------------------------------------------------------------------------

ACCEPTED = """\
- scenario: ../twice.scenario.yaml
  reason: being replaced is a loss
  differences: |
    after 1: losses of vail Armour: none / replaced
    after 2: losses of vail Armour: none / replaced
"""


def accept(text: str) -> str:
    path = Path("edits/my.accept.yaml")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_what_is_accepted_is_fine(pyrules: Any) -> None:
    assert pyrules("compare", "twice.scenario.yaml", *SECOND_LOST, "--accept", accept(ACCEPTED)) == Ran(
        0,
        f"r2 / r2 (replacement-loss=loss): 1 scenario, 1 comes out differently {LOOKED_AT}\n\naccepted: 1 scenario\n",
        "",
    )


def test_what_is_not_accepted_is_shown(pyrules: Any) -> None:
    one = ACCEPTED.replace("    after 1: losses of vail Armour: none / replaced\n", "")
    ran = pyrules("compare", "twice.scenario.yaml", "once.scenario.yaml", *SECOND_LOST, "--accept", accept(one))
    assert ran.code == 1
    assert ran.out.splitlines()[2:] == [
        "517.1 / 517.1: 2 scenarios",
        "  once.scenario.yaml: Replaced once",
        "    after 1: losses of vail Armour: none / replaced",
        "  twice.scenario.yaml: Replaced two times",
        "    after 1: losses of vail Armour: none / replaced",
    ]


def test_what_is_accepted_and_does_not_occur_is_named_and_no_failure(pyrules: Any) -> None:
    more = ACCEPTED + "    after 3: losses of vail Armour: none / replaced\n"
    ran = pyrules("compare", "twice.scenario.yaml", *SECOND_LOST, "--accept", accept(more))
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == (
        "stale acceptance, this no longer differs: "
        "edits/my.accept.yaml:1: after 3: losses of vail Armour: none / replaced"
    )


def test_what_is_accepted_on_scenarios_that_are_not_compared_is_left_alone(pyrules: Any) -> None:
    ran = pyrules("compare", "once.scenario.yaml", "-r", "r3", "-r", "r3", "--accept", accept(ACCEPTED))
    assert ran == Ran(
        0, "r3 / r3: 1 scenario, none comes out differently in value, losses, roll, attack or properties\n", ""
    )


def test_what_is_accepted_on_a_scenario_that_is_gone_is_named(pyrules: Any) -> None:
    gone = accept(ACCEPTED.replace("twice", "gone"))
    ran = pyrules("compare", "once.scenario.yaml", "-r", "r3", "-r", "r3", "--accept", gone)
    assert ran.code == 0
    said = "stale acceptance, this no longer differs: edits/my.accept.yaml"
    assert [line[: len(said)] for line in ran.out.splitlines()[2:]] == [said] * 2


def test_the_document_holds_the_reason(pyrules: Any) -> None:
    ran = pyrules("compare", "twice.scenario.yaml", *SECOND_LOST, "--json", "--accept", accept(ACCEPTED))
    (group,) = json.loads(ran.out)["groups"]
    (scenario,) = group["scenarios"]
    assert {each["accepted"] for each in scenario["differences"]} == {"being replaced is a loss"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: x\n", "edits/my.accept.yaml:1:1: expected a list of accepted differences, got a mapping"),
        (
            ACCEPTED.replace("reason", "raeson"),
            "edits/my.accept.yaml:2:3: unknown key 'raeson'; did you mean 'reason'?",
        ),
        (ACCEPTED.replace("reason: being", "# reason: being"), "edits/my.accept.yaml:1:3: the key 'reason' is missing"),
        (
            ACCEPTED.replace("|\n", "[]\n").split("    after")[0],
            "edits/my.accept.yaml:3:16: expected a text, got a list",
        ),
    ],
)
def test_a_list_with_something_wrong_is_refused(pyrules: Any, text: str, message: str) -> None:
    ran = pyrules("compare", "once.scenario.yaml", "-r", "r3", "-r", "r4", "--accept", accept(text))
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err.splitlines()


def test_edits_and_accepted_differences_are_no_scenarios(pyrules: Any) -> None:
    accept(ACCEPTED)
    Path("edits/my.edit.yaml").write_text("title: An edit\non: r4\n", encoding="utf-8")
    assert pyrules("compare", ".", "-r", "r4", "-r", "edits/my.edit.yaml").code == 0
