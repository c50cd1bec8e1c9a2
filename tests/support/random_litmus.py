"""Small random programs in which it matters what reads may see of several writes: two or three threads that write and
read a few cells, and assertions on what they have read. In: a source of chance. Out: a trace program."""

import random

from raddle.model.program import TraceProgram
from raddle.model.text.parse import parse_ctp

MOST_ASSERTED = 5


def random_litmus(rng: random.Random) -> TraceProgram:
    threads = rng.choice([2, 2, 2, 3])
    read: list[str] = []
    bodies = [_body(rng, thread, rng.randint(2, 4 if threads == 2 else 3), read) for thread in range(threads)]
    shared = ["shared x: 2 = 0, y: 2 = 0, a[2]: 2 = 0", *(f"shared o{one}: 2 = 0" for one in read), "lock m"]
    main = ["thread main", *(f" {does}(T{one})" for does in ("create", "join") for one in range(threads))]
    for _ in range(MOST_ASSERTED if read else 0):
        some = rng.sample(read, min(len(read), rng.choice([1, 2, 2, 2, 3])))
        main.append(f" assert({' | '.join(f'(o{one} != {rng.choice([0, 0, 0, 1, 1, 2])})' for one in some)})")
    lines = [*shared, *main]
    for thread, body in enumerate(bodies):
        lines += [f"thread T{thread}", *body]
    return parse_ctp("\n".join(lines))


def _body(rng: random.Random, thread: int, count: int, read: list[str]) -> list[str]:
    lines: list[str] = []
    kinds = rng.choice(["write read", "write read", "write read index", "write read fence", "write read lock update"])
    cell = rng.choice("xy")
    for number in range(count):
        cell = {"x": "y", "y": "x"}[cell] if rng.random() < 0.8 else cell  # what is written, and then something else
        match rng.choice(["write", "read", *kinds.split()]):
            case "write":
                lines.append(f" {cell} := {rng.choice([1, 1, 1, 2])}")
            case "read":
                name = f"{thread}{number}"
                read.append(name)
                lines += [f" r{number} := {cell}", f" o{name} := r{number}"]
                if rng.random() < 0.3:
                    lines.append(f" assert(r{number} != {rng.choice([0, 1, 2])})")
            case "index":
                name = f"{thread}{number}"
                read.append(name)
                lines += [f" i{number} := {cell}", f" j{number} := i{number} & 1"]
                lines += [f" a[j{number}] := {rng.choice([1, 2])}"]
                lines += [f" r{number} := a[{rng.choice([0, 1])}]", f" o{name} := r{number}"]
            case "fence":
                lines.append(rng.choice([" fence(seq_cst)", f" {cell}@seq_cst := 1", f" s{number} := {cell}@seq_cst"]))
            case "update":
                lines.append(f" {cell} := {cell} + 1")
            case _:
                lines += [" lock(m)", f" {cell} := 2", " unlock(m)"]
    return lines
