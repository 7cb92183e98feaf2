"""Mutations of a rulebook, one rule at a time: whether scenario files notice them, and whether anything could."""

from pyrules.analysis.mutation.judgement import Judgement, by_chance, by_search, difference
from pyrules.analysis.mutation.mutants import Mutation, mutations
from pyrules.analysis.mutation.scoring import Trial, clause_modules, trials
from pyrules.analysis.mutation.swap import mutated

__all__ = [
    "Judgement",
    "Mutation",
    "Trial",
    "by_chance",
    "by_search",
    "clause_modules",
    "difference",
    "mutated",
    "mutations",
    "trials",
]
