"""Boolean structure and order atoms -> clauses (Tseitin; each gate in the direction that is used: Plaisted, Greenbaum).

A literal is a number, as in DIMACS; 1 is true. There is one literal for "a before b", and its negation is "b not after
a". An atom that the formula only ever wants to hold claims nothing when its literal is false, and the other way round:
`Atom.wanted` and `Atom.unwanted` say which of its two claims count.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from raddle.logic.operators import Op
from raddle.logic.query import Query
from raddle.logic.terms import Term

TRUE: Final = 1
POSITIVE, NEGATIVE, BOTH = 1, 2, 3
_SWAPPED: Final = (0, NEGATIVE, POSITIVE, BOTH)
_GATES: Final = frozenset({Op.NOT, Op.ALL, Op.ANY, Op.ITE, Op.EQ, Op.XOR, Op.AND, Op.OR, Op.BEFORE, Op.NOT_AFTER})
_SAME_POLARITY: Final = frozenset({Op.ALL, Op.ANY, Op.AND, Op.OR})


@dataclass(frozen=True, slots=True)
class Atom:
    """Literal: point `a` comes before point `b`."""

    literal: int
    a: int
    b: int
    wanted: bool
    unwanted: bool


@dataclass
class Clauses:
    """`Translation.add` makes them grow."""

    clauses: list[list[int]] = field(default_factory=lambda: [[TRUE]])
    units: set[int] = field(default_factory=lambda: {TRUE})
    """Literals that are clauses."""
    literals: dict[Term, int] = field(default_factory=dict)
    """Of variables, atoms and gates."""
    variables: dict[Term, int] = field(default_factory=dict)
    atoms: list[Atom] = field(default_factory=list)
    points: set[int] = field(default_factory=set)
    count: int = TRUE


def clauses_of(query: Query) -> Clauses | None:
    """None when the query has bit-vectors or times in it."""
    translation = Translation()
    return translation.made if translation.add(query.assertions, list(query.assumptions.values())) else None


def _conjuncts(assertions: Sequence[Term]) -> list[Term]:
    """Conjunctions are flat: taking them apart once is enough."""
    return [part for term in assertions for part in (term.args if term.op is Op.ALL else (term,))]


def _ordered(roots: list[Term]) -> list[Term] | None:
    seen: set[Term] = set()
    stack = roots
    while stack:
        top = stack.pop()
        if top in seen:
            continue
        if top.width != 1 or (top.op not in _GATES and top.args) or top.op is Op.AT:
            return None
        seen.add(top)
        stack.extend(top.args)
    return sorted(seen, key=lambda term: term.number)


def _polarities(ordered: list[Term], roots: list[Term], assumed: list[Term]) -> dict[Term, int]:
    """0: a disjunction that is a clause and nothing else; it needs no gate."""
    polarity = dict.fromkeys(ordered, 0)
    for term in assumed:
        polarity[term] |= POSITIVE
    for term in roots:
        for part in term.args if term.op is Op.ANY else (term,):
            polarity[part] |= POSITIVE
    for term in reversed(ordered):
        mine = polarity[term]
        if term.op is Op.NOT:
            polarity[term.args[0]] |= _SWAPPED[mine]
        elif term.op in _SAME_POLARITY:
            for arg in term.args:
                polarity[arg] |= mine
        elif term.op is Op.ITE:
            polarity[term.args[0]] |= mine
            polarity[term.args[1]] |= mine
            polarity[term.args[2]] |= BOTH
        else:
            for arg in term.args:
                polarity[arg] |= BOTH
    return polarity


class Translation:
    """Of one batch of assertions after the other. Variables and atoms keep their literals; a gate is made anew for each
    batch that has it, in the direction that the batch uses."""

    def __init__(self) -> None:
        self.made: Final = Clauses()
        self._polarity: dict[Term, int] = {}
        self._pairs: Final[dict[tuple[int, int], int]] = {}
        self._claims: Final[dict[int, int]] = {}

    def add(self, assertions: Sequence[Term], assumed: list[Term]) -> bool:
        """False when there are bit-vectors or times in them."""
        roots = _conjuncts(assertions)
        ordered = _ordered([*roots, *assumed])
        if ordered is None:
            return False
        self._polarity = _polarities(ordered, roots, assumed)
        self._translate(ordered)
        made = self.made
        for root in roots:
            if root.op is Op.ANY:
                made.clauses.append([made.literals[arg] for arg in root.args])
            else:
                made.clauses.append([made.literals[root]])
                made.units.add(made.literals[root])
        return True

    def _translate(self, ordered: list[Term]) -> None:
        literals = self.made.literals
        for term in ordered:
            op = term.op
            if op is Op.NOT:
                literals[term] = -literals[term.args[0]]
            elif op is Op.VARIABLE:
                if term not in literals:
                    literals[term] = self.made.variables[term] = self._fresh()
            elif op is Op.CONSTANT:
                literals[term] = TRUE if term.data else -TRUE
            elif op is Op.BEFORE or op is Op.NOT_AFTER:
                literals[term] = self._atom(term)
            elif self._polarity[term]:
                literals[term] = self._gate(term, self._polarity[term])
        claims = self._claims
        self.made.atoms = [
            Atom(literal, a, b, bool(claims[literal] & POSITIVE), bool(claims[literal] & NEGATIVE))
            for (a, b), literal in self._pairs.items()
        ]

    def _fresh(self) -> int:
        self.made.count += 1
        return self.made.count

    def _atom(self, term: Term) -> int:
        assert isinstance(term.data, tuple)
        a, b = term.data
        self.made.points.update((a, b))
        holds = term.op is Op.BEFORE
        if a == b:
            return -TRUE if holds else TRUE
        pair = (a, b) if holds else (b, a)
        literal = self._pairs.get(pair)
        if literal is None:
            literal = self._pairs[pair] = self._fresh()
            self._claims[literal] = 0
        polarity = self._polarity[term]
        self._claims[literal] |= polarity if holds else _SWAPPED[polarity]
        return literal if holds else -literal

    def _gate(self, term: Term, polarity: int) -> int:
        gate = self._fresh()
        args = [self.made.literals[arg] for arg in term.args]
        match term.op:
            case Op.ALL | Op.AND:
                holds, fails = [[arg] for arg in args], [[-arg for arg in args]]
            case Op.ANY | Op.OR:
                holds, fails = [args], [[-arg] for arg in args]
            case Op.ITE:
                yes, no, condition = args
                holds, fails = [[-condition, yes], [condition, no]], [[-condition, -yes], [condition, -no]]
            case _:
                a, b = args if term.op is Op.EQ else (args[0], -args[1])
                holds, fails = [[-a, b], [a, -b]], [[a, b], [-a, -b]]
        if polarity & POSITIVE:
            self.made.clauses.extend([-gate, *rest] for rest in holds)
        if polarity & NEGATIVE:
            self.made.clauses.extend([gate, *rest] for rest in fails)
        return gate
