"""Programs of tests/acts: a look and a deed that are two steps, and the same program with both in one.

`NAME.c` and its twin `NAME_fixed.c`. The line at which the first fails ends in `// FAILS kind`; the head of a twin says
`// CHECK proved`, or `// CHECK not proved: why`, and a line of it ends in `// UNTAKEN` where other threads decide which
way a thread goes and no run went one of the ways.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parents[1] / "acts"
_FIXED: Final = "_fixed"
_FAILS: Final = re.compile(r".*// FAILS (\S+)")
_CHECK: Final = re.compile(r"// CHECK (proved|not proved: .+)")


@dataclass(frozen=True, slots=True)
class Act:
    source: Path
    fails: frozenset[tuple[int, str]]
    """Line and kind; empty: it is a twin."""
    is_proved: bool
    reason: str
    """Why it is not, in the report's words, as far as they go."""
    untaken: tuple[int, ...]

    @property
    def is_fixed(self) -> bool:
        return self.source.stem.endswith(_FIXED)


def acts(names: tuple[str, ...] = ()) -> list[Act]:
    """All, or those of these names with their twins."""
    found = map(read, sorted([*FOLDER.glob("*.c"), *FOLDER.glob("*.cpp")]))
    return [one for one in found if not names or one.source.stem.removesuffix(_FIXED) in names]


def read(source: Path) -> Act:
    lines = source.read_text(encoding="utf-8").splitlines()
    said = ((number, _FAILS.fullmatch(line)) for number, line in enumerate(lines, start=1))
    fails = frozenset((number, found[1]) for number, found in said if found)
    promised = next((found[1] for line in lines if (found := _CHECK.fullmatch(line))), "")
    untaken = tuple(number for number, line in enumerate(lines, start=1) if line.endswith("// UNTAKEN"))
    act = Act(source, fails, promised == "proved", promised.partition(": ")[2], untaken)
    if bool(fails) == act.is_fixed or bool(promised) != act.is_fixed:
        raise ValueError(f"{source.name}: a program says where it FAILS, its twin what CHECK comes to")
    return act


def differences(act: Act, report: dict[str, Any]) -> list[str]:
    """Between what the program promises and what `check --format json` says of it."""
    if act.fails:
        told = {(one["line"], one["kind"]) for one in report["findings"] if one["status"] == "confirmed"}
        return [] if told == act.fails else [f"found {sorted(told)}, expected {sorted(act.fails)}"]
    found = [f"a false alarm: {one['kind']} in line {one['line']}" for one in report["findings"]]
    found += [f"open: {one['reason']}" for one in report["open"]]
    is_proved = report["coverage"] == "all"
    if is_proved != act.is_proved:
        found.append(f"{'proved' if is_proved else 'not proved'}, and the program says otherwise")
    others = report["other_paths"] or {"reason": None, "untaken": []}
    if not (others["reason"] or "").startswith(act.reason):
        found.append(f"not proved since {others['reason']}")
    if (untaken := tuple(place["line"] for place in others["untaken"])) != act.untaken:
        found.append(f"untaken: {untaken}, expected {act.untaken}")
    return found


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    """What is to be the same whenever the same command is given."""
    return {**report, "stats": {name: value for name, value in report["stats"].items() if name != "seconds"}}
