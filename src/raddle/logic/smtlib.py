"""Query -> SMT-LIB 2 text that means on every operator what logic/arithmetic.py computes.

Terms of width 1 are Bool, all others bit-vectors; a point of the order is a Real, or an Int where a query says at which
time a point stands. A term used more than once is a `define-fun` of its own, so that the text is no longer than the
query. Division by zero means what SMT-LIB says; who asks must have asserted that it does not happen.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.smtlib_operators import Unsupported, constant, on_bits, on_floats, on_truth
from raddle.logic.terms import Term

__all__ = ["Script", "Unsupported", "script"]

LONGEST_INLINE: Final = 1000
"""Characters of a term that stands inside another: nesting stays flat enough for any parser."""

SHORT: Final = 40
"""Characters of a negation that is not worth a name of its own, however often it is used."""


@dataclass(frozen=True)
class Script:
    """Declarations, definitions and assertions, without a question at the end."""

    text: str = field(repr=False)
    variables: dict[str, Term]
    """By symbol."""
    points: dict[str, int]
    """By symbol."""
    assumptions: dict[str, str]
    """By symbol: a Bool that implies the assumption of this name."""
    has_times: bool
    """Times of points are compared with numbers, not only with each other."""


def script(query: Query) -> Script:
    """Raises Unsupported when the query has an operator that the text cannot say."""
    assumed = list(query.assumptions.values())
    roots = [*query.assertions, *assumed]
    ordered, shared = _census(roots)
    writer = _Writer(shared)
    lines = writer.lines
    writer.write(ordered)
    words = writer.words
    lines.extend([f"(assert {words[term]})" for term in query.assertions])
    assumptions = {}
    for index, (name, term) in enumerate(query.assumptions.items()):
        assumptions[f"a{index}"] = name
        lines.append(f"(declare-fun a{index} () Bool)\n(assert (=> a{index} {words[term]}))")
    sort = "Int" if writer.has_times else "Real"
    declared = [f"(declare-fun {symbol} () {_sort(term.width)})" for symbol, term in writer.variables.items()]
    declared.extend([f"(declare-fun O{point} () {sort})" for point in sorted(writer.points)])
    return Script(
        "\n".join([*declared, *lines, ""]),
        writer.variables,
        {f"O{point}": point for point in sorted(writer.points)},
        assumptions,
        writer.has_times,
    )


def _sort(width: int) -> str:
    return "Bool" if width == 1 else f"(_ BitVec {width})"


def _census(roots: Iterable[Term]) -> tuple[list[Term], set[Term]]:
    """All terms, operands first; and those that stand at more than one place."""
    seen: set[Term] = set()
    shared: set[Term] = set()
    stack = list(roots)
    while stack:
        top = stack.pop()
        if top in seen:
            shared.add(top)
        else:
            seen.add(top)
            stack.extend(top.args)
    return sorted(seen, key=_number), shared


def _number(term: Term) -> int:
    return term.number


class _Writer:
    """Fills `words`: what stands for a term wherever it is used."""

    def __init__(self, shared: set[Term]) -> None:
        self.shared: Final = shared
        self.words: Final[dict[Term, str]] = {}
        self.lines: Final[list[str]] = []
        self.variables: Final[dict[str, Term]] = {}
        self.points: Final[set[int]] = set()
        self.has_times = False

    def write(self, ordered: Iterable[Term]) -> None:
        words, shared, lines = self.words, self.shared, self.lines
        for term in ordered:
            op = term.op
            if op is Op.ANY:
                word = f"(or {' '.join([words[arg] for arg in term.args])})"
            elif op is Op.NOT:
                word = f"(not {words[term.args[0]]})"
                if len(word) <= SHORT:
                    words[term] = word
                    continue
            elif op is Op.BEFORE or op is Op.NOT_AFTER or op is Op.AT:
                words[term] = self._order(term)
                continue
            elif op is Op.VARIABLE:
                words[term] = symbol = f"v{term.number}"
                self.variables[symbol] = term
                continue
            elif op is Op.CONSTANT:
                words[term] = constant(term)
                continue
            elif op is Op.ALL:
                word = f"(and {' '.join([words[arg] for arg in term.args])})"
            else:
                word = _operation(term, [words[arg] for arg in term.args])
            if term in shared or len(word) > LONGEST_INLINE:
                lines.append(f"(define-fun t{term.number} () {_sort(term.width)} {word})")
                word = f"t{term.number}"
            words[term] = word

    def _order(self, term: Term) -> str:
        assert isinstance(term.data, tuple)
        a, b = term.data
        self.points.add(a)
        if term.op is Op.AT:
            self.has_times = True
            return f"(= O{a} {b if b >= 0 else f'(- {-b})'})"
        self.points.add(b)
        return f"(< O{a} O{b})" if term.op is Op.BEFORE else f"(<= O{a} O{b})"


def _operation(term: Term, words: list[str]) -> str:
    if term.op is Op.ITE:
        return f"(ite {words[2]} {words[0]} {words[1]})"
    if term.op >= Op.FCMP_OEQ or Op.FADD <= term.op <= Op.FMIN:
        return on_floats(term, words)
    return on_truth(term, words) if term.args[0].width == 1 else on_bits(term, words)
