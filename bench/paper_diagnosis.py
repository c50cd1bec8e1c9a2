"""Table 5.2 of the paper on diagnosing concurrency bugs, and which of our programs stands for which of its rows.

Its last line gives averages of the rows (16.01 s, 8.15 iterations, 51.85 constraints per schedule, 2.77 per core, 5.26
unique ones, 16.81 %); those of the rows as printed are the same. Its machine: Core i5-3230M 2.60 GHz, 8 GB.
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.programs_run import PROGRAMS

_ARGUMENTS: Final = re.compile(r"^// ARGS: (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PaperRow:
    name: str
    """As the paper spells it."""
    program: str
    """Folder and file below bench/programs."""
    seconds: float
    iterations: int
    per_schedule: int
    """Orders between threads in one failing schedule,"""
    per_core: float
    """of these in a core, on average,"""
    unique: int
    """and different ones in all cores."""
    ratio: float
    """Percent: unique / per_schedule."""
    bug: str
    """Table 5.1: AV atomicity violation, OV order violation, DR data race,"""
    threads: int
    """and threads, main included."""

    @property
    def source(self) -> Path:
        return PROGRAMS / self.program

    @property
    def arguments(self) -> tuple[str, ...]:
        """As the program's header has them."""
        found = _ARGUMENTS.search(self.source.read_text(encoding="utf-8"))
        return tuple(shlex.split(found[1])) if found else ()


AVERAGE: Final[dict[str, str | float]] = {
    "s": 16.01,
    "iterations": 8.15,
    "per schedule": 51.85,
    "per core": 2.77,
    "unique": 5.26,
    "ratio": "16.81 %",
}

_TEXT: Final = """
boop | diagnose/boop.c | 1.2 1 34 2.0 2 5.9 AV 3
testc | explain/testconc.c | 0.7 1 4 2.0 2 50.0 OV 2
fibbench | explain/fibbench.c | 36.0 2 93 7.5 15 16.1 OV 3
fibbench longer | diagnose/fibbench_longer.c | 106.6 2 123 9.0 18 14.6 OV 3
reorder | diagnose/reorder.c | 19.9 15 30 4.0 9 30.0 OV 5
account | explain/account.c | 6.4 3 95 1.3 3 3.2 OV 4
read write | explain/read_write.c | 121.0 28 76 8.2 27 35.5 OV 5
barrier | explain/barrier.c | 5.5 9 48 1.6 6 12.5 OV 4
lazy01 | explain/lazy01.c | 11.9 2 186 2.0 4 2.2 DR 4
VectPrime02 | explain/VectPrime.c | 2.39 2 31 3.0 3 9.7 DR 3
lineEq2t01 | explain/lineEq_2t.c | 4.83 2 30 4.0 7 23.3 DR 3
linux-tg3 | explain/linux-tg3.c | 5.6 1 98 2.0 2 2.0 OV 3
linux-iio | explain/linux-iio.c | 2.5 5 31 4.4 8 25.8 AV 3
mysql-169 | diagnose/mysql-169.c | 1.1 2 10 2.0 2 20.0 AV 3
mysql-12848 | explain/mysql-12848.c | 2.5 4 10 4.0 4 40.0 AV 2
mysql-3596 | explain/mysql-3596.c | 1.1 1 13 1.0 1 7.7 OV 3
mysql-644 | explain/mysql-644.c | 1.0 1 7 2.0 2 28.6 OV 3
apache-21287 | explain/apache-21287.c | 1.7 2 23 1.5 3 13.0 AV 3
apache-25520 | explain/apache-25520.c | 7.9 16 23 4.0 4 17.4 DR 3
freebsd-aa | diagnose/freebsd_auditarg.c | 22.4 49 27 3.0 12 44.4 OV 4
cherokee-0.9.2 | explain/cherokee.c | 6.9 11 34 3.1 4 11.8 AV 3
llvm-8441 | explain/llvm-8441.c | 17.4 21 46 3.3 10 21.7 OV 3
gcc-25330 | diagnose/gcc-java-25330.c | 1.2 2 21 1.0 2 9.5 AV 3
gcc-3584 | explain/gcc-libstdc++-3584.c | 1.8 4 19 3.0 3 15.8 DR 3
gcc-21334 | explain/gcc-libstdc++-21334.c | 6.4 1 244 2.0 2 0.8 DR 3
gcc-40518 | explain/gcc-libstdc++-40518.c | 1.4 2 27 2.0 4 14.8 DR 3
transmission-1.42 | explain/transmission.c | 1.2 2 8 1.5 2 25.0 OV 3
glib-512624 | explain/glib-512624-02.c | 8.7 17 32 1.3 4 12.5 AV 3
jetty-1187 | explain/jetty-1187.c | 1.8 2 33 1.0 1 3.0 OV 3
mozilla-61369 | explain/mozilla-61369.c | 0.8 1 5 1.0 1 20.0 OV 3
hash table | explain/hash_table.c | 112.0 44 94 1.4 4 4.3 AV 3
list seq | explain/list_seq.c | 13.6 18 60 1.2 4 6.7 AV 3
counter seq | explain/counter_seq.c | 1.2 2 13 3.0 3 23.1 DR 3
queue seq | diagnose/queue_seq.c | 7.6 2 135 1.0 1 0.7 DR 3
"""


def _row(line: str) -> PaperRow:
    name, program, figures = (part.strip() for part in line.split("|"))
    seconds, iterations, per_schedule, per_core, unique, ratio, bug, threads = figures.split()
    return PaperRow(
        name,
        program,
        float(seconds),
        int(iterations),
        int(per_schedule),
        float(per_core),
        int(unique),
        float(ratio),
        bug,
        int(threads),
    )


ROWS: Final = tuple(_row(line) for line in _TEXT.strip().splitlines())
