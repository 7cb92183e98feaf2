"""A scenario as a walk through the table."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from pyrules.engine import deeds
from pyrules.engine.timeline import Examined, examinations
from pyrules.model.queries import adjacency, conditions
from pyrules.model.result import Attempt, Evaluation, FeatureState, Loss, Outcome, State
from pyrules.model.scenario import (
    Adjust,
    Adjustment,
    Approach,
    Attack,
    Aura,
    Depart,
    Gain,
    Grant,
    Happening,
    Lose,
    Modification,
    Modify,
    PrintedFeature,
    PrintedModifier,
    Removal,
    Roll,
    Scenario,
    Start,
    Stop,
    Withdraw,
)
from pyrules.table.conditions import Conditions, Leaf, filled, form
from pyrules.table.moments import Moments
from pyrules.table.slices import Act, Adjusting, Feature, Trigger, Truths
from pyrules.table.table import CAUSES, Asking, Table, Unfit
from pyrules.table.terms import ALWAYS


def walk(scenario: Scenario, table: Table) -> Asking:
    """What the rulebook of the table says of a scenario, as an Evaluation; raises Unfit where the table cannot tell."""
    return (yield from _Walk(scenario, table).evaluation())


class _Walk:
    """One scenario on its way; what happens happens to slices that know nothing of one another."""

    def __init__(self, scenario: Scenario, table: Table) -> None:
        self.scenario, self.table, self.rulebook = scenario, table, table.rulebook
        self.conditions = Conditions(table)
        self.obtaining: set[Leaf] = set()
        self.in_play = dict.fromkeys(scenario.cards, True)
        self.before: Truths = []
        self.here: Truths = []
        self.features: dict[tuple[str, str], Feature] = {}
        self.unsettled: dict[Feature | Adjusting, None] = {}
        self.adjusting: list[Adjusting] = []
        self.states: list[State] = []
        self.attempts: list[Attempt] = []
        self.losses: set[tuple[int, int, int]] = set()
        self.cards = {card: place for place, card in enumerate(scenario.cards)}
        self.numeric: dict[str, bool] = {}
        self.names: dict[str, int] = {}
        self.flags = _flags(scenario)
        self.called: dict[Act, str] = {}
        self.shown: dict[str, MappingProxyType[str, FeatureState]] = {}
        self.changed: dict[str, None] = dict.fromkeys(scenario.cards)
        self.had: MappingProxyType[str, Any] = MappingProxyType({})
        self.properties: MappingProxyType[str, Any] = MappingProxyType({})
        self.obtained: MappingProxyType[str, bool] | None = None

    def evaluation(self) -> Asking:
        scenario, rulebook = self.scenario, self.rulebook
        yield from self._set_up()
        yield from self._start()
        yield from self._examine()
        yield from self._show(0, None)
        for number, event in enumerate(scenario.events, start=1):
            yield from self._event(number, event.happening)
        return Evaluation(
            file=scenario.file,
            title=scenario.title,
            rulebook=rulebook.name,
            rulebook_hash=rulebook.hash,
            readings=rulebook.readings,
            verdict="determined",
            outcomes=(Outcome(tuple(self.states)),),
            loop=None,
            cards=tuple(scenario.cards),
        )

    # --- what there is ----------------------------------------------------------------------------

    def _set_up(self) -> Asking:
        """Finds the deeds, the slices that they concern, and the conditions."""
        scenario = self.scenario
        self.acts: list[Act | None] = [self._act_of_event(event.happening) for event in scenario.events]
        self.examined: list[Trigger | None] = []
        for each in examinations(scenario):
            self.examined.append((yield from self._trigger(each)))
        acts = [act for act in (*self.acts, *(trigger.act for trigger in self.examined if trigger)) if act]
        self.of_act: dict[Act, Feature | Adjusting] = {}
        for card, of in scenario.cards.items():
            for thing in of.printed:
                self._feature(card, _name(thing))
                self._mention(_name(thing), _number(thing))
        for aura in scenario.auras:
            if not isinstance(aura.grant, Adjustment):
                self._mention(aura.grant.feature, _number(aura.grant))
        for act in self.acts:
            if act is not None and act.kind != "adjust":
                self._mention(act.deed.name, act.number)
        self.names = {name: place for place, name in enumerate(self.numeric)}
        for act in acts:
            if act.kind == "adjust":
                self.adjusting.append(Adjusting(self.table, act))
                self.of_act[act] = self.adjusting[-1]
            else:
                self.of_act[act] = self._feature(act.deed.card, act.deed.name)

    def _mention(self, name: str, number: int | None) -> None:
        self.numeric[name] = self.numeric.get(name, False) or number is not None

    def _feature(self, card: str, name: str) -> Feature:
        key = card, name
        if key not in self.features:
            self.features[key] = Feature(self.table, card, name)
        return self.features[key]

    def _act_of_event(self, happening: Happening) -> Act | None:
        match happening:
            case Gain(value=number) | Modify(by=number):
                condition = self.conditions.number(form(happening.existence))
                boosts = tuple([boost.by for boost in happening.boosts])
                return Act(deeds.of_event(happening), number, condition, boosts)
            case Lose():
                return Act(deeds.of_event(happening), None, ALWAYS)
            case Adjust():
                act = Act(deeds.of_event(happening), happening.by, self.conditions.number(form(happening.existence)))
                if happening.name is not None:
                    self.called[act] = happening.name
                return act
        return None

    def _trigger(self, examined: Examined) -> Asking:
        if examined.card is None:
            return (yield from self._trigger_of_aura(self.scenario.auras[examined.number - 1]))
        thing = self.scenario.cards[examined.card].printed[examined.number - 1]
        how = "printed_feature" if isinstance(thing, PrintedFeature) else "printed_modifier"
        asked = form(thing.existence)
        always = self.conditions.number(asked) == ALWAYS
        trigger, existence = yield from self.table.ask("effect", ("printed", how, False, always))
        if trigger is None:
            return None
        condition = ALWAYS if existence is None else self.conditions.number(filled(existence, asked, None))
        act = Act(deeds.of_printed(examined.card, thing), _number(thing), condition, (), self._place(examined))
        return Trigger(self.table, act, self.conditions.number(filled(trigger, asked, None)))

    def _place(self, examined: Examined) -> int:
        """The place of a printed thing among those of its name on its card."""
        printed = self.scenario.cards[examined.card or ""].printed
        name = _name(printed[examined.number - 1])
        return sum(_name(thing) == name for thing in printed[: examined.number])

    def _trigger_of_aura(self, aura: Aura) -> Asking:
        asked = form(aura.existence if aura.when is None else aura.when)
        how = "aura_while" if aura.when is None else "aura_when"
        always = self.conditions.number(asked) == ALWAYS
        trigger, existence = yield from self.table.ask("effect", ("aura", how, aura.source is not None, always))
        if trigger is None or existence is None:
            raise Unfit
        condition = self.conditions.number(filled(existence, asked, aura.source))
        act = Act(deeds.of_aura(aura), _number(aura.grant), condition)
        if isinstance(aura.grant, Adjustment) and aura.grant.name is not None:
            self.called[act] = aura.grant.name
        return Trigger(self.table, act, self.conditions.number(filled(trigger, asked, aura.source)))

    # --- micro-steps ------------------------------------------------------------------------------

    def _start(self) -> Asking:
        scenario = self.scenario
        if not self.table.stays:
            yield from self._stays()
        self.obtaining = {("flag", flag) for flag in scenario.conditions}
        self.obtaining |= {("adjacent", *adjacency(*pair)) for pair in scenario.adjacent}
        self.here = self.before = yield from self.conditions.truths(self.obtaining, self.in_play)
        printed: dict[tuple[str, str], list[tuple[str, int | None, int, int]]] = {}
        for id, card in scenario.cards.items():
            for thing in card.printed:
                of = printed.setdefault((id, _name(thing)), [])
                kind = "gain" if isinstance(thing, PrintedFeature) else "modify"
                of.append((kind, _number(thing), self.conditions.number(form(thing.existence)), len(of) + 1))
        rows = self.table.rows["start"]
        for place, feature in self.features.items():
            key = feature.start_key(self.numeric[feature.name], printed.get(place, ()), self.here)
            feature.take(rows.get(key) or (yield from self.table.ask("start", key)))
            if not feature.is_calm(self.here, True):
                self.unsettled[feature] = None
        for each in self.adjusting:
            self.unsettled[each] = None
        for trigger in self.examined:
            if trigger is not None:
                yield from trigger.start()

    def _stays(self) -> Asking:
        """What is given is so at the start and goes on where nothing happens: that the rules say so is seen once."""
        initial = yield from self.table.ask("initial", ())
        if initial != (True, True):
            raise Unfit
        for before in (False, True):
            if (yield from self.table.ask("change", ("", before))) != (before, before, before):
                raise Unfit
        self.table.stays = True

    def _event(self, number: int, happening: Happening) -> Asking:
        moment = None
        if isinstance(happening, Attack | Roll):
            moment = yield from Moments(self).of(happening)
        leaves = yield from self._change(happening)
        act = self.acts[number - 1]
        if act is not None:
            row = self.table.rows["deed"].get((act.kind,)) or (yield from self.table.ask("deed", (act.kind,)))
            if row != (True,):
                raise Unfit
        if self.here is not self.before or leaves:
            self._unsettle(leaves)
        yield from self._step(act, leaves)
        self.before = self.here
        if self.examined:
            yield from self._examine()
        yield from self._show(number, happening, moment)

    def _unsettle(self, leaves: str | None) -> None:
        """What hangs on a condition that has changed, or is on the card that leaves, is settled no more."""
        changed = {number for number, truth in enumerate(self.here) if truth != self.before[number]}
        for feature in self.features.values():
            if feature.card == leaves or not changed.isdisjoint(feature.slots):
                self.unsettled[feature] = None
        for each in self.adjusting:
            if each.act.deed.card == leaves or each.act.condition in changed:
                self.unsettled[each] = None

    def _change(self, happening: Happening) -> Asking:
        """What the event changes of the circumstances; says which card leaves."""
        leaf: Leaf
        match happening:
            case Start(flag):
                what, leaf = "starts", ("flag", flag)
            case Stop(flag):
                what, leaf = "stops", ("flag", flag)
            case Approach(first, second):
                what, leaf = "approaches", ("adjacent", *adjacency(first, second))
            case Withdraw(first, second):
                what, leaf = "withdraws", ("adjacent", *adjacency(first, second))
            case Depart(card):
                row = yield from self.table.ask("change", ("departs", self.in_play[card]))
                leaves = self.in_play[card] and not row[2]
                self.in_play[card] = row[2]
                self.changed[card] = None
                if leaves:
                    self.here = yield from self.conditions.truths(self.obtaining, self.in_play)
                return card
            case _:
                return None
        row = yield from self.table.ask("change", (what, leaf in self.obtaining))
        obtains = row[0] if leaf[0] == "flag" else row[1]
        if obtains != (leaf in self.obtaining):
            (self.obtaining.add if obtains else self.obtaining.discard)(leaf)
            self.obtained = None
            self.here = yield from self.conditions.truths(self.obtaining, self.in_play)
        return None

    def _examine(self) -> Asking:
        for trigger in self.examined:
            attempted, state = False, ()
            if trigger is not None:
                held = trigger.condition == ALWAYS or self.here[trigger.condition]
                in_play = self.in_play[trigger.act.deed.card]
                key = trigger.key(True, held, in_play)
                state, attempted = self.table.rows["trigger"].get(key) or (yield from self.table.ask("trigger", key))
            if attempted or self.unsettled:
                yield from self._step(trigger.act if attempted and trigger else None, None)
            if trigger is not None:
                if attempted and self.performed is not None:
                    key = trigger.key(True, held, in_play, self.performed)
                    state, _ = yield from self.table.ask("trigger", key)
                if state != trigger.state:
                    yield from trigger.come_to(state)

    def _step(self, act: Act | None, leaves: str | None) -> Asking:
        """Everything that may change goes through a micro-step."""
        acted = self.of_act[act] if act is not None else None
        if acted is not None:
            self.unsettled[acted] = None
        self.performed: str | None = None
        rows, idle = self.table.rows["feature"], self.before is self.here and leaves is None
        for each in list(self.unsettled):
            own = act if each is acted else None
            if isinstance(each, Feature):
                card = each.card
                leaving = card == leaves
                was = self.in_play[card] or leaving
                shown = each.shown
                key = each.key(own, self.before, self.here, was, leaving)
                each.take(rows.get(key) or (yield from self.table.ask("feature", key)))
                if each.shown is not shown:
                    self.changed[card] = None
                if each.losses:
                    self._lose(each)
                if each.still and idle and own is None:
                    each.calms(self.here, was)
                if each.is_calm(self.here, self.in_play[card]):
                    del self.unsettled[each]
            else:
                card = each.act.deed.card
                leaving = card == leaves
                self.changed[card] = None
                yield from each.step(own is not None, self.before, self.here, self.in_play[card] or leaving, leaving)
                if each.still and idle and own is None:
                    del self.unsettled[each]
            if own is not None and each.verdict is not None:
                self._attempted(own, each.verdict)

    def _attempted(self, act: Act, verdict: tuple[bool, str, int | None, int | None]) -> None:
        performed, label, *_ = verdict
        self.performed = label if performed else None
        self.attempts.append(self.table.attempt(act.deed, verdict))

    def _lose(self, feature: Feature) -> None:
        card, name = self.cards[feature.card], self.names[feature.name]
        self.losses |= {(card, name, cause) for _, cause in feature.losses}

    # --- what is shown ----------------------------------------------------------------------------

    def _show(self, number: int, happening: Happening | None, moment: Any = None) -> Asking:
        if self.changed:
            self.had = MappingProxyType(self._had())
            self.properties = MappingProxyType((yield from Moments(self).properties()))
            self.changed = {}
        if self.obtained is None:
            self.obtained = MappingProxyType({flag: ("flag", flag) in self.obtaining for flag in self.flags})
        self.states.append(
            State(
                after=number,
                event=None if happening is None else self.table.worded(happening),
                conditions=self.obtained,
                features=self.had,
                properties=self.properties,
                attempts=tuple(self.attempts),
                losses=self._lost(),
                roll=moment if isinstance(happening, Roll) else None,
                attack=moment if isinstance(happening, Attack) else None,
            )
        )
        self.attempts, self.losses = [], set()

    def _lost(self) -> tuple[Loss, ...]:
        if not self.losses:
            return ()
        cards, names = list(self.cards), list(self.names)
        return tuple([Loss(cards[card], names[name], CAUSES[cause]) for card, name, cause in sorted(self.losses)])

    def _had(self) -> dict[str, MappingProxyType[str, FeatureState]]:
        for card in self.changed:
            self.shown[card] = MappingProxyType(
                {
                    name: feature.shown
                    for name in self.names
                    if (feature := self.features.get((card, name))) is not None and feature.shown is not None
                }
            )
        return {card: had for card in self.cards if (had := self.shown[card])}


def _flags(scenario: Scenario) -> tuple[str, ...]:
    """As `queries.flags`, from the forms of conditions; raises Unfit where one of them asks for features."""
    found = dict.fromkeys(scenario.conditions)
    for condition in conditions(scenario):
        of = form(condition)
        if of is not None:
            if not of.fits:
                raise Unfit
            found.update(dict.fromkeys(of.flags))
    for event in scenario.events:
        if isinstance(event.happening, Start | Stop):
            found[event.happening.flag] = None
    return tuple(found)


def _name(thing: PrintedFeature | PrintedModifier) -> str:
    return thing.name if isinstance(thing, PrintedFeature) else thing.feature


def _number(thing: PrintedFeature | PrintedModifier | Grant | Modification | Adjustment | Removal) -> int | None:
    match thing:
        case PrintedFeature(_, number) | Grant(_, number):
            return number
        case Removal():
            return None
    return thing.by
