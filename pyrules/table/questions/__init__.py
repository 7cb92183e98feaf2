"""What is asked of a rulebook: one micro-step of one slice each, as facts of a world, and the answer read back.

A question is a kind and a key; keys are plain tuples, so that they are quick to look up. Answers are plain data too:
they go through processes and files. An answer of None says that the rules leave it open, or that it has another form.
"""

from pyrules.table.questions import attacks, attempts, circumstances, features, properties, rolls

KINDS = {
    **circumstances.KINDS,
    **attempts.KINDS,
    **features.KINDS,
    **properties.KINDS,
    **attacks.KINDS,
    **rolls.KINDS,
}
"""Every kind of question, by its name."""
