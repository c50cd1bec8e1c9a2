"""Results of checks, made by hand."""

from pathlib import Path

from raddle.base.place import SourcePlace
from raddle.report.result import (
    Access,
    Block,
    Deadlock,
    Finding,
    Held,
    Line,
    NotAtomic,
    Open,
    Race,
    Result,
    Stats,
    Waiting,
)


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


def hits(line: int, function: str) -> SourcePlace:
    return place(line, function, "src/hits.c")


RACE = Finding(
    kind="data-race",
    status="confirmed",
    place=hits(12, "count"),
    message="data race on hits: write at src/hits.c:12, read at src/hits.c:20",
    story=(
        Line("main", hits(30, "main"), "create main.1 (worker)"),
        Line("main", hits(31, "main"), "create main.2 (report)"),
        Line("main.2", hits(19, "total"), "lock m"),
        Line("main.1", hits(12, "count"), "write hits = (hits + 1) = 3"),
        Line("main.2", hits(20, "total"), "read hits = 3"),
    ),
    schedule="main:4 main.2:3 main.1:4 main.2:4",
    witness=Path("hits.line12.line20.witness"),
    threads=3,
    switches=3,
    fewest=True,
    instances=6,
    about=Race(
        memory="hits",
        allocated="",
        accesses=(
            Access("main.1", (hits(12, "count"), hits(25, "worker")), "write", False, "3", (), hits(30, "main")),
            Access("main.2", (hits(20, "total"), hits(28, "report")), "read", False, "3", ("m",), hits(31, "main")),
        ),
        both_next=True,
    ),
)


def dead(line: int, function: str) -> SourcePlace:
    return place(line, function, "dead.c")


HELD_A, HELD_B = Held("a", dead(11, "forth")), Held("b", dead(19, "back"))
CIRCLE = Finding(
    kind="deadlock",
    status="confirmed",
    place=dead(12, "forth"),
    message="main.1 waits for lock b, held by main.2; main.2 waits for lock a, held by main.1",
    story=(
        Line("main.1", dead(11, "forth"), "lock a"),
        Line("main.2", dead(19, "back"), "lock b"),
    ),
    schedule="main:4 main.1:2 main.2:2",
    witness=Path("dead.line12.witness"),
    threads=3,
    switches=2,
    fewest=True,
    about=Deadlock(
        (
            Waiting("main.1", (dead(12, "forth"),), "lock b", "main.2", dead(19, "back"), (HELD_A,)),
            Waiting("main.2", (dead(20, "back"),), "lock a", "main.1", dead(11, "forth"), (HELD_B,)),
        ),
        is_circle=True,
        also=(Waiting("main", (dead(50, "main"),), "the end of main.1", "main.1", None),),
    ),
)


def bank(line: int, function: str) -> SourcePlace:
    return place(line, function, "src/bank.c")


WITHDRAW = Block("withdraw", inferred=False, place=bank(20, "withdraw"))
DEPOSIT = Block("bank.c:30-33", inferred=False, place=bank(30, "deposit"))
TORN = Finding(
    kind="atomicity",
    status="confirmed",
    place=bank(8, "get"),
    message="withdraw is not atomic: balance: main.2 at src/bank.c:14 comes between src/bank.c:8 and src/bank.c:14",
    story=(
        Line("main", bank(40, "main"), "create main.1 (withdraw)"),
        Line("main", bank(41, "main"), "create main.2 (deposit)"),
        Line("main.1", bank(8, "get"), "read balance = 100"),
        Line("main.2", bank(14, "set"), "write balance = 150"),
        Line("main.1", bank(14, "set"), "write balance = (balance - 30) = 70"),
    ),
    schedule="main:5 main.1:4 main.2:9 main.1:7",
    witness=Path("bank.atomicity.line8.line14.witness"),
    threads=3,
    switches=3,
    about=NotAtomic(
        block=WITHDRAW,
        memories=("balance", "balance"),
        accesses=(
            Access("main.1", (bank(8, "get"), bank(22, "withdraw")), "read", False, "100", ("m",), bank(40, "main")),
            Access("main.2", (bank(14, "set"), bank(32, "deposit")), "write", False, "150", ("m",), bank(41, "main")),
            Access("main.2", (bank(14, "set"), bank(32, "deposit")), "write", False, "150", ("m",), bank(41, "main")),
            Access("main.1", (bank(14, "set"), bank(23, "withdraw")), "write", False, "70", ("m",), bank(40, "main")),
        ),
        other=DEPOSIT,
    ),
)
