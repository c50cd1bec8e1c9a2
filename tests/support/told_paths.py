"""TraceProgram of runs made by hand, checked, and told line by line."""

import re
from collections.abc import Mapping
from contextlib import suppress

from raddle.base.errors import ToolError
from raddle.model.program import TraceProgram
from raddle.verify.grow.growing import Growing
from tests.oracles.printed_paths import print_paths
from tests.support.hand_made_runs import Written
from tests.support.hand_made_runs import grown as grown_runs
from tests.support.path_outcomes import faults


def grown(*runs: Written | str, kinds: Mapping[str, str] | None = None) -> Growing:
    """Outcomes that leave one point exclude each other."""
    growing = grown_runs(*runs, kinds=kinds)
    with suppress(ToolError):
        assert list(faults(growing.paths())) == []
    return growing


def told(paths: TraceProgram, thread: str) -> list[str]:
    """The lines of one thread; its points are numbered from 0 on."""
    lines = print_paths(paths).split("\n")
    first = lines.index(thread) + 1
    last = next((at for at in range(first, len(lines)) if not lines[at].startswith("  ")), len(lines))
    numbers: dict[str, int] = {}
    return [
        re.sub(r"\d+(?= ->|:)", lambda found: str(numbers.setdefault(found[0], len(numbers))), line, count=2)
        .strip()
        .removesuffix("  +1")
        for line in lines[first:last]
    ]
