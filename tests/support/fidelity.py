"""Is the recording true? Record, walk thrice, replay, and force other schedules; every difference is counted."""

import random
import signal
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from raddle.base.errors import RaddleError
from raddle.capture.control import Control, DefaultPolicy, RandomPolicy
from raddle.capture.image import ProgramImage
from raddle.capture.run import RunRequest, run_program
from raddle.replay.outcome import outcome_of
from raddle.replay.replay import Confirmed, Diverged, ReplayRequest, replay
from raddle.replay.source import inputs_of, schedule_of
from raddle.trace.blocks import AtomicBlocks
from raddle.trace.recorded import Recording
from raddle.trace.recording import load_recording
from raddle.trace.walk import Trace, walk_reference
from raddle.trace.walk_fast import walk_fast
from tests.support.true_steps import untrue_steps

LIMIT_S = 60.0
MOST_BLOCKS = 500_000


@dataclass
class Fidelity:
    """What was done, and every trouble by name."""

    recordings: int = 0
    replays: int = 0
    events: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    divergences: Counter[str] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Subject:
    """A built program with its input."""

    image: ProgramImage
    arguments: tuple[str, ...] = ()
    stdin: bytes = b""


def recorded_walked_replayed(
    subject: Subject, exits: frozenset[str], found: Fidelity, *, seeds: int, replays: int, others: int
) -> None:
    """Under each seed, and under other schedules from prefixes of those runs; it must end in one of the ways given."""
    for seed in range(seeds):
        recording = check_seed(subject, seed, replays, found)
        if recording is None:
            continue
        share = others // seeds + (1 if seed < others % seeds else 0)
        for number in range(share):
            check_other_schedule(subject, recording, seed * 1000 + number, found)
    unexpected = sorted(set(found.endings) - exits)
    if unexpected:
        found.troubles.append(f"ended by {', '.join(unexpected)}; expected {' or '.join(sorted(exits))}")


def check_seed(
    subject: Subject,
    seed: int,
    replays: int,
    found: Fidelity,
    *,
    limit_s: float = LIMIT_S,
    most_events: int | None = None,
) -> Recording | None:
    """One recording under a seed (0: the default policy), walked twice and replayed."""
    policy = DefaultPolicy() if seed == 0 else RandomPolicy(seed)
    control = Control(policy=policy, events=most_events)
    return _check_run(subject, control, replays, found, f"seed {seed}", limit_s)


def check_other_schedule(subject: Subject, original: Recording, number: int, found: Fidelity) -> None:
    """A random prefix of the original's schedule, then chance; recorded, walked, replayed once."""
    chance = random.Random(number)
    segments = original.segments()
    kept = segments[: chance.randrange(len(segments) + 1)]
    schedule = schedule_of(original)
    control = Control(
        policy=RandomPolicy(number + 1000),
        segments=tuple(kept),
        wakes=schedule.wakes,
        signals=schedule.signals,
        inputs=inputs_of(original),
    )
    _check_run(subject, control, 1, found, f"other schedule {number} ({len(kept)} segments kept)")


def _check_run(
    subject: Subject, control: Control, replays: int, found: Fidelity, what: str, limit_s: float = LIMIT_S
) -> Recording | None:
    with tempfile.TemporaryDirectory(prefix="raddle-test-") as folder:
        path = Path(folder) / "run.rdl"
        try:
            run = run_program(
                RunRequest(subject.image, path, subject.arguments, control, subject.stdin, limit_s=limit_s)
            )
            recording = load_recording(path)
            found.recordings += 1
            found.events += recording.events
            found.endings[_ending(run.status, run.signal, run.timed_out)] += 1
            if sum(len(thread.blocks) for thread in recording.threads) > MOST_BLOCKS:
                return recording  # a loop that ran into the time limit: too long for the walk in Python
            _check_walks(recording, found, what)
            for _ in range(replays):
                _check_replay(subject, recording, Path(folder) / "again.rdl", found, what)
        except RaddleError as error:
            found.troubles.append(f"{what}: {type(error).__name__}: {error}")
            return None
        return recording


def _ending(status: int | None, by_signal: int | None, timed_out: bool) -> str:
    if timed_out:
        return "time limit"
    return f"signal {signal.Signals(by_signal).name[3:]}" if by_signal is not None else str(status)


def _check_walks(recording: Recording, found: Fidelity, what: str) -> None:
    everything = AtomicBlocks(infer=True)
    reference, fast = walk_reference(recording, blocks=everything), walk_fast(recording, blocks=everything)
    difference = first_difference(reference, fast)
    if difference:
        found.troubles.append(f"{what}: the walkers differ: {difference}")
    found.troubles += [f"{what}: {trouble}" for trouble in untrue_steps(recording)]


def first_difference(a: Trace, b: Trace) -> str:
    if not np.array_equal(a.shared, b.shared):
        return "what is shared"
    for one, other in zip(a.threads, b.threads, strict=True):
        for column in ("events", "terms", "stacks", "kept"):
            if not np.array_equal(getattr(one, column), getattr(other, column)):
                return f"{column} of {one.path}"
        if one.stopped != other.stopped:
            return f"where {one.path} stopped"
    return ""


def _check_replay(subject: Subject, original: Recording, place: Path, found: Fidelity, what: str) -> None:
    result = replay(
        ReplayRequest(
            subject.image,
            schedule_of(original),
            place,
            outcome_of(original),
            original=original,
            arguments=subject.arguments,
            environment=original.meta.environment,
            stdin=subject.stdin,
            stdin_changed_ns=original.meta.stdin_changed_ns,
            inputs=inputs_of(original),
            limit_s=LIMIT_S,
        )
    )
    found.replays += 1
    if isinstance(result, Diverged):
        found.divergences[result.cause.name.lower()] += 1
        found.troubles.append(f"{what}: replay diverged ({result.cause.name.lower()}): {result.what}")
    elif not isinstance(result, Confirmed):
        found.troubles.append(f"{what}: replay ended otherwise: {result.seen}")
