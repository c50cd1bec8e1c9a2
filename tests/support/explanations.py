"""Explanations of failing runs, made by hand."""

from raddle.base.place import SourcePlace
from raddle.report.explanation import Arrow, Bug, Contrast, Explanation, Flip, Known, Row, Turn


def row(
    thread: str,
    line: int,
    source: str,
    note: str = "",
    *,
    file: str = "bank.c",
    is_condition: bool = False,
    fails: bool = False,
) -> Row:
    return Row(thread, SourcePlace(file, line, 5), source, note, is_condition, fails)


BANK = Explanation(
    bug=Bug.ATOMICITY,
    cause="main.1 reads balance at line 13 and writes it at line 21; in between main.2 writes it at line 21, and that "
    "write is lost",
    detail="ds,hs",
    failure="balance == 200 fails: balance is 150",
    place=SourcePlace("examples/bank.c", 41),
    rows=(
        row("main", 34, "int fifty = 50;", "fifty = 50"),
        row("main.1", 13, "int value = balance;", "balance = 100"),
        row("main.1", 27, "int before = get_balance();", "before = 100"),
        row("main.2", 21, "balance = value;", "balance = 150"),
        row("main.1", 28, "set_balance(before + *(int *)amount);", "fifty = 50"),
        row("main.1", 21, "balance = value;", "balance = 150"),
        row("main", 41, "assert(balance == 200);", "balance == 200 fails: balance is 150", fails=True),
    ),
    arrows=(
        Arrow(1, 3, "WAR", "balance"),
        Arrow(0, 4, "RAW", "fifty", forced=True),
        Arrow(3, 5, "WAW", "balance"),
        Arrow(5, 6, "RAW", "balance", forced=True),
        Arrow(1, 6, "WAR", "balance", implied=True),
    ),
    known=(
        Known(0, ("fifty == 50",)),
        Known(1, ("fifty == 50", "value == 100")),
        Known(2, ("fifty == 50", "before == 100")),
        Known(4, ("value <= 150",)),
        Known(5, ("balance <= 150",)),
    ),
    statements=9,
    of_statements=31,
    variables=4,
    of_variables=11,
    more="--detail ds,cs,hs (14 of 31 statements)",
    contrast=Contrast(
        schedule="main:6 main.2:9 main.1:9 main:14",
        flips=(Flip("main.1 bank.c:13", "main.2 bank.c:21", "balance"),),
        turns=(
            Turn("main.1", SourcePlace("bank.c", 13), "int value = balance;", "balance = 100", "balance = 150"),
            Turn("main", SourcePlace("bank.c", 41), "assert(balance == 200);", "it fails", "it holds"),
        ),
        tried=15,
    ),
)

DEADLOCK = Explanation(
    bug=Bug.DEADLOCK,
    cause="main.1 waits for lock b, held by main.2; main.2 waits for lock a, held by main.1",
    detail="ds",
    failure="deadlock: main.1 waits for lock b, held by main.2; main.2 waits for lock a, held by main.1",
    place=SourcePlace("examples/bank.c", 13, 5, "transfer"),
    rows=(
        row("main.1", 12, "pthread_mutex_lock(&a);"),
        row("main.2", 20, "pthread_mutex_lock(&b);"),
        row("main.1", 13, "pthread_mutex_lock(&b);", "waits for lock b, held by main.2", fails=True),
        row("main.2", 21, "pthread_mutex_lock(&a);", "waits for lock a, held by main.1", fails=True),
    ),
    known=(Known(0, ("a is held",)), Known(1, ("a is held", "b is held"))),
    statements=2,
    of_statements=17,
    variables=2,
    of_variables=6,
    contrast=Contrast(schedule="", flips=(Flip("main.2 bank.c:20", "main.1 bank.c:13", "b"),), tried=1),
)

BRANCH = Explanation(
    bug=Bug.ORDER,
    cause="main.1 reads log.ready at line 30 before main writes it at line 52",
    detail="ds,cs,hs",
    failure="log.lines == 2 fails: log.lines is 1",
    place=SourcePlace("server.c", 60),
    rows=(
        row("main", 50, "pthread_create(&worker, NULL, serve, NULL);", file="server.c"),
        row("main.1", 30, "if (!log.ready)", "log.ready = 0", is_condition=True, file="log.c"),
        row("main", 52, "log.ready = 1;", "log.ready = 1", file="server.c"),
        row("main", 60, "assert(log.lines == 2);", "log.lines == 2 fails: log.lines is 1", fails=True, file="server.c"),
    ),
    arrows=(Arrow(1, 2, "WAR", "log.ready"),),
    known=(Known(0, ("main.1 runs",)), Known(2, ("log.lines == 1 || log.lines == 0", "!log.ready"), more=3)),
    statements=4,
    of_statements=40,
    variables=3,
    of_variables=9,
    contrast=Contrast(
        schedule="main:4 main.1:6 main:9",
        flips=(Flip("main.1 log.c:30", "main server.c:52", "log.ready"),),
        more_flips=2,
        turns=(Turn("main.1", SourcePlace("log.c", 30), "if (!log.ready)", "true", "false"),),
        only_passing=(row("main.1", 33, "log.lines += 1;", file="log.c"),),
        only_failing=(row("main.1", 31, "return;", file="log.c"),),
        tried=4,
    ),
    notes=("changed by code that is not instrumented, and taken as it was: stamp",),
)

_THREADS = tuple(f"main.{number}" for number in range(1, 8))
MANY_THREADS = Explanation(
    bug=Bug.ATOMICITY,
    cause="main.1 reads hits at line 8 and writes it at line 9; in between main.7 writes it at line 9",
    detail="ds,hs",
    failure="hits == 7 fails: hits is 1",
    place=SourcePlace("hits.c", 30),
    rows=(
        *(row(thread, 8, "int seen = hits;", "hits = 0") for thread in _THREADS),
        *(row(thread, 9, "hits = seen + 1;", "hits = 1") for thread in reversed(_THREADS)),
        row("main", 30, "assert(hits == 7);", "hits == 7 fails: hits is 1", fails=True),
    ),
    arrows=(
        *(Arrow(position, 7, "WAR", "hits") for position in range(6)),
        *(Arrow(position, position + 1, "WAW", "hits") for position in range(7, 13)),
        Arrow(13, 14, "RAW", "hits", forced=True),
    ),
    known=(Known(0, ("seen of main.1 == 0",)), Known(13, ("hits <= 1",))),
    statements=15,
    of_statements=44,
    variables=2,
    of_variables=9,
)

EXPLANATIONS = {
    "explanation_bank": BANK,
    "explanation_deadlock": DEADLOCK,
    "explanation_branch": BRANCH,
    "explanation_many_threads": MANY_THREADS,
}
