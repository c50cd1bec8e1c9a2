"""What reads see. The predictive analysis paper, section 4.1 (pi-functions), in the form of reads-from choices.

    in(r) => some f(r,w);   f(r,w) => in(w), w < r, same address, v(r) = value(w), and
    for every other w' that may touch the address:  not in(w'), or another address, or w' < w, or r < w'

A read that can see one write only is replaced by what was written. Where every write of a cell adds to what it
atomically read, v(r) is the sum of what the writes before r added: no choice is left (encode/accumulate.py). A
condition on reads whose choices are all constants is spelled with the choices, so that no arithmetic is left.
"""


from raddle.encode.candidates import Candidates, Writer
from raddle.encode.formula import Formula
from raddle.encode.meanings import Meanings
from raddle.encode.near import Near
from raddle.encode.totals import Totals
from raddle.logic.evaluate import variables_of
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.accesses import Access
from raddle.model.ctp import Check, Read, Step, Write
from raddle.model.uses import terms_of


class Reads(Meanings):
    """`explained`: False leaves open what other threads wrote; only what must have been read is known."""

    def __init__(self, formula: Formula, candidates: Candidates, totals: Totals, *, explained: bool) -> None:
        super().__init__(formula.terms, {})
        self._explained = explained
        self._formula = formula
        self._candidates = candidates
        self._sums: dict[Term, Term] = {}
        self._totals = totals
        for variable in sorted(formula.cone.reads, key=lambda one: formula.index.reads[one][0]):
            self._classify(variable)

    def number(self, term: Term) -> Term:
        """The value of a term of the program, fit to be asserted."""
        meant = self.meaning(term)
        for variable in variables_of((meant,)):
            if variable in self._choices or variable in self._sums:
                self._numeric[variable] = None
        return meant

    def assert_all(self) -> None:
        """What the reads see; call it last, when all conditions have been asked for."""
        for variable in self._choices:
            self._assert_choice(variable)
        done: set[Term] = set()
        while len(done) < len(self._numeric):
            for variable in [one for one in self._numeric if one not in done]:
                done.add(variable)
                self._assert_value(variable)

    def sources(self, variable: Term) -> list[tuple[Term, int, Write]]:
        """When the read sees which write of which event. Only of those that are told apart."""
        event, read = self._formula.index.reads[variable]
        writers = self._candidates.writers(event, read)
        if variable in self._choices:
            found = [(self._literal(read, writer, write), writer, write) for writer, write in writers]
            return [one for one in found if one[0] in self._choices[variable]]
        only = self._candidates.only(event, read)
        return [] if only is None else [(self._terms.true, writers[0][0], only)]

    # ---- kinds of read

    def _classify(self, variable: Term) -> None:
        formula = self._formula
        event, read = formula.index.reads[variable]
        told_apart = variable in formula.cone.told_apart
        same = None if told_apart else self._candidates.same_as(event, read)
        if same is not None:
            self._replaced[variable] = same
            return
        writers = self._candidates.writers(event, read)
        covered = self._candidates.covered(event, read)
        if read.address is None:
            cell = formula.index.ctp.cells[read.cells[0]]
            if not writers and not covered:
                self._replaced[variable] = self._terms.bits(cell.initial, cell.width)
                return
            only = self._candidates.only(event, read)
            if only is not None:
                self._replaced[variable] = only.value
                return
        if not self._explained:
            return
        if read.address is None and not formula.is_head(event) and not told_apart:
            total = self._totals.of(event, read)
            if total is not None:
                self._take_sum(variable, total)
                return
        self._choices[variable] = self._choose(event, read, writers, covered=covered)

    def _take_sum(self, variable: Term, total: Term) -> None:
        """A total of constants is known; one that speaks of other reads is an equation: totals may need each other."""
        if self._totals.is_settled(variable):
            self._replaced[variable] = total
        else:
            self._sums[variable] = total

    def _choose(self, event: int, read: Read, writers: list[Writer], *, covered: bool) -> dict[Term, Term]:
        choices: dict[Term, Term] = {}
        cells = self._formula.index.ctp.cells
        for writer, write in writers:
            if self._formula.taken(writer) is not self._terms.false:
                choices[self._literal(read, writer, write)] = write.value
        if not covered:
            for cell in read.cells:
                literal = self._terms.variable(f"rf.{read.variable.data}.init{cell}", 1)
                choices[literal] = self._terms.bits(cells[cell].initial, cells[cell].width)
        return choices

    def _literal(self, read: Read, writer: int, write: Write) -> Term:
        """The read sees this write: an event may have several."""
        action = self._formula.index.ctp.events[writer].action
        assert isinstance(action, Step)
        number = action.writes.index(write)
        return self._terms.variable(f"rf.{read.variable.data}.{writer}{f'+{number}' if number else ''}", 1)

    # ---- assertions

    def _assert_choice(self, variable: Term) -> None:
        formula, terms = self._formula, self._terms
        reader, read = formula.index.reads[variable]
        choices = list(self._choices[variable])
        astray = [terms.negation(self.in_range(read))] if formula.is_head(reader) and read.address is not None else []
        formula.require(*formula.unless_there(reader), *astray, *choices)
        competitors = [
            (writer, write, self.touches(read, write))
            for writer, write in self._candidates.competitors(reader, read)
            if formula.taken(writer) is not terms.false
        ]
        event = formula.moment(reader)
        entries = {self._literal(read, writer, write): (writer, write, same) for writer, write, same in competitors}
        for literal in choices:
            unless = terms.negation(literal)
            entry = entries.get(literal)
            seen = None if entry is None else entry[0]
            if entry is not None and seen is not None:
                formula.require(unless, formula.taken(seen))
                formula.require(unless, formula.before(seen, event))
                formula.require(unless, entry[2])
            else:
                formula.require(unless, self.selects(read, self._initial_cell(literal, read)))
            for writer, _, same in competitors:
                if writer == seen:
                    continue  # its other writes touch other cells
                earlier = terms.false if seen is None else formula.before(writer, seen)
                if earlier is terms.true:
                    continue
                formula.require(
                    unless,
                    *formula.unless_taken(writer),
                    terms.negation(same),
                    earlier,
                    formula.before(event, writer),
                )

    def _assert_value(self, variable: Term) -> None:
        formula, terms = self._formula, self._terms
        event, _ = formula.index.reads[variable]
        if variable in self._sums:
            formula.require(*formula.unless_there(event), terms.equal(variable, self.number(self._sums[variable])))
            return
        for literal, value in self._choices[variable].items():
            formula.require(terms.negation(literal), self.number(computable(terms, (self.meaning(value),))))
            formula.require(terms.negation(literal), terms.equal(variable, self.number(value)))

    # ---- addresses

    def selects(self, access: Read | Write | Access, cell: int) -> Term:
        """Whether its address is that of the cell."""
        here = super().selects(access, cell)
        if access.address is None or not isinstance(self._formula.cone, Near):
            return here
        # on a slice nobody else asks whether the address can be computed
        return self._terms.all_of((here, self.condition(computable(self._terms, (self.meaning(access.address),)))))

    def _initial_cell(self, literal: Term, read: Read) -> int:
        names = {f"rf.{read.variable.data}.init{cell}": cell for cell in read.cells}
        return names[str(literal.data)]


def assert_guards(formula: Formula, reads: Reads) -> None:
    """A branch that is in went its recorded way; every assertion that is in, but the violated one, holds."""
    for thread in range(len(formula.index.ctp.threads)):
        for event in formula.cone.events(thread):
            if formula.taken(event) is formula.terms.false:
                continue
            action = formula.index.ctp.events[event].action
            unless = formula.unless_taken(event)
            if formula.cone.depth != "all":
                if isinstance(action, Step) and event in formula.cone.kept:
                    formula.require(*unless, reads.condition(action.guard))
                continue
            computed = computable(formula.terms, terms_of(formula.index.ctp.events[event]))
            if isinstance(action, Step):
                accesses: tuple[Read | Write, ...] = (*action.reads, *action.writes)
                for term in (action.guard, computed):
                    formula.require(*unless, reads.condition(term))
                formula.assertions += _within(formula, reads, event, accesses)
            elif isinstance(action, Check) and (event == formula.check or not formula.cone.alone):
                formula.assertions += _within(formula, reads, event, action.reads)
                formula.require(*unless, reads.condition(computed))
                if event != formula.check:
                    formula.require(*unless, reads.condition(action.condition))


def _within(formula: Formula, reads: Reads, event: int, accesses: tuple[Read | Write, ...]) -> list[Term]:
    """An access that is in has an address that the trace program knows."""
    unless = formula.unless_taken(event)
    return [
        formula.terms.any_of((*unless, reads.in_range(access))) for access in accesses if access.address is not None
    ]
