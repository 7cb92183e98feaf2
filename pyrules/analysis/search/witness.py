"""From an answer set of a search to the scenario that it chose: the only module that reads a free scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from clingo import Symbol, SymbolType

from pyrules.asp.control import Atoms
from pyrules.engine.readback import condition
from pyrules.model import scenario as model
from pyrules.model.queries import reads


def scenario(atoms: Atoms, events: int) -> model.Scenario:
    """The scenario that the answer set chose, without a title, with nothing in it that nothing in it mentions."""
    chosen = _Chosen(atoms)
    names = sorted(arguments[0].string for arguments in atoms["card"])
    cards = {name: model.Card(printed=tuple(chosen.printed(name))) for name in names}
    initially = sorted(arguments[0] for arguments in atoms.get("initially", ()))
    whole = model.Scenario(
        title="",
        cards=cards,
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
        grants = {
            str(e): (a.name, c.string, f.string) for e, a, c, f in self.atoms.get("effect", ()) if e.name == "aura"
        }
        amounts = {str(effect): number.number for effect, number in self.atoms.get("amount", ())}
        whiles = {str(effect): condition(term) for effect, term in self.atoms.get("aura_while", ())}
        whens = {str(effect): condition(term) for effect, term in self.atoms.get("aura_when", ())}
        for effect, (action, card, feature) in sorted(grants.items()):
            grant: model.Grant | model.Modification
            if action == "gain":
                grant = model.Grant(feature, amounts.get(effect))
            else:
                grant = model.Modification(feature, amounts[effect])
            yield model.Aura(card, grant, existence=whiles.get(effect), when=whens.get(effect))

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
        card, feature, given, existence = arguments
        if deed.name == "gain":
            return model.Gain(card.string, feature.string, _number(given), _existence(existence))
        return model.Modify(card.string, feature.string, given.number, _existence(existence))


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
        names = ("card", "first", "second", "by", "on", "defender")
        mentioned |= {card for name in names if (card := getattr(event.happening, name, None)) is not None}
    kept = {card: printed for card, printed in whole.cards.items() if card in mentioned}
    return replace(whole, cards=kept or dict(list(whole.cards.items())[:1]))


def _reads(whole: model.Scenario) -> Iterable[tuple[str, ...]]:
    from pyrules.model.queries import conditions

    return (key for stated in conditions(whole) for key in reads(stated) if key[0] != "flag")


def chosen_atoms(atoms: Atoms) -> Iterator[str]:
    """What the answer set chose, as a body of a rule: the scenario and nothing else."""
    for name in ("deed", "initially", "printed_feature", "printed_modifier", "numeric", "plain"):
        yield from (f"{name}({','.join(map(str, arguments))})" for arguments in atoms.get(name, ()))
    for name in ("effect", "amount", "aura_while", "aura_when"):
        yield from (f"{name}({','.join(map(str, a))})" for a in atoms.get(name, ()) if a[0].name == "aura")
