"""Brute force: which accesses nothing orders, whichever way all threads go.

In: a small trace program with branches. Out: pairs of events, the first of which has taken place where the second is
next and possible. Each state is looked at with all that has taken place before it and who knows of that
(model/clocks.py): slow, and without any idea of what may be left out.
"""

from raddle.base.errors import ToolError
from raddle.model.accesses import Touch, meet
from raddle.model.clocks import Clocks
from raddle.model.machine import Machine
from raddle.model.program import TraceProgram


def unordered_of(program: TraceProgram, limit: int) -> set[tuple[int, int]]:
    machine = Machine(program)
    done: frozenset[tuple[int, tuple[Touch, ...]]] = frozenset()
    first = machine.initial, Clocks(machine), done
    seen, stack, found = {(first[0], first[1].key(), done)}, [first], set[tuple[int, int]]()
    while stack:
        state, clocks, done = stack.pop()
        for thread in machine.layout.threads:
            for event in machine.outcomes(state, thread):
                if machine.can_happen(state, event):
                    touched = machine.touched(list(state), event, machine.worth)
                    found |= {
                        (one, event.number)
                        for one, before in done
                        if meet(before, touched) and not clocks.precedes(one, event, touched)
                    }
        for move, after in machine.successors(state):
            event = program.events[move.event]
            touched = machine.touched(list(state), event, machine.worth)
            knows = clocks.copy()
            knows.perform(event, state, touched)
            behind = after, knows, (done | {(move.event, touched)} if touched else done)
            key = after, knows.key(), behind[2]
            if not machine.ends_the_run(move.event) and key not in seen:
                seen.add(key)
                stack.append(behind)
        if len(seen) > limit:
            raise ToolError(f"the paths have more than {limit} states: too many to enumerate")
    return found
