"""On which readings an explained value rests."""

from __future__ import annotations

from pyrules.engine.dependencies import Dependency, of_value
from pyrules.explanation.explanation import Explanation
from pyrules.model.result import State
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook


def resting_on(scenario: Scenario, under: Rulebook, why: Explanation) -> tuple[Dependency, ...]:
    """The options of readings under which the value explained would be another one; none for a paradox."""
    if not why.outcomes:
        return ()

    def shown(state: State) -> object:
        match why.subject:
            case "feature":
                feature = state.features.get(why.card, {}).get(why.name)
                return None if feature is None else (feature.value, feature.effective)
            case "property":
                return state.properties.get(why.card, {}).get(why.name)
            case "attack":
                return None if state.attack is None else state.attack.damage
            case "roll":
                return None if state.roll is None else (state.roll.results, state.roll.high, state.roll.low)

    return of_value(scenario, under, why.after, shown)
