"""A slice of the cone: the check, the branches of its own thread that speak of the same values, and the reads in them.

An abstraction: what others do before they write is left open, and so are the reads that only feed what is written.
Whether an event of another thread takes place is free: a slice that drops a branch frees in(e), it never sets it true
(docs/rules.md, Prefixes). So unsatisfiable on the slice is a proof; satisfiable says nothing yet.
"""

from raddle.encode.index import Index, variables_in
from raddle.encode.reach import Reach
from raddle.encode.trace_candidates import TraceCandidates
from raddle.logic.evaluate import variables_of
from raddle.logic.terms import Term
from raddle.model.actions import Check
from raddle.model.goals import Fails


class Near(Reach):
    """`guards`: the events of the check's thread whose conditions belong to the slice."""

    def __init__(self, index: Index, check: int, candidates: TraceCandidates) -> None:
        super().__init__(index, Fails(check), alone=True)
        self._check = check
        self._candidates = candidates
        self.guards: dict[int, None] = {}
        action = index.ctp.events[check].action
        assert isinstance(action, Check)
        self._connect(variables_of((action.condition,)))
        for variable in self.reads:
            event, read = index.reads[variable]
            for writer, _ in candidates.competitors(event, read):
                self._require(writer)

    def _connect(self, variables: list[Term]) -> None:
        """Reads and guards of the thread that have to do with these variables."""
        todo = [variable for variable in variables if variable in self._index.reads]
        made_of_them: set[Term] = set()
        within: set[Term] = set()
        while todo:
            variable = todo.pop()
            if variable in self.reads:
                continue
            self.reads[variable] = None
            event, read = self._index.reads[variable]
            same = self._candidates.same_as(event, read)
            if same is not None:
                todo.append(same)
                continue
            only = self._candidates.only(event, read)
            if only is not None:
                todo += [one for one in variables_in(only.value, within) if one in self._index.reads]
            for guard in self._index.guards_on(variable, made_of_them):
                if guard < self._check and guard not in self.guards:
                    self.guards[guard] = None
                    todo += [one for one in self._index.guard_variables(guard, within) if one not in self.reads]
