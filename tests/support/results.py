"""Results of checks, made by hand."""

from pathlib import Path

from raddle.base.place import SourcePlace
from raddle.report.result import Finding, Line, Open, Result, Stats


def place(line: int, function: str, file: str = "examples/bank_account.c") -> SourcePlace:
    return SourcePlace(file, line, 5, function)


LOST = Finding(
    kind="assertion",
    status="confirmed",
    place=place(41, "main"),
    message="balance == 200 fails: balance is 150",
    story=(
        Line("main", place(36, "main"), "create main.1 and main.2 (deposit)"),
        Line("main.1", place(13, "get_balance"), "read balance = 100"),
        Line("main.2", place(13, "get_balance"), "read balance = 100"),
        Line("main.2", place(21, "set_balance"), "write balance = (balance + 50) = 150"),
        Line("main.1", place(21, "set_balance"), "write balance = (balance + 50) = 150"),
        Line("main", place(38, "main"), "join main.1 and main.2"),
        Line("main", place(41, "main"), "read balance = 150"),
        Line("main", place(41, "main"), "assert balance == 200 fails"),
    ),
    schedule="main:5 main.1:4 main.2:9",
    witness=Path("bank_account.witness"),
    threads=3,
    switches=4,
    fewest=True,
)
STATS = Stats(
    threads=3,
    events=27,
    shared_accesses=6,
    assertions=1,
    instances=1,
    seconds={"record": 0.21, "walk": 0.1, "predict": 0.4125},
)
ASSUMED = ("printf at examples/bank_account.c:40 was given the observed value of balance",)
BUG = Result("bank_account", findings=(LOST,), open=(), assumptions=ASSUMED, stats=STATS)
UNDECIDED = Open(place(12, "pop", "list.c"), "the solver gave up after 60 s", 3)
