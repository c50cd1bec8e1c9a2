"""SIZE programs whose failure depends on what lies outside the program's own code, and as many twins that cannot fail
(tests/support/outside). `verify` proves none of the former, finds nothing in the latter, and names the call where it
does not know; `check` finds the failure, or names the call, or the failure lies on a path that was not recorded. Each
failure is shown natively first.

python -m tests.campaigns.outside --size 60 [--first 0] [--jobs 1] [--part check] [--keep FOLDER] [--rows FILE] [--list]
python -m tests.campaigns.outside --table FILE

With --rows each program adds a line to FILE: pieces that were asked by several processes, or with several compilers,
add up in it, and --table shows them all. Of a program that was asked twice the later answer counts.
"""

import argparse
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from tests.support.outside.asked import COMMANDS
from tests.support.outside.judged import Judged, judged
from tests.support.outside.program import programs
from tests.support.outside.table import rows_of, tables


def main() -> int:
    options = _options()
    if options.table is not None:
        return _told(rows_of(options.table), inexact=options.inexact)
    chosen = options.numbers or [
        number
        for number, one in enumerate(programs())
        if number >= options.first and _asked(options.only, (one.function.family, one.function.name))
        and _asked(options.property, (one.property,)) and _asked(options.way, (one.way.name,))
    ][: options.size]  # fmt: skip
    if options.list:
        print("\n".join(f"{number} {programs()[number].name}" for number in chosen))
        return 0
    began, rows, wrong = time.monotonic(), list[Judged](), 0
    commands = (options.part,) if options.part else COMMANDS
    with ProcessPoolExecutor(options.jobs) as pool:
        for row in pool.map(partial(judged, keep=options.keep, commands=commands), chosen):
            rows.append(row)
            if options.rows is not None:
                with options.rows.open("a") as file:
                    file.write(f"{row.to_line()}\n")
            for told in (*row.wrong(), *(row.inexact() if options.inexact else ())):
                print(told, flush=True)
            wrong += len(list(row.wrong()))
            if len(rows) % 50 == 0:
                print(f"so far: {len(rows)}, {wrong} wrong, {time.monotonic() - began:.0f} s", flush=True)
    print("\n".join(tables(rows)))
    return 1 if wrong else 0


def _told(rows: list[Judged], *, inexact: bool) -> int:
    wrong = [told for row in rows for told in row.wrong()]
    weak = [told for row in rows for told in row.inexact()] if inexact else []
    print("\n".join((*wrong, *weak, *tables(rows))))
    return 1 if wrong else 0


def _asked(given: list[str] | None, names: Iterable[str]) -> bool:
    return not given or any(name in given for name in names)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("--numbers", type=int, nargs="*", help="these programs instead")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--part", choices=COMMANDS, help="ask only this command")
    parser.add_argument("--keep", type=Path, help="a folder for what is wrong")
    parser.add_argument("--rows", type=Path, help="a file to which each program adds a line")
    parser.add_argument("--table", type=Path, help="ask nothing: the table of such a file")
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
