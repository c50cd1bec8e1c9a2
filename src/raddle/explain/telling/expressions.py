"""Conditions over the variables of steps -> C expressions over the program's own variables.

What C would say of the point at which they hold: `bal == 100 && balance == 150`, `queue.head != NULL`. A variable that
has another value by then is told apart (`balance (as read at line 10)`), and so is one that several threads have
(`bal of main.2`). Conversions of width and sign are silent where they change nothing.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from raddle.explain.run import Run
from raddle.explain.telling.c_operators import OVERFLOWS
from raddle.explain.telling.c_terms import Teller
from raddle.explain.telling.versions import Versions
from raddle.logic.arithmetic import Trap
from raddle.logic.evaluate import Evaluator, variables_of
from raddle.logic.operators import OPPOSITE, TURNED, Op
from raddle.logic.terms import Term

_STRICT: Final = {Op.SLT: Op.SLE, Op.SGT: Op.SGE, Op.ULT: Op.ULE, Op.UGT: Op.UGE}
_LESS: Final = (Op.SLT, Op.ULT)


class Expressions:
    """`versions`: says which variables have another value by then, and which have namesakes."""

    def __init__(self, run: Run, versions: Versions) -> None:
        self._run: Final = run
        self._versions: Final = versions

    def conjunction(self, terms: Iterable[Term], at: int) -> tuple[str, ...]:
        """What holds right behind step `at`, each once. Two bounds that meet are an equation."""
        flat: dict[Term, None] = {}
        for term in terms:
            parts = term.args if term.op is Op.ALL else (term,)
            flat.update(dict.fromkeys(part for part in parts if not _is_taken_for_granted(part)))
        terms = [_divided(self._run, term) for term in _with_equations(self._run, list(flat))]
        told = [self.condition(term, at) for term in _without_implied(dict.fromkeys(terms))]
        return tuple(dict.fromkeys(text for text in told if not _goes_without_saying(text)))

    def condition(self, term: Term, at: int) -> str:
        """That a truth value holds."""
        return Teller(self._run, self._versions, at).truth(term, holds=True).text

    def value(self, term: Term, at: int) -> str:
        return Teller(self._run, self._versions, at).value(term).text


def _with_equations(run: Run, terms: Sequence[Term]) -> list[Term]:
    """v <= 5 and v >= 5 are v == 5."""
    bounds: dict[tuple[Term, Term, str], dict[str, Term]] = {}
    for term in terms:
        found = _bound(run, term)
        if found is not None:
            of, by, sign, side = found
            bounds.setdefault((of, by, sign), {})[side] = term
    replaced: dict[Term, Term | None] = {}
    for (of, by, _), sides in bounds.items():
        if len(sides) == 2:
            lower, upper = sides["low"], sides["high"]
            replaced[lower], replaced[upper] = run.terms.equal(of, by), None
    told = (replaced.get(term, term) for term in terms)
    return [term for term in told if term is not None]


def _bound(run: Run, term: Term) -> tuple[Term, Term, str, str] | None:
    """What is bounded, by what, signed or not, on which side. v < 6 is v <= 5, and what is negated is turned round."""
    op, args = term.op, term.args
    if op is Op.NOT and args[0].op in OPPOSITE:
        op, args = OPPOSITE[args[0].op], args[0].args
    if op not in _STRICT and op not in _STRICT.values():
        return None
    one, other = args
    if one.op is Op.CONSTANT:
        one, other, op = other, one, TURNED[op]
    if op in _STRICT:
        nearest = run.terms.apply(Op.ADD, other.width, other, run.terms.bits(-1 if op in _LESS else 1, other.width))
        if other.op is not Op.CONSTANT or run.terms.apply(op, 1, nearest, other) is not run.terms.true:
            return None
        other, op = nearest, _STRICT[op]
    return one, other, op.name[0], "high" if op in (Op.SLE, Op.ULE) else "low"


def _divided(run: Run, term: Term) -> Term:
    """(long)i * 4 == 8 is i == 2: of how addresses are computed."""
    if term.op is not Op.EQ or term.args[0].op is not Op.MUL or term.args[1].op is not Op.CONSTANT:
        return term
    (inner, by), value = term.args[0].args, _signed(term.args[1])
    if inner.op is not Op.SEXT or by.op is not Op.CONSTANT:
        return term
    index, size = inner.args[0], _signed(by)
    fits = size > 0 and index.width + size.bit_length() <= term.args[1].width
    if not fits or value % size or not -(1 << index.width - 1) <= value // size < 1 << index.width - 1:
        return term
    return run.terms.equal(index, run.terms.bits(value // size, index.width))


def _signed(constant: Term) -> int:
    assert isinstance(constant.data, int)
    return constant.data - (1 << constant.width) if constant.data >> constant.width - 1 else constant.data


def _without_implied(terms: Iterable[Term]) -> list[Term]:
    """Where a variable is said to be some number, nothing else that follows from that is said of it."""
    kept = list(terms)
    fixed = {term.args[0]: term.args[1].data for term in kept if _is_fixing(term)}
    evaluate = Evaluator({variable: value for variable, value in fixed.items() if isinstance(value, int)})

    def follows(term: Term) -> bool:
        try:
            return not _is_fixing(term) and all(one in fixed for one in variables_of((term,))) and evaluate.holds(term)
        except Trap:
            return False

    return [term for term in kept if not follows(term)]


def _is_fixing(term: Term) -> bool:
    return term.op is Op.EQ and term.args[0].op is Op.VARIABLE and term.args[1].op is Op.CONSTANT


def _is_taken_for_granted(term: Term) -> bool:
    """By C: signed arithmetic does not overflow."""
    return term.op is Op.NOT and term.args[0].op in OVERFLOWS


def _goes_without_saying(text: str) -> bool:
    """What was read is what is there: two variables of the formula, one of the source."""
    one, sign, other = text.partition(" == ")
    return text == "1" or (bool(sign) and one == other)
