"""Random failing runs in the language of tests/support/explain_runs.py: two or three threads with locks, branches that
were taken or not, loops as they were unrolled, arithmetic that is signed, unsigned, masked, multiplied; the order is
random, the run stops somewhere, and something that a thread asserts there does not hold."""

import random
from dataclasses import dataclass, field

from raddle.explain.run import Run
from tests.support.explain_runs import Undefined, run_of_text

SHARED = ("x", "y", "z", "u", "b", "t[1]", "byte(x, 1)", "t[r0 & 3]")
HEADER = """int x = {}
int y = {}
int z = {}
unsigned u = {}
byte b = {}
int t[4] = {}
local unsigned r3"""
REGISTERS = ("r0", "r1", "r2", "r3")
OPERATORS = ("+", "+", "+", "-", "-", "*", "&", "|", "^")
COMPARED = ("<", "<=", ">", ">=", "==", "!=")


@dataclass
class Writer:
    """Of one thread's lines."""

    random: random.Random
    lines: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    depth: int = 0
    held: list[str] = field(default_factory=list)

    def atom(self) -> str:
        pick = self.random.random()
        if self.known and pick < 0.45:
            return self.random.choice(self.known)
        if pick < 0.8:
            return self.place()
        return str(self.random.choice((0, 1, 1, 2, 3, 5, 7, 10, 100, 255, 1 << 16, 2147483647)))

    def place(self) -> str:
        places = SHARED if "r0" in self.known else SHARED[:-1]
        return self.random.choice(places)

    def value(self) -> str:
        pick = self.random.random()
        if pick < 0.3:
            return self.atom()
        if pick < 0.4:
            return f"({self.atom()} {self.random.choice(('>>', '/', '%'))} {self.random.randint(1, 6)})"
        if pick < 0.45:
            return f"({self.condition()})"
        operator = self.random.choice(OPERATORS)
        simple = operator == "*" and self.random.random() < 0.8  # products of two variables are hard for any solver
        right = str(self.random.randint(2, 5)) if simple else self.atom()
        if pick < 0.6:
            return f"(({self.atom()} {operator} {right}) & {self.random.choice((15, 255))})"
        return f"({self.atom()} {operator} {right})"

    def condition(self) -> str:
        pick = self.random.random()
        if pick < 0.1:
            return f"{self.value()} {self.random.choice(('and', 'or'))} {self.atom()} != 0"
        return f"{self.value()} {self.random.choice(COMPARED)} {self.atom()}"

    def statement(self) -> None:
        pick = self.random.random()
        if pick < 0.35:
            name = self.random.choice(REGISTERS)
            self.lines.append(f"{name} = {self.value()}")
            if name not in self.known:
                self.known.append(name)
        elif pick < 0.7:
            self.lines.append(f"{self.place()} = {self.value()}")
        elif pick < 0.8:
            self.branch()
        elif pick < 0.88:
            self.locked()
        elif pick < 0.93 and self.depth:
            self.lines.append("}")
            self.depth -= 1
            if self.known and self.random.random() < 0.5:
                self.lines.append(f"phi {self.random.choice(self.known)}")
        elif self.known:
            name = self.random.choice(self.known)
            self.lines.append(f"{name} = {name} {self.random.choice('+-')} 1")

    def branch(self) -> None:
        self.lines.append(f"if {self.condition()} {{")
        self.depth += 1
        if self.random.random() < 0.3:
            self.lines.append("}")
            self.depth -= 1

    def locked(self) -> None:
        if self.held and self.random.random() < 0.6:
            self.lines.append(f"unlock {self.held.pop()}")
        elif "l" not in self.held and "m" not in self.held:
            self.held.append(self.random.choice("lm"))
            self.lines.append(f"lock {self.held[-1]}")

    def finish(self) -> None:
        self.lines += [f"unlock {one}" for one in self.held]
        self.lines += ["}"] * self.depth
        self.held, self.depth = [], 0


def random_text(number: int) -> str:
    """May be undefined, or not fail."""
    chance = random.Random(number)
    size = chance.choice((3, 6, 10, 16))
    threads = {}
    for name in ("T1", "T2", "T3")[: chance.choice((2, 2, 3))]:
        threads[name] = writer = Writer(chance)
        for _ in range(size):
            writer.statement()
    if chance.random() < 0.6:
        threads["main"] = _main(chance, list(threads))
        for name in list(threads)[:-1]:
            threads[name].finish()
    if number // 1000 % 3 == 2:
        _add_waits(random.Random(-number), threads)
    values = [chance.choice((0, 0, 1, 5, 100)) for _ in range(5)]
    header = HEADER.format(*values, " ".join(str(chance.choice((0, 1, 9))) for _ in range(4)))
    return "\n".join([header, *_interleaved(chance, threads)])


def _add_waits(chance: random.Random, threads: dict[str, Writer]) -> None:
    """One posts, another one waits, and sooner or later leaves where it waited."""
    for name in "st"[: chance.choice((1, 2, 2))]:
        posting, waiting = chance.sample(sorted(threads), 2)
        lines = threads[posting].lines
        lines.insert(chance.randint(0, len(lines)), f"post {name}")
        lines = threads[waiting].lines
        if any(line.startswith("wait") for line in lines):
            continue
        at = chance.randint(min(1, len(lines)), len(lines))  # somebody has to begin
        lines.insert(at, f"wait {name}")
        if chance.random() < 0.5:
            lines.insert(chance.randint(at + 1, len(lines)), f"leave {name}")


def _main(chance: random.Random, others: list[str]) -> Writer:
    writer = Writer(chance)
    for name in others:
        writer.statement()
        writer.lines.append(f"create {name}")
    for name in others:
        if chance.random() < 0.7:
            writer.lines.append(f"join {name}")
        writer.statement()
    return writer


def _interleaved(chance: random.Random, threads: dict[str, Writer]) -> list[str]:
    """Until nobody can go on, or earlier: then somebody asserts."""
    ready = {name for name in threads if "main" not in threads or name == "main"}
    at = dict.fromkeys(threads, 0)
    holder: dict[str, str] = {}
    counts = dict.fromkeys("st", 0)
    found: list[str] = []
    ended = {name for name, writer in threads.items() if not writer.lines}
    last = ""
    stop = chance.randint(1, 3) * sum(len(writer.lines) for writer in threads.values()) // 2
    while len(found) < stop:
        able = sorted(name for name in ready - ended if _can(threads[name].lines[at[name]], holder, counts, ended))
        if not able:
            break
        name = last if last in able and chance.random() < 0.7 else chance.choice(able)
        last = name
        line = threads[name].lines[at[name]]
        word, _, rest = line.partition(" ")
        if word == "lock":
            holder[rest] = name
        elif word == "unlock":
            del holder[rest]
        elif word in ("post", "wait"):
            counts[rest] += 1 if word == "post" else -1
        elif word == "create":
            ready.add(rest)
        at[name] += 1
        found.append(f"{name}: {line}")
        ended |= {one for one in ready if at[one] == len(threads[one].lines)}
    return [*found, f"{last}: {_asserted(chance, threads[last].lines[: at[last]])}"] if last else found


def _can(line: str, holder: dict[str, str], counts: dict[str, int], ended: set[str]) -> bool:
    word, _, rest = line.partition(" ")
    if word == "wait":
        return counts[rest] > 0
    if word == "lock":
        return rest not in holder
    return rest in ended if word == "join" else True


def _asserted(chance: random.Random, lines: list[str]) -> str:
    if "if" in " ".join(lines) and chance.random() < 0.1:
        return "abort"
    known = [name for name in REGISTERS if any(line.startswith(f"{name} =") for line in lines)]
    asserting = Writer(chance, known=known)
    condition = asserting.condition()
    while not any(name in condition for name in (*known, "x", "y", "z", "u", "t[", "b")):
        condition = asserting.condition()
    return f"assert {condition}" if chance.random() < 0.5 else f"assert not ({condition})"


def random_failing_run(number: int) -> tuple[str, Run]:
    """The first of this number's that fails."""
    for attempt in range(200):
        text = random_text(number * 1000 + attempt)
        try:
            return text, run_of_text(text)
        except Undefined:
            continue
    raise AssertionError(f"no failing run {number}")
