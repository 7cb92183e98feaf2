"""The ledgers of a roll: for each result one order of its modifiers that leads there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clingo import Function, Number, Symbol, SymbolType

from pyrules.asp.justify.justification import Support
from pyrules.explanation.answer_set import AnswerSet
from pyrules.explanation.explanation import Basis
from pyrules.explanation.ledger_writer import LedgerWriter, PendingStep, StepText
from pyrules.explanation.modified import Modified, Modifier
from pyrules.language import _, in_context, mark
from pyrules.model import wording
from pyrules.model.scenario import Flip, Reroll, Roll, Top

ATOMS = ("roll_result", "natural", "roll_refused", "group", "at_work", "set_to", "roll_illegal", "on_stack")
SIGNS = {
    "times": "×{number}",
    "at_least": mark("at least {number}"),
    "at_most": mark("at most {number}"),
    "add": "{number:+d}",
}


def roll_ledgers(record: AnswerSet, number: int, roll: Roll) -> list[list[PendingStep]]:
    """How the roll of event `number` came to each of its results, the lowest first."""
    step = record.timeline.step_of(number)
    modified = Modified(record, Function("roll", [Number(number)]), ATOMS, deep=True)
    results = sorted(result.number for (result,) in record.of("roll_result", step, Number(number)))
    if not results:
        return [_Teller(record, modified, number, step, roll).refused()]
    return [_Teller(record, modified, number, step, roll).steps(result) for result in results]


class _Teller:
    def __init__(self, record: AnswerSet, modified: Modified, number: int, step: int, roll: Roll) -> None:
        self.record, self.modified, self.roll, self.step = record, modified, roll, step
        self.number = Number(number)
        self.draft = LedgerWriter(after=number, moment=step)

    def refused(self) -> list[PendingStep]:
        """Why there is no roll."""
        for (label,) in self._of("roll_illegal"):
            self.draft.note(self._refusal("illegal", _("the roll is not legal"), label.name))
        return self.draft.steps

    def steps(self, result: int) -> list[PendingStep]:
        """What is declared, then the modifiers in an order that leads to the result."""
        self._natural()
        for modifier, by in self.modified.passed_over(self.step).items():
            self.draft.note(self.modified.over(modifier, by, self.step))
        left = self._at_work()
        for support in self._path(self._atom("roll_result", Number(result))):
            self._tell(support, left)
        return self.draft.steps

    def _refusal(self, kind: str, text: str, label: str) -> StepText:
        book = self.record.rulebook
        return StepText(kind, text, book.reason(label, False), (Basis(book.cite(label)),))

    # --- what is declared -------------------------------------------------------------------------

    def _natural(self) -> None:
        by = self.roll.by
        rolled = StepText(
            "natural", _("{card} rolls {number}", card=by, number=self.roll.natural), "", self._cite("on_stack"), by
        )
        self.draft.set(self.roll.natural, rolled)
        refused = {place.number: label.name for place, label in self._of("roll_refused")}
        for place, declared in enumerate(self.roll.steps, start=1):
            words = wording.roll_step(declared)
            if place in refused:
                self.draft.note(
                    self._refusal(
                        "refused", _("step {number}, {words}, is refused", number=place, words=words), refused[place]
                    )
                )
            elif isinstance(declared, Reroll | Flip):
                number = self._shown(place)
                self.draft.set(number, StepText("turned", words, "", self._cite("natural", place, number)))
            elif isinstance(declared, Top):
                self.draft.note(StepText("top", _("the roll is on top of the stack")))

    def _shown(self, place: int) -> int:
        """What the die shows after a step."""
        return next(number.number for (number,) in self._of("natural", Number(place)))

    # --- the way to a result ----------------------------------------------------------------------

    def _at_work(self) -> dict[tuple[Symbol, ...], list[Symbol]]:
        """The modifiers by group, operation and number: those that do the same are of one kind."""
        found: dict[tuple[Symbol, ...], list[Symbol]] = {}
        for *kind, which in self._of("at_work"):
            found.setdefault(tuple(kind), []).append(which)
        return found

    def _path(self, atom: Symbol) -> Iterator[Support]:
        """The supports on the way to an atom that the value passes through, in order."""
        support = self.modified.justification.of(atom)
        if support is None:
            return
        through = [each for each in support.positives if each.name in ("outcome", "worked_out", "reached", "left")]
        for each in through:
            yield from self._path(each)
        yield support

    def _tell(self, support: Support, left: dict[tuple[Symbol, ...], list[Symbol]]) -> None:
        """A modifier applied, a value clamped, or the roll set."""
        for atom in support.positives:
            if support.head.name == "reached" and atom.name == "makes":
                group, operation, number, to = (atom.arguments[place] for place in (1, 2, 3, 5))
                ordered = self.record.bases(support) if len([kind for kind in left if kind[0] == group]) > 1 else ()
                which = left[group, operation, number].pop(0)
                self._apply((group, operation, number), which, to.number, ordered)
            elif atom.name == "clamped":
                self._clamp(atom)
            elif atom.name == "set_to":
                self.draft.set(atom.arguments[1].number, self._setting(atom))

    def _apply(self, kind: tuple[Symbol, Symbol, Symbol], which: Symbol, to: int, ordered: tuple[Basis, ...]) -> None:
        group, operation, number = kind
        name, place, card = which.arguments
        modifier = Modifier(name.string if name.type is SymbolType.String else None, Function("", [place, card]))
        called = "" if modifier.name is None else f", {modifier.name}"
        change = _(SIGNS[operation.name], number=number.number)
        letter = in_context("letter", str(group))
        text = _(
            "group {group}: {change} from {card}{called}",
            group=letter,
            change=change,
            card=modifier.card,
            called=called,
        )
        bases = self._cite("at_work", *kind, which) + self._cite_group(card, group) + ordered
        asked = self.modified.had(modifier, self.step - 1)
        telling = StepText("modified", text, "", bases, modifier.card, asked)
        if operation.name == "add":
            self.draft.add(number.number, telling)
        else:
            self.draft.set(to, telling)

    def _clamp(self, atom: Symbol) -> None:
        to = atom.arguments[2]
        bases = self.modified.cite_atom(atom)
        if to.number != self.draft.count:
            self.draft.set(to.number, StepText("clamped", _("counts as {number}", number=to), "", bases))
        elif self.roll.strike_table and not 1 <= to.number <= 6:
            self.draft.note(
                StepText("strike table", _("{number} stands: it is read off the strike table", number=to), "", bases)
            )

    def _setting(self, atom: Symbol) -> StepText:
        return StepText("set", _("set to {number}", number=atom.arguments[1]), "", self.modified.cite_atom(atom))

    # --- atoms ------------------------------------------------------------------------------------

    def _of(self, predicate: str, *subject: Symbol) -> list[Sequence[Symbol]]:
        return self.record.of(predicate, self.step, self.number, *subject)

    def _atom(self, predicate: str, *arguments: Symbol) -> Symbol:
        return Function(predicate, [self.number, *arguments, Number(self.step)])

    def _cite(self, predicate: str, *arguments: Symbol | int) -> tuple[Basis, ...]:
        return self.modified.cite(predicate, self.number, *arguments, self.step)

    def _cite_group(self, card: Symbol, group: Symbol) -> tuple[Basis, ...]:
        return self.modified.cite("group", self.number, card, group)
