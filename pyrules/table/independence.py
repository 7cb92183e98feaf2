"""Whether rules from elsewhere leave apart what the table keeps apart: features of cards, properties, events.

The table gives names of its own to cards, features, effects and events, and follows what belongs to one feature of a
card by itself. That is right for a rule whose atoms all speak of one such thing, or of circumstances that are known of
it, and which asks for no name and no time. What an atom speaks of is read off the words that `rules_lp/` documents,
and off the rules themselves for predicates of their own. In doubt the rules count as such that do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from clingo import SymbolType
from clingo.ast import AST, AggregateFunction, ASTType, BinaryOperator, Sign

from pyrules.asp.cache import remembered
from pyrules.asp.module import Rule, rules_of
from pyrules.asp.origin import is_built_in
from pyrules.asp.syntax import Signature, Use, parts
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.foresight import foresees
from pyrules.rulebook.predicates import documented, in_vocabulary
from pyrules.table.questions import KINDS
from pyrules.table.questions.kind import HAD, Kind
from pyrules.table.table import STEPS

Sorts = Mapping[Signature, tuple[str, ...]]
"""Predicate -> the letter of what each argument is, as documented: C card, F feature, E effect …; empty if unknown."""
Owner = tuple[str, ...]
"""What an atom belongs to: the variables for a card and its feature or property, or for an effect, event or thing."""

HERE, BEFORE, START = "T", "(T-1)", "0"
NUMBERS = frozenset("XYVNSUW")
THINGS, EFFECTS, MOMENTS = ("instance", "modifier"), ("event", "aura", "printed"), ("property", "attack", "roll")
UNKNOWN = "?"
NO_CONDITION = "always"
MADE = "acquired"
"""The form of a thing made by an effect at a micro-step; the table names those anew in order."""
EXACT = (BinaryOperator.Plus, BinaryOperator.Minus)


def keeps_apart(rulebook: Rulebook) -> bool:
    """Whether the table can follow every rule of a rulebook."""
    if not rulebook.foreign:
        return True
    changed = (change.before for edit in rulebook.edits for change in edit.changes if change.before is not None)
    replaced = tuple(path for entry in changed for path in entry.clause.modules if is_built_in(path))
    apart = not rulebook.contested and not foresees(rulebook)
    return apart and _all_keep_apart(rulebook.modules_for(False), replaced)


@remembered
def _all_keep_apart(modules: tuple[Path, ...], replaced: tuple[Path, ...]) -> bool:
    rules = rules_of(modules)
    foreign = [rule for rule in rules if not is_built_in(rule.module)]
    built_in = [*(rule for rule in rules if is_built_in(rule.module)), *rules_of(replaced)]
    sorts = _sorts(foreign)
    return all(_is_local(rule, sorts) for rule in foreign) and _are_told(foreign, built_in)


# --- what questions tell --------------------------------------------------------------------------


def _are_told(foreign: Sequence[Rule], built_in: Sequence[Rule]) -> bool:
    """Whether rules from elsewhere read only what built-in rules, in force or replaced, read in the same questions."""
    own = {name for rule in foreign for name in _derived(rule)} - {use.name for rule in built_in for use in rule.uses}
    words = {name for name, _ in in_vocabulary()}
    told: list[Rule] = []
    for name, kind in KINDS.items():
        known = frozenset(each for each, _ in kind.known | kind.handed)
        met = _met(kind, _able(built_in, kind.given | known), known)
        possible = _able((*foreign, *built_in), (words - kind.none) | known)
        said = [rule for rule in _saying(foreign, met - known, own) if rule in possible]
        readable = (met | known | kind.given | own) - {each for each, _ in kind.handed & HAD}
        if any(kind.sealed or not _read(rule) <= readable for rule in said):
            return False
        if name not in STEPS and any(not _read_before(rule) <= known for rule in said):
            return False
        told += said
    return all(rule in told for rule in foreign)


def _able(rules: Sequence[Rule], given: frozenset[str] | set[str]) -> list[Rule]:
    """The rules that can apply where no atoms are given but of these predicates."""
    there, able, waiting = {*given, "step"}, list[Rule](), list(rules)
    while ready := [rule for rule in waiting if _needed(rule) <= there]:
        able += ready
        waiting = [rule for rule in waiting if not _needed(rule) <= there]
        there.update(*map(_derived, ready))
    return able


def _met(kind: Kind, rules: Sequence[Rule], known: frozenset[str]) -> frozenset[str]:
    """The predicates that an answer rests on by these rules."""
    met, size = {name for name, _ in kind.asked} | kind.once, 0
    while len(met) > size:
        size = len(met)
        met |= {name for rule in rules if _derived(rule) & (met - known - kind.given) for name in _read(rule)}
    return frozenset(met)


def _saying(foreign: Sequence[Rule], met: frozenset[str], own: set[str]) -> list[Rule]:
    """The rules from elsewhere that have something to say about predicates, or about their own that such ones read."""
    wanted, size = set(met), 0
    while len(wanted) > size:
        size = len(wanted)
        wanted |= {name for rule in foreign if _derived(rule) & wanted for name in _read(rule) & own}
    return [rule for rule in foreign if _derived(rule) & wanted]


def _derived(rule: Rule) -> set[str]:
    return {use.name for use in rule.uses if use.derived}


def _read(rule: Rule) -> set[str]:
    return {use.name for use in rule.uses if not use.derived}


def _read_before(rule: Rule) -> set[str]:
    return {use.name for use in rule.uses if use.arguments and str(use.arguments[-1]) == BEFORE}


def _needed(rule: Rule) -> set[str]:
    return {use.name for use in rule.uses if use.sure}


# --- what arguments are ---------------------------------------------------------------------------


def _sorts(rules: Iterable[Rule]) -> Sorts:
    """What the arguments of every predicate are: documented, or read off the rules."""
    sorts = {signature: _letters(each.arguments) for signature, each in documented().items()}
    grown = True
    while grown:
        grown = False
        for rule in rules:
            variables = _sorts_of_variables(rule.uses, sorts)
            for use in rule.uses:
                before = sorts.get(use.signature, ("",) * len(use.arguments))
                after = tuple(
                    sort or _sort(each, variables or {}) for sort, each in zip(before, use.arguments, strict=True)
                )
                if use.derived and sorts.get(use.signature) != after:
                    sorts[use.signature], grown = after, True
    return sorts


def _letters(documented: Sequence[str]) -> tuple[str, ...]:
    """The letters, one for all cards; places among printed things, and times, have words that are not for numbers."""
    letters = ["C" if each[0] == "D" else each.rstrip("'") for each in documented]
    for place, letter in enumerate(letters):
        if letter == "N" and letters[place - 1] == "C":
            letters[place] = "place"
        if letter == "S" and "E" in letters:
            letters[place] = "time"
    return tuple(letters)


def _sorts_of_variables(uses: Sequence[Use], sorts: Sorts) -> dict[str, str] | None:
    """Variable -> what it stands for; None where one would stand for things of two sorts.

    Those that are not there are for what the rule calculates.
    """
    found: dict[str, str] = {}
    for use in uses:
        for argument, sort in zip(use.arguments, sorts.get(use.signature, ()), strict=False):
            named = zip(argument.arguments, "CFJ", strict=True) if _is_thing(argument) else [(argument, sort)]
            for term, of in named:
                if term.ast_type == ASTType.Variable and of:
                    known = found.setdefault(term.name, of)
                    if known != of and term.name != "_" and not {known, of} <= NUMBERS:
                        return None
    for use in uses:
        for argument in use.arguments:
            if argument.ast_type == ASTType.Function or not use.derived:
                inner = (part for part in parts(argument) if part.ast_type == ASTType.Variable)
                found |= {part.name: UNKNOWN for part in inner if part.name not in found}
    return found


def _sort(argument: AST, variables: Mapping[str, str]) -> str:
    if argument.ast_type == ASTType.BinaryOperation:
        return "X"
    return "Q" if _is_thing(argument) else variables.get(str(argument), "")


def _is_thing(term: AST) -> bool:
    return term.ast_type == ASTType.Function and term.name in THINGS and len(term.arguments) == len("CFJ")


# --- what a rule speaks of ------------------------------------------------------------------------


def _is_local(rule: Rule, sorts: Sorts) -> bool:
    """Whether all that a rule speaks of belongs to one thing, by no name and at no certain time."""
    head, variables = rule.tree.head, _sorts_of_variables(rule.uses, sorts)
    if head.ast_type != ASTType.Literal or head.sign != Sign.NoSign or head.atom.ast_type != ASTType.SymbolicAtom:
        return False
    if variables is None or not all(_is_plain(part, variables) for part in parts(rule.tree)):
        return False
    if not all(use.signature in sorts and _is_timely(use, sorts[use.signature], variables) for use in rule.uses):
        return False
    moments = {str(use.arguments[-1]) for use in rule.uses if sorts[use.signature][-1:] == ("T",)}
    if START in moments and len(moments) > 1:
        return False
    owners = {use: list(_owners(use, sorts[use.signature])) for use in rule.uses}
    if any(use.derived and (use.signature in in_vocabulary() or not owners[use]) for use in rule.uses):
        return False
    return _is_one(owners.values()) and all(
        _is_known(use, sorts[use.signature], owners) for use in rule.uses if not owners[use]
    )


def _is_plain(part: AST, variables: Mapping[str, str]) -> bool:
    """Whether a part of a rule spells out no name, calculates exactly, and compares numbers only."""
    match part.ast_type:
        case ASTType.SymbolicTerm:
            return part.symbol.type in (SymbolType.Number, SymbolType.Function)
        case ASTType.BinaryOperation:
            return part.operator_type in EXACT
        case ASTType.Comparison:
            terms = [part.term, *(guard.term for guard in part.guards)]
            return _are_numbers(terms, variables) or _is_form(terms, variables)
        case ASTType.BodyAggregate:
            guards = [guard.term for guard in (part.left_guard, part.right_guard) if guard is not None]
            extreme = part.function in (AggregateFunction.Min, AggregateFunction.Max)
            weighed = [element.terms[0] for element in part.elements if extreme and element.terms]
            return _are_numbers([*guards, *weighed], variables)
        case ASTType.Aggregate | ASTType.TheoryAtom | ASTType.Pool | ASTType.Interval:
            return False
    return True


def _are_numbers(terms: Iterable[AST], variables: Mapping[str, str]) -> bool:
    """Whether the variables are for numbers, or for what is calculated here."""
    inner = (part for term in terms for part in parts(term))
    return all(
        variables.get(part.name, "X") in NUMBERS if part.ast_type == ASTType.Variable else True for part in inner
    )


def _is_form(terms: Sequence[AST], variables: Mapping[str, str]) -> bool:
    """Whether it is asked if a thing is printed, or acquired, or if a condition is none."""
    first, *others = terms
    constants = [each.ast_type == ASTType.SymbolicTerm and each.symbol.type == SymbolType.Function for each in others]
    sort = variables.get(str(first))
    return all(constants) and (sort == "J" or (sort == "K" and list(map(str, others)) == [NO_CONDITION]))


def _is_timely(use: Use, sorts: Sequence[str], variables: Mapping[str, str]) -> bool:
    """Whether an atom speaks of this micro-step or the one before, and of no effect or event by what it did before."""
    last = str(use.arguments[-1]) if use.arguments else ""
    stepped = last in (HERE, BEFORE, START) and sorts[-1] in ("T", "")
    if sorts[-1:] == ("T",) and not stepped:
        return False
    if any(sort == "K" and not _is_open(each) for each, sort in zip(use.arguments, sorts, strict=True)):
        return False
    fleeting = last == BEFORE and any(sort in ("E", "I") for sort in sorts)
    return not fleeting and not any(
        _tells_time(each, variables) for each in (use.arguments[:-1] if stepped else use.arguments)
    )


def _is_open(condition: AST) -> bool:
    """Whether nothing is said of what a condition asks for: it has another name in the table."""
    return condition.ast_type == ASTType.Variable or str(condition) == NO_CONDITION


def _tells_time(term: AST, variables: Mapping[str, str]) -> bool:
    """Whether a term has the micro-step in it, unless as the time at which an effect made something."""
    if term.ast_type == ASTType.Function:
        made = term.name == MADE and [variables.get(str(each)) for each in term.arguments] == ["E", "T"]
        return not made and any(_tells_time(each, variables) for each in term.arguments)
    return any(part.ast_type == ASTType.Variable and part.name == "T" for part in parts(term))


def _owners(use: Use, sorts: Sequence[str]) -> Iterator[Owner]:
    """What an atom belongs to; all that one atom names belongs together."""
    pair = [str(use.arguments[sorts.index("C")])] if "C" in sorts else []
    other = next((place for place, sort in enumerate(sorts) if sort in ("F", "P")), None)
    if pair and other is not None:
        yield (*pair, str(use.arguments[other]))
    for argument, sort in zip(use.arguments, sorts, strict=True):
        inner = tuple(map(str, argument.arguments)) if argument.ast_type == ASTType.Function else ()
        if sort in ("E", "I", "Q") and not inner:
            yield (str(argument),)
        elif inner and argument.name in (*THINGS, *EFFECTS, *MOMENTS):
            yield inner[:2]
        elif sort == "M" and not pair and not inner:
            yield (str(argument),)


def _is_one(owners: Iterable[Sequence[Owner]]) -> bool:
    """Whether everything belongs to one thing, and that is named by variables."""
    groups: list[set[Owner]] = []
    for each in owners:
        together = set(each)
        joined = [group for group in groups if group & together]
        groups = [group for group in groups if not group & together]
        if together:
            groups.append(together.union(*joined))
    return len(groups) == 1 and all(name[:1].isupper() for owner in groups[0] for name in owner)


def _is_known(use: Use, sorts: Sequence[str], owners: Mapping[Use, Sequence[Owner]]) -> bool:
    """Whether an atom about circumstances asks for those of the thing that the rule speaks of."""
    belongs = {name for owner in owners.values() for each in owner if len(each) > 1 for name in each}
    named = {str(term) for other, of in owners.items() if of for term in other.arguments}
    return all(
        sort == "T" or str(term) in (belongs if sort in ("C", "F", "P") else named)
        for term, sort in zip(use.arguments, sorts, strict=True)
    )
