"""The full derivation of a value as a tree: each atom under what it serves, with the sentence of its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text
from rich.tree import Tree

from pyrules.explanation.derivation import Derivation
from pyrules.explanation.explanation import Explanation
from pyrules.language import _, mark
from pyrules.report.explanation import words
from pyrules.report.notes import QUIET
from pyrules.report.terminal import text, trimmed

NOTHING = mark("There is nothing to derive: no rule ever gave, took or refused it.")
PARADOX = mark("There is nothing to derive where nothing settles; without --tree you are told why it does not.")


class DerivationTree:
    """Derivations of a value, to be printed on a rich console."""

    def __init__(self, why: Explanation, roots: Sequence[Derivation]) -> None:
        self.why, self.roots = why, roots

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from trimmed(Group(*self._parts()), console, options)

    def _parts(self) -> Iterator[RenderableType]:
        yield text(words.headline(self.why), "bold")
        if not self.roots:
            yield text(_(PARADOX if self.why.loop else NOTHING), QUIET)
        for root in self.roots:
            tree = Tree(self._words(root), guide_style=QUIET)
            self._grow(tree, root.children)
            yield tree

    def _grow(self, tree: Tree, nodes: Iterable[Derivation]) -> None:
        for node in nodes:
            self._grow(tree.add(self._words(node)), node.children)

    def _words(self, node: Derivation) -> Text:
        """The atom; then since when, the sentence of its rule, its clause, and what must be absent."""
        told = []
        if node.given:
            told.append(_("given"))
        if node.since is not None:
            told.append(_("unchanged since {event}", event=self.why.events[node.since]))
        if node.clause is not None:
            told.append(f"{_(node.sentence)} ({node.clause})")
        told += [_("no {atom}", atom=atom) for atom in node.absent]
        if node.repeated:
            told = [_("see above")]
        return Text.assemble(text(node.atom, "bold"), text(f"  {'; '.join(told)}", QUIET))
