"""Mutations of a rulebook, one rule at a time, and whether scenario files would notice them."""

from pyrules.mutation.mutants import Mutation, mutations
from pyrules.mutation.scoring import Score, Trial, clause_modules, score
from pyrules.mutation.swap import mutated

__all__ = ["Mutation", "Score", "Trial", "clause_modules", "mutated", "mutations", "score"]
