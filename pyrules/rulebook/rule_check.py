"""One rule of an edit, held against what is known: its predicates, their arguments, the step that it speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from clingo.ast import AST, ASTType, Location

from pyrules.asp.module import Rule
from pyrules.asp.syntax import Signature, Use, parts
from pyrules.errors import did_you_mean, nearest
from pyrules.language import _, plural
from pyrules.rulebook.predicates import defined_anyway, documented, in_vocabulary, is_of_the_program

Complaint = tuple[Location, str]
"""Where something is wrong, and what."""

STEPS = ("T", "(T-1)", "0")


@dataclass(frozen=True)
class Known:
    """What a rule may speak of.

    `built_in` are the predicates that built-in rules derive, in any rulebook; `derived` and `read` those that rules of
    this one do; `stepped` those of the edit itself that speak of a micro-step; `labels` the names of the rulebook's
    modules. The names in `taken` are derived beside the rules.
    """

    rulebook: str
    built_in: frozenset[Signature]
    derived: frozenset[Signature]
    read: frozenset[Signature]
    stepped: frozenset[Signature]
    labels: frozenset[str]
    taken: frozenset[str]

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name that a predicate bears."""
        return frozenset(name for name, _ in {*documented(), *self.derived})

    def described(self, name: str) -> str:
        """The predicates of a name with their arguments, as documented where they are."""
        found = [str(predicate) for (known, _), predicate in documented().items() if known == name]
        own = [f"{known}/{arity}" for known, arity in sorted(self.derived) if known == name]
        return _(" or ").join(found or own)

    def is_stepped(self, signature: Signature) -> bool:
        """Whether a predicate speaks of a micro-step."""
        predicate = documented().get(signature)
        return predicate.stepped if predicate else signature in self.stepped


def check_rule(rule: Rule, known: Known) -> list[Complaint]:
    """What is wrong with a rule."""
    complaints = list(_foreign_parts(rule.tree))
    for use in rule.uses:
        complaint = _predicate(use, known)
        if complaint:
            complaints.append((use.location, complaint))
        else:
            complaints += [*_label(use, rule.module.stem, known), *_step(use, known)]
    return complaints or list(_unbound_step(rule, known))


def _foreign_parts(rule: AST) -> Iterator[Complaint]:
    for part in parts(rule):
        match part.ast_type:
            case ASTType.TheoryAtom:
                yield part.location, _("a theory atom has no meaning here; rules use plain atoms")
            case ASTType.Function if part.external:
                yield part.location, _("@{name} would call a program; rules call none", name=part.name)
            case ASTType.SymbolicAtom if part.symbol.ast_type == ASTType.UnaryOperation:
                message = _(
                    "a predicate with a minus of its own is not used here; read with `not`, or name another predicate"
                )
                yield part.symbol.location, message
            case ASTType.SymbolicAtom if part.symbol.ast_type == ASTType.Pool:
                yield part.symbol.location, _("alternatives among arguments stand in brackets of their own: p((X;Y),T)")


# --- predicates -----------------------------------------------------------------------------------


def _predicate(use: Use, known: Known) -> str | None:
    """What is wrong with the predicate of an atom."""
    signature = use.signature
    if signature not in documented() and signature not in known.derived:
        return _unknown(use, known)
    if use.derived:
        return _not_to_be_derived(use, known)
    if signature not in known.derived and signature not in defined_anyway():
        return _(
            "nothing in {rulebook} derives {described}", rulebook=known.rulebook, described=known.described(use.name)
        )
    return None


def _unknown(use: Use, known: Known) -> str:
    if use.name in known.names:
        number = len(use.arguments)
        return plural(
            "expected {described}, got {count} argument",
            "expected {described}, got {count} arguments",
            number,
            described=known.described(use.name),
        )
    near = nearest(use.name, known.names)
    hint = (
        _("; did you mean {described}?", described=known.described(near))
        if near
        else did_you_mean(use.name, known.names)
    )
    return _("no predicate is called {name!r}{hint}", name=use.name, hint=hint)


def _not_to_be_derived(use: Use, known: Known) -> str | None:
    signature = use.signature
    if signature in in_vocabulary() and signature not in known.built_in:
        return _(
            "{documented} is given by the scenario; a rule reads it and does not derive it",
            documented=documented()[signature],
        )
    if signature in documented():
        return None
    if use.name in {name for name, _ in documented()}:
        return _unknown(use, known)
    if use.name in known.taken or is_of_the_program(use.name):
        return _("{name!r} is a name that pyrules keeps for itself; take another", name=use.name)
    alike = [name for name, arity in documented() if arity == signature[1]]
    slips = [] if signature in known.read else get_close_matches(use.name, alike, n=1, cutoff=0.8)
    return (
        _("nothing reads {name!r}; did you mean {described}?", name=use.name, described=known.described(slips[0]))
        if slips
        else None
    )


def _label(use: Use, label: str, known: Known) -> Iterator[Complaint]:
    """The name of the module that decides: its own where it derives, one that there is where it reads."""
    predicate = documented().get(use.signature)
    if predicate is None or predicate.label is None:
        return
    argument = use.arguments[predicate.label]
    name = str(argument)
    if use.derived and name != label:
        message = _(
            "{predicate} names the module that derives it: expected {label!r}, got {name!r}",
            predicate=predicate,
            label=label,
            name=name,
        )
        yield argument.location, message
    elif argument.ast_type == ASTType.SymbolicTerm and name not in known.labels:
        yield (
            argument.location,
            _(
                "{rulebook} has no module {name!r}{hint}",
                rulebook=known.rulebook,
                name=name,
                hint=did_you_mean(name, known.labels),
            ),
        )


# --- steps ----------------------------------------------------------------------------------------


def _step(use: Use, known: Known) -> Iterator[Complaint]:
    """The micro-step is T, or the one before it; what speaks of none has no T in its place."""
    if not use.arguments:
        return
    last, said = use.arguments[-1], str(use.arguments[-1])
    described = known.described(use.name)
    if not known.is_stepped(use.signature):
        if said == "T":
            yield (
                last.location,
                _("T is the micro-step, of which {described} does not speak; use another letter", described=described),
            )
    elif said not in STEPS or (use.derived and said == "(T-1)"):
        wanted = "T" if use.derived else "T, T-1"
        message = _(
            "expected {wanted}, or 0 for the start, as last argument of {described}, got {said}",
            wanted=wanted,
            described=described,
            said=said,
        )
        yield last.location, message


def _unbound_step(rule: Rule, known: Known) -> Iterator[Complaint]:
    variables = [part for part in parts(rule.tree) if part.ast_type == ASTType.Variable and part.name == "T"]
    sure = (use for use in rule.uses if use.sure and known.is_stepped(use.signature))
    if variables and not any(str(use.arguments[-1]) in ("T", "(T-1)") for use in sure):
        yield variables[0].location, _("nothing says what T is: add step(T), or an atom that holds at T or T-1")
