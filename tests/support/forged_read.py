"""Forged files, read by all who read them.

In: a seed. Out: what came of it, where that is neither success nor one error of the user's or of the world's, within
bounds of memory and CPU time.
"""

import random
import resource
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from raddle.base.forked import run_forked
from raddle.base.process import signal_name
from raddle.capture.image import load_image
from raddle.capture.run import RunRequest, run_program
from raddle.model.std.lines import load_std
from raddle.model.std.to_ctp import ctp_of_std
from raddle.model.text.parse import load_ctp
from raddle.pipeline import export_std, import_std, show, show_raw, witness
from raddle.replay.witness import load_witness, spell_witness
from raddle.testing import Sources, build
from raddle.trace.print import Selection
from raddle.verify.certify.certificate import load_certificate
from tests.support.command import raddle
from tests.support.forging import forged_certificate, forged_recording, forged_text
from tests.support.programs import PROGRAMS

LIMIT_S = 20.0
MOST_BYTES = 1 << 30
"""Beyond what the process has anyway."""
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
_NO_MEMORY = "not enough memory"


@dataclass(frozen=True)
class Originals:
    """Real files by their ending."""

    files: Mapping[str, tuple[bytes, ...]]


def made_originals(folder: Path, names: tuple[str, ...] = SUBJECTS) -> Originals:
    recordings = [_recorded(PROGRAMS / name, folder) for name in names]
    std = folder / "run.std"
    std.write_text("\n".join(export_std(recordings[0]).lines))
    return Originals(
        {
            ".rdl": tuple(path.read_bytes() for path in recordings),
            ".witness": (spell_witness(witness(recordings[0])).encode(),),
            ".std": (std.read_bytes(),),
            ".ctp": (import_std(std).encode(),),
            ".certificate": (_certified(folder),),
        }
    )


def _recorded(source: Path, folder: Path) -> Path:
    program = build(Sources((source,), ("-w",)), lambda _note: None)
    return run_program(RunRequest(load_image(program), folder / f"{source.stem}.rdl")).recording


def _certified(folder: Path) -> bytes:
    source, certificate = folder / "proved.c", folder / "proved.certificate"
    source.write_text(PROVED)
    said = raddle("verify", source, "--certificate", certificate, cwd=folder)
    assert certificate.exists(), said
    return certificate.read_bytes()


def trouble_of(originals: Originals, seed: int, folder: Path) -> str | None:
    """None: all is well."""
    chance = random.Random(seed)
    ending = ".rdl" if seed % 4 else chance.choice([one for one in originals.files if one != ".rdl"])
    original = chance.choice(originals.files[ending])
    path = folder / f"forged{ending}"
    path.write_bytes(_forged(ending, original, chance))
    for reader in READERS[ending]:
        ended = run_forked(_bounded(reader, path), limit_s=LIMIT_S)
        if ended.status not in (0, 2, 3) or _NO_MEMORY in ended.said:
            how = signal_name(-ended.status) if ended.status < 0 else f"status {ended.status}"
            return f"seed {seed}, {ending}, {reader.__name__}: {how}: {ended.said.strip()[-1500:]}"
    return None


def _forged(ending: str, original: bytes, chance: random.Random) -> bytes:
    match ending:
        case ".rdl":
            return forged_recording(original, chance)
        case ".certificate":
            return forged_certificate(original, chance)
        case _:
            return forged_text(original, chance)


def _bounded(reader: Callable[[Path], object], path: Path) -> Callable[[], None]:
    def work() -> None:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + MOST_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        reader(path)

    return work


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


READERS: Mapping[str, tuple[Callable[[Path], object], ...]] = {
    ".rdl": (shown, shown_raw, as_witness, exported),
    ".witness": (load_witness,),
    ".std": (imported,),
    ".ctp": (load_ctp,),
    ".certificate": (load_certificate,),
}
