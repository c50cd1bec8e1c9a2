"""Rules by which the search of a folded trace program (decide/folding.py) goes round, each broken on purpose: what it
comes to, the file, the text there, and what stands in its place; and programs made by hand that show it."""

from typing import Final

FOLDED_MUTANTS: Final[tuple[tuple[str, str, str, str], ...]] = (
    ("what stands before a turn does not come again", "depends.c",
     "to == UINT64_MAX ? rd_again(s, other)[0] : *rd_point(s, other)", "*rd_point(s, other)"),
    ("a lock behind a turn stops who goes another way", "depends.c",
     "there <= rd_again(s, thread)[1] ? there : UINT64_MAX", "there"),
    ("cells are forgotten before a turn back", "moves.c",
     "rd_again(s, thread)[0] < behind[thread]", "*rd_point(s, thread) < behind[thread]"),
    ("a turn has one way", "states.c", "turn == 0 || turn < event->turn_count", "turn == 0"),
    ("addresses are moved once only", "addresses.py", "(least, most) != (0, 0)", "False"),
    ("what stands behind a join may come again", "folding.py", "        once += alone\n", ""),
    ("what a write writes is no part of a text", "folding.py",
     "self._term(access.value) if self._needed.writes(access) else None", "None"),
    ("where a write goes is no part of a text", "folding.py",
     "(access.cells, access.addresses, access.order, address)", "(access.order, address)"),
    ("a section may be cut", "folding.py", "(opens.held or writer.asks_from", "(writer.asks_from"),
)  # fmt: skip
RECURRING_BY_HAND: Final = (
    """
shared x: 1 = 0, y: 1 = 0
thread T
 x := 1
thread main
 create(T)
 y := 1
 join(T)
 y := 1
 x := 0
""",
    """
shared x: 1 = 0, y: 1 = 0, z: 1 = 0
thread T
 x := 1
 z := 1
 y := 1
 x := 1
 z := 1
 y := 1
thread U
 t := z
 assume(t == 1)
 x := 0
thread main
 create(T)
 create(U)
""",
    """
shared x: 1 = 0, y: 1 = 0, z: 1 = 0
lock a
thread T
 x := 1
 z := 1
 y := 1
 x := 1
 z := 1
 y := 1
 lock(a)
 unlock(a)
thread main
 lock(a)
 create(T)
 t := z
 assume(t == 1)
 v := x
 unlock(a)
""",
    """
shared x: 1 = 1, y: 1 = 0
thread T
 v1 := x
 assert(v1 == 1)
 y := 1
 v2 := x
 assert(v2 == 1)
 y := 1
thread main
 create(T)
""",
    """
shared m: 8 = 0, p: 64 = 4000
thread T
 v1 := p
 assume(v1 < 4096)
 p := v1 + 32
 v2 := p
 assume(v2 < 4096)
 p := v2 + 32
 v3 := p
 assume(v3 < 4096)
 p := v3 + 32
thread U
 w := p
 assume(w == 4096)
 at(w, 4096: m) := 1
thread main
 create(T)
 create(U)
 m := 2
""",
    """
shared x: 2 = 0
thread T
 x := 1
 x := 2
thread main
 create(T)
 v := x
 assert(v != 2)
""",
)
"""What stands behind a join, and before it too; who comes again to what he is past already, when another one gets
there, also one who holds a lock that he takes in the end; who reads again what nobody else does; whose address is
moved on, round by round; who writes two things in one place."""
