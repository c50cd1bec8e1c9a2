"""Both walkers on real recordings, whole and damaged: the same columns, or the same complaint."""

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from raddle.capture.build import build_program
from raddle.capture.image import load_image
from raddle.capture.run import RunRequest, run_program
from raddle.trace.recorded import RecordedThread, Recording
from raddle.trace.recording import load_recording
from tests.support.both_walks import same_from_both, walked_by_both
from tests.support.programs import PROGRAMS

pytestmark = [pytest.mark.native, pytest.mark.compiler]

NAMES = ("bank_account", "cond_while", "function_pointers", "setjmp_longjmp", "struct_by_value", "union_views")
DAMAGES = 40


@cache
def recorded(name: str, folder: Path) -> Recording:
    program = build_program([PROGRAMS / f"{name}.c"], [], folder / name).program
    run_program(RunRequest(load_image(program), folder / f"{name}.rdl"))
    return load_recording(folder / f"{name}.rdl")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("recordings")


@pytest.mark.parametrize("name", NAMES)
def test_they_agree_on_private_accesses_too(name: str, folder: Path) -> None:
    kept = walked_by_both(recorded(name, folder), keep_private=True)
    assert sum(thread.events.size for thread in kept.threads) > kept.recording.events / 2


@pytest.mark.parametrize("name", NAMES)
def test_they_agree_on_what_is_wrong_with_a_damaged_recording(name: str, folder: Path) -> None:
    complaints = {same_from_both(damaged(recorded(name, folder), random.Random(seed))) for seed in range(DAMAGES)}
    assert len(complaints) > DAMAGES / 4


def damaged(recording: Recording, chance: random.Random) -> Recording:
    """One thing changed in one thread's log, or in the records of the runtime."""
    if chance.random() < 0.2 and recording.sync.size:
        sync = recording.sync.copy()
        record = sync[chance.randrange(sync.size)]
        field = chance.choice(("count", "blocks", "kind"))
        record[field] = max(0, int(record[field]) + chance.choice((-1, 1)))
        return replace(recording, sync_parts=(sync.view(np.uint8),))
    threads = list(recording.threads)
    at = chance.randrange(len(threads))
    threads[at] = _damaged_thread(threads[at], chance)
    return replace(recording, threads=tuple(threads))


def _damaged_thread(thread: RecordedThread, chance: random.Random) -> RecordedThread:
    blocks, values = thread.blocks.copy(), thread.values.copy()
    count = thread.count
    match chance.choice(("cut blocks", "cut values", "count", "site", "check", "value")):
        case "cut blocks":
            blocks = blocks[: chance.randrange(blocks.size + 1)]
        case "cut values":
            values = values[: chance.randrange(values.size + 1)]
        case "count":
            count = max(0, count + chance.choice((-1, 1, 5)))
        case "site" if blocks.size:
            record = blocks[chance.randrange(blocks.size)]
            record["site"] = chance.choice((0, 2**32 - 1, record["site"] + 1, blocks[0]["site"]))
        case "check" if blocks.size:
            blocks[chance.randrange(blocks.size)]["check"] ^= 1
        case _ if values.size:
            values[chance.randrange(values.size)] ^= 1 << chance.randrange(8)
    return replace(thread, count=count, block_parts=(blocks.view(np.uint8),), value_parts=(values,))
