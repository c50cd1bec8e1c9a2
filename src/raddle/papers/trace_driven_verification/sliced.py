"""Which events of the paths a question needs, and what of each: the rest cannot change the answer.

Not the paper's; decision 23 says in which of its columns it is.

An event is needed if it is asked for, if it changes something that a needed event looks at, creates a thread, ends one
that is joined, or if a needed one stands behind it in its thread. What a needed event does to things that nobody looks
at, and what it reads and nobody uses, is left out of its rule. (`whole`: everything is needed.)
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from raddle.logic.evaluate import variables_of
from raddle.logic.terms import Term
from raddle.model.actions import Create, Exit, Join, RegionBegin, Step
from raddle.model.program import MAIN, TraceProgram
from raddle.papers.trace_driven_verification.accesses import access_rule
from raddle.papers.trace_driven_verification.rules import Rule
from raddle.papers.trace_driven_verification.slots import Slots
from raddle.papers.trace_driven_verification.synchronisation import Synchronisation


@dataclass(frozen=True)
class Sliced:
    slots: Slots = field(repr=False)
    rules: Mapping[int, Rule] = field(repr=False)
    """Of each event that is needed."""
    has_regions: bool


def rules_of(ctp: TraceProgram, slots: Slots, events: Iterable[int]) -> dict[int, Rule]:
    synchronisation = Synchronisation(ctp, slots)
    found = {}
    for number in events:
        event = ctp.events[number]
        if isinstance(event.action, Step):
            found[number] = access_rule(ctp.terms, slots, event, event.action)
        else:
            found[number] = synchronisation.rule(event)
    return found


def sliced(
    paths: TraceProgram, slots: Slots, candidates: Iterable[int], goal: frozenset[int], *, whole: bool
) -> Sliced:
    """Of the candidates, what the goal's events need: those that can be reached at all."""
    ctp = paths
    kept = _reachable(paths, frozenset(candidates))
    rules = rules_of(ctp, slots, kept)
    while not whole:
        rules = _trimmed(rules)
        needed = _needed(paths, rules, goal)
        if len(needed) == len(rules):
            break
        rules = {event: rules[event] for event in sorted(needed)}
    has_regions = any(isinstance(ctp.events[event].action, RegionBegin) for event in rules)
    return Sliced(slots, rules, has_regions)


def _reachable(paths: TraceProgram, candidates: frozenset[int]) -> list[int]:
    found: set[int] = set()
    points = [paths.graph.roots[MAIN]]
    seen = set(points)
    while points:
        for number in paths.graph.leaving.get(points.pop(), ()):
            if number not in candidates:
                continue
            found.add(number)
            action = paths.events[number].action
            after = [paths.graph.target[number]]
            if isinstance(action, Create):
                after.append(paths.graph.roots[action.child])
            points += [point for point in after if point not in seen]
            seen.update(after)
    return sorted(found)


def _trimmed(rules: Mapping[int, Rule]) -> dict[int, Rule]:
    """What nobody looks at is not changed; what nobody uses is not read."""
    while True:
        used = {variable for rule in rules.values() for variable in _seen_by(rule)}
        trimmed = {event: _without(rule, used) for event, rule in rules.items()}
        if trimmed == rules:
            return trimmed
        rules = trimmed


def _seen_by(rule: Rule) -> set[Term]:
    """All that a rule looks at. What a slot was before it is changed is not looked at for that alone."""
    seen = set(variables_of([rule.needs_shared, rule.needs_local, *(content for _, content in rule.reads)]))
    own = {touch.slot.index: touch.slot.now for touch in rule.touches}
    for slot, value in rule.changes.items():
        seen.update(variable for variable in variables_of([value]) if variable is not own[slot])
    return seen


def _without(rule: Rule, used: set[Term]) -> Rule:
    live = {touch.slot.index for touch in rule.touches if touch.slot.now in used}
    reads = tuple((variable, content) for variable, content in rule.reads if variable in used)
    changes = {slot: value for slot, value in rule.changes.items() if slot in live}
    read_slots = set(variables_of([rule.needs_shared, *(content for _, content in reads), *changes.values()]))
    touches = tuple(
        touch
        for touch in rule.touches
        if (touch.slot.index in changes if touch.writes else touch.slot.now in read_slots)
    )
    return replace(rule, reads=reads, changes=changes, touches=touches)


def _needed(paths: TraceProgram, rules: Mapping[int, Rule], goal: frozenset[int]) -> set[int]:
    actions = {event: paths.events[event].action for event in rules}
    joined = {action.child for action in actions.values() if isinstance(action, Join)}
    threads = {paths.events[event].thread for event in rules}
    leaving: dict[int, list[int]] = defaultdict(list)
    needed: set[int] = set()
    for event in sorted(rules, reverse=True):
        rule, action = rules[event], actions[event]
        of_itself = event in goal or bool(rule.changes) or rule.creates in threads
        ends = isinstance(action, Exit) and paths.events[event].thread in joined
        if of_itself or ends or any(other in needed for other in leaving[paths.graph.target[event]]):
            needed.add(event)
        leaving[paths.graph.source[event]].append(event)
    return needed
