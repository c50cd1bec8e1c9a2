"""Rows of the campaign, added up: a table for each compiler, with a line for each family."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.support.outside.asked import Said
from tests.support.outside.judged import Judged

_HEADS: Final = (
    ("verify", (("bug", ("bug",)), ("unknown", ("unknown", "open")), ("PROVED", ("PROVED",)),
                ("wrong", ("elsewhere", "broke")))),
    ("twins", (("proved", ("proved",)), ("unknown", ("unknown", "open")), ("FINDING", ("FINDING",)),
               ("wrong", ("broke",)))),
    ("check", (("finding", ("finding",)), ("named", ("named", "undecided")), ("other", ("other path",)),
               ("SILENT", ("SILENT",)), ("wrong", ("elsewhere", "broke")))),
    ("twins", (("none", ("nothing",)), ("named", ("named", "undecided")), ("FINDING", ("FINDING",)),
               ("wrong", ("broke",)))),
)  # fmt: skip
"""Of each of the four answers: the columns, and what is counted in them."""
_WIDTH: Final = 8


@dataclass
class Counts:
    """The four answers of a family: of `verify` and `check`, each for programs and twins."""

    answers: tuple[Counter[Said], ...] = field(default_factory=lambda: tuple(Counter() for _ in _HEADS))
    programs: int = 0

    def add(self, row: Judged) -> None:
        self.programs += 1
        for number, command in enumerate(("verify", "check")):
            for twin, said in enumerate((row.program, row.twins)):
                if command in said:
                    self.answers[2 * number + twin][said[command].said] += 1

    def line(self, name: str) -> str:
        parts = [
            " ".join(f"{sum(counts[one] for one in ones):>{_WIDTH}}" for _, ones in columns)
            for counts, (_, columns) in zip(self.answers, _HEADS, strict=True)
        ]
        return f"{name:<20} {self.programs:>6} | " + " | ".join(parts)

    def share(self, which: int, said: Said) -> str:
        counts = self.answers[which]
        return f"{counts[said]} of {counts.total()} ({counts[said] / max(1, counts.total()):.0%})"


def rows_of(file: Path) -> list[Judged]:
    """Of each compiler and number the last."""
    rows = [Judged.from_line(line) for line in file.read_text().splitlines()]
    return list({(row.compiler, row.number): row for row in rows}.values())


def tables(rows: Iterable[Judged]) -> Iterator[str]:
    by_compiler: dict[str, list[Judged]] = {}
    for row in rows:
        by_compiler.setdefault(row.compiler, []).append(row)
    for compiler, these in sorted(by_compiler.items()):
        yield from (f"compiler: {compiler}", *_table(these), "")


def _table(rows: list[Judged]) -> Iterator[str]:
    """Families with a star: what is not followed exactly."""
    whole, followed, families = Counts(), Counts(), dict[str, Counts]()
    for row in rows:
        family = f"{row.family}{'' if row.followed else ' *'}"
        for counts in (whole, families.setdefault(family, Counts()), *((followed,) if row.followed else ())):
            counts.add(row)
    yield f"{'':<20} {'':>6} | " + " | ".join(f"{name:<{len(columns) * 9 - 1}}" for name, columns in _HEADS)
    names = (" ".join(f"{name:>{_WIDTH}}" for name, _ in columns) for _, columns in _HEADS)
    yield f"{'':<20} {'asked':>6} | " + " | ".join(names)
    yield from (families[family].line(family) for family in sorted(families))
    yield from (whole.line("all"), followed.line("followed exactly"))
    yield f"followed exactly: {followed.share(0, 'bug')} found, {followed.share(1, 'proved')} of the twins proved"
    yield f"unknown, and no call is named: {whole.answers[0]['open']} programs, {whole.answers[1]['open']} twins"
    shown = Counter(row.shown for row in rows if row.shown)
    yield "shown natively by: " + ", ".join(f"{how} {count}" for how, count in shown.most_common())
    versions = len({row.code for row in rows})
    yield f"{sum(row.cpu_s for row in rows) / len(rows):.1f} CPU seconds a program; {versions} versions of raddle"
