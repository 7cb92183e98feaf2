"""Explanations: each kind of step with its numbers and clauses, worked out by hand from the texts."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pyrules.analysis.compare.responsible import responsible
from pyrules.cli import run
from pyrules.errors import InputError
from pyrules.explanation import Derivation, Explanation, Question, derivations, explain, replay
from pyrules.model.scenario import Scenario
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_scenario

EXAMPLES = Path(__file__).parent.parent / "examples"
HILL = EXAMPLES / "suppressed-and-returning/hill.scenario.yaml"
OWED = EXAMPLES / "owed-to-a-later-instance/blessing.scenario.yaml"


def only(folder: str) -> Path:
    """The one scenario of an example."""
    (file,) = (EXAMPLES / folder).glob("*.yaml")
    return file


def scenario(*events: dict[str, Any], features: list[Any] | None = None, **more: Any) -> Scenario:
    """A scenario of one card, `vail`, with what is printed on it."""
    return load_scenario(
        {"title": "test", "cards": {"vail": {"features": features or []}}, "events": list(events), **more}
    )


def why(what: Scenario, book: str, name: str = "A", after: int | None = None) -> Explanation:
    """The explanation of a feature of `vail`."""
    return explain(what, load_rulebook(book), "vail", name, after)


def told(explanation: Explanation) -> list[tuple[int, str, object, object, tuple[str, ...]]]:
    """Event, kind, count before and after, and the clauses of each step."""
    (ledger,) = explanation.ledgers
    return [
        (step.after, step.kind, step.before, step.now, tuple(clause.number for clause in step.clauses))
        for step in ledger.steps
    ]


class TestAFeature:
    def test_suppressed_and_returning(self) -> None:
        assert told(explain(load_scenario(HILL), load_rulebook("r4"), "guard", "Броня")) == [
            (0, "printed", "absent", 2, ("518.1",)),
            (1, "replaced", 2, 3, ("518.3",)),
            (1, "suppressed", 3, 3, ("518.3 ●1",)),
            (2, "lapsed", 3, "absent", ("518.7.2 ●1",)),
            (2, "returned", "absent", 2, ("518.3 ●1 ○2",)),
            (2, "loss", 2, 2, ("D-21",)),
        ]

    def test_replaced_for_good(self) -> None:
        assert told(explain(load_scenario(HILL), load_rulebook("r2"), "guard", "Броня"))[1:3] == [
            (1, "replaced", 2, 3, ("517.1",)),
            (1, "removed", 3, 3, ("517.1",)),
        ]

    def test_what_is_owed_is_taken_from_a_later_instance(self) -> None:
        explanation = explain(load_scenario(OWED), load_rulebook("r2"), "guard", "Броня")
        assert told(explanation)[-1] == (4, "undone", 2, 1, ("517.2",))
        assert explanation.ledgers[0].steps[-1].reason == "blessing does not hold"

    def test_a_modifier_goes_with_its_feature(self) -> None:
        steps = told(explain(load_scenario(OWED), load_rulebook("r4"), "guard", "Броня"))
        assert (2, "forfeited", "absent", "absent", ("518.7.2 ●4 ○1",)) in steps

    @pytest.mark.parametrize(("book", "clause"), [("r2", "517.1"), ("r3", "517.1"), ("r4", "518.3")])
    def test_a_refusal_names_the_numbers_compared(self, book: str, clause: str) -> None:
        explanation = why(scenario({"gain": {"card": "vail", "feature": "A 1"}}, features=["A 2"]), book)
        refused = explanation.ledgers[0].steps[-1]
        assert (refused.kind, refused.text) == ("refused", "A 1 is refused")
        assert refused.reason == "1 is not greater than 2"
        assert [each.number for each in refused.clauses] == [clause]

    def test_what_is_compared_with_modifiers_counted_is_cited(self) -> None:
        features = ["A 3", {"modifier": "A", "by": -2}]
        explanation = why(scenario({"gain": {"card": "vail", "feature": "A 2"}}, features=features), "r4")
        assert told(explanation)[2:4] == [
            (1, "replaced", 1, 2, ("518.3", "518.7.2")),
            (1, "applies", 2, 0, ("518.7.2",)),
        ]

    def test_a_modifier_asleep(self) -> None:
        features = ["A 3", {"modifier": "A", "by": -2, "while": "hill"}]
        asleep = why(scenario(features=features), "r4").ledgers[0].steps[-1]
        assert (asleep.kind, asleep.text, asleep.reason) == (
            "asleep",
            "printed modifier -2 sleeps",
            "hill does not hold",
        )

    def test_only_the_part_of_a_condition_that_fails_is_named(self) -> None:
        features = [{"name": "A", "value": 3, "while": {"all": ["hill", "night"]}}]
        asleep = why(scenario(features=features, conditions=["hill"]), "r4").ledgers[0].steps[-1]
        assert asleep.reason == "night does not hold"

    def test_a_weaker_instance_stands_aside(self) -> None:
        explanation = why(scenario({"gain": {"card": "vail", "feature": "A 1"}}, features=["A 2"]), "r1")
        assert [kind for _, kind, *_ in told(explanation)] == ["printed", "aside"]
        assert told(explanation)[-1][2:] == (2, 2, ("517.2", "517.2"))

    def test_a_negative_number_works_as_nought(self) -> None:
        explanation = why(scenario(features=["A -2"]), "r3")
        (ledger,) = explanation.ledgers
        assert (ledger.value, ledger.effective, ledger.steps[-1].clauses[0].number) == (-2, 0, "517.3")
        assert explanation.answer == "vail has A -2, which works as 0"

    def test_why_not_at_all(self) -> None:
        explanation = why(scenario({"modify": {"card": "vail", "feature": "A", "by": 1}}), "r4")
        assert told(explanation) == [(1, "refused", "absent", "absent", ("518.6",))]
        assert explanation.answer == "vail does not have A"

    def test_nothing_to_tell(self) -> None:
        explanation = why(scenario({"gain": {"card": "vail", "feature": "A 1"}}), "r4", after=0)
        assert explanation.ledgers[0].steps == ()

    def test_a_boost_is_cited(self) -> None:
        boosted = {"gain": {"card": "vail", "feature": "A 1", "boosts": [{"from": "vail", "by": 1}]}}
        assert told(why(scenario(boosted), "r4")) == [(1, "gained", "absent", 2, ("518.1", "517"))]

    def test_what_another_feature_did_to_its_condition(self) -> None:
        features = ["B 1", {"name": "A", "value": 3, "while": {"has": ["vail", "B"]}}]
        explanation = why(scenario({"lose": {"card": "vail", "feature": "B"}}, features=features), "r4")
        slept = explanation.ledgers[0].steps[1]
        assert (slept.kind, slept.reason) == ("slept", "vail has no B")
        assert [(cause.kind, cause.text) for cause in slept.because] == [("lost", "vail: printed B 1 is lost")]
        assert "518.3" in [clause.number for clause in explanation.clauses]


class TestOtherValues:
    def test_a_property_is_not_below_nought(self) -> None:
        what = load_scenario(
            {
                "title": "test",
                "cards": {"vail": {"properties": {"movement": 1}}},
                "events": [{"adjust": {"card": "vail", "property": "movement", "by": -3}}],
            }
        )
        explanation = explain(what, load_rulebook("r1"), "vail", "movement")
        assert [(step.kind, step.before, step.now) for step in explanation.ledgers[0].steps] == [
            ("base", "absent", 1),
            ("modified", 1, -2),
            ("works", -2, -2),
        ]
        assert explanation.ledgers[0].steps[-1].clauses[0].number == "516.2"
        assert explanation.answer == "movement of vail is 0"

    @pytest.mark.parametrize(("book", "numbers"), [("r1", [(0, 2)]), ("r4", [(-1, 0)])])
    def test_when_vulnerability_counts(self, book: str, numbers: list[tuple[int, int]]) -> None:
        what = load_scenario(only("attack-vulnerability"))
        (ledger,) = explain(what, load_rulebook(book), "elf", "attack").ledgers
        counting = [step for step in ledger.steps if step.counts]
        assert [(step.before, step.now) for step in counting[-1:]] == numbers

    def test_a_named_modifier_is_passed_over(self) -> None:
        what = load_scenario(only("dice-one-name"))
        (ledger,) = explain(what, load_rulebook("r1"), "archer", "roll").ledgers
        passed = [step for step in ledger.steps if step.kind == "passed over"]
        assert [(step.text, step.clauses[0].number) for step in passed] == [
            ("Удача +1 from banner is passed over", "517.1")
        ]

    def test_each_result_of_a_roll_has_its_order(self) -> None:
        what = load_scenario(only("dice-opponent"))
        explanation = explain(what, load_rulebook("r4"), "archer", "roll")
        assert [[step.now for step in ledger.steps] for ledger in explanation.ledgers] == [[6, 4, 1, 2], [6, 4, 8, 5]]

    def test_an_inherited_clause_says_so(self) -> None:
        what = load_scenario(only("dice-too-late"))
        (ledger,) = explain(what, load_rulebook("r4"), "archer", "roll").ledgers
        late = [str(step.clauses[0]) for step in ledger.steps if step.kind == "refused"]
        assert late == ["518.5, inherited from r1"] * 3


class TestVerdicts:
    def test_a_paradox_comes_to_the_opposite_either_way(self) -> None:
        what = scenario(features=[{"name": "A", "value": 1, "while": {"not": {"has": ["vail", "A"]}}}])
        explanation = why(what, "r4")
        assert (explanation.verdict, explanation.ledgers) == ("paradox", ())
        assert [(each.condition, each.value) for each in explanation.loop] == [
            ("vail has A", "absent"),
            ("vail has no A", 1),
        ]
        assert [step.kind for each in explanation.loop for step in each.steps] == ["asleep", "printed"]

    def test_undetermined_outcomes_part(self) -> None:
        what = load_scenario(EXAMPLES / "undetermined-pair/rivals.scenario.yaml")
        first, second = (explain(what, load_rulebook("r4"), "elder", "Первенство", outcome=each) for each in (0, 1))
        assert (first.verdict, first.outcomes) == ("undetermined", 2)
        assert {first.ledgers[0].value, second.ledgers[0].value} == {1, "absent"}
        assert [(parting.after, parting.card) for parting in first.partings] == [(0, "elder"), (0, "younger")]


class TestClauses:
    def test_those_responsible_for_a_difference(self) -> None:
        left, right = responsible(load_scenario(HILL), load_rulebook("r2"), load_rulebook("r4"), "guard", "Броня")
        assert "517.1" in [clause.number for clause in left]
        assert "518.3 ●1" in [clause.number for clause in right]

    def test_a_clause_that_is_new_speaks_with_its_sentence_and_place(self) -> None:
        edit = EXAMPLES / "edits/compare-with-base"
        what = load_scenario(edit / "lowered-for-a-while.scenario.yaml")
        book = load_rulebook(str(edit / "compare-with-base.edit.yaml"))
        refused = next(
            step for step in explain(what, book, "vail", "Armour").ledgers[0].steps if step.kind == "refused"
        )
        (foreign,) = (basis for basis in refused.bases if basis.foreign)
        assert foreign.clause.number == "518.7.2"
        assert foreign.sentence == "The number compared with is that of the instance that applies."
        assert foreign.place == "compare-with-base/compared_with_base.lp:4"


class TestTheDerivation:
    def test_goes_down_to_what_is_given(self) -> None:
        (root,) = derivations(load_scenario(HILL), load_rulebook("r4"), Question("guard", "Броня"))
        assert root.atom == 'value("guard","Броня",2,2)'
        assert all(node.given or node.children or node.repeated or node.clause for node in below(root))
        assert 'initially(flag("hill"))' in [node.atom for node in below(root) if node.given]

    def test_what_has_not_changed_is_told_once(self) -> None:
        quiet = [{"start": "rain"}, {"stop": "rain"}, {"start": "rain"}]
        (root,) = derivations(scenario(*quiet, features=["A 2"]), load_rulebook("r4"), Question("vail", "A"))
        assert (root.atom, root.since) == ('value("vail","A",2,0)', 0)

    def test_of_what_is_absent_it_tells_the_end(self) -> None:
        roots = derivations(load_scenario(HILL), load_rulebook("r2"), Question("guard", "Броня"))
        assert [root.atom for root in roots] == ['lapses(instance("guard","Броня",acquired),2)']


def below(node: Derivation) -> list[Derivation]:
    """A node and all beneath it."""
    return [node, *(each for child in node.children for each in below(child))]


class TestTheCommand:
    def test_json_gives_what_replays(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["why", str(OWED), "guard", "Броня", "-r", "r2", "-r", "r4", "--json", "--tree"]) == 0
        document = json.loads(capsys.readouterr().out)
        assert [each["rulebook"] for each in document["explanations"]] == ["r2", "r4"]
        for each in document["explanations"]:
            (ledger,) = each["ledgers"]
            assert ledger["steps"][0]["change"] == "set"
            assert each["tree"][0]["from"]
        assert document["explanations"][0]["ledgers"][0]["value"] == 1

    def test_a_page_holds_the_ledgers_as_the_page_in_a_browser_does(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["why", str(OWED), "guard", "Броня", "-r", "r2", "-r", "r4", "--html", "-"]) == 0
        page = capsys.readouterr().out
        assert page.count('<section class="why-panel">') == 2
        assert "<td>printed Броня 2 " in page
        assert run(["why", str(OWED), "guard", "Броня", "--tree", "--html", "-"]) == 0
        assert "value(&#34;guard&#34;,&#34;Броня&#34;" in capsys.readouterr().out

    @pytest.mark.parametrize("form", ["--html", "--svg"])
    def test_a_picture_rests_on_nothing_else_and_obeys_no_name(
        self, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "names.yaml"
        file.write_text('title: "<b>&"\ncards: {vail: {features: ["</text><script> 2"]}}\n', encoding="utf-8")
        assert run(["why", str(file), "vail", "</text><script>", form, "-"]) == 0
        picture = capsys.readouterr().out
        assert "<script" not in picture
        assert re.findall(r'https?://[^"\s]*', picture) in ([], ["http://www.w3.org/2000/svg"])
        if form == "--svg":
            ElementTree.fromstring(picture)

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["nobody", "Броня"], "there is no card 'nobody'"),
            (["guard", "Бронь"], "did you mean 'Броня'?"),
            (["guard", "Броня", "--after", "9"], "there is no state 9; states are numbered 0 to 2"),
            (["guard", "Броня", "--after", "dusc"], "--after: no event has the label 'dusc'; known: end"),
            (["guard", "Броня", "--outcome", "2"], "there is no outcome 2"),
            (["guard", "roll"], "up to event 2 there is no roll with 'guard'"),
            (["guard", "Броня", "--json", "--svg", "-"], "expected one document to print, got --json and --svg -"),
        ],
    )
    def test_what_cannot_be_asked(self, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["why", str(HILL), *arguments]) == 2
        assert words in capsys.readouterr().err

    @pytest.mark.parametrize("after", ["1", "nightfall"])
    def test_a_state_is_asked_for_by_number_or_label(
        self, after: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "dusk.yaml"
        file.write_text(
            "title: Dusk\ncards: {vail: {features: [{name: Armour, value: 2, while: {not: dusk}}]}}\n"
            "events: [{start: dusk, label: nightfall}, {stop: dusk}]\n",
            encoding="utf-8",
        )
        assert run(["why", str(file), "vail", "Armour", "--after", after]) == 0
        assert capsys.readouterr().out.startswith("Under r4, after 1, vail does not have Armour.")

    def test_eval_says_why(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["eval", str(HILL), "-r", "r4", "--why"]) == 0
        told = " ".join(capsys.readouterr().out.split())
        assert "printed Броня 2 is active again: what suppressed it has gone (518.3 ●1 ○2)" in told


def test_a_step_that_cannot_be_is_refused() -> None:
    steps = why(scenario(features=["A 2", {"modifier": "A", "by": 1}]), "r4").ledgers[0].steps
    with pytest.raises(ValueError, match="add 1 on absent"):
        replay(steps[1:])


def test_an_unknown_card_is_an_input_error() -> None:
    with pytest.raises(InputError):
        explain(scenario(features=["A 2"]), load_rulebook("r4"), "bokor", "A")


def test_what_a_new_rule_does_by_itself_is_told(tmp_path: Path) -> None:
    edit = """
        title: Doubled, and raised at every attempt
        on: r4
        clauses:
          - {replace: "518.7.2", only: [modifiers_add_up], modules: [doubled.lp]}
          - {add: "518.8", gist: Every attempt raises by ten., modules: [ten.lp]}
        """
    (tmp_path / "doubled.edit.yaml").write_text(textwrap.dedent(edit), encoding="utf-8")
    (tmp_path / "doubled.lp").write_text(
        "% The value is twice the base number.\nvalue(C,F,2*X,T) :- base(C,F,J,T), number(instance(C,F,J),X,T).\n",
        encoding="utf-8",
    )
    (tmp_path / "ten.lp").write_text(
        "% An attempt raises what stands by ten.\n"
        "raised(instance(C,F,J),10,T) :- attempted(E,T), effect(E,gain,C,F), stands(instance(C,F,J),T-1).\n",
        encoding="utf-8",
    )
    book = load_rulebook(str(tmp_path / "doubled.edit.yaml"))
    what = scenario({"gain": {"card": "vail", "feature": "A 3"}}, features=["A 2"])
    explanation = explain(what, book, "vail", "A")
    assert told(explanation) == [
        (0, "printed", "absent", 2, ("518.1",)),
        (0, "otherwise", 2, 4, ("518.7.2",)),
        (1, "refused", 4, 4, ("518.3", "518.7.2")),
        (1, "modified", 4, 14, ("518.8",)),
        (1, "otherwise", 14, 24, ("518.7.2",)),
    ]
    assert explanation.ledgers[0].steps[3].bases[0].sentence == "An attempt raises what stands by ten."
