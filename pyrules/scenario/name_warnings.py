"""Names that are probably not meant as they stand: they make sense, and so are warned of and not refused."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from pyrules.errors import did_you_mean, nearest
from pyrules.files.source import Finding, KeyPath, shown
from pyrules.language import _, mark
from pyrules.language.neighbours import Neighbours, one_letter_apart
from pyrules.scenario import schema
from pyrules.scenario.parts import (
    borne,
    cards_named,
    declared,
    features_asked_about,
    flags_asked_about,
    items,
    lists_all_features,
    mapping,
    mentions,
    names_expected,
    statements,
)

SHORTEST = 4
"""Names with fewer letters differ by one letter for good reasons."""

_ALIKE = str.maketrans(
    "АВЕКМНОРСТУХЅІЈԚԜаеорсухѕіјԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧονραι‐‑‒–—−’",
    "ABEKMHOPCTYXSIJQWaeopcyxsijdhqwABEZHIKMNOPTYXovpai------'",
)
"""Letters and signs to those of Latin that look the same."""

_NUMBERED = re.compile(
    r"""(?P<name>.*?[^\W\d_]) (?P<between>\s*) (?P<sign>[-+\u2212\u2013\u2014]?) (?P<quote>["'\u00ab\u201c\u201e(]?)
        (?P<number>\d+) ["'\u00bb\u201d\u201c)]?""",
    re.VERBOSE,
)
_TYPOGRAPHIC = "\u2212\u2013\u2014"


@dataclass(frozen=True)
class _Use:
    """A name where it is used; `spelled` where it is said that it stands as it is."""

    path: KeyPath
    name: str
    at_key: bool = False
    spelled: bool = False


_Doubted = tuple[str, Finding]
"""A name, and what there is to say of it."""


def name_warnings(data: object) -> Iterator[_Doubted]:
    """Every name in a scenario that is probably not meant, once, with what was probably meant."""
    features = list(_features(data))
    told: set[KeyPath] = set()
    for name, finding in (*_never_started(data), *_borne_by_nothing(data), *_numbers(features, data)):
        told.add(finding.path)
        yield name, finding
    kinds: dict[str, Iterable[_Use]] = {
        mark("card"): _cards(data),
        mark("player"): _players(data),
        mark("property"): _properties(data),
        mark("flag"): _flags(data),
        mark("feature"): () if lists_all_features(data) else features,
        mark("named modifier"): _named(data),
    }
    for kind, uses in kinds.items():
        for name, finding in _resembling(kind, uses):
            if finding.path not in told:
                yield name, finding


# --- where names are used -------------------------------------------------------------------------


def _features(data: object) -> Iterator[_Use]:
    for mention in mentions(data):
        yield _Use(mention.path, mention.feature, spelled=mention.spelled)
    for path, name, _declaration in declared(data):
        yield _Use(path, name, isinstance(path[-1], str), spelled=True)
    for path, card, name in names_expected(data):
        if name not in mapping(mapping(data, "cards").get(card), "properties"):
            yield _Use(path, name, at_key=True)
    for index, expectation in enumerate(items(data, "expect")):
        for number, loss in enumerate(items(expectation, "losses")):
            match loss:
                case [_, str(name), _]:
                    yield _Use(("expect", index, "losses", number, 1), name)


def _cards(data: object) -> Iterator[_Use]:
    yield from (_Use(("cards", card), card, at_key=True) for card in mapping(data, "cards"))
    yield from (_Use(path, card) for path, card in cards_named(data))
    yield from (_Use(path[:-1], card, at_key=True) for path, card, _ in names_expected(data))


def _players(data: object) -> Iterator[_Use]:
    for card, content in mapping(data, "cards").items():
        if isinstance(content, dict) and isinstance(player := content.get("player"), str):
            yield _Use(("cards", card, "player"), player)


def _properties(data: object) -> Iterator[_Use]:
    for card, content in mapping(data, "cards").items():
        for name in mapping(content, "properties"):
            yield _Use(("cards", card, "properties", name), name, at_key=True)
    for path, node in statements(data):
        if path[0] == "events" and path[2:] == ("adjust", "property") and isinstance(node, str):
            yield _Use(path, node)
    for path, _name, declaration in declared(data):
        modified = declaration.get("modifies") if isinstance(declaration, dict) else None
        if isinstance(modified, str) and modified not in schema.OTHER_NUMBERS:
            yield _Use((*path, "modifies"), modified)
    for path, card, name in names_expected(data):
        if name in mapping(mapping(data, "cards").get(card), "properties"):
            yield _Use(path, name, at_key=True)


def _flags(data: object) -> Iterator[_Use]:
    yield from (_Use(path, flag) for path, flag in _raised(data))
    yield from (_Use(path, flag) for path, flag in flags_asked_about(data))


def _named(data: object) -> Iterator[_Use]:
    for path, node in statements(data):
        if path[-1:] == ("named",) and isinstance(node, str):
            yield _Use(path, node)


def _raised(data: object) -> Iterator[tuple[KeyPath, str]]:
    """The flags that hold at the start, or that an event starts."""
    for index, flag in enumerate(items(data, "conditions")):
        if isinstance(flag, str):
            yield ("conditions", index), flag
    for path, node in statements(data):
        match path, node:
            case ("events", _, "start"), str(flag):
                yield path, flag


# --- what never holds -----------------------------------------------------------------------------


def _never_started(data: object) -> Iterator[_Doubted]:
    raised = {flag for _, flag in _raised(data)}
    seen: set[str] = set()
    for path, flag in flags_asked_about(data):
        if flag not in raised and flag not in seen:
            seen.add(flag)
            message = _("the flag {flag} does not hold at the start, and no event starts it", flag=shown(flag))
            yield flag, Finding(path, message + did_you_mean(flag, raised))


def _borne_by_nothing(data: object) -> Iterator[_Doubted]:
    known = borne(data) | {name for _, name, _ in declared(data)}
    seen: set[str] = set()
    for path, card, feature in features_asked_about(data):
        properties = mapping(mapping(data, "cards").get(card), "properties") if isinstance(card, str) else {}
        if feature not in known and feature not in seen and feature not in properties:
            seen.add(feature)
            message = _("no card has the feature {feature} printed, and nothing gives it", feature=shown(feature))
            yield feature, Finding(path, message + did_you_mean(feature, [*known, *properties]))


# --- numbers that are part of a name --------------------------------------------------------------


def _numbers(uses: Iterable[_Use], data: object) -> Iterator[_Doubted]:
    """Of features alone: there a number has a meaning."""
    if lists_all_features(data):
        return
    by_name = _by_name(uses)
    for name, each in by_name.items():
        found = _NUMBERED.fullmatch(name)
        if found is None or any(use.spelled for use in each):
            continue
        strange = bool(found["quote"]) or found["sign"] in tuple(_TYPOGRAPHIC)
        glued = not found["between"] and found["name"] in by_name and len(each) == 1
        if strange or glued:
            sign = "-" if found["sign"] in (*_TYPOGRAPHIC, "-") else ""
            meant = f"{found['name']} {sign}{int(found['number'])}"
            message = _(
                "the number in {name} is part of the feature's name; did you mean {meant}? A name that "
                "is meant so is spelled out with `name:`",
                name=shown(name),
                meant=shown(meant),
            )
            yield name, Finding(each[0].path, message, each[0].at_key)


# --- names that resemble others -------------------------------------------------------------------


def _by_name(uses: Iterable[_Use]) -> Mapping[str, list[_Use]]:
    by_name: dict[str, list[_Use]] = defaultdict(list)
    for use in uses:
        by_name[use.name].append(use)
    return by_name


def _resembling(kind: str, uses: Iterable[_Use]) -> Iterator[_Doubted]:
    """The names that look the same as another that is used more often, or used once differ little from another."""
    by_name = _by_name(uses)
    ranked = sorted(by_name, key=lambda name: -len(by_name[name]))  # stable: what stands first in the file comes first
    rank = {name: place for place, name in enumerate(ranked)}
    alike, folded = _first_by(ranked, _look), _first_by(ranked, _folded)
    near = Neighbours(ranked)
    for name in ranked:
        use, once = by_name[name][0], len(by_name[name]) == 1
        if (other := alike[_look(name)]) != name:
            message = _("looks the same as {other}{strangers}", other=shown(other), strangers=_strangers(name, other))
        elif once and (other := folded[_folded(name)]) != name:
            message = _("is used once, and differs from {other} in capitals alone", other=shown(other))
        elif once and (neighbour := _one_letter_away(name, near, rank)) is not None:
            other, message = (
                neighbour,
                _("is used once, and differs from {neighbour} in one letter", neighbour=shown(neighbour)),
            )
        else:
            continue
        said = _(
            "the {kind} {name} {message}; did you mean {other}?",
            kind=_(kind),
            name=shown(name),
            message=message,
            other=shown(other),
        )
        yield name, Finding(use.path, said, use.at_key)


def resemble(names: Iterable[str]) -> bool:
    """Whether some name might be warned of beside the others, however often each is used."""
    return any(True for _ in _resembling("", (_Use((), name) for name in names)))


def _first_by(names: Iterable[str], key: Callable[[str], str]) -> dict[str, str]:
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(key(name), name)
    return first


def _look(name: str) -> str:
    """What a name looks like: the same for names that people cannot tell apart."""
    return " ".join(unicodedata.normalize("NFKC", name).translate(_ALIKE).split())


def _folded(name: str) -> str:
    return _look(name).casefold()


def _strangers(name: str, other: str) -> str:
    """The letter by which a name differs from one that looks the same."""
    for one, two in zip(name, other, strict=False):
        if one != two:
            called = unicodedata.name(one, _("without a name")).lower()
            return _(" and has another character in it (U+{ord:04X}, {called})", ord=ord(one), called=called)
    return ""


def _one_letter_away(name: str, near: Neighbours, rank: Mapping[str, int]) -> str | None:
    """The name, used more often or earlier, from which this one differs by a letter of a word."""
    earlier = [other for other in near.of(name) if rank[other] < rank[name] and _by_a_letter(name, other)]
    return nearest(name, earlier)


def _by_a_letter(name: str, other: str) -> bool:
    """Whether two names differ by a letter. Digits, and letters that stand alone, number things that go together."""
    letters = one_letter_apart(name, other)
    if letters is None or max(len(name), len(other)) < SHORTEST or not all(map(str.isalpha, filter(None, letters))):
        return False
    return len(_words(name)) == len(_words(other)) and not any(
        one != two and len(one) == len(two) == 1 for one, two in zip(_words(name), _words(other), strict=True)
    )


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W\d_]+|\d+|_", name)
