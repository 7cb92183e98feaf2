"""From an answer set of a search to the scenario that it chose: the only module that reads a free scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from clingo import Symbol, SymbolType

from pyrules.asp.control import Atoms
from pyrules.engine.readback import condition
from pyrules.model import scenario as model
from pyrules.model.queries import reads


def scenario(atoms: Atoms, events: int) -> model.Scenario:
    """The scenario that the answer set chose, without a title, with nothing in it that nothing in it mentions."""
    chosen = _Chosen(atoms)
    names = sorted(arguments[0].string for arguments in atoms["card"])
    cards = {name: model.Card(None, chosen.properties(name), tuple(chosen.printed(name))) for name in names}
    initially = sorted(arguments[0] for arguments in atoms.get("initially", ()))
    whole = model.Scenario(
        title="",
        cards=cards,
        features=dict(chosen.declarations()),
        conditions=tuple(term.arguments[0].string for term in initially if term.name == "flag"),
        adjacent=tuple(_pair(term) for term in initially if term.name == "adjacent"),
        auras=tuple(chosen.auras()),
        events=tuple(model.Event(chosen.happening(number)) for number in range(1, events + 1)),
    )
    return _without_bystanders(whole)


class _Chosen:
    def __init__(self, atoms: Atoms) -> None:
        self.atoms = atoms

    def printed(self, card: str) -> Iterator[model.PrintedFeature | model.PrintedModifier]:
        """What is printed on a card, in the order of its places."""
        features = [(a, True) for a in self.atoms.get("printed_feature", ()) if a[0].string == card]
        modifiers = [(a, False) for a in self.atoms.get("printed_modifier", ()) if a[0].string == card]
        for (_, _, name, number, existence), is_feature in sorted(features + modifiers, key=lambda it: it[0][1]):
            if is_feature:
                yield model.PrintedFeature(name.string, _number(number), _existence(existence))
            else:
                yield model.PrintedModifier(name.string, number.number, _existence(existence))

    def auras(self) -> Iterator[model.Aura]:
        """The auras, in order."""
        grants = {str(e): (a.name, c, f) for e, a, c, f in self._of_auras("effect")}
        grants |= {str(e): ("adjust", c, p) for e, c, p in self._of_auras("adjusts")}
        amounts = {str(effect): number.number for effect, number in self.atoms.get("amount", ())}
        whiles = {str(effect): condition(term) for effect, term in self.atoms.get("aura_while", ())}
        whens = {str(effect): condition(term) for effect, term in self.atoms.get("aura_when", ())}
        for effect, (action, card, named) in sorted(grants.items()):
            grant: model.Grant | model.Modification | model.Adjustment
            if action == "gain":
                grant = model.Grant(named.string, amounts.get(effect))
            elif action == "modify":
                grant = model.Modification(named.string, amounts[effect])
            else:
                grant = model.Adjustment(named.string, amounts[effect], self._called(effect))
            yield model.Aura(card.string, grant, existence=whiles.get(effect), when=whens.get(effect))

    def _of_auras(self, name: str) -> Iterator[Sequence[Symbol]]:
        return (arguments for arguments in self.atoms.get(name, ()) if arguments[0].name == "aura")

    def _called(self, effect: str) -> str | None:
        return next((name.string for of, name in self.atoms.get("named", ()) if str(of) == effect), None)

    def properties(self, card: str) -> dict[str, int]:
        """The properties of a card."""
        return {name.string: n.number for of, name, n in self.atoms.get("property", ()) if of.string == card}

    def declarations(self) -> Iterator[tuple[str, model.Declaration]]:
        """What features modify."""
        for feature, what, sign in sorted(map(tuple, self.atoms.get("modifies", ()))):
            modified = what.arguments[0].string if what.name == "property" else what.name
            yield feature.string, model.Declaration(modified, "plus" if sign.number > 0 else "minus")

    def happening(self, number: int) -> model.Happening:
        """What the event with this number does."""
        deed = next(term for event, term in self.atoms["deed"] if event.number == number)
        arguments = deed.arguments
        match deed.name:
            case "start":
                return model.Start(arguments[0].string)
            case "stop":
                return model.Stop(arguments[0].string)
            case "approach":
                return model.Approach(arguments[0].string, arguments[1].string)
            case "withdraw":
                return model.Withdraw(arguments[0].string, arguments[1].string)
            case "depart":
                return model.Depart(arguments[0].string)
            case "lose":
                return model.Lose(arguments[0].string, arguments[1].string)
            case "attack":
                return self._attack(number, *arguments)
            case "adjust":
                called = self._called(f"event({number})")
                card, name, by, existence = arguments
                return model.Adjust(card.string, name.string, by.number, _existence(existence), called)
        card, feature, given, existence = arguments
        if deed.name == "gain":
            return model.Gain(
                card.string, feature.string, _number(given), _existence(existence), boosts=self._boosts(number)
            )
        return model.Modify(
            card.string, feature.string, given.number, _existence(existence), boosts=self._boosts(number)
        )

    def _boosts(self, number: int) -> tuple[model.Boost, ...]:
        of_event = (rest for effect, *rest in self.atoms.get("boost", ()) if str(effect) == f"event({number})")
        return tuple(model.Boost(card.string, by.number) for _, card, by in sorted(of_event))

    def _attack(self, number: int, kind: Symbol, by: Symbol, on: Symbol, value: Symbol) -> model.Attack:
        of_event = sorted(rest for event, *rest in self.atoms.get("attack_modifier", ()) if event.number == number)
        modifiers = (
            model.AttackModifier(card.string, y.number, name.string if name.type == SymbolType.String else None)
            for _, card, y, name in of_event
        )
        defender = next((c.string for event, c in self.atoms.get("defender", ()) if event.number == number), None)
        sort: Literal["sudden", "slow"] = "sudden" if kind.name == "sudden" else "slow"
        return model.Attack(sort, by.string, on.string, value.number, defender, tuple(modifiers))


def _number(term: Symbol) -> int | None:
    return term.number if term.type == SymbolType.Number else None


def _existence(term: Symbol) -> model.Condition | None:
    return None if term.name == "always" else condition(term)


def _pair(term: Symbol) -> tuple[str, str]:
    return (term.arguments[0].string, term.arguments[1].string)


def _without_bystanders(whole: model.Scenario) -> model.Scenario:
    """The scenario without the cards that bear nothing and that nothing happens to; one card always stays."""
    mentioned = {card for card, printed in whole.cards.items() if printed.printed}
    mentioned |= {card for key in _reads(whole) for card in key[1:]}
    mentioned |= {aura.to for aura in whole.auras} | {card for pair in whole.adjacent for card in pair}
    for event in whole.events:
        names = ("card", "first", "second", "by", "on", "defender", "source")
        parts = (event.happening, *getattr(event.happening, "modifiers", ()), *getattr(event.happening, "boosts", ()))
        of_parts = (getattr(part, name, None) for part in parts for name in names)
        mentioned |= {card for card in of_parts if isinstance(card, str)}
    kept = {card: printed for card, printed in whole.cards.items() if card in mentioned}
    return replace(whole, cards=kept or dict(list(whole.cards.items())[:1]))


def _reads(whole: model.Scenario) -> Iterable[tuple[str, ...]]:
    from pyrules.model.queries import conditions

    return (key for stated in conditions(whole) for key in reads(stated) if key[0] != "flag")


OF_SCENARIO = (
    *("deed", "initially", "printed_feature", "printed_modifier", "numeric", "plain"),
    *("property", "modifies", "boost", "named", "defender", "attack_modifier"),
)
OF_AURAS = ("effect", "adjusts", "amount", "aura_while", "aura_when")


def chosen_atoms(atoms: Atoms) -> Iterator[str]:
    """What the answer set chose, as a body of a rule: the scenario and nothing else."""
    for name in OF_SCENARIO:
        yield from (f"{name}({','.join(map(str, arguments))})" for arguments in atoms.get(name, ()))
    for name in OF_AURAS:
        yield from (f"{name}({','.join(map(str, a))})" for a in atoms.get(name, ()) if a[0].name == "aura")
