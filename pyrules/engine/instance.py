"""A scenario under a rulebook, with what is worked out of the two before they are solved."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pyrules.engine.facts import facts
from pyrules.engine.timeline import Timeline, timeline
from pyrules.model.queries import feature_names, properties_asked_about, reads_features
from pyrules.model.scenario import Attack, Roll, Scenario
from pyrules.rulebook.book import ON_PROPERTIES, Rulebook


@dataclass(frozen=True)
class Instance:
    """A scenario under a rulebook: its micro-steps, its facts, and the modules that it needs, each worked out once."""

    scenario: Scenario
    rulebook: Rulebook

    @cached_property
    def timeline(self) -> Timeline:
        """The micro-steps of the scenario."""
        return timeline(self.scenario)

    @cached_property
    def facts(self) -> str:
        """The scenario as facts."""
        return facts(self.scenario, self.timeline)

    @cached_property
    def features(self) -> tuple[str, ...]:
        """Every name that a feature can have: those in the scenario, then those that rules of an edit spell out."""
        return tuple(dict.fromkeys((*feature_names(self.scenario), *self.rulebook.names)))

    @cached_property
    def modules(self) -> tuple[Path, ...]:
        """The modules of the rulebook that have something to say of the scenario."""
        happenings = {type(event.happening) for event in self.scenario.events}
        topics = (("dice", Roll), ("attack", Attack))
        absent = [topic for topic, happening in topics if happening not in happenings]
        if not properties_asked_about(self.scenario):
            absent.append(ON_PROPERTIES)
        return self.rulebook.modules_for(reads_features(self.scenario), absent)
