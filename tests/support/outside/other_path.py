"""Whether a failing run takes another path than the recorded one.

In: two recordings of one program, the second of a run that fails. Out: whether some thread enters blocks in the second
that the first does not have there. The failing side of an assertion leaves no record.
"""

from pathlib import Path

from raddle.trace.recording import load_recording


def takes_another_path(recorded: Path, failing: Path) -> bool:
    if not (recorded.exists() and failing.exists()):
        return False
    seen = {one.path: one.blocks["site"].tolist() for one in load_recording(recorded).threads}
    for thread in load_recording(failing).threads:
        sites = thread.blocks["site"].tolist()
        before = seen.get(thread.path, [])
        if _alike(sites, before) < len(sites):
            return True
    return False


def _alike(one: list[int], other: list[int]) -> int:
    """How many are the same, from the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (left, right) in pairs if left != right), min(len(one), len(other)))
