"""Which assertions of a query contradict each other, and how an assertion is called in every process that makes it.

A name is made of the term's structure. Operands of what is commutative have no order, since theirs follows from which
term was made first.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.terms import COMMUTATIVE, Term
from raddle.solve.answer import Unknown, Unsat
from raddle.solve.checked import Checked
from raddle.solve.sat_order import OUT_OF_SCOPE, SatOrder
from raddle.solve.z3_text import Z3Text

_UNORDERED: Final = COMMUTATIVE | {Op.ALL, Op.ANY}
WORTH_ANOTHER: Final = 0.8
"""A core that is smaller than this part of what was asked is asked for a smaller one."""
MOST_ROUNDS: Final = 4


@dataclass(frozen=True, slots=True)
class Core:
    """Assertions, by name, that no assignment satisfies together."""

    names: tuple[str, ...]
    solver: str
    """Who says so."""


def names_of(assertions: Iterable[Term]) -> dict[Term, str]:
    """One name for each; conjunctions are taken apart before (`conjuncts`)."""
    wanted = list(assertions)
    digests: dict[Term, bytes] = {}
    for term in sorted(_within(wanted), key=lambda term: term.number):
        operands = [digests[arg] for arg in term.args]
        if term.op in _UNORDERED:
            operands.sort()
        said = f"{term.op.name} {term.width} {term.data!r} {len(operands)} ".encode()
        digests[term] = blake2b(said + b"".join(operands), digest_size=16).digest()
    return {term: digests[term].hex() for term in wanted}


def _within(roots: list[Term]) -> set[Term]:
    seen: set[Term] = set()
    stack = list(roots)
    while stack:
        top = stack.pop()
        if top not in seen:
            seen.add(top)
            stack.extend(top.args)
    return seen


def conjuncts(query: Query) -> tuple[Term, ...]:
    """What has to hold, each thing once."""
    parts = (part for term in query.assertions for part in (term.args if term.op is Op.ALL else (term,)))
    return tuple(dict.fromkeys((*parts, *query.assumptions.values())))


def name_of_query(names: Mapping[Term, str]) -> str:
    """Of all its assertions, in whatever order."""
    return blake2b("\n".join(sorted(set(names.values()))).encode(), digest_size=32).hexdigest()


def core_of(query: Query, limit_s: float | None) -> Core | str:
    """Not the smallest. A text: why there is none, as far as we know."""
    asked = conjuncts(query)
    names = names_of(asked)
    solver = Checked(SatOrder())
    by_name = {str(number): term for number, term in enumerate(asked)}
    answer = solver.solve(Query(query.terms, (), by_name), limit_s)
    other = answer is OUT_OF_SCOPE
    if other:
        solver = Checked(Z3Text())
        answer = solver.solve(Query(query.terms, (), by_name), limit_s)
    found: frozenset[str] | None = None
    for _ in range(MOST_ROUNDS):
        if not isinstance(answer, Unsat):
            break
        worth = len(answer.core) < WORTH_ANOTHER * len(found if found is not None else by_name)
        found = answer.core
        if not worth:
            break
        smaller = {name: by_name[name] for name in by_name if name in found}
        answer = solver.solve(Query(query.terms, (), smaller), limit_s)
    if found is None:
        return answer.reason if isinstance(answer, Unknown) else "the query has a solution"
    return Core(tuple(sorted({names[by_name[name]] for name in found})), solver.name)
