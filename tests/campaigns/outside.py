"""SIZE programs whose failure depends on what lies outside the program's own code, and as many twins that cannot fail
(tests/support/outside): `verify` proves none of the former, finds nothing in the latter, and names the call where it
does not know. Each failure is shown natively first.

python -m tests.campaigns.outside --size 60 [--first 0] [--jobs 1] [--keep FOLDER] [--only strings ...] [--list]
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.support.outside.judged import Judged, Row, judged
from tests.support.outside.program import programs


def main() -> int:
    options = _options()
    chosen = [
        number
        for number, one in enumerate(programs())
        if number >= options.first and _asked(options.only, (one.function.family, one.function.name))
        and _asked(options.property, (one.property,)) and _asked(options.way, (one.way.name,))
    ][: options.size]  # fmt: skip
    if options.list:
        print("\n".join(f"{number} {programs()[number].name}" for number in chosen))
        return 0
    began, total = time.monotonic(), Judged()
    with ProcessPoolExecutor(options.jobs) as pool:
        for count, found in enumerate(pool.map(partial(judged, keep=options.keep), chosen), 1):
            total.add(found)
            for told in (*found.wrong, *(found.inexact if options.inexact else ())):
                print(told, flush=True)
            if count % 50 == 0:
                print(f"so far: {count}, {len(total.wrong)} wrong", flush=True)
    print("\n".join(_table(total)))
    print(f"{len(chosen)} programs, {len(total.wrong)} wrong, {time.monotonic() - began:.0f} s")
    return 1 if total.wrong else 0


def _asked(given: list[str] | None, names: Iterable[str]) -> bool:
    return not given or any(name in given for name in names)


def _table(total: Judged) -> list[str]:
    """Families with a star: what is not followed exactly."""
    whole, followed = Row(), Row()
    heads = ("bug", "unknown", "PROVED", "wrong", "proved", "unknown", "FINDING", "wrong")
    lines = [f"{'':<22} " + " ".join(f"{head:>8}" for head in heads)]
    for family in sorted(total.rows):
        row = total.rows[family]
        whole.add(row)
        if not family.endswith("*"):
            followed.add(row)
        lines.append(_line(family, row))
    lines += [_line("all", whole), _line("followed exactly", followed)]
    shares = (_share(followed.programs, "bug"), _share(followed.twins, "proved"))
    lines.append(f"followed exactly: {shares[0]} found, {shares[1]} of the twins proved")
    lines.append("shown natively by: " + ", ".join(f"{how} {count}" for how, count in total.shown.most_common()))
    return lines


def _line(family: str, row: Row) -> str:
    one, twin = row.programs, row.twins
    counts = (
        *(one["bug"], one["unknown"] + one["open"], one["PROVED"], one["elsewhere"] + one["broke"]),
        *(twin["proved"], twin["unknown"] + twin["open"], twin["FINDING"], twin["broke"]),
    )
    return f"{family:<22} " + " ".join(f"{count:>8}" for count in counts) + f"  {_opened(row)}".rstrip()


def _opened(row: Row) -> str:
    """Unknown, and no call is named."""
    opened = row.programs["open"] + row.twins["open"]
    return f"{opened} without a name" if opened else ""


def _share(counts: Counter, which: str) -> str:  # type: ignore[type-arg]
    return f"{counts[which]} of {counts.total()} ({counts[which] / max(1, counts.total()):.0%})"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for what is wrong")
    parser.add_argument("--only", nargs="*", help="families or functions")
    parser.add_argument("--property", nargs="*")
    parser.add_argument("--way", nargs="*")
    parser.add_argument(
        "--inexact", action="store_true", help="tell also what is unknown and is to be followed exactly"
    )
    parser.add_argument("--list", action="store_true", help="only say which these are")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
