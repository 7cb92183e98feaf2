"""The ledger of an attack: its value, what modifies it and when, who may take part, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Function, Number, String, Symbol

from pyrules.explanation.answer_set import AnswerSet
from pyrules.explanation.explanation import Basis
from pyrules.explanation.ledger_writer import LedgerWriter, PendingStep, StepText
from pyrules.explanation.modified import Modified, Modifier
from pyrules.language import _, mark
from pyrules.model.scenario import Attack

PARTS = ("kept_out", "undefendable", "speed", "illegal", "target_fights", "defender_allowed")
COMES_TO = {"magnitude": mark("magnitude {number}"), "damage": mark("damage {number}")}
NUMBERS = ("magnitude", "damage", "vulnerable", "void")


def attack_steps(record: AnswerSet, number: int, attack: Attack) -> list[PendingStep]:
    """How the attack of event `number` came to its damage."""
    return _Teller(record, number, attack).steps()


class _Teller:
    def __init__(self, record: AnswerSet, number: int, attack: Attack) -> None:
        self.record, self.attack, self.number = record, attack, Number(number)
        self.step = record.timeline.step_of(number)
        self.modified = Modified(record, Function("attack", [self.number]), (*PARTS, *NUMBERS))
        self.draft = LedgerWriter(after=number, moment=self.step)

    def steps(self) -> list[PendingStep]:
        """Who may take part; then, of a legal attack, the numbers, in the order in which the rules count them."""
        self._parties()
        if not self._of("illegal"):
            self._numbers()
        return self.draft.steps

    def _numbers(self) -> None:
        sudden = self.attack.kind == "sudden"
        of = (
            mark("the value of the sudden attack of {by} on {on}")
            if sudden
            else mark("the value of the slow attack of {by} on {on}")
        )
        value = StepText("value", _(of, by=self.attack.by, on=self.attack.on), source=self.attack.by)
        self.draft.set(self.attack.value, value)
        vulnerable = self._vulnerable()
        applying = self.modified.applying(self.step)
        within = self._counts_vulnerability()
        for modifier, by in applying.items():
            if modifier not in vulnerable or within:
                self._modify(modifier, by)
        for modifier, by in self.modified.passed_over(self.step).items():
            self.draft.note(self.modified.over(modifier, by, self.step))
        self._void()
        self._come_to("magnitude")
        for modifier, by in applying.items():
            if modifier in vulnerable and not within:
                self._modify(modifier, by)
        self._come_to("damage")

    # --- who may take part ------------------------------------------------------------------------

    def _parties(self) -> None:
        for (speed,) in self._of("speed"):
            self._note(
                "speed",
                _("the attack is fast") if speed.name == "fast" else _("the attack is slow"),
                self._cite("speed", speed),
            )
        if self._of("target_fights"):
            self._note("fights", _("{card} fights", card=self.attack.on), self._cite("target_fights"))
        else:
            self._note("does not fight", _("{card} does not fight", card=self.attack.on), self._cite("kept_out"))
        if self._of("defender_allowed"):
            self._note("defender", _("a defender may be assigned"), self._cite("defender_allowed"))
        else:
            self._note("no defender", _("no defender can be assigned"), self._cite("undefendable"))
        for (label,) in self._of("illegal"):
            reason = self.record.rulebook.reason(label.name, False)
            basis = Basis(self.record.rulebook.cite(label.name))
            self.draft.note(StepText("illegal", _("the attack is not legal"), reason, (basis,)))

    # --- numbers ----------------------------------------------------------------------------------

    def _vulnerable(self) -> set[Modifier]:
        """What makes the target vulnerable, of what modifies the attack."""
        terms = {(name, term) for name, term, *_ in self._of("vulnerable")}
        return {each for each in self.modified.applying(self.step) if (String(each.name or ""), each.term) in terms}

    def _counts_vulnerability(self) -> bool:
        """Whether the rules count vulnerability in the magnitude, and not after it."""
        magnitude = self._number("magnitude")
        if magnitude is None:
            return False
        terms = [self.number, Number(magnitude), Number(self.step)]
        support = self.modified.justification.of(Function("magnitude", terms))
        return support is not None and any(atom.name == "vulnerability" for atom in support.positives)

    def _modify(self, modifier: Modifier, by: int) -> None:
        bases = self.modified.counted(modifier, by, self.step)
        if modifier.name is None or modifier.place > 0:
            named = f", {modifier.name}" if modifier.name is not None else ""
            self.draft.add(
                by,
                StepText(
                    "modified",
                    _("{number:+d} from {card}{named}", number=by, card=modifier.card, named=named),
                    "",
                    bases,
                    modifier.card,
                ),
            )
            return
        text = _("{name} of {card} changes it by {number:+d}", name=modifier.name, card=modifier.card, number=by)
        asked = self.modified.had(modifier, self.step - 1)
        self.draft.add(by, StepText("modified", text, "", bases, modifier.card, asked))

    def _void(self) -> None:
        for place, *_rest in self.record.of("void", self.step, self.modified.what):
            modifier = self.attack.modifiers[place.number - 1]
            bases = self.modified.cite("void", self.modified.what, place, self.step)
            reason = _("{card} is not in play", card=modifier.source)
            self.draft.note(
                StepText(
                    "void",
                    _("{number:+d} from {card} is void", number=modifier.by, card=modifier.source),
                    reason,
                    bases,
                )
            )

    def _come_to(self, name: str) -> None:
        """What the magnitude or the damage comes to: the count, or what it is held at."""
        number = self._number(name)
        if number is None:
            return
        bases = self._cite(name, Number(number))
        text = _(COMES_TO[name], number=number)
        if self.draft.count == number:
            self._note(name, text, bases)
        else:
            self.draft.set(number, StepText(name, text, _("it is not less than 0"), bases))

    # --- atoms ------------------------------------------------------------------------------------

    def _note(self, kind: str, text: str, bases: tuple[Basis, ...]) -> None:
        self.draft.note(StepText(kind, text, "", bases))

    def _of(self, predicate: str) -> list[Sequence[Symbol]]:
        return self.record.of(predicate, self.step, self.number)

    def _number(self, predicate: str) -> int | None:
        return next((number.number for (number,) in self._of(predicate)), None)

    def _cite(self, predicate: str, *arguments: Symbol) -> tuple[Basis, ...]:
        return self.modified.cite(predicate, self.number, *arguments, self.step)
