"""Programs in which one thread knows of another one's access, each in its own way; and the rules by which the search of
states says so (native/states/knows.c, decision 46), each broken on purpose: what it comes to, the file, the text there,
and what stands in its place."""

from typing import Final

KNOWN: Final = (
    """
shared d: 8 = 0, f: 8 = 0
thread T
 d := 1
 f@release := 1
 f@relaxed := 2
thread main
 create(T)
 v := f@acquire
 assume(v == 2)
 w := d
""",
    """
shared d: 8 = 0, f: 8 = 0
thread T
 d := 1
 f@release := 1
thread U
 assume(f@relaxed == 1) { f@relaxed := 2 }
thread main
 create(T)
 create(U)
 v := f@acquire
 assume(v == 2)
 w := d
""",
    """
shared d: 8 = 0, f: 8 = 0
thread T
 d := 1
 fence(release)
 f@relaxed := 1
thread main
 create(T)
 v := f@relaxed
 assume(v == 1)
 fence(acquire)
 w := d
""",
    """
shared x: 8 = 0
thread T
 v := x
 x@release := 1
thread main
 create(T)
 assume(x@acquire == 1) { x@relaxed := 2 }
""",
    """
shared d: 8 = 0, f: 8 = 0
lock l
condition c
thread T
 lock(l)
 d := 1
 f := 1
 wait(c, l)
 unlock(l)
thread main
 create(T)
 lock(l)
 v := f
 assume(v == 1)
 signal(c)
 unlock(l)
 w := d
""",
)
"""The thread's own later write, an update by another one, fences, what the second access itself acquires, and the lock
that a wait gives back."""
RACING: Final = {
    "nobody has to wait for that post: only who takes behind it knows of what was before it": """
shared x: 8 = 0
semaphore s = 1
thread T
 t: x := 1
 post(s)
thread U
 take(s)
 u: x := 2
thread main
 create(T)
 create(U)
""",
    "who is created by somebody who does not know": """
shared x: 8 = 0, flag: 8 = 0
thread T
 t: x := 1
 flag@relaxed := 1
thread U
 u: x := 2
thread main
 create(T)
 v := flag@relaxed
 assume(v == 1)
 create(U)
""",
    "a plain write ends the thread's own release sequence": """
shared d: 8 = 0, f: 8 = 0
thread T
 t: d := 1
 f@release := 1
 f := 2
 f@relaxed := 3
thread main
 create(T)
 v := f@acquire
 assume(v == 3)
 u: w := d
""",
    "shared sections do not order each other": """
shared d: 8 = 0, f: 8 = 0
lock l
thread T
 rdlock(l)
 t: d := 1
 rdunlock(l)
 f@relaxed := 1
thread main
 create(T)
 v := f@relaxed
 assume(v == 1)
 rdlock(l)
 u: w := d
 rdunlock(l)
""",
    "a round knows nothing of the one before it": """
shared d: 8 = 0, f: 8 = 0
barrier b = 2
thread T
 t: d := 1
 barrier(b)
thread U
 barrier(b)
 f@relaxed := 1
thread V
 barrier(b)
thread main
 create(T)
 create(U)
 create(V)
 v := f@relaxed
 assume(v == 1)
 barrier(b)
 u: w := d
""",
    "an acquiring fence does not release": """
shared d: 8 = 0, f: 8 = 0
thread T
 t: d := 1
 fence(acquire)
 f@relaxed := 1
thread main
 create(T)
 v := f@acquire
 assume(v == 1)
 u: w := d
""",
    "what is taken at once at the very beginning": """
shared x: 8 = 0
thread T
 u: x := 2
thread main
 region_begin
 create(T)
 t: x := 1
 region_end
""",
}
"""Programs in which `u` races with `t`, which has taken place."""
TOKEN_MUTANTS: Final[tuple[tuple[str, str, str, str], ...]] = (
    ("a post commutes with takes of those who do not know", "depends.c", "? RD_USE_TAKE : 0", "? 0 : 0"),
    ("whoever takes a lock knows", "depends.c", "if (rd_is_left_at(s, lock)) {", "if (true) {"),
    ("who has taken a lock before knows", "depends.c", "first_from(s, list, *rd_point(s, thread)) : 0;", "0 : 0;"),
    (
        "accesses are not compared when they are taken",
        "moves.c",
        "        rd_find_unordered(s, thread);\n",
        "        ;\n",
    ),
    (
        "nobody branches behind what is taken at once",
        "states.c",
        "                branch(s, thread);\n                any",
        "                any",
    ),
    (
        "nobody branches behind what is chosen",
        "states.c",
        "branch(s, thread);\n    close_state(s, RD_NOTHING);\n    pack",
        "close_state(s, RD_NOTHING);\n    pack",
    ),
    (
        "nobody branches at the beginning",
        "states.c",
        "    from_the_beginning(s);\n    return true;",
        "    return true;",
    ),
    (
        "what was taken last leaves nothing",
        "knows.c",
        "    if (event->kind <= RD_DO_CHECK)\n        learn_by_memory(s, thread, next",
        "    if (0)\n        learn_by_memory(s, thread, next",
    ),
    ("reads do not acquire", "knows.c", "leave(s, own, acquired(s, next, number));", ""),
    ("the second access's own reads do not acquire", "knows.c", "&& !acquired(s, next, one->number))", ")"),
    (
        "relaxed reads leave nothing for fences",
        "knows.c",
        "leave(s, seen, at(s, place_of_cell(s, carried(s, one->cell))));",
        ";",
    ),
    ("relaxed writes release", "knows.c", "one->flags & RD_TOUCH_RELEASES ? own : fence", "own"),
    (
        "fences leave nothing for writes",
        "knows.c",
        "one->flags & RD_TOUCH_RELEASES ? own : fence) ||",
        "one->flags & RD_TOUCH_RELEASES ? own : last) ||",
    ),
    ("release sequences end at the thread's own writes", "knows.c", "|| at(s, last) ||", "||"),
    ("release sequences end at updates", "knows.c", "|| (is_updated(next, one->cell) && at(s, cell))", ""),
    (
        "every write goes on with a release sequence",
        "knows.c",
        "(is_updated(next, one->cell) && at(s, cell))",
        "at(s, cell)",
    ),
    ("plain writes end no release sequence", "knows.c", "        put(s, cell, left);", "        leave(s, cell, left);"),
    (
        "plain writes do not end the thread's own",
        "knows.c",
        "        put(s, last, left);",
        "        leave(s, last, left);",
    ),
    ("a creation hands nothing on", "knows.c", "leave(s, place_of_threads(s, event->object, 0), at(s, own));", ";"),
    ("a join hands nothing on", "knows.c", "leave(s, own, rd_knows(s, event->object));", ";"),
    (
        "an acquire learns nothing of shared sections",
        "knows.c",
        "|| (!shared && at(s, place_of(s, event->object, true)))",
        "",
    ),
    ("a shared acquire learns of shared sections", "knows.c", "(!shared && at(s", "(at(s"),
    ("a wait leaves nothing at its lock", "knows.c", "leave(s, place_of(s, event->lock, false), at(s, own));", ";"),
    ("a round hands nothing on", "knows.c", "            complete_round(s, event);\n", ""),
    (
        "rounds hand on to the next ones",
        "knows.c",
        "            put(s, place_of(s, event->object, false), false);\n",
        "",
    ),
    (
        "who completes a round learns nothing",
        "knows.c",
        "            leave(s, own, at(s, place_of(s, event->object, false)));\n            complete",
        "            complete",
    ),
    ("regions hand nothing on", "knows.c", "leave(s, own, is_own && at(s, place_of_regions(s)));", ";"),
    (
        "made-up regions hand on",
        "knows.c",
        "leave(s, place_of_regions(s), is_own && at(s, own));",
        "leave(s, place_of_regions(s), at(s, own));",
    ),
    (
        "fences learn nothing",
        "knows.c",
        "leave(s, own, event->flags & RD_EVENT_ACQUIRES && at(s, place_of_threads(s, thread, 2)));",
        ";",
    ),
    ("acquiring fences release", "knows.c", "event->flags & RD_EVENT_RELEASES && at(s, own)", "at(s, own)"),
    (
        "who is not there yet will know",
        "knows.c",
        "        if (rd_is_alive(s, thread))\n            return false;\n",
        "        if (rd_is_alive(s, thread))\n            return false;\n        return true;\n",
    ),
    (
        "the token is dropped where only reads are left",
        "knows.c",
        ": RD_USE_RACE_READ | RD_USE_RACE_WRITE;\n    return",
        ": RD_USE_RACE_WRITE;\n    return",
    ),
    (
        "the token of reads is dropped",
        "knows.c",
        "? RD_USE_PLAIN_WRITE : RD_USE_RACE_WRITE;",
        "? RD_USE_PLAIN_WRITE : 0;",
    ),
    (
        "the token of atomic reads is dropped",
        "knows.c",
        "? RD_USE_PLAIN_WRITE : RD_USE_RACE_WRITE;",
        "? 0 : RD_USE_RACE_WRITE;",
    ),
    (
        "the token of atomic writes is dropped",
        "knows.c",
        "? RD_USE_PLAIN_READ | RD_USE_PLAIN_WRITE :",
        "? RD_USE_PLAIN_WRITE :",
    ),
)  # fmt: skip
TOKEN_PROFILES: Final = {
    "nobody branches behind what is taken at once": "regions",
    "nobody branches at the beginning": "regions",
    "a post commutes with takes of those who do not know": "semaphores",
    "every write goes on with a release sequence": "updates",
    "plain writes end no release sequence": "updates",
    "plain writes do not end the thread's own": "updates",
    "an acquire learns nothing of shared sections": "rwlocks",
    "a shared acquire learns of shared sections": "rwlocks",
    "a wait leaves nothing at its lock": "conditions",
    "a round hands nothing on": "barriers",
    "rounds hand on to the next ones": "barriers",
    "who completes a round learns nothing": "barriers",
    "regions hand nothing on": "regions",
    "made-up regions hand on": "regions",
    "fences learn nothing": "fences",
    "acquiring fences release": "fences",
    "the token of atomic reads is dropped": "updates",
}
"""Of random programs, where those of all do not show it soon."""
