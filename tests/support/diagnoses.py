"""Diagnoses and repairs, made by hand: the figures of the diagnosis paper, and what they do not have."""

import random
from dataclasses import replace
from pathlib import Path

from raddle.base.place import SourcePlace
from raddle.report.diagnosed import Cause, Diagnosed, Does, Order, Sizes, Spot
from raddle.report.repaired import Candidate, Repaired
from raddle.report.result import Finding
from raddle.report.verified import Counts, Verified


def spot(
    thread: str, line: int, does: Does = "does", about: str = "", text: str = "", at: int = 0, file: str = "mysql.c"
) -> Spot:
    return Spot(thread, SourcePlace(file, line, 3), does, about, text, at)


def _failing(file: str, line: int, message: str) -> tuple[Finding, ...]:
    return (
        Finding(
            "assertion",
            "confirmed",
            SourcePlace(file, line, 3, "main"),
            message,
            schedule="main:4 main.1:2 main.2:5",
            witness=Path(f"{file.removesuffix('.c')}.line{line}.witness"),
            threads=3,
            switches=3,
            fewest=True,
        ),
    )


# ---- figure 2.1: one cause of two orders that share a line

_IF = spot("main", 9, "reads", "x", "if (x != 0)", 2, "example.c")
_ASSERT = spot("main", 10, "reads", "x", "assert(x != 0);", 3, "example.c")
_ZERO = spot("main.1", 4, "writes", "x", "x = 0;", 1, "example.c")
FIGURE_2_1 = Diagnosed(
    "example",
    "concurrency",
    causes=(
        Cause((Order(_IF, _ZERO), Order(_ZERO, _ASSERT)), fails=_ASSERT.place, what="assertion x != 0", smallest=True),
    ),
    complete=True,
    findings=_failing("example.c", 10, "x != 0 fails: x is 0"),
    sizes=Sizes(iterations=2, per_schedule=2, per_core=2, unique=2, runs=4, seconds=0.34),
)

# ---- figure 3.2: two causes

_X0, _Y0 = spot("main.1", 5, "writes", "x", "x = 0;", 1), spot("main.1", 6, "writes", "y", "y = 0;", 2)
_X1, _Y1 = spot("main.2", 10, "writes", "x", "x = 1;", 1), spot("main.2", 11, "writes", "y", "y = 1;", 2)
_EQUAL = {"fails": SourcePlace("mysql.c", 23), "what": "assertion x == y"}
FIGURE_3_2 = Diagnosed(
    "mysql",
    "concurrency",
    causes=(
        Cause((Order(_X1, _X0), Order(_Y0, _Y1)), smallest=True, fails=SourcePlace("mysql.c", 23), what=_EQUAL["what"]),
        Cause((Order(_X0, _X1), Order(_Y1, _Y0)), smallest=True, fails=SourcePlace("mysql.c", 23), what=_EQUAL["what"]),
    ),
    complete=True,
    findings=_failing("mysql.c", 23, "x == y fails: x is 0, y is 1"),
    sizes=Sizes(iterations=3, per_schedule=6, per_core=2, unique=2, runs=5, seconds=0.52),
    assumptions=("threads that wait for each other for ever while others go on count only if those stop too",),
)

# ---- figure 5.2: a single order

_USED = spot("main.2", 5, "reads", "bandwidth", "assert(bandwidth != NULL);", 1, "transmission.c")
_SET = spot("main.1", 2, "writes", "bandwidth", "bandwidth = malloc(sizeof *bandwidth);", 1, "transmission.c")
TRANSMISSION = Diagnosed(
    "transmission",
    "concurrency",
    causes=(Cause((Order(_USED, _SET),), fails=_USED.place, what="assertion bandwidth != NULL", smallest=True),),
    complete=True,
    findings=_failing("transmission.c", 5, "bandwidth != NULL fails: bandwidth is NULL"),
    sizes=Sizes(iterations=2, per_schedule=1, per_core=1, unique=1, runs=3, seconds=0.21),
    without_preemption=True,
)


# ---- many threads of one code that lose an update: each reads and writes at one line


def _hits(thread: int, does: Does) -> Spot:
    return spot(f"main.{thread}", 8, does, "hits", "hits++;", 1 if does == "reads" else 2, "hits.c")


def _lost(one: int, other: int) -> tuple[Order, ...]:
    return (
        Order(_hits(one, "reads"), _hits(other, "writes")),
        Order(_hits(other, "writes"), _hits(one, "writes")),
    )


COUNTER = Diagnosed(
    "hits",
    "concurrency",
    causes=(
        Cause(_lost(1, 2), fails=SourcePlace("hits.c", 20), what="assertion hits == 4", smallest=True, classes=12),
    ),
    complete=True,
    bounded="loops are followed up to 3 rounds",
    sizes=Sizes(iterations=13, per_schedule=24.5, per_core=2, unique=1, runs=9, seconds=3.2),
)

# ---- two files, long lines, five threads, what must take place besides, and two places that fail


def _far(thread: str, line: int, does: Does, about: str, text: str, at: int, function: str, file: str) -> Spot:
    return Spot(thread, SourcePlace(f"src/{file}", line, 5, function), does, about, text, at)


_OPEN = _far("main.1", 112, "writes", "log.open", "log.open = 1;", 1, "serve", "server.c")
_CLOSE = _far("main.1", 118, "writes", "log.open", "log.open = 0;", 4, "serve", "server.c")
_LOOK = _far("main.2", 31, "reads", "log.open", "if (log.open && log.level > 0)", 1, "put", "log.c")
_PUT = _far(
    "main.2", 33, "reads", "log.file", "fprintf(log.file, \"%s <%s> & so on: %d\\n\", name, text, log.lines + 1);", 2,
    "put", "log.c",
)  # fmt: skip
_GONE = _far("main.3", 60, "writes", "log.file", "log.file = NULL;", 1, "shut", "log.c")
_LOCK = _far("main.4", 90, "locks", "quit", "pthread_mutex_lock(&quit);", 2, "stop", "server.c")
_UNLOCK = _far("main.1", 119, "unlocks", "quit", "pthread_mutex_unlock(&quit);", 5, "serve", "server.c")
_LAST = _far("main.10", 95, "signals", "done", "", 3, "finish", "server.c")
SERVER = Diagnosed(
    "server",
    "concurrency",
    causes=(
        Cause(
            (
                Order(_OPEN, _LOOK),
                Order(_LOOK, _CLOSE),
                Order(_GONE, _PUT),
                Order(_UNLOCK, _LOCK),
            ),
            parts=(_LAST,),
            fails=SourcePlace("src/log.c", 33),
            what="a null pointer",
        ),
        Cause((Order(_UNLOCK, _LOCK),), fails=SourcePlace("src/server.c", 96), what="assertion !log.open"),
    ),
    reason="the time was over",
    advice="--budget S gives it more time",
    sizes=Sizes(iterations=3, per_schedule=61.5, per_core=2.5, unique=4, runs=44, seconds=60.1),
    inputs=("arguments: 4",),
)


# ---- repairs


def proof(program: str) -> Verified:
    return Verified(
        program,
        "proved",
        properties=("assertions", "races", "deadlocks"),
        proved=("assertions", "races", "deadlocks"),
        executions="all",
        counts=Counts(runs=3, guided=0, threads=3, points=21, events=24, seconds={"run": 0.5}),
    )


DIFF = """\
--- a/mysql.c
+++ b/mysql.c
@@ -1,14 +1,21 @@
 int x = 0;
 int y = 0;
+static pthread_mutex_t raddle_lock = PTHREAD_MUTEX_INITIALIZER;

 void *f1(void *unused) {
+  pthread_mutex_lock(&raddle_lock);
   x = 0;
   y = 0;
+  pthread_mutex_unlock(&raddle_lock);
 }
"""
MUTEX = Candidate(
    "a new mutex around lines 5-6 and 10-11",
    DIFF,
    accepted=True,
    concurrency=0.75,
    side_by_side=0.25,
    verified=proof("mysql"),
)
JOIN = Candidate(
    "main.1 is joined before main.2 is created",
    "--- a/mysql.c\n+++ b/mysql.c\n@@ -18,4 +18,4 @@\n+  pthread_join(t1, NULL);\n-  pthread_join(t1, NULL);\n",
    accepted=True,
    concurrency=0.0,
    verified=proof("mysql"),
    reason="nothing of the two threads runs at once any more",
)
SEMAPHORE = Candidate(
    "a semaphore: line 11 before line 5", "", accepted=False, reason="nothing would wake main.1: it deadlocks"
)
REPAIRED = Repaired(
    "mysql",
    FIGURE_3_2,
    edges=((Order(_Y0, _X1),), (Order(_Y1, _X0),)),
    candidates=(MUTEX, JOIN, SEMAPHORE),
    seconds=2.25,
)
UNREPAIRED = replace(REPAIRED, candidates=(SEMAPHORE,), complete=False)

# ---- others

SEQUENTIAL = Diagnosed(
    "sum", "sequential", complete=True, findings=_failing("sum.c", 12, "sum == 3 fails: sum is 2"), sizes=Sizes(runs=2)
)
DIAGNOSES = {
    "diagnosis_figure_2_1": FIGURE_2_1,
    "diagnosis_figure_3_2": FIGURE_3_2,
    "diagnosis_transmission": TRANSMISSION,
    "diagnosis_many_threads": COUNTER,
    "diagnosis_incomplete": SERVER,
    "diagnosis_sequential": SEQUENTIAL,
}
REPAIRS = {"repair_verified": REPAIRED, "repair_none": replace(UNREPAIRED, complete=True)}


def random_cause(chance: random.Random) -> Cause:
    """Orders of some run: 2 to 5 threads, each of which does something at some lines in some order."""
    threads = [f"main.{number}" for number in range(1, chance.randrange(3, 7))]
    texts = ["x = 1;", "", "if (p != NULL && p->next != NULL && p->next->next != NULL) <again>", "x++;", "f(x, y);"]
    done: list[Spot] = []
    for _ in range(chance.randrange(2, 14)):
        thread = chance.choice(threads)
        at = 1 + sum(one.thread == thread for one in done)
        does: Does = chance.choice(("reads", "writes", "locks", "does"))
        file, line = chance.choice(("a.c", "src/b.c")), chance.randrange(1, 12)
        done.append(spot(thread, line, does, chance.choice(("x", "table[3].next", "")), chance.choice(texts), at, file))
    pairs = {
        (start, end)
        for start, end in (sorted(chance.choices(range(len(done)), k=2)) for _ in range(chance.randrange(1, 9)))
        if done[start].thread != done[end].thread
    }
    return Cause(tuple(Order(done[start], done[end]) for start, end in sorted(pairs)))
