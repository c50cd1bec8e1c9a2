"""What is told of terms is C: compiled, it comes to the same as the term does."""

import random
from pathlib import Path

import pytest

from raddle.base.cache import Cache
from raddle.base.process import run
from raddle.base.toolchain import find_toolchain
from raddle.explain.run import Deed, Run
from raddle.explain.telling.expressions import Expressions
from raddle.explain.telling.versions import Versions
from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import Evaluator
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from tests.support.explain_runs import run_of_text
from tests.support.explain_words import TYPES

pytestmark = [pytest.mark.compiler]

NAMES = {"int": "int", "unsigned": "unsigned", "char": "signed char", "byte": "unsigned char", "long": "long"}
COMPARISONS = (Op.EQ, Op.NE, Op.SLT, Op.SLE, Op.SGT, Op.SGE, Op.ULT, Op.ULE, Op.UGT, Op.UGE)
ARITHMETIC = (Op.ADD, Op.SUB, Op.MUL, Op.AND, Op.OR, Op.XOR, Op.UDIV, Op.UREM)
CONSTANTS = (0, 1, 2, 7, 100, -1, -2, 255, 128, 65535, -(1 << 31))
EXPRESSIONS = 400


class _Random:
    """Random conditions over variables of all types."""

    def __init__(self, run: Run, seed: int) -> None:
        self._run = run
        self._terms = run.terms
        self._chance = random.Random(seed)
        self._variables = [run.variable(step.number) for step in run.steps if step.deed is Deed.READ]

    def condition(self, depth: int = 2) -> Term:
        chance, terms = self._chance, self._terms
        if depth and chance.random() < 0.4:
            parts = [self.condition(depth - 1) for _ in range(chance.randrange(1, 4))]
            return terms.negation(parts[0]) if len(parts) == 1 else chance.choice((terms.all_of, terms.any_of))(parts)
        width = chance.choice((8, 16, 32, 32, 64))
        op = chance.choice(COMPARISONS)
        return terms.apply(op, 1, self.value(width, 2), self.value(width, 2))

    def value(self, width: int, depth: int) -> Term:
        chance, terms = self._chance, self._terms
        kind = chance.random()
        if kind < 0.2:
            return terms.bits(chance.choice(CONSTANTS), width)
        if depth and kind < 0.5:
            one, other = self.value(width, depth - 1), self.value(width, depth - 1)
            return terms.apply(chance.choice(ARITHMETIC), width, one, other)
        if depth and kind < 0.6:
            return terms.choice(self.condition(0), self.value(width, 0), self.value(width, 0))
        variable = chance.choice(self._variables)
        if variable.width == width:
            return variable
        signed = self._run.wording.spell(self._run.steps[self._run.defined_by(variable)], (1 << variable.width) - 1)
        wider = Op.SEXT if signed.startswith("-") != (chance.random() < 0.2) else Op.ZEXT
        return terms.convert(Op.TRUNC if variable.width > width else wider, width, variable)


def _run_of(values: dict[str, int]) -> Run:
    """One variable of each type, named after it."""
    declared = [f"{name} v_{name} = {value}" for name, value in values.items()]
    return run_of_text("\n".join([*declared, *(f"T1: r_{name} = v_{name}" for name in values), "T1: assert 0 == 1"]))


def _told(run: Run, seed: int) -> list[tuple[str, int]]:
    """C expressions, and what their terms are worth."""
    expressions = Expressions(run, Versions(run, range(len(run.steps))))
    evaluate = Evaluator({run.variable(step.number): step.value for step in run.steps if step.width})
    made = _Random(run, seed)
    found: list[tuple[str, int]] = []
    while len(found) < EXPRESSIONS:
        term = made.condition()
        try:
            worth = evaluate(term)
        except Trap:
            continue
        text = expressions.condition(term, len(run.steps) - 1)
        if term.op is not Op.CONSTANT and "..." not in text:
            found.append((text, worth))
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_told_of_a_term_is_worth_the_same_in_c(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    values = {name: chance.randrange(128) if name == "byte" else chance.randrange(-90, 90) for name in TYPES}
    values["unsigned"] = abs(values["unsigned"])
    told = _told(_run_of(values), seed)
    declared = "".join(f"{NAMES[name]} v_{name} = {value};\n" for name, value in values.items())
    tests = "".join(f'    printf("%d\\n", ({text}) ? 1 : 0);\n' for text, _ in told)
    source = tmp_path / "told.c"
    declared = f"#include <limits.h>\n#include <stdio.h>\n{declared}"
    source.write_text(f"{declared}int main(void)\n{{\n{tests}    return 0;\n}}\n")
    tools = find_toolchain(Cache.of_user())
    built = run([*tools.command, "-w", "-fwrapv", source, "-o", tmp_path / "told"], limit_s=120)
    assert built.ok, built.stderr_text
    said = run([tmp_path / "told"], limit_s=60).stdout.decode()
    wrong = [
        f"{text}: {worth} by the term, {line} in C"
        for (text, worth), line in zip(told, said.split(), strict=True)
        if str(worth) != line
    ]
    assert not wrong, "\n".join(wrong[:10])
