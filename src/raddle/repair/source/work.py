"""What the measures of one fix write into, together: a plan for each file, new names, new variables.

In: requests of the measures. Out: the new texts of the files that changed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from raddle.repair.fixes import Line
from raddle.repair.source.file_scope import Shared, Use, Variable, fresh, include, share
from raddle.repair.source.parsed import CannotWriteError, Source
from raddle.repair.source.plan import Plan


@dataclass(slots=True)
class Work:
    sources: Mapping[str, Source]
    plans: dict[str, Plan] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    """Names that this fix introduces."""
    shared: list[Shared] = field(default_factory=list)

    def source(self, line: Line) -> Source:
        found = self.sources.get(line.file)
        if found is None:
            raise CannotWriteError(f"{line.file} is not one of the sources that may be edited")
        return found

    def plan(self, source: Source) -> Plan:
        return self.plans.setdefault(source.name, Plan(source))

    def fresh(self, wanted: str) -> str:
        return fresh(self.sources, wanted, self.taken)

    def share(self, variables: Sequence[Variable], header: str, uses: Sequence[Use]) -> None:
        self.shared.append(Shared(tuple(variables), header, tuple(uses)))

    def include(self, source: Source, header: str) -> None:
        include({name: self.plan(other) for name, other in self.sources.items()}, source.name, header)

    def results(self) -> dict[str, str]:
        everything = {name: self.plans.get(name, Plan(source)) for name, source in self.sources.items()}
        share(everything, self.shared)
        texts = {name: plan.result() for name, plan in everything.items()}
        before = {name: source.between(0, len(source.data)) for name, source in self.sources.items()}
        return {name: text for name, text in texts.items() if text != before[name]}
