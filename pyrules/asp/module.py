"""Modules: their text, their rules with the sentence above each, and the place of everything that is wrong with them.

clingo counts columns in bytes, people in characters; what leaves this module is counted in characters.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

import clingo
from clingo.ast import AST, ASTType, Location, parse_string

from pyrules.asp.cache import remembered
from pyrules.asp.origin import is_built_in
from pyrules.asp.syntax import Signature, Use, uses
from pyrules.errors import InputError, Problem
from pyrules.files.source import composed
from pyrules.files.yaml import read_file
from pyrules.language import _, current, mark
from pyrules.language.printable import OBEYED

_UNSAFE = re.compile(r"^<block>:(\d+):(\d+)-\d+: note: (.* is unsafe)$", re.MULTILINE)
_MESSAGE = re.compile(r"^<string>:(\d+):(\d+)[^ ]*: error: (.*)", re.DOTALL)
SHOWN_LENGTH = 80
"""How much of a long line is shown to either side of a column."""

_FOREIGN = re.compile(r"[^\x00-\x7f]")
_ASIDE = re.compile(r'%\*|%[^\n]*|"(?:\\["\\n]|[^"\\\n])*"')
"""How a comment of several lines begins; a comment of one line; a string. All else is code, as clingo reads it."""
_ESCAPED = re.compile(r"\\(.)")
_BLOCK = re.compile(r"%\*|\*%")
"""How comments of several lines begin and end: one may stand within another."""
_ALIKE = dict(zip("АВЕКМНОРСТХУаеорсхуік", "ABEKMHOPCTXYaeopcxyik", strict=True))
"""Cyrillic letters that look like Latin ones."""

REFUSED = {
    ASTType.ShowSignature: mark("#show: what is shown is fixed by show.lp"),
    ASTType.ShowTerm: mark("#show: what is shown is fixed by show.lp"),
    ASTType.Script: mark("#script: rules run no program"),
    ASTType.External: mark("#external: everything that is given comes from the scenario"),
    ASTType.Definition: mark("#const: write the number where it is used"),
    ASTType.Program: mark("#program: the rules of a module all hold at once"),
    ASTType.Minimize: mark(
        "#minimize, #maximize and weak constraints choose among outcomes; every outcome counts here"
    ),
    ASTType.Defined: mark("#defined: what is given is known, and what is read must be derived"),
    ASTType.TheoryDefinition: mark("#theory: rules use plain atoms"),
    ASTType.Heuristic: mark("#heuristic: how an answer is searched for is no rule of the game"),
    ASTType.Edge: mark("#edge: rules use plain atoms"),
    ASTType.ProjectAtom: mark("#project: what is shown is fixed by show.lp"),
    ASTType.ProjectSignature: mark("#project: what is shown is fixed by show.lp"),
}
"""What may not stand in a module from elsewhere, besides what clingo would obey while it parses."""
REFUSED_UNPARSED = {
    "#include": mark("#include may not stand in an edit; name the module in the edit instead"),
    "#script": REFUSED[ASTType.Script],
    "#theory": REFUSED[ASTType.TheoryDefinition],
}
"""What clingo would obey while it parses, or within which it tells strings and comments apart by other rules."""
_OBEYED_WHILE_PARSED = re.compile("|".join(REFUSED_UNPARSED))
GREATEST = 100_000_000
"""The greatest number that rules from elsewhere may use or calculate: well within the 32 bits of clingo's integers."""
_NUMERAL = re.compile(r"(?<![\w'])(?:0x[0-9A-Fa-f]+|0o[0-7]+|0b[01]+|[0-9]+)(?![\w'])")

MOST_KEPT = 512
"""So many modules are remembered: those that were asked for last."""
_UNEXPECTED = re.compile(r"(?:syntax|lexer) error, unexpected (\S+)(?:, expecting (.+))?")
_TOKENS = {
    "<IDENTIFIER>": mark("a name"),
    "<VARIABLE>": mark("a variable"),
    "<NUMBER>": mark("a number"),
    "<STRING>": mark("a text in quotes"),
}
"""What clingo calls the parts of a rule of which it does not say the text."""
_UNFINISHED = ("unexpected EOF", "unexpected <EOF>")


def plain(text: str) -> str:
    """A text with nothing in it that a terminal would obey."""
    return OBEYED.sub("?", text.replace("\t", " "))


@dataclass(frozen=True)
class Rule:
    """A rule: the file it stands in, its line there, the comment above it (as one sentence), its text and its tree."""

    module: Path
    line: int
    sentence: str
    text: str
    tree: AST = field(compare=False, repr=False)

    @property
    def place(self) -> str:
        """Where it stands: `named_features/full_loss.lp:4`."""
        return f"{'/'.join(self.module.parts[-2:])}:{self.line}"

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        """The atoms that it derives and reads."""
        return tuple(uses(self.tree))


@dataclass(frozen=True)
class Module:
    """A module's text, what can be read of it, and what is wrong with it. A built-in one is trusted."""

    path: Path
    text: str

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @property
    def statements(self) -> tuple[AST, ...]:
        """The statements that could be read."""
        return self._parsed[0]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What kept others from being read, and what may not stand in a module from elsewhere."""
        return self._parsed[1]

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The statements that are rules."""
        trees = (tree for tree in self.statements if tree.ast_type == ASTType.Rule)
        return tuple(
            Rule(self.path, tree.location.begin.line, self._sentence_above(tree), str(tree), tree) for tree in trees
        )

    @property
    def uses(self) -> Iterator[Use]:
        """The atoms of all its rules."""
        return (use for rule in self.rules for use in rule.uses)

    @cached_property
    def strings(self) -> tuple[str, ...]:
        """The strings in its rules, in order: the names of features, flags and cards that they spell out."""
        asides = (self.text[begin:end] for begin, end in _asides(self.text))
        return tuple(_ESCAPED.sub(_unescaped, aside[1:-1]) for aside in asides if aside.startswith('"'))

    @cached_property
    def shown(self) -> tuple[Signature, ...]:
        """What its `#show` statements show."""
        return tuple((each.name, each.arity) for each in self.statements if each.ast_type == ASTType.ShowSignature)

    @cached_property
    def sentences(self) -> dict[int, str]:
        """Each comment by the line it begins in; lines that hold nothing else, one below the other, are one comment."""
        lines = {each.location.begin.line: each for each in self.statements if each.ast_type == ASTType.Comment}
        written = self.statements[1:]  # the first one is `#program base.`, which nobody wrote
        shared = {each.location.begin.line for each in written if each.ast_type != ASTType.Comment}
        found: dict[int, str] = {}
        begin = 0
        for line in sorted(lines):
            words = str(lines[line]).lstrip("% ")
            if line - 1 in lines and not {line - 1, line} & shared:
                found[begin] += f" {words}"
            else:
                begin, found[line] = line, words
        return found

    def _sentence_above(self, tree: AST) -> str:
        begins = list(self.sentences)
        before = bisect_left(begins, tree.location.begin.line)
        return self.sentences[begins[before - 1]] if before else ""

    def problem(self, line: int, column: int, message: str) -> Problem:
        """A problem at a line and a column, both from 1, with the line shown and the column marked."""
        start = max(0, column - 1 - SHOWN_LENGTH)
        source = plain(self.lines[line - 1][start : start + 2 * SHOWN_LENGTH])
        mark = " " * (column - 1 - start) + "^"
        return Problem(str(self.path), line, column, f"{plain(message)}\n    {source}\n    {mark}")

    def at(self, location: Location, message: str) -> Problem:
        """A problem at a place that clingo gave."""
        return self.problem(*self._place(location.begin.line, location.begin.column), message)

    def excerpt(self, location: Location) -> str:
        """The text at a place, in one line."""
        begin, end = location.begin, location.end
        lines = [line.encode() for line in self.lines[begin.line - 1 : end.line]]
        lines[-1] = lines[-1][: end.column - 1]
        lines[0] = lines[0][begin.column - 1 :]
        return plain(" ".join(b" ".join(lines).decode(errors="replace").split()))

    def place_of(self, offset: int) -> tuple[int, int]:
        """The line and the column of a character, both from 1."""
        before = self.text[:offset]
        return before.count("\n") + 1, offset - before.rfind("\n")

    @cached_property
    def _parsed(self) -> tuple[tuple[AST, ...], tuple[Problem, ...]]:
        """The statements and the problems; a text that cannot be trusted to be parsed is not."""
        foreign = not is_built_in(self.path)
        refused = tuple(_not_to_be_parsed(self)) if foreign else ()
        if refused:
            return (), refused
        statements: list[AST] = []
        said: list[str] = []
        wrong: list[Problem] = []
        try:
            parse_string(self.text, statements.append, logger=lambda _, message: said.append(message))
        except RuntimeError:
            wrong += map(self._syntax_error, said)
        wrong += _no_rules(self, statements) if foreign else ()
        return tuple(statements), tuple(wrong)

    def _syntax_error(self, message: str) -> Problem:
        found = _MESSAGE.match(message)
        if found is None:
            return Problem(str(self.path), 0, 0, message.strip())
        what = " ".join(found[3].split())
        line, column = int(found[1]), int(found[2])
        if any(sign in what for sign in _UNFINISHED):
            return self.problem(*self.place_of(len(self.text.rstrip())), _("the file ends in the middle of a rule"))
        return self.problem(*self._place(line, column), _in_words(what))

    def _place(self, line: int, column: int) -> tuple[int, int]:
        line = min(line, len(self.lines))
        return line, len(self.lines[line - 1].encode()[: column - 1].decode(errors="ignore")) + 1


def _in_words(message: str) -> str:
    """What clingo says of a rule that cannot be read, in words."""
    found = _UNEXPECTED.fullmatch(message)
    if found is None:
        return message
    given = _token(found[1])
    if found[2] is None:
        return _("this is no rule: {given} cannot stand here", given=given)
    return _(
        "this is no rule: expected {wanted}, got {given}",
        wanted=_(" or ").join(map(_token, found[2].split(" or "))),
        given=given,
    )


def _token(token: str) -> str:
    return _(_TOKENS[token]) if token in _TOKENS else f"`{token}`"


def _foreign_letter(letter: str) -> str:
    named = f"{letter!r} (U+{ord(letter):04X}, {unicodedata.name(letter, 'without a name').lower()})"
    meant = _("; did you mean the Latin {alike!r}?", alike=_ALIKE[letter]) if letter in _ALIKE else ""
    return _("{named} may stand in strings and comments only{meant}", named=named, meant=meant)


def read(path: Path) -> Module:
    """The module. Raises InputError when there is no text to be had."""
    return _module(path, composed(read_file(path)), current())


@lru_cache(maxsize=MOST_KEPT)
def _module(path: Path, text: str, language: str) -> Module:
    """Parsed once as long as the text stays as it is; what is wrong with it is said in the language."""
    return Module(path, text)


@remembered
def rules_of(modules: tuple[Path, ...]) -> tuple[Rule, ...]:
    """Every rule of the modules, in order. Raises InputError with all that is wrong with them."""
    return tuple(rule for path in modules for rule in sound(path).rules)


def sound(path: Path) -> Module:
    """The module, with nothing wrong in it. Raises InputError with all that is.

    The modules of an edit are checked when it is opened; but a file can be saved again before it is solved.
    """
    module = read(path)
    problems = module.problems or (() if is_built_in(path) else tuple(unsafe(module)))
    if problems:
        raise InputError(problems)
    return module


def unsafe(module: Module) -> Iterator[Problem]:
    """Variables that nothing says the values of."""
    for line, column, message in _UNSAFE.findall("".join(complaints(module.text))):
        yield module.problem(
            int(line), int(column), _("{message}: no atom that must be the case says what it is", message=message)
        )


def _not_to_be_parsed(module: Module) -> Iterator[Problem]:
    """What clingo would pass over, or obey while it parses."""
    if "\0" in module.text:
        line, column = module.place_of(module.text.index("\0"))
        yield Problem(
            str(module.path), line, column, _("a NUL byte may not stand in a module; save the file as plain text")
        )
    code = _code(module.text)
    yield from _great_numbers(module, code)
    found_letter = _FOREIGN.search(code)
    if found_letter is not None:
        yield module.problem(*module.place_of(found_letter.start()), _foreign_letter(found_letter[0]))
    for found in _OBEYED_WHILE_PARSED.finditer(code):
        yield module.problem(*module.place_of(found.start()), _(REFUSED_UNPARSED[found[0]]))


def _code(text: str) -> str:
    """The text with spaces in the place of comments and strings."""
    parts, at = [], 0
    for begin, end in _asides(text):
        parts += [text[at:begin], " " * (end - begin)]
        at = end
    return "".join((*parts, text[at:]))


def _asides(text: str) -> Iterator[tuple[int, int]]:
    """Where each comment and each string begins and ends."""
    end = 0
    while aside := _ASIDE.search(text, end):
        end = _block_end(text, aside.end()) if aside[0] == "%*" else aside.end()
        yield aside.start(), end


def _unescaped(sign: re.Match[str]) -> str:
    return "\n" if sign[1] == "n" else sign[1]


def _block_end(text: str, at: int) -> int:
    """Where the comment of several lines ends whose text begins here."""
    depth = 1
    for found in _BLOCK.finditer(text, at):
        depth += 1 if found[0] == "%*" else -1
        if not depth:
            return found.end()
    return len(text)


def _no_rules(module: Module, statements: Sequence[AST]) -> Iterator[Problem]:
    """Statements that are no rules."""
    for statement in statements[1:]:  # without `#program base.`
        if statement.ast_type in REFUSED:
            yield module.at(statement.location, _(REFUSED[statement.ast_type]))


def complaints(text: str) -> tuple[str, ...]:
    """What clingo says against rules before it grounds them, in its own words: variables that are not safe."""
    said: list[str] = []
    control = clingo.Control(["--warn=none"], logger=lambda _, message: said.append(message))
    control.add("unused", [], text)
    with suppress(RuntimeError):
        control.ground([("none", [])])
    return tuple(said)


def _great_numbers(module: Module, code: str) -> Iterator[Problem]:
    """Numbers that clingo would read as others, or that could become others once something is added to them."""
    for found in _NUMERAL.finditer(code):
        if _number(found[0]) > GREATEST:
            message = _("expected a number of {greatest} at most, got {found}", greatest=GREATEST, found=found[0][:30])
            yield module.problem(*module.place_of(found.start()), message)


def _number(numeral: str) -> int:
    """The number, or one that is too great like it."""
    if numeral[:2] in ("0x", "0o", "0b"):
        return int(numeral, 0)
    digits = numeral.lstrip("0")
    return int(digits or "0") if len(digits) <= len(str(GREATEST)) else GREATEST + 1
