"""What a search does not look at, although the rules speak of it: worked out from the rules and the bound.

The scenarios of a bound hold no roll, no attack, no boost, and so on. A rule that speaks of such a thing is not put to
the test by them; and a number that only a roll shows is seen in none of them. Where the rules of two rulebooks differ
in this way, agreement within the bound says nothing of it. Such things are told by their topics: `dice`, `boosts`, …
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from types import MappingProxyType

from clingo.ast import AST, ASTType

from pyrules.analysis.search.bound import Bound
from pyrules.asp.module import MOST_KEPT, Module, read
from pyrules.asp.syntax import Use, parts, uses
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.predicates import in_vocabulary

CONDITIONS_ON_FEATURES = "conditions-on-features"
GIVEN = {
    "dice": ("roll", "strike_table", "roll_modifier", "reroll", "flip", "top", "roll_step"),
    "attack": ("attack", "defender", "attack_modifier"),
    "properties": ("property", "adjusts", "named"),
    "boosts": ("boost",),
    "named-modifiers": ("modifies", "rolls_of"),
    "players": ("player",),
    "sources": ("source",),
    "auras": ("aura_while", "aura_when", "trigger"),
    "adjacency": ("approaches", "withdraws"),
}
"""What a scenario within a bound may be without, by topic: the predicates in which it would be given."""
TERMS = {
    "aura": "auras",
    "adjacent": "adjacency",
    "has": CONDITIONS_ON_FEATURES,
    "at_least": CONDITIONS_ON_FEATURES,
    "at_least_of_property": CONDITIONS_ON_FEATURES,
    "both": "joined-conditions",
    "either": "joined-conditions",
    "in_play": "sources",
}
"""The terms by which rules speak of a topic."""
SHOWN = {
    "dice": ("roll_result", "roll_high", "roll_low", "roll_undetermined", "roll_refused", "roll_illegal"),
    "attack": ("speed", "target_fights", "defender_allowed", "illegal", "magnitude", "damage"),
    "properties": ("property_value",),
}
"""What is shown of a scenario and never in one of a bound, by topic."""
SEEN = {"value": ("has", "value", "holds", "fails"), "effective": ("effective",), "losses": ("loss",)}
"""What is equal on both sides where the search finds no difference, by what it observes. Conditions show in values."""
ACTIONS = ("gain", "modify", "lose", "adjust")
MOMENTS = ("attack", "roll", "property")
KINDS = {
    **dict.fromkeys(("attempted", "open", "performed", "refused", "weighed", "boosted"), ACTIONS),
    **dict.fromkeys(("attempted_number", "amount", "existence", "target"), ACTIONS),
    **dict.fromkeys(("modifier_at", "applies", "passed_over", "shaped"), MOMENTS),
}
"""The kinds of thing that the first argument of a predicate can be: what an effect is to do, what a modifier is of."""

VARIABLE = re.compile(r"""\"(?:\\.|[^\"\\])*\"|(?<![\w'])_*[A-Z][\w']*""")
"""A variable, or a string in which none is."""

NOTHING: Mapping[str, frozenset[str]] = MappingProxyType({})

Node = tuple[str, int, str]
"""A predicate's name, the number of its arguments, and the kind of thing that it is about."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule for things of some kind: its text, whatever its variables are called, and what it derives and reads."""

    text: str
    derives: frozenset[Node]
    reads: frozenset[Node]
    needs: frozenset[Node]
    terms: frozenset[str]


def not_covered(
    left: Rulebook, right: Rulebook, bound: Bound, beside: Mapping[str, frozenset[str]] = NOTHING
) -> tuple[str, ...]:
    """The topics in which the rules of two rulebooks differ, and that no scenario looked at shows; sorted.

    `beside` are the topics searched beside the scenarios of the bound, each with all the topics that its own have.
    """
    sides = _rules(left.modules), _rules(right.modules)
    differing = sides[0] ^ sides[1]
    if not differing:
        return ()
    scopes = [_Outside(bound, sides[0] | sides[1], there) for there in (frozenset[str](), *beside.values())]
    topics = {topic for rule in differing for topic in _unseen(rule, scopes)}
    if not bound.on_features and _on_features(left) != _on_features(right):
        topics |= {CONDITIONS_ON_FEATURES} - set(beside)
    shown = _rules(left.modules_for(bound.on_features)), _rules(right.modules_for(bound.on_features))
    return tuple(sorted(topics | _shown_otherwise(*shown, bound) - set(beside)))


def same_within(left: Rulebook, right: Rulebook, bound: Bound, there: frozenset[str] = frozenset()) -> bool:
    """Whether the rules that two rulebooks do not share never apply in a scenario of the bound.

    Its scenarios may have what is `there` besides.
    """
    modules = (book.modules_for(bound.on_features) for book in (left, right))
    one, two = map(_rules, modules)
    outside = _Outside(bound, one | two, there)
    return not any(map(outside.may_apply, one ^ two))


def not_judged(book: Rulebook, property: Path, bound: Bound) -> tuple[str, ...]:
    """The topics that a property speaks of, and that no scenario of the bound shows; sorted."""
    own = frozenset(_in(read(property)))
    outside = _Outside(bound, own | _rules(book.modules))
    seen = {rule.text for rule in own if not outside.topics(rule)}
    return tuple(sorted({topic for rule in own if rule.text not in seen for topic in outside.topics(rule)}))


def _unseen(rule: Rule, scopes: Iterable[_Outside]) -> set[str]:
    """The topics for want of which a rule is put to the test in none of the scopes."""
    topics = [scope.topics(rule) for scope in scopes]
    return set() if not all(topics) else min(topics, key=lambda each: min(map(ORDER.index, each)))


class _Outside:
    """What can never be the case in a scenario of a bound, which has some topics besides."""

    def __init__(self, bound: Bound, rules: frozenset[Rule], there: frozenset[str] = frozenset()) -> None:
        self.missing = frozenset(_missing(bound)) - there
        self.terms = frozenset(term for term, topic in TERMS.items() if topic in self.missing)
        self.by_head = _by_head(rules)
        self.possible = _derivable((rule for rule in rules if not rule.terms & self.terms), self._is_given)

    def topics(self, rule: Rule) -> set[str]:
        """The topics that a rule speaks of, and that no scenario of the bound shows."""
        asked = {topic for node in rule.reads - rule.needs for topic in self._of_node(node, frozenset())}
        return self._of_rule(rule, frozenset()) or asked

    def may_apply(self, rule: Rule) -> bool:
        """Whether nothing that a rule needs is wanting."""
        return not self._of_rule(rule, frozenset())

    def _of_rule(self, rule: Rule, above: frozenset[Node]) -> set[str]:
        """The topics for want of which a rule never applies: where it needs several things, the fewest topics."""
        given = {TERMS[term] for term in rule.terms & self.terms}
        given |= {topic for node in rule.needs if (topic := self._topic(node))}
        if given:
            return {min(given, key=ORDER.index)}
        wanting = [topics for node in sorted(rule.needs - above) if (topics := self._of_node(node, above))]
        return min(wanting, key=len, default=set())

    def _of_node(self, node: Node, above: frozenset[Node]) -> set[str]:
        if self._is_possible(node):
            return set()
        topic = self._topic(node)
        rules = self.by_head.get(node, ())
        return {topic} if topic else {each for rule in rules for each in self._of_rule(rule, above | {node})}

    def _topic(self, node: Node) -> str | None:
        """The topic of something that is given, and not within the bound."""
        if not _in_vocabulary(node) or self._is_possible(node):
            return None
        return "properties" if node[2] == "adjust" else TOPICS[node[0]]

    def _is_given(self, node: Node) -> bool:
        topic = "properties" if node[2] == "adjust" else TOPICS.get(node[0])
        return _in_vocabulary(node) and topic not in self.missing

    def _is_possible(self, node: Node) -> bool:
        return self._is_given(node) or node in self.possible


def _in_vocabulary(node: Node) -> bool:
    return node[:2] in in_vocabulary()


def _derivable(rules: Iterable[Rule], is_given: Callable[[Node], bool]) -> set[Node]:
    """What can be derived where no more is given."""
    found: set[Node] = set()
    left = list(rules)
    more = True
    while more:
        ready: list[Rule] = []
        waiting: list[Rule] = []
        for rule in left:
            applies = all(node in found or is_given(node) for node in rule.needs)
            (ready if applies else waiting).append(rule)
        found.update(node for rule in ready for node in rule.derives)
        more, left = bool(ready), waiting
    return found


TOPICS = {name: topic for topic, names in GIVEN.items() for name in names}
ORDER = (*GIVEN, *sorted({*TERMS.values()} - {*GIVEN}))


def _missing(bound: Bound) -> Iterator[str]:
    """The topics that no scenario of the bound is about."""
    yield from ("dice", "attack", "properties", "boosts", "named-modifiers", "players", "sources", "joined-conditions")
    there = {"auras": bound.auras > 0, "adjacency": bound.cards > 1, CONDITIONS_ON_FEATURES: bound.on_features}
    yield from (topic for topic, some in there.items() if not some)


def _shown_otherwise(left: frozenset[Rule], right: frozenset[Rule], bound: Bound) -> set[str]:
    """The topics in which something shown follows from other rules, and not by way of what the search compares."""
    one, two = _by_head(left), _by_head(right)
    compared = {name for what in bound.observe for name in SEEN.get(what, ())}
    derived = set(one) | set(two)
    alike = {node for node in derived if node[0] in compared or _texts(one, node) == _texts(two, node)}
    while lost := {node for node in alike if node[0] not in compared and _rests_on(one, node) & (derived - alike)}:
        alike -= lost
    apart = {name for name, _, _ in derived - alike}
    return {topic for topic, names in SHOWN.items() if apart & set(names)}


def _texts(by_head: Mapping[Node, list[Rule]], node: Node) -> frozenset[str]:
    return frozenset(rule.text for rule in by_head.get(node, ()))


def _rests_on(by_head: Mapping[Node, list[Rule]], node: Node) -> set[Node]:
    return {read for rule in by_head[node] for read in rule.reads}


def _by_head(rules: Iterable[Rule]) -> dict[Node, list[Rule]]:
    found: dict[Node, list[Rule]] = {}
    for rule in rules:
        for node in rule.derives:
            found.setdefault(node, []).append(rule)
    return found


def _on_features(book: Rulebook) -> frozenset[Rule]:
    """The rules for conditions on features."""
    return _rules(tuple(sorted({*book.modules} - {*book.modules_for(False)})))


# --- rules ----------------------------------------------------------------------------------------


def _rules(modules: Iterable[Path]) -> frozenset[Rule]:
    """The rules of modules, without those that speak of what no rule derives for things of their kind."""
    rules = [rule for module in modules for rule in _in(read(module))]
    derivable = _derivable(rules, _in_vocabulary)
    return frozenset(rule for rule in rules if all(node in derivable or _in_vocabulary(node) for node in rule.needs))


@lru_cache(MOST_KEPT)
def _in(module: Module) -> tuple[Rule, ...]:
    return tuple(rule for each in module.rules for rule in _variants(each.tree))


def _variants(tree: AST) -> Iterator[Rule]:
    """The rule once for each kind of thing that it can be about."""
    used = tuple(uses(tree))
    things = {str(use.arguments[0]): KINDS[use.name] for use in used if use.name in KINDS}
    text = _renamed(str(tree))
    terms = frozenset(part.name for use in used for argument in use.arguments for part in _functions(argument))
    for kinds in product(*(_kinds(thing, possible, used) for thing, possible in things.items())):
        about = dict(zip(things, kinds, strict=True))
        nodes = [(_node(use, about), use) for use in used]
        yield Rule(
            text,
            frozenset(node for node, use in nodes if use.derived),
            frozenset(node for node, use in nodes if not use.derived),
            frozenset(node for node, use in nodes if use.sure),
            terms,
        )


def _functions(argument: AST) -> Iterator[AST]:
    return (part for part in parts(argument) if part.ast_type == ASTType.Function and part.arguments)


def _kinds(thing: str, possible: tuple[str, ...], used: Iterable[Use]) -> tuple[str, ...]:
    """The kinds of which a thing can be, as far as the rule says."""
    for use in used:
        if use.sure and use.arguments and str(use.arguments[0]) == thing:
            if use.name == "adjusts":
                return ("adjust",)
            if use.name == "effect":
                action = str(use.arguments[1])
                return (action,) if action in ACTIONS else ACTIONS[:3]
    named = thing.partition("(")[0]
    return (named,) if named in MOMENTS else possible


def _node(use: Use, about: Mapping[str, str]) -> Node:
    return (*use.signature, about[str(use.arguments[0])] if use.name in KINDS else "")


def _renamed(text: str) -> str:
    """The text of a rule with its variables named in the order in which they come."""
    names: dict[str, str] = {}

    def name(match: re.Match[str]) -> str:
        found = match[0]
        return found if found.startswith('"') else names.setdefault(found, f"V{len(names) + 1}")

    return VARIABLE.sub(name, text)
