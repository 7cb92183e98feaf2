"""The manifests against the texts, the modules and the glossary; and what a manifest with faults is told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from clingo import ast
from ruamel.yaml import YAML

from pyrules.errors import InputError
from pyrules.report import clause_index, coverage_document, rulebook_document
from pyrules.rulebook import manifest
from pyrules.rulebook.manifest import Clause, Manifest
from pyrules.rulebook.open import load_rulebook
from pyrules.rulebook.paths import DERIVED, FOLDER, REVISIONS, SHOW, VOCABULARY
from pyrules.rulebook.revisions import DECISIONS, rulebook_names

HERE = Path(__file__).parent
ROOT = HERE.parent
TEXTS = YAML(typ="safe").load((HERE / "data" / "clause_numbers.yaml").read_text(encoding="utf-8"))
LABELLED = re.compile(r"(performed|refused|illegal|roll_illegal|roll_refused|shaped)\(.*,(?P<label>\w+),T\)")
BULLET = re.compile(r"(?P<clause>[\d.]+) ●(?P<first>\d+)( ○(?P<second>\d+))?")


def manifests() -> dict[str, Manifest]:
    return {path.stem: manifest.load(path, FOLDER) for path in sorted(REVISIONS.glob("*.yaml"))}


def revisions() -> dict[str, Manifest]:
    return {name: read for name, read in manifests().items() if name != DECISIONS}


def modules() -> list[Path]:
    shared = (VOCABULARY, DERIVED, SHOW)
    elsewhere = {"search", "changes"}
    return [path for path in sorted(FOLDER.rglob("*.lp")) if path not in shared and not elsewhere & {*path.parts}]


def owned(name: str) -> Iterator[tuple[Path, str]]:
    """Module and owner, for every clause, decision and option of a rulebook."""
    book = load_rulebook(name)
    for entry in book:
        yield from ((path, str(entry.citation)) for path in entry.clause.modules)
    for choice in book.choices:
        for option, read in choice.reading.options.items():
            yield from ((path, f"{choice.reading.id}={option}") for path in read.modules)


# --- the texts ------------------------------------------------------------------------------------


def test_the_four_revisions_are_there() -> None:
    assert set(revisions()) == set(TEXTS) == {"r1", "r2", "r3", "r4"}


@pytest.mark.parametrize("name", TEXTS)
def test_every_number_of_the_text_has_its_entry_in_order(name: str) -> None:
    printed = [
        clause.as_printed
        for clause in revisions()[name].clauses
        if clause.as_printed is not None and not BULLET.fullmatch(clause.number)
    ]
    assert printed == TEXTS[name]["numbers"]


@pytest.mark.parametrize("name", TEXTS)
def test_every_bullet_of_the_text_has_its_entry_in_order(name: str) -> None:
    expected = [
        f"{clause} ●{first}" + (f" ○{second}" if second else "")
        for clause, circles in TEXTS[name]["bullets"].items()
        for first, count in enumerate(circles, start=1)
        for second in range(count + 1)
    ]
    assert [clause.number for clause in revisions()[name].clauses if BULLET.fullmatch(clause.number)] == expected


@pytest.mark.parametrize("name", TEXTS)
def test_every_unnumbered_paragraph_of_the_text_has_its_entry(name: str) -> None:
    found = Counter(
        clause.topic
        for clause in revisions()[name].clauses
        if clause.as_printed is None and not BULLET.fullmatch(clause.number)
    )
    assert {topic: found[topic] for topic in TEXTS[name]["unnumbered"]} == TEXTS[name]["unnumbered"]
    assert not found.keys() - TEXTS[name]["unnumbered"].keys()


@pytest.mark.parametrize("name", TEXTS)
def test_a_section_that_is_not_printed_is_inherited(name: str) -> None:
    read = revisions()[name]
    inherited = {topic: part.source for part in read.inherits for topic in part.topics}
    assert inherited == TEXTS[name]["inherits"]
    assert not inherited.keys() & {clause.topic for clause in read.clauses}


def test_the_decisions_are_numbered_without_a_gap() -> None:
    numbers = [clause.number for clause in manifests()[DECISIONS].clauses]
    assert numbers == [f"D-{count}" for count in range(1, len(numbers) + 1)]


def test_a_decision_names_clauses_that_there_are() -> None:
    for decision in manifests()[DECISIONS].clauses:
        assert decision.concerns, decision.number
        for name, numbers in decision.concerns.items():
            for number in numbers:
                assert not load_rulebook(name).clause(number).clause.concerns, f"{decision.number} concerns {number}"


@pytest.mark.parametrize("name", TEXTS)
def test_the_terms_are_those_of_the_glossary(name: str) -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    terms = set(re.findall(r"^\| ([^|]+) \|", glossary, flags=re.MULTILINE))
    used = {term for clause in revisions()[name].clauses for term in (*clause.defines, *clause.uses)}
    assert used <= terms


def test_the_rulebook_in_our_words_is_current() -> None:
    assert (ROOT / "docs" / "rulebook.md").read_text(encoding="utf-8") == rulebook_document.page()


@pytest.mark.parametrize("name", TEXTS)
def test_every_sentence_of_the_text_is_accounted_for(name: str) -> None:
    assert coverage_document.sentences(revisions()[name]) == TEXTS[name]["sentences"]
    book = load_rulebook(name)
    for clause in revisions()[name].clauses:
        assert clause.modules or clause.rests_on or clause.not_modelled, clause.number
        if clause.sentences:
            read = {each for sentence in clause.sentences for each in sentence.read_as}
            assert read == set(coverage_document.read_as(clause, book)), clause.number


SEVERAL = """id: r9
title: t
clauses:
  - number: "1"
    topic: core
    gist: g
    modules: [core/features.lp]
    sentences:
      - {gist: one, modelled_by: [features]}
"""


@pytest.mark.parametrize(
    ("added", "said"),
    [
        ("- {gist: two}", "expected modelled_by, read_as, left_out or not_modelled, got none of them"),
        ("- {gist: two, modelled_by: [feature]}", "the clause has no module 'feature'; did you mean 'features'?"),
        ("- {gist: two, left_out: true}", "expected left_out at the clause and at a sentence, got it at one of them"),
        ("rests_on: [core/numbers.lp]", "no sentence is modelled by numbers"),
    ],
)
def test_a_sentence_of_which_nothing_became_is_found(tmp_path: Path, added: str, said: str) -> None:
    path = tmp_path / "r9.yaml"
    path.write_text(SEVERAL + ("      " if added.startswith("-") else "    ") + added + "\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        manifest.load(path, FOLDER)
    assert [problem.message for problem in caught.value.problems] == [said]


def test_what_became_of_every_sentence_is_current() -> None:
    text = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    assert text == coverage_document.page(), "run: make coverage-document"


def test_the_index_of_clauses_is_current() -> None:
    text = clause_index.README.read_text(encoding="utf-8")
    assert text == clause_index.with_index(text), "run: make rulebook-document"
    assert "| 518.7.2 ●4 | [named_features/full_loss.lp](clauses/named_features/full_loss.lp) |" in text


# --- the modules ----------------------------------------------------------------------------------


def test_every_module_belongs_to_a_clause() -> None:
    belonging = {path for name in rulebook_names() for path, _ in owned(name)}
    assert [path for path in modules() if path not in belonging] == []


@pytest.mark.parametrize("name", TEXTS)
def test_no_module_belongs_to_two_clauses(name: str) -> None:
    counted = Counter(path for path, _ in owned(name))
    assert {str(path): list_of(owned(name), path) for path, count in counted.items() if count > 1} == {}


def list_of(pairs: Iterable[tuple[Path, str]], wanted: Path) -> list[str]:
    return [owner for path, owner in pairs if path == wanted]


@pytest.mark.parametrize("name", TEXTS)
def test_a_modelled_clause_has_a_module(name: str) -> None:
    bare = [entry.citation.number for entry in load_rulebook(name) if not _encoded(entry.clause)]
    assert bare == []


def _encoded(clause: Clause) -> bool:
    return bool(clause.not_modelled or clause.modules or clause.rests_on)


@pytest.mark.parametrize("name", TEXTS)
def test_a_clause_rests_on_modules_that_the_rulebook_has(name: str) -> None:
    available = {path for path, _ in owned(name)}
    for entry in load_rulebook(name):
        resting = set(entry.clause.rests_on)
        # A decision is written once for all rulebooks, and names the modules of each.
        missing = not resting & available if entry.clause.concerns else resting - available
        assert not (resting and missing), entry.citation.number
        assert not resting & set(entry.clause.modules), entry.citation.number


@pytest.mark.parametrize("name", TEXTS)
def test_the_options_of_a_reading_differ(name: str) -> None:
    for choice in load_rulebook(name).choices:
        encoded = [option.modules for option in choice.reading.options.values()]
        assert len(set(encoded)) == len(encoded), choice.reading.id


@pytest.mark.parametrize("name", TEXTS)
def test_a_label_names_one_module(name: str) -> None:
    stems = Counter(path.stem for path in load_rulebook(name).modules)
    assert [stem for stem, count in stems.items() if count > 1] == []


def rules(path: Path) -> list[ast.AST]:
    found: list[ast.AST] = []
    ast.parse_files([str(path)], found.append)
    return [node for node in found if node.ast_type == ast.ASTType.Rule]


class Renaming(ast.Transformer):
    """Gives variables names by the order in which they appear, so that wording alone makes no difference."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802  (the name that the library calls)
        return node.update(name=self.names.setdefault(node.name, f"V{len(self.names)}"))


def test_no_rule_stands_in_two_places() -> None:
    places: dict[str, list[str]] = {}
    for path in modules():
        for rule in rules(path):
            place = f"{path.relative_to(FOLDER)}:{rule.location.begin.line}"
            places.setdefault(str(Renaming()(rule)), []).append(place)
    assert [where for where in places.values() if len(where) > 1] == []


class Heads(ast.Transformer):
    """Collects the predicates, with the number of their arguments, of what it visits."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802  (the name that the library calls)
        self.found.add(f"{node.symbol.name}/{len(node.symbol.arguments)}")
        return node


def test_every_derived_predicate_is_documented() -> None:
    heads = Heads()
    for path in modules():
        for rule in rules(path):
            heads(rule.head)
    inputs = VOCABULARY.read_text(encoding="utf-8")
    assert heads.found - set(re.findall(r"#defined (\w+/\d)", inputs)) == documented_predicates()


def documented_predicates() -> set[str]:
    """The predicates in the first column of the tables of the README beside the modules."""
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| (`\w+\(.*?) \|", readme, flags=re.MULTILINE)
    return {
        f"{name}/{arguments.count(',') + 1}"
        for cell in cells
        for name, arguments in re.findall(r"`(\w+)\((.*?)\)`", cell)
    }


def test_a_module_labels_atoms_with_its_own_name() -> None:
    for path in modules():
        for rule in rules(path):
            if match := LABELLED.match(str(rule.head)):
                assert match["label"] == path.stem, f"{path}:{rule.location.begin.line}"


# --- what a manifest with faults is told ----------------------------------------------------------


FINE = """\
id: mine
title: A manifest
clauses:
  - number: "1.1"
    topic: dice
    gist: A clause.
    modules: [one.lp]
"""


def load(folder: Path, text: str | bytes) -> Manifest:
    (folder / "one.lp").write_text("a.\n")
    path = folder / "mine.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return manifest.load(path, folder)


def problems(folder: Path, text: str | bytes) -> list[str]:
    with pytest.raises(InputError) as caught:
        load(folder, text)
    return [str(problem).removeprefix(f"{folder}/") for problem in caught.value.problems]


def test_a_manifest_is_read(tmp_path: Path) -> None:
    (clause,) = load(tmp_path, FINE).clauses
    assert (clause.number, clause.as_printed, clause.modules) == ("1.1", "1.1", (tmp_path / "one.lp",))


def test_an_unnumbered_paragraph_is_told_from_one_printed_as_numbered(tmp_path: Path) -> None:
    (clause,) = load(tmp_path, FINE + "    printed: null\n").clauses
    assert clause.as_printed is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            FINE.replace("gist:", "jist:"),
            ["mine.yaml:4:5: the key 'gist' is missing", "mine.yaml:6:5: unknown key 'jist'; did you mean 'gist'?"],
        ),
        (
            FINE.replace('"1.1"', "1.1"),
            ["mine.yaml:4:13: expected a text (in quotes, if it looks like a number), got the number 1.1"],
        ),
        (
            FINE.replace("one.lp", "ones.lp"),
            ["mine.yaml:7:15: there is no module 'ones.lp'; did you mean 'one.lp'?"],
        ),
        (FINE.replace("[one.lp]", "one.lp"), ["mine.yaml:7:14: expected a list, got 'one.lp'"]),
        (
            FINE + "    gist: Again.\n",
            ["mine.yaml:8:5: the key 'gist' stands twice in one mapping; first on line 6"],
        ),
        (
            FINE + '  - {number: "1.1", topic: dice, gist: Another.}\n',
            ["mine.yaml:8:14: clause '1.1' stands in this manifest already"],
        ),
        (
            FINE + "    not_modelled: a definition\n",
            ["mine.yaml:8:5: a clause that is not_modelled has no modules and no rests_on"],
        ),
        (
            FINE + "readings: [{id: r, clauses: ['1.2'], why: w, options: {a: {gist: g}}}]\n",
            ["mine.yaml:8:30: reading 'r' belongs to no clause '1.2'; did you mean '1.1'?"],
        ),
        (
            FINE + "readings: [{id: r, clauses: ['1.1'], why: w, options: {a: {gust: g}}}]\n",
            ["mine.yaml:8:59: the key 'gist' is missing", "mine.yaml:8:60: unknown key 'gust'; did you mean 'gist'?"],
        ),
        (
            "- just\n- a list\n",
            ["mine.yaml:1:1: expected a mapping, got a list"],
        ),
        (b"id: \xff\n", ["mine.yaml:1:5: the byte 0xff is not UTF-8; save the file as UTF-8"]),
    ],
)
def test_a_fault_is_told_with_its_place(tmp_path: Path, text: str | bytes, told: list[str]) -> None:
    assert problems(tmp_path, text) == told


def test_text_that_is_no_yaml_is_told_with_its_place(tmp_path: Path) -> None:
    assert problems(tmp_path, "id: [\n") == ["mine.yaml:1:5: [ is never closed; write ] where the list ends"]


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        manifest.load(tmp_path / "none.yaml", tmp_path)
