"""What a search came to in one topic beside the named features: rolls, attacks, properties, boosts, …"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pyrules.analysis.compare.disagreement import Disagreement

Verdict = Literal["different", "equivalent-within-bound", "undetermined"]
Method = Literal["same rules", "induction", "search", "chance", "enumeration"]


@dataclass(frozen=True, slots=True)
class TopicResult:
    """What became of a topic in which the rules of two rulebooks differ.

    `shown` is the smallest scenario that shows it, with both answers; None where none was found. `looked_at` says in
    words what was gone through, or was to be, `method` how, and `note` what else there is to say.
    """

    topic: str
    verdict: Verdict
    method: Method
    looked_at: str
    shown: Disagreement | None = None
    note: str = ""
