"""Terms with variables replaced by other terms, built anew so that constants fold."""

from collections.abc import Mapping

from raddle.logic.evaluate import subterms
from raddle.logic.operators import Op
from raddle.logic.terms import Term, TermStore


class Substitution:
    """Replaces variables, and those in what replaced them, until none is left to replace. Remembers its results."""

    def __init__(self, terms: TermStore, replaced: Mapping[Term, Term]) -> None:
        """`replaced` may grow while this is used, but never for a variable that a result mentions."""
        self._terms = terms
        self._replaced = replaced
        self._known: dict[Term, Term] = {}

    def __call__(self, term: Term) -> Term:
        known = self._known
        stack = [term]
        while stack:
            top = stack[-1]
            if top in known:
                stack.pop()
                continue
            if top.op is Op.VARIABLE:
                below: tuple[Term, ...] = (self._replaced[top],) if top in self._replaced else ()
            else:
                below = top.args
            missing = [one for one in below if one not in known]
            if missing:
                stack.extend(missing)
                continue
            if top.op is Op.VARIABLE:
                known[top] = known[below[0]] if below else top
            else:
                known[top] = rebuilt(self._terms, top, tuple(known[one] for one in below))
            stack.pop()
        return known[term]


def rebuilt(terms: TermStore, term: Term, args: tuple[Term, ...]) -> Term:
    """The term with other operands."""
    if args == term.args:
        return term
    match term.op:
        case Op.NOT:
            return terms.negation(args[0])
        case Op.ALL:
            return terms.all_of(args)
        case Op.ANY:
            return terms.any_of(args)
        case Op.ITE:
            return terms.choice(args[2], args[0], args[1])
        case Op.EXTRACT:
            assert isinstance(term.data, int)
            return terms.extract(args[0], term.data, term.width)
        case Op.CONCAT:
            return terms.concat(*args)
        case _ if len(args) == 1:
            return terms.convert(term.op, term.width, args[0])
        case _:
            return terms.apply(term.op, term.width, args[0], args[1])


def with_values(terms: TermStore, term: Term, values: Mapping[Term, Term]) -> Term:
    """The term with variables replaced, all at once: what replaces one may speak of it."""
    known: dict[Term, Term] = {}
    for one in subterms((term,)):
        found = values.get(one)
        known[one] = rebuilt(terms, one, tuple(known[arg] for arg in one.args)) if found is None else found
    return known[term]
