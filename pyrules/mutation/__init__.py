"""Mutations of a rulebook, one rule at a time: whether scenario files notice them, and whether anything could."""

from pyrules.mutation.judgement import Judgement, by_chance, by_search, difference
from pyrules.mutation.mutants import Mutation, mutations
from pyrules.mutation.scoring import Trial, clause_modules, trials
from pyrules.mutation.swap import mutated

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
