"""What is wrong with an edit is said with its place, what was read and what would be right; and nothing is obeyed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from edit_files import made, problems, write

from pyrules.engine.evaluate import evaluate
from pyrules.errors import InputError
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario import load

ADD = 'clauses: [{add: "518.8", gist: g, modules: [mine.lp]}]\n'
EXAMPLES = Path(__file__).parent.parent / "examples"
RULE = "% A rule.\nmine(C) :- card(C).\n"


def against(folder: Path, rules: str | bytes) -> list[str]:
    """What is said against a module, the marked line left out."""
    return [problem.partition("\n")[0] for problem in problems(folder, ADD, {"mine.lp": rules})]


# --- the file -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ("title: An edit\n", "my.edit.yaml:1:1: expected an edit, got a file without `on:`; write on: r4, or on what"),
        ("title: An edit\non: r44\n", "my.edit.yaml:2:5: there is no rulebook 'r44'; did you mean 'r4'?"),
        ("title: An edit\non: none.yaml\n", "my.edit.yaml:2:5: there is no edit 'none.yaml'"),
        ("colour: red\n", "my.edit.yaml:3:1: unknown key 'colour'"),
        (
            "clauses: [{drop: 518.10}]\n",
            'my.edit.yaml:3:18: expected a text, got the number 518.10; put it in quotes: "518.10"',
        ),
        ('clauses: [{drop: "518.33"}]\n', "my.edit.yaml:3:18: r4 has no clause '518.33'; did you mean '518.3'?"),
        ('clauses: [{dorp: "518.3"}]\n', "my.edit.yaml:3:12: unknown key 'dorp'; did you mean 'drop'?"),
        ('clauses: [{drop: "518.3", add: "1"}]\n', "my.edit.yaml:3:27: 'add' cannot stand beside 'drop'"),
        ('clauses: [{replace: "518.3"}]\n', "my.edit.yaml:3:11: 'replace' needs the key 'modules'"),
        (
            'clauses: [{drop: "518.3", gist: g}]\n',
            "my.edit.yaml:3:27: 'gist' cannot stand beside 'drop'; what can: only",
        ),
        ('clauses: [{add: "518.3", gist: g, modules: [mine.lp]}]\n', "3:17: there is a clause '518.3' already"),
        ('clauses: [{renumber: "518.3", to: "518.4"}]\n', "3:35: there is a clause '518.4' already"),
        ('clauses: [{replace: "518.3", modules: [mine.lp]}]\n', "3:21: clause '518.3' has 2 modules: say which"),
        (
            'clauses: [{replace: "518.3", only: [larger], modules: [mine.lp]}]\n',
            "3:37: clause '518.3' has no module 'larger' of its own; known: larger_replaces, loss_takes",
        ),
        ('clauses: [{drop: "518.6"}, {drop: "518.6"}]\n', "3:35: clause '518.6' is dropped by this edit already"),
        (
            "readings: {modifier-laps: dormant}\n",
            "3:12: r4 has no reading 'modifier-laps'; did you mean 'modifier-lapse'?",
        ),
        (
            "readings: {modifier-lapse: asleep}\n",
            "3:28: reading 'modifier-lapse' has no option 'asleep'; known: dormant",
        ),
        (
            "wording: {firstgain: {refused: no}}\n",
            "3:11: my.edit.yaml has no module 'firstgain'; did you mean 'first_gain'?",
        ),
    ],
)
def test_the_file(tmp_path: Path, manifest: str, said: str) -> None:
    found = problems(tmp_path, manifest, {"mine.lp": RULE})
    assert len(found) == 1
    assert said in found[0]


@pytest.mark.parametrize("words", ["{value}", "{card.__class__}", "{number!r}", "{number:>9}", "{number", "{}", "{0}"])
def test_words_have_plain_places_only(tmp_path: Path, words: str) -> None:
    (said,) = problems(tmp_path, f'wording: {{first_gain: {{performed: "{words}"}}}}\n')
    assert "expected places among {card} {feature} {number} {compared} {condition}" in said


def test_everything_wrong_is_said_at_once(tmp_path: Path) -> None:
    manifest = 'clauses: [{drop: "1"}, {replace: "518.6", modules: [no.lp]}]\nreadings: {some: thing}\n'
    assert [said.split(" ")[0] for said in problems(tmp_path, manifest)] == [
        "my.edit.yaml:3:18:",
        "my.edit.yaml:3:53:",
        "my.edit.yaml:4:12:",
    ]


# --- modules --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../outside.lp", "expected a module beside this file or below it"),
        ("/etc/passwd", "expected a module beside this file or below it"),
        ("link.lp", "leads elsewhere"),
        ("mine.txt", "expected the name of a module to end in .lp"),
        ("Mine.lp", "expected small letters, digits and _"),
        ("not.lp", "expected small letters, digits and _"),
        ("min.lp", "there is no module 'min.lp'; did you mean 'mine.lp'?"),
        ("folder.lp", "there is no module 'folder.lp'"),
        ("pipe.lp", "there is no module 'pipe.lp'"),
        ("clauses/named_features/first_gian.lp", "did you mean 'clauses/named_features/first_gain.lp'?"),
        (
            "clauses/named_features/first_gain.lp",
            "two modules are called 'first_gain', of clause 518.1 and of clause 1",
        ),
        ("larger_replaces.lp", "two modules are called 'larger_replaces', of clause 518.3 and of clause 1; a name is"),
    ],
)
def test_where_modules_may_stand_and_what_they_are_called(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "outside.lp").write_text(RULE, encoding="utf-8")
    folder = tmp_path / "edit"
    folder.mkdir()
    (folder / "link.lp").symlink_to(tmp_path / "outside.lp")
    (folder / "folder.lp").mkdir()
    os.mkfifo(folder / "pipe.lp")
    modules: dict[str, str | bytes] = dict.fromkeys(("mine.lp", "mine.txt", "larger_replaces.lp"), RULE)
    (found,) = problems(folder, f'clauses: [{{add: "1", gist: g, modules: [{name}]}}]\n', modules)
    assert found.startswith("my.edit.yaml:3:41: ")
    assert said in found


def test_a_label_that_others_ask_for_has_to_stay(tmp_path: Path) -> None:
    manifest = 'clauses: [{replace: "518.3", only: [larger_replaces], modules: [mine.lp]}]\n'
    rule = "% Gains are performed.\nperformed(E,mine,T) :- open(E,T), effect(E,gain,C,F).\n"
    (said,) = problems(tmp_path, manifest, {"mine.lp": rule})
    assert said.startswith("my.edit.yaml:3:21: ")
    assert "printed_is_suppressed (518.3 ●1)" in said
    assert "call your module larger_replaces.lp" in said


def test_the_rule_that_all_others_need(tmp_path: Path) -> None:
    """D-6 holds the settling: what stands, what sleeps, what lapses."""
    said = problems(tmp_path, "clauses: [{drop: D-6}]\n")
    assert said[0].startswith("my.edit.yaml:3:18: without ")
    assert any("settling.lp nothing derives" in each and "stands(Q,T)" in each for each in said)


def test_a_rule_that_another_clause_needs(tmp_path: Path) -> None:
    """D-3 asks whether an acquired feature stays; that is said by the module of 518.3 ●1."""
    (said,) = problems(tmp_path, 'clauses: [{drop: "518.3 ●1"}]\n')
    assert said == (
        "my.edit.yaml:3:18: without printed_is_suppressed.lp nothing derives stays(C,F,T), needed by "
        "waking_printed_is_compared (D-3): derive it anew, or drop those as well"
    )


@pytest.mark.parametrize("name", [*(pytest.param(name, marks=pytest.mark.slow) for name in ("r1", "r2")), "r4"])
def test_any_clause_can_be_dropped_or_is_said_to_be_needed(tmp_path: Path, name: str) -> None:
    file = load.load_scenario(EXAMPLES / "suppressed-and-returning/hill.scenario.yaml")
    kept = 0
    for entry in load_rulebook(name):
        if entry.clause.modules and entry.clause.topic in ("named-features", "core"):
            origin = f", inherited_from: {entry.inherited_from}" if entry.inherited_from else ""
            drop = f'title: t\non: {name}\nclauses: [{{drop: "{entry.clause.number}"{origin}}}]\n'
            try:
                book = made(tmp_path, drop)
            except InputError as error:
                assert "nothing derives" in str(error)  # noqa: PT017
            else:
                kept += 1
                assert evaluate(file, book).verdict in ("determined", "undetermined", "paradox")
    assert kept > 3


# --- rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("mine(C) :- crad(C).", "2:12: no predicate is called 'crad'; did you mean card(C)?"),
        ("mine(C) :- card(C,F).", "2:12: expected card(C), got 2 arguments"),
        (
            "value(C,F,V) :- card(C), F = C, V = 1.",
            "2:1: expected value(C,F,V,T), got 3 arguments",
        ),
        ("efective(C,F,1,T) :- has(C,F,T).", "2:1: nothing reads 'efective'; did you mean effective(C,F,V,T)?"),
        ("mine(C) :- strongest(C,F,J,T).", "2:12: nothing in my.edit.yaml derives strongest(C,F,J,T)"),
        ("card(C) :- player(C,N).", "2:1: card(C) is given by the scenario; a rule reads it and does not derive it"),
        ("happens(1,T) :- step(T).", "2:1: happens(I,T) is given by the scenario"),
        ("performed(E,first_gain,T) :- open(E,T).", "2:13: performed(E,label,T) names the module that derives it"),
        ("performed(E,A,T) :- open(E,T), refused(E,A,T).", "expected 'mine', got 'A'"),
        (
            "mine(E,T) :- refused(E,first_gian,T).",
            "2:24: my.edit.yaml has no module 'first_gian'; did you mean 'first_gain'",
        ),
        (
            "mine(C) :- has(C,F,S), card(S).",
            "2:20: expected T, T-1, or 0 for the start, as last argument of has(C,F,T), got S",
        ),
        (
            "has(C,F,T-1) :- has(C,F,T).",
            "2:9: expected T, or 0 for the start, as last argument of has(C,F,T), got (T-1)",
        ),
        ("mine(T) :- card(T).", "2:17: T is the micro-step, of which card(C) does not speak; use another letter"),
        ("mine(C,T) :- card(C).", "2:8: nothing says what T is: add step(T)"),
        ("mine(X) :- card(C).", "2:6: 'X' is unsafe"),
        ("mine(C) :- card(C), not mine(C,X).", "2:25: expected mine/1, got 2 arguments"),
        ("violated(C,T) :- has(C,F,T).", "2:1: 'violated' is a name that pyrules keeps for itself; take another"),
        ("seen(C,T) :- has(C,F,T).", "2:1: 'seen' is a name that pyrules keeps for itself"),
        ("doubted(C,T) :- has(C,F,T).", "2:1: 'doubted' is a name that pyrules keeps for itself"),
        ("row_(C,T) :- has(C,F,T).", "2:1: 'row_' is a name that pyrules keeps for itself"),
        ("left__value(C,T) :- has(C,F,T).", "2:1: 'left__value' is a name that pyrules keeps for itself"),
        ("value_at_1(C) :- card(C).", "2:1: 'value_at_1' is a name that pyrules keeps for itself"),
        ("-mine(C) :- card(C).", "2:1: a predicate with a minus of its own is not used here"),
        ("mine(C;C) :- card(C).", "2:1: alternatives among arguments stand in brackets of their own"),
        ("mine(@f(C)) :- card(C).", "2:6: @f would call a program; rules call none"),
        ("mine(C) :- card(C), &diff { C } > 1.", "2:22: a theory atom has no meaning here"),
        ("#show mine/1.", "2:1: #show: what is shown is fixed by show.lp"),
        ("#show C : card(C).", "2:1: #show"),
        ("#const n = 3.", "2:1: #const: write the number where it is used"),
        ("#external mine(1).", "2:1: #external"),
        ("#program mine(t).", "2:1: #program"),
        ("#program base.", "2:1: #program"),
        ("#defined mine/1.", "2:1: #defined"),
        ("#script (python) import os #end.", "2:1: #script: rules run no program"),
        ('#include "other.lp".', "2:1: #include may not stand in an edit"),
        ("#minimize { 1,C : card(C) }.", "2:13: #minimize"),
        (":~ card(C). [1,C]", "2:1: #minimize, #maximize and weak constraints"),
        ("#theory t { }.", "2:1: #theory"),
        ("#heuristic card(C). [1,true]", "2:1: #heuristic"),
        ("#edge (C,D) : card(C), card(D).", "2:1: #edge"),
        ("#project card/1.", "2:1: #project"),
    ],
)
def test_a_rule(tmp_path: Path, rule: str, said: str) -> None:
    found = against(tmp_path, f"% What it does.\n{rule}\n")
    assert len(found) == 1, found
    assert found[0].startswith("mine.lp:")
    assert said in found[0].replace(f"{tmp_path}/", "")


def test_the_line_is_shown_and_the_place_marked(tmp_path: Path) -> None:
    """Columns are counted in characters, whatever the alphabet."""
    (said,) = problems(tmp_path, ADD, {"mine.lp": '% Свои\nmine("Броня") :- crad("Броня").\n'})
    assert said == (
        "mine.lp:2:18: no predicate is called 'crad'; did you mean card(C)?\n"
        '    mine("Броня") :- crad("Броня").\n'
        "                     ^"
    )


def test_a_line_is_shown_around_the_place_and_never_obeyed(tmp_path: Path) -> None:
    long = f'mine("{"a" * 10_000}") :- card("\x1b[2J"), crad(C).\n'
    (said,) = problems(tmp_path, ADD, {"mine.lp": long})
    first, source, mark = said.split("\n")
    assert first == "mine.lp:1:10027: no predicate is called 'crad'; did you mean card(C)?"
    assert source.startswith("    aaaa")
    assert '"?[2J"' in source
    assert source[len(mark) - 1 :].startswith("crad(C)")
    assert len(source) < 200


def test_syntax_errors_of_a_module_are_said_together(tmp_path: Path) -> None:
    found = against(tmp_path, "mine(C) :- card(C.\nmine(C) :- card(C).\nmine(C) : card(C)).\n")
    assert [said.split(" ")[0] for said in found] == ["mine.lp:1:18:", "mine.lp:3:18:"]
    assert ["this is no rule: expected `)` or `;`, got `.`" in said for said in found] == [True, False]
    assert "this is no rule: `)` cannot stand here" in found[1]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("% A rule.\nmine(C) :- card(C), not", "mine.lp:2:24: the file ends in the middle of a rule"),
        ("% A rule.\nmine(C) :- card(C)\n\n", "mine.lp:2:19: the file ends in the middle of a rule"),
        ("% A rule.\nmine(C) :- card(C).\n%* not closed\n", "mine.lp:3:14: the file ends in the middle of a rule"),
        ("% A rule.\nmine(C)\0 :- card(C).\n", "mine.lp:2:8: a NUL byte may not stand in a module"),
        (b"% A rule.\nmine(C) :- card(\xff).\n", "mine.lp:2:17: the byte 0xff is not UTF-8; save the file as UTF-8"),
        (b"%" * 1_000_001, "mine.lp: the file is larger than 1000000 bytes"),
    ],
)
def test_a_module_that_is_no_text_of_rules(tmp_path: Path, rules: str | bytes, said: str) -> None:
    found = against(tmp_path, rules)
    assert len(found) == 1
    assert found[0].startswith(said)


@pytest.mark.parametrize(
    "deep", ["(" * 200_000 + "1" + ")" * 200_000, pytest.param("+".join(["1"] * 400_000), marks=pytest.mark.slow)]
)
def test_a_module_that_breaks_the_parser_ends_the_check_and_nothing_else(tmp_path: Path, deep: str) -> None:
    path = write(tmp_path, ADD, {"mine.lp": f"mine({deep}).\n"})
    with pytest.raises(InputError, match=r"mine\.lp.*cannot be read"):
        load_rulebook(path)
    assert load_rulebook(write(tmp_path, ADD, {"mine.lp": RULE})).foreign


def test_an_include_is_not_followed(tmp_path: Path) -> None:
    """Were it followed, the check would wait for the pipe's other end."""
    os.mkfifo(tmp_path / "pipe")
    found = against(tmp_path, f'% A comment with #include "{tmp_path}/pipe".\n#include "{tmp_path}/pipe".\n{RULE}')
    assert [said.split(" ")[0] for said in found] == ["mine.lp:2:1:"]


# --- stacks ---------------------------------------------------------------------------------------


def test_two_edits_that_change_one_clause_or_reading_are_both_named(tmp_path: Path) -> None:
    lower = 'clauses: [{renumber: "518.3", to: "519"}, {drop: "518.6"}]\nreadings: {modifier-lapse: dormant}\n'
    write(tmp_path, lower, name="lower.edit.yaml")
    upper = (
        "title: An edit\non: lower.edit.yaml\n"
        'clauses: [{drop: "519"}, {add: "518.6", gist: g, modules: [mine.lp]}]\nreadings: {modifier-lapse: removed}\n'
    )
    found = problems(tmp_path, upper, {"mine.lp": RULE})
    both = "both lower.edit.yaml and my.edit.yaml change"
    assert [said.partition("; of edits")[0] for said in found] == [
        f"my.edit.yaml:3:18: {both} clause '519'",
        f"my.edit.yaml:3:32: {both} clause '518.6'",
        f"my.edit.yaml:4:12: {both} the default of reading 'modifier-lapse'",
    ]


def test_edits_in_a_circle(tmp_path: Path) -> None:
    write(tmp_path, "title: a\non: b.edit.yaml\n", name="a.edit.yaml")
    write(tmp_path, "title: b\non: ./a.edit.yaml\n", name="b.edit.yaml")
    with pytest.raises(InputError, match=r"b\.edit\.yaml:2:5: edits cannot stand on one another in a circle"):
        load_rulebook(str(tmp_path / "a.edit.yaml"))


def test_what_is_wrong_below_is_said_of_the_file_below(tmp_path: Path) -> None:
    write(tmp_path, 'clauses: [{drop: "1"}]\n', name="lower.edit.yaml")
    (said,) = problems(tmp_path, "title: An edit\non: lower.edit.yaml\n")
    assert said.startswith("lower.edit.yaml:3:18: r4 has no clause '1'")


# --- files that are no edits ----------------------------------------------------------------------


def test_files_that_are_no_edits(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "empty.yaml").write_text("", encoding="utf-8")
    expected = {
        "none.yaml": "there is no such file",
        "pipe.yaml": "this is a pipe; expected a YAML file",
        "folder.yaml": "this is a directory",
        "empty.yaml": "the file is empty",
    }
    for name, said in expected.items():
        with pytest.raises(InputError, match=said):
            load_rulebook(str(tmp_path / name))


# --- answers that no game can have ----------------------------------------------------------------

GAIN = "title: t\ncards: {vail: {features: [Armour 2]}}\nevents: [{gain: {card: vail, feature: Armour 2}}]\n"


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (
            "value(C,F,9,T) :- value(C,F,2,T).",
            "expected one value of Armour of vail at event 1, got 2 and 9",
        ),
        (
            "refused(E,mine,T) :- open(E,T).",
            "an attempt at event 1 is decided in two ways: refused by larger_replaces and",
        ),
        (
            'has("bokor",F,T) :- has(C,F,T).',
            'expected a card as C of has(C,F,T), got has("bokor","Armour",0)',
        ),
        ("loss(C,F,eaten,T) :- has(C,F,T).", "expected lapsed, stripped or replaced as cause of loss(C,F,cause,T)"),
        ('has(C,"Rage",T) :- has(C,F,T).', "there is no origin of Rage of vail at event 1, though the card has it"),
        (
            "has(C,C,T) :- has(C,F,T).",
            "expected a feature of the scenario, or one that a rule names as F of has(C,F,T)",
        ),
        ("value(C,F,none,T) :- has(C,F,T).", " as V of value(C,F,V,T), got value("),
    ],
)
def test_an_answer_that_no_game_can_have(tmp_path: Path, rule: str, said: str) -> None:
    book = made(tmp_path, ADD, {"mine.lp": f"% What it does.\n{rule}\n"})
    with pytest.raises(InputError) as caught:
        evaluate(load.load_text(GAIN, "s.yaml"), book)
    words = [str(problem) for problem in caught.value.problems]
    assert any(said in each for each in words), words
    assert all(each.startswith(f"{book.name}: in s.yaml, ") for each in words)


ATTACK = "title: t\ncards: {vail: {}, orc: {}}\nevents: [{attack: {kind: slow, by: vail, on: orc, value: 2}}]\n"
ROLL = "title: t\ncards: {vail: {player: black}}\nevents: [{roll: {by: vail, natural: 4}}]\n"


@pytest.mark.parametrize(
    ("clause", "rule", "game", "said"),
    [
        (
            'replace: "517.1", only: [vulnerability_in_magnitude]',
            "target_fights(I,T) :- vulnerability(I,X,T).",
            ATTACK,
            ["there is no magnitude of the attack at event 1", "there is no damage of the attack at event 1"],
        ),
        (
            "replace: D-13",
            "target_fights(I,T) :- happens(I,T), attack(I,A,C,D,N).",
            ATTACK,
            ["there is no speed of the attack at event 1"],
        ),
        ("add: '518.8'", "speed(I,swift,T) :- happens(I,T), attack(I,A,C,D,N).", ATTACK, ["expected fast or slow as "]),
        (
            'replace: "518.3 e"',
            "set_to(I,X,T) :- on_stack(I,T), roll(I,C,X), X > 6.\n"
            "fixed(I,T) :- set_to(I,X,T). outcome(I,X,X,T) :- set_to(I,X,T). roll_result(I,X,T) :- set_to(I,X,T).",
            ROLL,
            ["nothing says what the roll at event 1 comes to"],
        ),
        (
            "add: '518.8'",
            "speed(I,slow,T) :- happens(I,T), attack(I,A,C,D,N).",
            ATTACK.replace("slow", "sudden"),
            ["expected one speed at event 1, got fast and slow"],
        ),
        (
            'replace: "517.2", only: [no_less_than_zero]',
            "property_value(C,P,N,T) :- property(C,P,N), in_play(C,T), N > 5.",
            "title: t\ncards: {vail: {properties: {life: 3, movement: 6}}, orc: {}}\nevents: [{depart: orc}]\n",
            [
                "there is no property_value of life of vail at the start",
                "there is no property_value of life of vail at event 1",
            ],
        ),
        (
            'replace: "517", only: [effects_are_modified]',
            "boosted(E) :- boost(E,N,C,Y).",
            "title: t\ncards: {a: {}}\nevents: [{gain: {card: a, feature: A 1, boosts: [{from: a, by: 1}]}}]\n",
            ["there is no attempted_number of event(1), which is attempted at event 1"],
        ),
    ],
)
def test_nothing_is_made_up_of_what_no_rule_says(
    tmp_path: Path, clause: str, rule: str, game: str, said: list[str]
) -> None:
    change = f"clauses: [{{{clause}, gist: g, modules: [mine.lp]}}]\n"
    book = made(tmp_path, change, {"mine.lp": f"% What it does.\n{rule}\n"})
    with pytest.raises(InputError) as caught:
        evaluate(load.load_text(game, "s.yaml"), book)
    words = [str(problem) for problem in caught.value.problems]
    assert [part for part in said if not any(part in each for each in words)] == []
    assert len(words) == len(set(words))
