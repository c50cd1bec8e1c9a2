"""What the measures of one fix write into, together: a plan for each file, new names, new variables.

In: requests of the measures. Out: the new texts of the files that changed.
"""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain, count

from tree_sitter import Node

from raddle.repair.fixes import Line
from raddle.repair.source.calls import Calls
from raddle.repair.source.file_scope import Shared, Use, Variable, fresh, include, share
from raddle.repair.source.parsed import CannotWriteError, Source
from raddle.repair.source.plan import Plan


@dataclass(slots=True)
class Split:
    """`int x, y;`: declarators that get a declaration of their own."""

    source: Source
    declaration: Node
    own: dict[int, str] = field(default_factory=dict)
    """By the id of the declarator."""

    def text(self) -> str:
        source, declarators = self.source, self.declaration.children_by_field_name("declarator")
        start = self.declaration.start_byte
        separator = source.newline + source.indentation(start) if source.starts_line(start) else " "
        others = ", ".join(source.text(node) for node in declarators if node.id not in self.own)
        specifiers = source.between(start, declarators[0].start_byte)
        return separator.join([*self.own.values(), *([f"{specifiers}{others};"] if others else [])])


@dataclass(slots=True)
class Work:
    sources: Mapping[str, Source]
    units: Sequence[Set[str]]
    """Which of the sources each compilation reads."""
    plans: dict[str, Plan] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    """Names that this fix introduces."""
    shared: list[Shared] = field(default_factory=list)
    split: dict[int, Split] = field(default_factory=dict)
    """By the id of the declaration."""

    _calls: Calls | None = None
    _guards: dict[int, list[str]] = field(default_factory=dict)
    """Names of new guards, by the id of the function."""

    @property
    def calls(self) -> Calls:
        if self._calls is None:
            self._calls = Calls(self.sources)
        return self._calls

    def source(self, line: Line) -> Source:
        found = self.sources.get(line.file)
        if found is None:
            raise CannotWriteError(f"{line.file} is not one of the sources that may be edited")
        return found

    def plan(self, source: Source) -> Plan:
        return self.plans.setdefault(source.name, Plan(source))

    def fresh(self, wanted: str) -> str:
        return fresh(self.sources, wanted, self.taken)

    def guard_name(self, source: Source, function: Node) -> str:
        """That nothing in the function has, nor another guard of this fix."""
        words = {*re.findall(r"\w+", source.text(function)), *self._guards.setdefault(function.id, [])}
        numbered = (f"guard_{number}" for number in count(2))
        name = next(name for name in chain(("guard",), numbered) if name not in words)
        self._guards[function.id].append(name)
        return name

    def share(self, variables: Sequence[Variable], header: str, uses: Sequence[Use]) -> None:
        self.shared.append(Shared(tuple(variables), header, tuple(uses)))

    def include(self, source: Source, header: str) -> None:
        include({name: self.plan(other) for name, other in self.sources.items()}, source.name, header)

    def split_off(self, source: Source, declaration: Node, declarator: Node, own: str) -> None:
        self.split.setdefault(declaration.id, Split(source, declaration)).own[declarator.id] = own

    def results(self) -> dict[str, str]:
        for split in self.split.values():
            self.plan(split.source).replace(split.declaration, split.text())
        everything = {name: self.plans.get(name, Plan(source)) for name, source in self.sources.items()}
        share(everything, self.units, self.shared)
        texts = {name: plan.result() for name, plan in everything.items()}
        before = {name: source.between(0, len(source.data)) for name, source in self.sources.items()}
        return {name: text for name, text in texts.items() if text != before[name]}
