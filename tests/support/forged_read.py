"""Forged files, read by all who read them.

In: a seed. Out: what came of it, where that is neither success nor one error of the user's or of the world's, within
bounds of memory and CPU time.
"""

import os
import random
import struct
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from raddle.base.errors import RaddleError, UserError
from raddle.base.executor.limits import TaskEnded, TaskLimits
from raddle.base.executor.pool import within
from raddle.base.process import signal_name
from raddle.capture.elf import is_archive, is_elf, members, section
from raddle.capture.image import IR_SECTION, load_image, load_library, relevant_environment
from raddle.capture.run import RunRequest, run_program
from raddle.check.options import CheckOptions
from raddle.explain.explained import Asked
from raddle.model.std.lines import load_std
from raddle.model.std.to_ctp import ctp_of_std
from raddle.model.text.parse import load_ctp
from raddle.pipeline.checking import CheckOrder, check
from raddle.pipeline.explaining import ExplainOrder, explain
from raddle.pipeline.repairing import DiagnoseOrder, diagnose
from raddle.pipeline.runs import show, show_raw, witness
from raddle.pipeline.traces import export_std, import_std
from raddle.pipeline.verifying import check_certificate
from raddle.predict.decide import Limits
from raddle.replay.order import ReplayOrder, replay_request
from raddle.replay.witness import spell_witness
from raddle.report.progress import Silent
from raddle.report.suppressions import load_suppressions
from raddle.testing.runs import Sources, build
from raddle.trace.print import Selection
from raddle.verify.options import VerifyOptions
from tests.support.command import raddle
from tests.support.forging import forged_certificate, forged_recording, forged_text
from tests.support.forging_images import archived, forged_image
from tests.support.programs import FIGURES, PROGRAMS

BOUNDS = TaskLimits(work_s=20.0, more_bytes=1 << 30)
SUBJECTS = (
    *("bank_account.c", "cond_while.c", "malloc_realloc_free.c", "crash_segv.c", "memset_fields.c", "memcpy_struct.c"),
)
PROVED = """
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *add(void *x) { pthread_mutex_lock(&m); count++; pthread_mutex_unlock(&m); return x; }
int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, add, 0);
    add(0);
    pthread_join(a, 0);
    assert(count == 2);
    return 0;
}
"""
SUPPRESSIONS = b"""# what we answer for
[[suppress]]
kind = "data-race"
place = "stats.c:count_hit"
and = "stats.c:report"
reason = "an approximate counter is enough"

[[suppress]]
kind = "any"
place = "lib/*.c:12"
reason = 'not "ours"'
"""
_NO_MEMORY = "not enough memory"
_QUESTION_S = 1.0
_WHOLE_S = 5.0


@dataclass(frozen=True)
class Originals:
    """Real files by their ending."""

    files: Mapping[str, tuple[bytes, ...]]


def made_originals(folder: Path, names: tuple[str, ...] = SUBJECTS) -> Originals:
    programs = [build(Sources((PROGRAMS / name,), ("-w",)), lambda _note: None) for name in names]
    recordings = [
        run_program(RunRequest(load_image(program), folder / f"{name}.rdl")).recording
        for name, program in zip(names, programs, strict=True)
    ]
    std = folder / "run.std"
    std.write_text("\n".join(export_std(recordings[0]).lines))
    return Originals(
        {
            ".rdl": tuple(path.read_bytes() for path in recordings),
            ".witness": tuple(spell_witness(witness(path)).encode() for path in recordings),
            ".std": (std.read_bytes(),),
            ".ctp": (import_std(std).encode(), *(path.read_bytes() for path in sorted(FIGURES.glob("*.ctp")))),
            ".certificate": (_certified(folder),),
            ".toml": (SUPPRESSIONS,),
            ".image": (programs[0].read_bytes(), archived(programs[0].read_bytes())),
        }
    )


def _certified(folder: Path) -> bytes:
    source, certificate = folder / "proved.c", folder / "proved.certificate"
    source.write_text(PROVED)
    said = raddle("verify", source, "--certificate", certificate, cwd=folder)
    assert certificate.exists(), said
    return certificate.read_bytes()


@dataclass(frozen=True)
class Reader:
    """`every`: only for so many of them one, since it takes long."""

    read: Callable[[Path], object]
    every: int = 1

    @property
    def name(self) -> str:
        return self.read.__name__


def forge(originals: Originals, seed: int, folder: Path) -> tuple[Path, tuple[Reader, ...]]:
    """A file, and who reads it."""
    chance = random.Random(seed)
    ending = ".rdl" if seed % 10 < 3 else chance.choice([one for one in originals.files if one != ".rdl"])
    original = chance.choice(originals.files[ending])
    path = folder / f"forged{ending}"
    path.write_bytes(_forged(ending, original, chance))
    path.chmod(0o755)
    return path, tuple(reader for reader in READERS[ending] if seed // 10 % reader.every == 0)


def trouble_of(originals: Originals, seed: int, folder: Path) -> str | None:
    """None: all is well."""
    path, readers = forge(originals, seed, folder)
    for reader in readers:
        if trouble := _trouble_with(reader, path):
            return f"seed {seed}, {path.suffix}, {reader.name}: {trouble}"
    return None


def _trouble_with(reader: Reader, path: Path) -> str | None:
    with tempfile.TemporaryFile() as said:

        def work() -> None:
            os.dup2(said.fileno(), 2)
            reader.read(path)

        try:
            within(BOUNDS, work)
        except TaskEnded as ended:
            said.seek(0)
            return f"{_how(ended)}: {said.read().decode(errors='replace').strip()[-1500:]}"
        except RaddleError as error:
            return None if is_told(error) else f"status {int(error.exit)}: {str(error)[-1500:]}"
    return None


def _how(ended: TaskEnded) -> str:
    status = ended.status or 0
    return signal_name(-status) if status < 0 else f"status {status}"


def is_told(error: RaddleError) -> bool:
    """What was forged is refused, or the world fails."""
    return int(error.exit) in (2, 3) and _NO_MEMORY not in str(error)


def _forged(ending: str, original: bytes, chance: random.Random) -> bytes:
    match ending:
        case ".rdl":
            return forged_recording(original, chance)
        case ".certificate":
            return forged_certificate(original, chance)
        case ".image":
            return forged_image(original, chance)
        case _:
            return forged_text(original, chance)


def shown(path: Path) -> None:
    for _ in show(path, Selection(None, False, None, None)):
        pass


def shown_raw(path: Path) -> None:
    for _ in show_raw(path, None):
        pass


def as_witness(path: Path) -> None:
    spell_witness(witness(path))


def exported(path: Path) -> None:
    export_std(path)


def imported(path: Path) -> None:
    ctp_of_std(load_std(path))


def requested(path: Path) -> None:
    """A replay up to where the program would be run."""
    replay_request(ReplayOrder(path), path.with_suffix(".replay"), _silent)


def explained(path: Path) -> None:
    explain(ExplainOrder(path, Asked(limit_s=_QUESTION_S), contrast=None), _silent, Silent())


def checked(path: Path) -> None:
    options = CheckOptions(
        limits=Limits(seconds=_QUESTION_S),
        witnesses=path.parent,
        replay_limit_s=_QUESTION_S,
        until=time.monotonic() + _WHOLE_S,
        explain=False,
    )
    check(CheckOrder(path, options), _silent, Silent())


def diagnosed(path: Path) -> None:
    options = VerifyOptions(
        most_runs=20, until=time.monotonic() + _WHOLE_S, witnesses=path.parent, run_limit_s=_QUESTION_S, explain=False
    )
    diagnose(DiagnoseOrder(ReplayOrder(path, stdin=b"", limit_s=_QUESTION_S), options), _silent, Silent())


def rechecked(path: Path) -> None:
    check_certificate(path, None, _QUESTION_S, _silent)


def suppressing(path: Path) -> None:
    load_suppressions(path)


def as_program(path: Path) -> None:
    relevant_environment(load_image(path), {"LANG": "C"})


def as_library(path: Path) -> None:
    load_library(path)


def as_input_of_a_link(path: Path) -> None:
    raw = path.read_bytes()
    try:
        for one in members(raw, path.parent) if is_archive(raw) else (raw,):
            if is_elf(one):
                section(one, IR_SECTION)
    except (OSError, struct.error) as error:  # as capture/inputs.py: the linker will say so
        raise UserError(str(error)) from error


def _silent(_note: str) -> None:
    pass


_OF_RUNS = (Reader(requested), Reader(diagnosed, 200))
READERS: Mapping[str, tuple[Reader, ...]] = {
    ".rdl": (
        *(Reader(shown), Reader(shown_raw), Reader(as_witness), Reader(exported), Reader(explained, 5)),
        *(Reader(checked, 20), *_OF_RUNS),
    ),
    ".witness": _OF_RUNS,
    ".std": (Reader(imported), Reader(checked, 10)),
    ".ctp": (Reader(load_ctp), Reader(exported), Reader(checked, 10)),
    ".certificate": (Reader(rechecked),),
    ".toml": (Reader(suppressing),),
    ".image": (Reader(as_program), Reader(as_library), Reader(as_input_of_a_link)),
}
