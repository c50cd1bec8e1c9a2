"""What was decided, in sentences: what was found, what is proved within which bound, what is left open.

Each property has sentences and counts of its own: a program whose assertions hold may race, and the other way round.
"""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from raddle.base.time_limit import BUDGET_ENDED
from raddle.report.properties import Property
from raddle.report.result import Finding, Kind, Open, Result, Stats
from raddle.report.rows import Row, count, position, wrapped
from raddle.report.untaken import untaken_words

NOT_COVERED: Final = "Paths that this run did not take are not covered."
TO_GO_ON: Final = "To go on: raddle verify, or a larger --budget."
FOR_ALL: Final = {
    "all": "all executions under this input",
    "sequentially consistent": "all sequentially consistent executions under this input",
}
"""For whom something is proved."""
FOR_RECORDED: Final = "NOTHING FOUND on the recorded paths; other paths are not all covered."
NOT_ALL: Final = "not proved for all executions under this input (--complete)"
MOST_OPEN: Final = 20
"""Of a property, that are told one by one."""
AS_LONG_AS: Final = "All this holds as long as what is assumed below does."
_KINDS_OF: Final[dict[Property, tuple[Kind, ...]]] = {
    "assertions": ("assertion", "failure"),
    "exit": ("exit",),
    "races": ("data-race",),
    "atomicity": ("atomicity",),
    "deadlocks": ("deadlock",),
    "memory": ("memory",),
    "misuse": ("misuse",),
}
_NOUNS: Final[dict[Property, tuple[str, str]]] = {
    "assertions": ("failure", "failures"),
    "exit": ("failing exit status", "failing exit statuses"),
    "races": ("data race", "data races"),
    "atomicity": ("atomicity violation", "atomicity violations"),
    "deadlocks": ("deadlock", "deadlocks"),
    "memory": ("memory error", "memory errors"),
    "misuse": ("misuse of a lock", "misuses of locks"),
}
_OPEN_NOUNS: Final[dict[Property, tuple[str, str]]] = {
    "assertions": ("assertion", "assertions"),
    "exit": ("possible failing exit status", "possible failing exit statuses"),
    "races": ("pair of places", "pairs of places"),
    "atomicity": ("possible atomicity violation", "possible atomicity violations"),
    "deadlocks": ("possible deadlock", "possible deadlocks"),
    "memory": ("possible memory error", "possible memory errors"),
    "misuse": ("possible misuse of a lock", "possible misuses of locks"),
}


def open_rows(undecided: Sequence[Open], width: int) -> Iterator[Row]:
    for about, kinds in _KINDS_OF.items():
        own = [one for one in undecided if one.kind in kinds]
        if not own:
            continue
        yield Row(f"UNDECIDED: {count(_places(own), *_OPEN_NOUNS[about])}", "bold yellow")
        for one in own[:MOST_OPEN]:
            where = position(one.place) if one.place is not None else "an unknown place"
            if one.other is not None:
                where += f" and {position(one.other)}"
            if about == "deadlocks" and one.place is None:
                where = "all threads at once"
            many = "pairs of executions" if about == "races" else "executions"
            times = f" ({one.instances} {many})" if one.instances > 1 else ""
            yield from wrapped(f"{where}{times}: {one.reason}", width, indent=2, hanging=4)
        if len(own) > MOST_OPEN:
            yield Row(f"  ... and {len(own) - MOST_OPEN} more (--format json tells all of them)", "dim")


def verdict_rows(result: Result, width: int) -> Iterator[Row]:
    match result.verdict:
        case "none":
            yield from wrapped(_nothing_wrong(result), width, style="bold green")
        case "unknown":
            yield from wrapped(_inconclusive(result), width, style="bold yellow")
        case "bug":
            yield from wrapped(_found(result), width, style="bold")
        case other:
            assert_never(other)
    proved = False
    for about in result.properties:
        if _is_clean(result, about):
            said = _nothing_found(about, result)
            proved |= bool(said)
            yield from wrapped(said, width, style="bold green")
        elif said := _in_part(about, result.stats):
            proved = True
            yield from wrapped(said, width)
        elif said := _decided(about, result):
            yield from wrapped(said, width)
    if result.suppressed:
        yield from wrapped(_suppressed(result), width)
    if proved and result.bound:
        yield from wrapped(f"That is for schedules with {result.bound}; not proved beyond.", width)
    elif proved and result.lifted:
        yield from wrapped("The proof did not need the bound: it holds for any number of switches.", width)
    if proved and result.assumptions:
        yield from wrapped(AS_LONG_AS, width)
    yield from _other_paths(result, width)


def _nothing_wrong(result: Result) -> str:
    if result.others is None or not result.covers_all:
        return FOR_RECORDED
    return f"PROVED for {FOR_ALL[result.others.executions]}."


def _other_paths(result: Result, width: int) -> Iterator[Row]:
    """Whether what is said holds of paths that the recorded run did not take."""
    others = result.others
    if others is None:
        yield from wrapped(NOT_COVERED, width)
        return
    if not others.reason:
        yield from wrapped(others.extent, width)
        return
    yield from wrapped(f"Other paths: {count(others.runs, 'run')} showed nothing wrong; {others.reason}.", width)
    for said in (untaken_words(others.untaken), others.extent, TO_GO_ON):
        yield from wrapped(said, width)


def _is_clean(result: Result, about: Property) -> bool:
    """Nothing was found, left open or suppressed there, and the run came to its end."""
    kinds = _KINDS_OF[about]
    told = [finding.kind for finding in result.findings] + [one.finding.kind for one in result.suppressed]
    told += [one.kind for one in result.open]
    return not result.cut and about not in result.unlooked and not any(kind in kinds for kind in told)


def _of_which(result: Result, about: Property) -> str:
    """Interleavings: of what the recorded run did, or any."""
    proved = () if result.others is None else result.others.proved
    return "" if about in proved else " of the recorded paths"


def _nothing_found(about: Property, result: Result) -> str:
    """Empty: there is nothing to be said."""
    stats, of = result.stats, _of_which(result, about)
    run = f"{count(stats.threads, 'thread')}, {count(stats.events, 'event')}"
    match about:
        case "assertions":
            if not stats.assertions and stats.exits:
                return ""
            if not stats.assertions:
                return f"The run executed no assertion, so there was nothing to violate ({run})."
            said = f"No interleaving{of} violates an assertion"
            executions = f"{count(stats.instances, 'execution')} of {count(stats.assertions, 'assertion')}"
            if not stats.instances:
                executions = count(stats.assertions, "assertion")
                executions += ", none of which depends on what other threads may change"
            return f"{said} ({executions}, {run})."
        case "exit":
            return _no_other_status(result)
        case "races":
            shared = "no two places share memory"
            if stats.race_pairs:
                shared = f"{count(stats.race_pairs, 'pair of places shares', 'pairs of places share')} memory"
            return f"No two accesses{of} race ({shared})."
        case "deadlocks":
            waits = f"{count(stats.waits, 'operation')} that may wait" if stats.waits else "nothing waits"
            return f"No interleaving{of} deadlocks ({waits})."
        case "atomicity":
            return _no_block_torn(result)
        case "memory":
            return _no_memory_error(stats, of)
        case "misuse":
            return _no_misuse(result)
        case other:
            assert_never(other)


def _no_other_status(result: Result) -> str:
    """Where other threads have no part in it only if nothing else was asked."""
    said = f"No interleaving{_of_which(result, 'exit')} ends with a failing exit status"
    if result.stats.exits:
        return f"{said} ({count(result.stats.exits, 'place decides', 'places decide')} it)."
    if result.properties == ("exit",):
        return f"{said} (it does not depend on what other threads may change)."
    return ""


def _no_block_torn(result: Result) -> str:
    """Of a run without blocks only where nothing else was asked."""
    stats = result.stats
    if stats.block_executions:
        executions = f"{count(stats.blocks, 'block')}, {count(stats.block_executions, 'execution')}"
        return f"No interleaving of the recorded paths tears a block ({executions})."
    if result.properties == ("atomicity",):
        return "The run executed no block that is to be atomic, so there was nothing to tear (see --atomic)."
    return ""


def _no_memory_error(stats: Stats, of: str) -> str:
    words = [count(stats.memory_checks, "access or division", "accesses and divisions")] if stats.memory_checks else []
    if stats.free_pairs:
        words.append(f"{count(stats.free_pairs, 'pair', 'pairs')} of a free and a use")
    nothing = "no address or divisor in doubt, no free that may precede a use"
    looked = f"{' and '.join(words)} looked at" if words else nothing
    return f"No interleaving{of} misuses memory ({looked})."


def _no_misuse(result: Result) -> str:
    """Where nothing was in doubt only if nothing else was asked."""
    pairs, of = result.stats.lock_pairs, _of_which(result, "misuse")
    if pairs:
        looked = f"{count(pairs, 'pair', 'pairs')} of a change and a use looked at"
        return f"No interleaving{of} misuses a lock ({looked})."
    if result.properties == ("misuse",):
        nothing = "none is changed while others may use it"
        return f"No interleaving{of} misuses a lock ({nothing})."
    return ""


def _in_part(about: Property, stats: Stats) -> str:
    """What is proved all the same; empty: nothing."""
    if about == "assertions" and stats.held:
        held = f"{stats.held} of {count(stats.instances, 'execution')} of assertions"
        return f"Violated by no interleaving of the recorded paths: {held}."
    if about == "races" and stats.races_excluded:
        pairs = count(stats.race_pairs, "pair of places", "pairs of places")
        return f"Race in no interleaving of the recorded paths: {stats.races_excluded} of {pairs}."
    return ""


def _decided(about: Property, result: Result) -> str:
    """Of a property of which something is open; empty: there is nothing to be told."""
    questions = result.questions.get(about)
    if questions is None or not questions.asked or not any(one.kind in _KINDS_OF[about] for one in result.open):
        return ""
    return f"{_NOUNS[about][1].capitalize()}: {questions.decided} of {count(questions.asked, 'question')} decided."


def _inconclusive(result: Result) -> str:
    return f"Inconclusive: {'; '.join([*_undecided(result), *_cut_off(result)]) or NOT_ALL}."


def _cut_off(result: Result) -> list[str]:
    """What kept the check from deciding all."""
    words = [result.cut] if result.cut else []
    if result.unlooked:
        words.append(f"not looked for: {', '.join(_NOUNS[about][1] for about in result.unlooked)}")
    if result.ended == BUDGET_ENDED and result.budget_s is not None:
        words.append(f"the budget of {result.budget_s:g} s ended (--budget S gives more)")
    elif result.ended:
        words.append(result.ended)
    return words


def _undecided(result: Result) -> list[str]:
    words = []
    for about, kinds in _KINDS_OF.items():
        number = _places([one for one in result.open if one.kind in kinds])
        if number:
            words.append(f"{count(number, *_OPEN_NOUNS[about])} undecided")
    return words


def _places(undecided: Sequence[Open]) -> int:
    """Assertions, pairs of places, deadlocks: not reasons."""
    return len({(one.place, one.other) for one in undecided})


def _found(result: Result) -> str:
    words = [part for about in _KINDS_OF for part in _counted(result.findings, about)]
    words += [*_undecided(result), *_cut_off(result)]
    return f"Found: {'; '.join(words)}."


def _counted(findings: Sequence[Finding], about: Property) -> list[str]:
    own = [finding for finding in findings if finding.kind in _KINDS_OF[about]]
    confirmed = [finding for finding in own if finding.status == "confirmed"]
    seen = sum(finding.observed for finding in confirmed)
    counts = {
        "observed": seen,
        "confirmed": len(confirmed) - seen,
        "predicted, not confirmed": len(own) - len(confirmed),
    }
    return [f"{count(number, *_NOUNS[about])} {how}" for how, number in counts.items() if number]


def _suppressed(result: Result) -> str:
    words = []
    for about, kinds in _KINDS_OF.items():
        number = sum(one.finding.kind in kinds for one in result.suppressed)
        if number:
            words.append(count(number, *_NOUNS[about]))
    return f"{len(result.suppressed)} suppressed: {', '.join(words)}."
