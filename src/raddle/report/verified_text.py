"""Verified -> what a C programmer reads on a terminal: what is proved, what fails, or why neither is known."""

from collections.abc import Iterator
from typing import Final, assert_never

from raddle.report.properties import Property
from raddle.report.rows import Row, count, wrapped
from raddle.report.text import before_all, finding_rows, joined, listed
from raddle.report.untaken import untaken_words
from raddle.report.verified import Verified

NEVER: Final[dict[Property, str]] = {
    "assertions": "no assertion fails, nothing aborts or crashes",
    "exit": "the exit status passes",
    "races": "no two accesses race",
    "atomicity": "no block is torn",
    "deadlocks": "nothing deadlocks",
    "memory": "no memory is misused",
    "misuse": "no lock is misused",
}


def verified_text(verified: Verified, *, width: int = 80, color: bool = False) -> str:
    """As of `text_of`."""
    return joined(_parts(verified, width), color=color)


def _parts(verified: Verified, width: int) -> Iterator[Iterator[Row]]:
    yield from before_all(verified.beforehand, width)
    yield from finding_rows(verified.findings, width)
    yield _verdict(verified, width)
    yield listed("Under this input:", verified.inputs, width)
    yield listed("Assumed:", verified.assumptions, width)
    yield listed("Notes:", verified.notes, width)
    yield wrapped(numbers_words(verified), width, style="dim")


def _verdict(verified: Verified, width: int) -> Iterator[Row]:
    match verified.verdict:
        case "proved":
            said = "; ".join(NEVER[one] for one in verified.proved)
            yield from wrapped(f"PROVED: in every interleaving, {said}.", width, style="bold green")
            yield from wrapped(extent(verified), width, indent=2)
        case "bug":
            yield from wrapped(f"BUG: {shown_by(verified)}.", width, style="bold red")
        case "unknown":
            yield from wrapped(f"UNKNOWN: {verified.reason}.", width, style="bold yellow")
            if verified.advice:
                yield from wrapped(f"To try: {verified.advice}.", width, indent=2)
            if verified.proved:
                said = "; ".join(NEVER[one] for one in verified.proved)
                yield from wrapped(f"Proved all the same: in every interleaving, {said}.", width, indent=2)
            else:
                yield from wrapped(so_far(verified), width, indent=2)
            yield from wrapped(untaken_words(verified.untaken), width, indent=2)
        case other:
            assert_never(other)


def extent(verified: Verified) -> str:
    """For which executions, on what grounds."""
    counts = verified.counts
    whom = "That is for all executions"
    if verified.executions != "all":
        because = f" ({verified.executions_because})" if verified.executions_because else ""
        whom = f"That is for sequentially consistent executions{because}"
    grounds = f"{count(counts.runs, 'run')} showed all {counts.events} steps that threads can take"
    return f"{whom}; {grounds}{f', {verified.bound}' if verified.bound else ''}."


def shown_by(verified: Verified) -> str:
    if any(finding.observed for finding in verified.findings):
        return "the first run shows it"
    return f"run {verified.counts.runs} shows it"


def so_far(verified: Verified) -> str:
    counts = verified.counts
    said = f"{count(counts.runs, 'run')} found nothing; {count(counts.events, 'step')} of threads are known"
    open_frontiers = verified.iterations[-1].frontiers if verified.iterations else 0
    if open_frontiers:
        many = f"{open_frontiers} places" if open_frontiers > 1 else "1 place"
        said += f", and {many} of which it is not known what comes behind them, or whether they can be reached"
    return f"{said}."


def numbers_words(verified: Verified) -> str:
    counts = verified.counts
    words = [
        f"{count(counts.runs, 'run')} ({counts.guided} guided)",
        count(counts.threads, "thread"),
        count(counts.points, "state"),
        count(counts.events, "step"),
        count(len(verified.iterations), "question"),
    ]
    if counts.seconds:
        words.append(f"{sum(counts.seconds.values()):.1f} s")
    return ", ".join(words)
