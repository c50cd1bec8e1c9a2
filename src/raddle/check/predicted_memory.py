"""What a trace program tells of a memory error that no real run has shown: who, where, with which locks."""

from raddle.check.predicted import StackOf, access_at
from raddle.model.accesses import accesses_of
from raddle.model.actions import Check, Free
from raddle.model.goals import Fails, Goal, UseAfterFree
from raddle.model.program import TraceProgram
from raddle.report.result import MemoryFault, Verb


def predicted_fault(ctp: TraceProgram, goal: Goal, stack_of: StackOf) -> MemoryFault:
    """Which value an address or a divisor would have is not known."""
    match goal:
        case Fails(check):
            action = ctp.events[check].action
            assert isinstance(action, Check)
            access = access_at(ctp, check, "read", stack_of)
            if action.against == "division":
                return MemoryFault("division", "", access)
            return MemoryFault("dangling", "memory", access, detail="its address is not valid")
        case UseAfterFree(free, use):
            action = ctp.events[free].action
            assert isinstance(action, Free)
            again = isinstance(ctp.events[use].action, Free)
            verb: Verb = "free" if again else _verb(ctp, use)
            access = access_at(ctp, use, verb, stack_of)
            freed = access_at(ctp, free, "return" if action.of_frame else "free", stack_of)
            memory = _memory(ctp, free, use)
            if action.of_frame:
                return MemoryFault("dangling", memory, access, freed)
            return MemoryFault("double-free" if again else "use-after-free", memory, access, freed)
        case _:
            raise AssertionError(goal)


def _verb(ctp: TraceProgram, use: int) -> Verb:
    found = list(accesses_of(ctp.events[use]))
    writes, reads = any(one.writes for one in found), any(not one.writes for one in found)
    return "update" if writes and reads else "write" if writes else "read"


def _memory(ctp: TraceProgram, free: int, use: int) -> str:
    """Of the first cell that both may be about."""
    action = ctp.events[free].action
    assert isinstance(action, Free)
    touched = [cell for one in accesses_of(ctp.events[use]) for cell in one.cells]
    found = ctp.cells[next((cell for cell in touched if cell in action.cells), action.cells[0])]
    if found.hidden and len(set(touched)) == 1:
        found = ctp.cells[touched[0]]
    return found.name.partition("#")[0] if found.hidden else found.name
