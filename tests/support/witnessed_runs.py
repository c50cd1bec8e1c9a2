"""Programs of the test folders -> what `check` finds in them -> the failing runs of the witnesses, as `Run`s."""

import re
from collections.abc import Iterator
from pathlib import Path

from raddle.explain.recorded.from_recording import run_of_recording
from raddle.explain.run import Run
from raddle.replay.witness import load_witness
from raddle.trace.recording import load_recording
from tests.support.command import raddle

TESTS = Path(__file__).parents[1]
PROPERTIES = {
    "predict": "assertions",
    "cxx": "assertions",
    "memory": "memory",
    "deadlocks": "deadlocks",
    "atomicity": "atomicity",
    "races": "races",
}
_HEADER = re.compile(r"^// (ATOMIC|FLAGS): ?(.*)$", re.MULTILINE)


def witnesses_of(source: Path, folder: Path) -> list[Path]:
    """Of the property that its folder is about."""
    said = dict(_HEADER.findall(source.read_text()))
    flags = (["-std=c++20"] if source.suffix == ".cpp" else []) + said.get("FLAGS", "").split()
    atomic = [word for name in said.get("ATOMIC", "").split() for word in ("--atomic", name)]
    raddle("check", source, *flags, "--property", PROPERTIES[source.parent.name], *atomic, cwd=folder)
    return sorted(folder.glob("*.witness"))


def runs_of(source: Path, folder: Path, *, most: int | None = None) -> Iterator[Run]:
    """One for each witness that its program shows again."""
    for number, witness in enumerate(witnesses_of(source, folder)[:most]):
        kept = folder / f"{number}.rdl"
        if raddle("replay", witness, "-o", kept, cwd=folder).status == 0:
            yield run_of_recording(load_recording(kept), load_witness(witness).expected)
