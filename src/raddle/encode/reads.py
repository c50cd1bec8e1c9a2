"""What reads see. The predictive analysis paper, section 4.1 (pi-functions), in the form of reads-from choices.

    in(r) => some f(r,w);   f(r,w) => in(w), w < r, same address, v(r) = value(w), and
    for every other w' that may touch the address:  not in(w'), or another address, or w' < w, or r < w'

The last line is encode/last_writes.py. A read that can see one write only is replaced by what was written. Where every
write of a cell adds to what it atomically read, v(r) is the sum of what the writes before r added: no choice is left
(encode/accumulate.py). A condition on reads whose choices are all constants is spelled with the choices, so that no
arithmetic is left.
"""

from collections.abc import Callable

from raddle.encode.candidates import Candidates, Writer
from raddle.encode.formula import Formula
from raddle.encode.last_writes import Choice, LastWrites
from raddle.encode.magnitudes import Magnitudes
from raddle.encode.meanings import Meanings
from raddle.encode.totals import Totals
from raddle.logic.evaluate import variables_of
from raddle.logic.operators import Op
from raddle.logic.terms import Term
from raddle.logic.traps import computable
from raddle.model.actions import Read, Step, Write


class _OnDemand(dict[Term, Term]):
    """What reads are replaced by, found out when it is first asked whether they are."""

    def __init__(self, met: Callable[[Term], None]) -> None:
        super().__init__()
        self._met = met

    def __contains__(self, variable: object) -> bool:
        if isinstance(variable, Term):
            self._met(variable)
        return super().__contains__(variable)


class Reads(Meanings):
    def __init__(
        self,
        formula: Formula,
        candidates: Candidates,
        totals: Totals,
        magnitudes: Magnitudes | None = None,
        most_said: int | None = None,
        *,
        anything: bool = False,
    ) -> None:
        """`magnitudes`: numbers have no more bits than can matter. `most_said`: if more than that is to be said of last
        writes, it is left open. None: never. `anything`: may be found in memory that nobody has written."""
        super().__init__(formula.terms, _OnDemand(self._met))
        self._formula = formula
        self._most_said = most_said
        self._anything = anything
        self.unwritten: dict[Term, tuple[int, int]] = {}
        """Literals of reads that may find such memory: event and cell."""
        self._last_writes = LastWrites(formula)
        self._candidates = candidates
        self._totals = totals
        self._magnitudes = magnitudes
        self._read_by: dict[Term, tuple[int, Read]] = dict(formula.index.reads)
        self._sums: dict[Term, Term] = {}
        """Reads that are sums of what other reads saw too."""
        self._asked: dict[Term, None] = {}
        """Reads that some assertion speaks of: nobody cares what the others see."""
        self._classified: set[Term] = set()

    def number(self, term: Term) -> Term:
        """The value of a term of the program, fit to be asserted."""
        meant = self.meaning(term)
        for variable in variables_of((meant,)):
            if variable in self._sums:
                self._numeric[variable] = None
            elif variable in self._choices:
                self._numeric[variable] = None
                self._asked[variable] = None
        return meant

    def assert_all(self) -> LastWrites | None:
        """What the reads see; call it last, when all conditions have been asked for. Out: what is left to be said."""
        chosen: set[Term] = set()
        valued: set[Term] = set()
        while len(chosen) < len(self._asked) or len(valued) < len(self._numeric):
            for variable in [one for one in self._numeric if one not in valued]:
                valued.add(variable)
                self._assert_value(variable)
            for variable in [one for one in self._asked if one not in chosen]:
                chosen.add(variable)
                self._assert_choice(variable)
        if self._most_said is not None and self._last_writes.count > self._most_said:
            self._last_writes.fix_points()
            return self._last_writes
        self._last_writes.say_all()
        return None

    # ---- kinds of read

    def _met(self, variable: Term) -> None:
        """A term speaks of it: for the first time, perhaps."""
        found = self._formula.index.reads.get(variable)
        if found is not None and variable not in self._classified:
            self._classified.add(variable)
            self._classify(variable, *found)

    def _classify(self, variable: Term, event: int, read: Read) -> None:
        formula = self._formula
        writers = self._candidates.writers(event, read)
        covered = self._candidates.covered(event, read)
        if read.address is None:
            if not covered and not any(formula.may_take_place(writer) for writer, _ in writers):
                self._replaced[variable] = self._initial(event, read.cells[0], formula.taken(event))
                return
            only = self._candidates.only(event, read)
            if only is not None:
                self._replaced[variable] = only.value
                return
            total = self._total(variable, event, read)
            if total is not None:
                if total[1]:
                    self._replaced[variable] = total[0]
                else:  # an equation: totals may need each other
                    self._sums[self._narrow(variable, event, read)] = total[0]
                return
        self._leave_to_choice(variable, event, read, writers, covered=covered)

    def _total(self, variable: Term, event: int, read: Read) -> tuple[Term, bool] | None:
        return self._totals.of(event, read)

    def _leave_to_choice(
        self, variable: Term, event: int, read: Read, writers: list[Writer], *, covered: bool
    ) -> None:
        choices: dict[Term, Term] = {}
        for writer, write in writers:
            if self._formula.may_take_place(writer):
                choices[self._literal(read, writer, write)] = write.value
        if not covered:
            for number in read.cells:
                literal = self._initial_literal(read, number)
                choices[literal] = self._initial(event, number, literal)
        self._choices[self._narrow(variable, event, read)] = choices

    def _initial(self, event: int, cell: int, found: Term) -> Term:
        """What lies there before anybody writes; `found`: the event sees that."""
        whole = self._formula.index.ctp.cells[cell]
        if not self._anything or not whole.unwritten:
            return self._terms.bits(whole.initial, whole.width)
        self.unwritten[found] = event, cell
        return self._terms.variable(f"any.{cell}", whole.width)

    def _narrow(self, variable: Term, event: int, read: Read) -> Term:
        """The variable, or one of fewer bits in its place."""
        if self._magnitudes is None:
            return variable
        bits = max(2, *map(self._magnitudes.bits, read.cells))
        if bits >= variable.width:
            return variable
        small = self._terms.variable(f"{variable.data}~{bits}", bits)
        self._replaced[variable] = self._terms.convert(Op.SEXT, variable.width, small)
        self._read_by[small] = (event, read)
        return small

    def _literal(self, read: Read, writer: int, write: Write) -> Term:
        """The read sees this write: an event may have several."""
        action = self._formula.index.events[writer].action
        assert isinstance(action, Step)
        number = action.writes.index(write)
        return self._terms.variable(f"rf.{read.variable.data}.{writer}{f'+{number}' if number else ''}", 1)

    def _initial_literal(self, read: Read, cell: int) -> Term:
        return self._terms.variable(f"rf.{read.variable.data}.init{cell}", 1)

    def _spelled(self, term: Term, variables: list[Term], domains: list[dict[int, list[Term]]]) -> Term:
        self._asked.update(dict.fromkeys(variables))
        return super()._spelled(term, variables, domains)

    # ---- assertions

    def _assert_choice(self, variable: Term) -> None:
        formula, terms = self._formula, self._terms
        reader, read = self._read_by[variable]
        choices = self._choices[variable]
        astray = [terms.negation(self.in_range(read))] if formula.is_head(reader) and read.address is not None else []
        formula.require(*formula.unless_there(reader), *astray, *choices)
        competitors = [
            (writer, write, self.touches(read, write))
            for writer, write in self._candidates.competitors(reader, read)
            if formula.may_take_place(writer)
        ]
        event = formula.moment(reader)
        entries = {self._literal(read, writer, write): (writer, same) for writer, write, same in competitors}
        others = [(writer, same) for writer, _, same in competitors]
        initial = {self._initial_literal(read, cell): cell for cell in read.cells}
        of_read = {entries[literal][0] if literal in entries else None: literal for literal in choices}
        for literal in choices:
            unless = terms.negation(literal)
            seen = None
            if literal in entries:
                seen, same_as_seen = entries[literal]
                formula.require(unless, formula.taken(seen))
                formula.require(unless, formula.before(seen, event))
                formula.require(unless, same_as_seen)
            else:
                formula.require(unless, self.selects(read, initial[literal]))
            choice = Choice(literal, event, seen, others, of_read)
            if self._most_said is None:
                self._last_writes.say(choice)
            else:
                self._last_writes.defer(choice)

    def _assert_value(self, variable: Term) -> None:
        formula, terms = self._formula, self._terms
        if variable in self._sums:
            event, _ = self._read_by[variable]
            total = self.number(self._sums[variable])
            formula.require(*formula.unless_there(event), self._is_seen(variable, total))
            return
        for literal, value in self._choices[variable].items():
            formula.require(terms.negation(literal), self.number(computable(terms, (self.meaning(value),))))
            formula.require(terms.negation(literal), self._is_seen(variable, self.number(value)))

    def _is_seen(self, variable: Term, value: Term) -> Term:
        """A number that can be there fits the bits of the variable: no others need be compared."""
        return self._terms.equal(variable, self._terms.extract(value, 0, variable.width))
