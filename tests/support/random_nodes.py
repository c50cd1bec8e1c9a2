"""Random small C programs whose threads hand nodes to each other and give them back, and all that can come of them.

The nodes lie in slots under one lock. A thread takes a node out of a slot (and empties it, or forgets to), reads and
writes it, puts it somewhere, gives it back, and then forgets its pointer, or does not. Ways part where a slot is empty
or a flag is seen, and meet again. `fails` goes through every order of the operations, each of which is one step as far
as nodes go: it takes nothing from raddle. Deterministic by seed.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

Kind = Literal["new", "put", "take", "use", "free", "raise", "look"]
HEAD: Final = """#include <pthread.h>
#include <stdlib.h>

struct node { long a, b; };
static struct node *slot[2];
static long flag, sum[3];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static struct node *made(long a)
{
    struct node *node = malloc(sizeof *node);
    node->a = a;
    node->b = a + 1;
    return node;
}
"""
_USES: Final = ("sum[{me}] += p->a;", "p->a = {number};", "p->b += p->a;", "p->b = {number};")


@dataclass(frozen=True, slots=True)
class Operation:
    kind: Kind
    at: int = 0
    """Which slot; how it is used."""
    empties: bool = True
    """The slot that it takes from; the pointer that it gives back."""
    under: bool = False
    """Only where the flag was seen."""


@dataclass(frozen=True, slots=True)
class NodeProgram:
    threads: tuple[tuple[Operation, ...], ...]

    def text(self) -> str:
        parts = [HEAD]
        for me, operations in enumerate(self.threads):
            body = "\n".join(f"    {_code(one, me, number)}" for number, one in enumerate(operations))
            head = "    struct node *p = NULL;\n    long seen = 0;\n    (void)seen;"
            parts.append(f"static void *thread{me}(void *arg)\n{{\n{head}\n{body}\n    return arg;\n}}\n")
        names = range(len(self.threads))
        creates = "".join(f"    pthread_create(&t[{one}], NULL, thread{one}, NULL);\n" for one in names)
        joins = "".join(f"    pthread_join(t[{one}], NULL);\n" for one in names)
        main = f"    pthread_t t[{len(names)}];\n    slot[0] = made(1);\n    slot[1] = made(3);\n{creates}{joins}"
        return "\n".join([*parts, f"int main(void)\n{{\n{main}    return 0;\n}}\n"])

    def fails(self) -> bool:
        """Whether in some order memory is used that was given back, or given back twice."""
        begin = _State((0,) * len(self.threads), ((None, False),) * len(self.threads), (0, 1), False, frozenset(), 2)
        todo, seen = [begin], {begin}
        while todo:
            state = todo.pop()
            for after in self._next(state):
                if after is None:
                    return True
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        return False

    def _next(self, state: "_State") -> "Iterator[_State | None]":
        for me, operations in enumerate(self.threads):
            if state.at[me] < len(operations):
                yield state.moved(me, operations[state.at[me]])


@dataclass(frozen=True, slots=True)
class _State:
    at: tuple[int, ...]
    own: tuple[tuple[int | None, bool], ...]
    """Of each thread the node that it points to, and whether it saw the flag."""
    slots: tuple[int | None, ...]
    flag: bool
    gone: frozenset[int]
    nodes: int
    """How many there have been."""
    _: None = field(default=None, repr=False)

    def moved(self, me: int, one: Operation) -> "_State | None":
        """None: that is an error."""
        at = (*self.at[:me], self.at[me] + 1, *self.at[me + 1 :])
        (node, seen), slots, flag, gone, nodes = self.own[me], self.slots, self.flag, self.gone, self.nodes
        if not one.under or seen:
            match one.kind:
                case "new":
                    node, nodes = nodes, nodes + 1
                case "put":
                    slots = _with(slots, one.at, node)
                case "take":
                    node = slots[one.at]
                    slots = _with(slots, one.at, None) if one.empties else slots
                case "use" if node in gone:
                    return None
                case "free" if node is not None:
                    if node in gone:
                        return None
                    gone, node = gone | {node}, None if one.empties else node
                case "raise":
                    flag = True
                case "look":
                    seen = flag
                case _:
                    pass
        own = (*self.own[:me], (node, seen), *self.own[me + 1 :])
        return _State(at, own, slots, flag, gone, nodes)


def _with(slots: tuple[int | None, ...], at: int, node: int | None) -> tuple[int | None, ...]:
    return (*slots[:at], node, *slots[at + 1 :])


def _code(one: Operation, me: int, number: int) -> str:
    match one.kind:
        case "new":
            code = f"p = made({number});"
        case "put":
            code = _locked(f"slot[{one.at}] = p;")
        case "take":
            code = _locked(f"p = slot[{one.at}];" + (f" slot[{one.at}] = NULL;" if one.empties else ""))
        case "use":
            code = f"if (p) {{ {_USES[one.at].format(me=me, number=number)} }}"
        case "free":
            code = "if (p) free(p);" + (" p = NULL;" if one.empties else "")
        case "raise":
            code = _locked("flag = 1;")
        case "look":
            code = _locked("seen = flag;")
    return f"if (seen) {{ {code} }}" if one.under else code


def _locked(code: str) -> str:
    return f"pthread_mutex_lock(&m); {code} pthread_mutex_unlock(&m);"


def node_program(seed: int) -> NodeProgram:
    """In every second one the first thread keeps a part of its nodes to itself."""
    chance = random.Random(seed)
    if seed % 2:
        return NodeProgram((tuple(_keeping(chance)), tuple(_handing(chance))))
    return NodeProgram(tuple(tuple(_operations(chance)) for _ in range(chance.choice((2, 2, 3)))))


def _keeping(chance: random.Random) -> Iterator[Operation]:
    """It gives its node back, or does not, by what it has seen, and looks again before it uses it."""
    yield Operation("new")
    yield Operation("put", chance.randrange(2))
    for _ in range(chance.randrange(4, 7)):
        kind: Kind = chance.choice(("look", "look", "free", "free", "use", "use", "use", "take"))
        at = chance.randrange(2, len(_USES)) if kind == "use" else chance.randrange(2)
        is_sure = chance.random() < (0.3 if kind == "free" else 0.6)
        yield Operation(kind, at, empties=chance.random() < 0.3, under=kind in ("free", "use") and not is_sure)


def _handing(chance: random.Random) -> Iterator[Operation]:
    for _ in range(chance.randrange(3, 6)):
        kind: Kind = chance.choice(("take", "use", "raise", "raise", "put", "free"))
        yield Operation(kind, chance.randrange(2), empties=chance.random() < 0.8)


def _operations(chance: random.Random) -> Iterator[Operation]:
    yield Operation("take", chance.randrange(2), chance.random() < 0.8)
    for _ in range(chance.randrange(3, 6)):
        kind: Kind = chance.choice(("new", "put", "take", "take", "use", "use", "free", "free", "raise", "look"))
        at = chance.randrange(len(_USES)) if kind == "use" else chance.randrange(2)
        empties = chance.random() < (0.8 if kind == "take" else 0.7)
        yield Operation(kind, at, empties, under=kind != "look" and chance.random() < 0.25)
