"""cvc5, asked in the same SMT-LIB text as z3: a second opinion on what a proof rests on.

The only file that imports cvc5, which need not be installed.
"""

import importlib
import importlib.util
from fractions import Fraction
from typing import Any, Final

from raddle.base.errors import InternalError, UserError
from raddle.logic.query import Query
from raddle.logic.smtlib import Script, Unsupported, script
from raddle.solve.answer import Answer, Sat, Unknown, Unsat

INSTALL: Final = "pip install 'raddle[certificate]'"
BITS_OF_FLOATS: Final = "fp.to_ieee_bv"
"""z3 has it, the standard has not."""


def cvc5_is_there() -> bool:
    return importlib.util.find_spec("cvc5") is not None


class Cvc5Text:
    """All queries but those about floats that are computed, and those that SMT-LIB cannot say exactly: Unknown."""

    name = "cvc5"

    def __init__(self) -> None:
        if not cvc5_is_there():
            raise UserError("cvc5 is not installed", advice=INSTALL)
        self._cvc5: Final[Any] = importlib.import_module("cvc5")

    def solve(self, query: Query, limit_s: float | None) -> Answer:
        try:
            asked = script(query)
        except Unsupported as gap:
            return Unknown(f"cvc5 is not asked about {gap}")
        if BITS_OF_FLOATS in asked.text:
            return Unknown("cvc5 has no words for the bits of a computed float")
        solver = self._cvc5.Solver(self._cvc5.TermManager())
        solver.setOption("produce-models", "true")
        solver.setOption("produce-unsat-assumptions", "true")
        if limit_s is not None:  # by the clock: its own count (rlimit) hardly moves while it searches (decision 27)
            solver.setOption("tlimit-per", str(max(1, int(limit_s * 1000))))
        symbols = self._read(solver, asked)
        result = solver.checkSatAssuming(*[symbols[symbol] for symbol in asked.assumptions])
        if result.isSat():
            return _model(asked, solver, symbols)
        if result.isUnsat():
            needed = {str(literal) for literal in (solver.getUnsatAssumptions() if asked.assumptions else ())}
            return Unsat(frozenset(name for symbol, name in asked.assumptions.items() if symbol in needed))
        return Unknown(_reason(str(result.getUnknownExplanation()), limit_s))

    def _read(self, solver: Any, asked: Script) -> dict[str, Any]:
        """What is declared, by symbol."""
        parser = self._cvc5.InputParser(solver)
        text = f"(set-logic {_logic(asked)})\n{asked.text}"
        parser.setStringInput(self._cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
        manager = parser.getSymbolManager()
        try:
            while not (command := parser.nextCommand()).isNull():
                said = command.invoke(solver, manager)
                if said:
                    raise InternalError(f"cvc5 cannot read our text: {said}")
        except RuntimeError as error:
            raise InternalError(f"cvc5 cannot read our text: {error}") from error
        return {str(term): term for term in manager.getDeclaredTerms()}


def _logic(asked: Script) -> str:
    bits = "BV" if any(word in asked.text for word in ("BitVec", "#x", "#b")) else ""  # also constants alone
    floats = "FP" if "(fp." in asked.text else ""
    if asked.has_times:
        return f"QF_{bits}{floats}LIA"
    return f"QF_{bits}{floats}LRA" if bits or floats or asked.points else "QF_UF"


def _reason(said: str, limit_s: float | None) -> str:
    if limit_s is not None and "TIMEOUT" in said.upper():
        return f"cvc5 found no answer within {limit_s:g} s"
    return f"cvc5 gave up: {said}"


def _model(asked: Script, solver: Any, symbols: dict[str, Any]) -> Sat:
    values = {term: _value(solver.getValue(symbols[symbol])) for symbol, term in asked.variables.items()}
    times = {point: Fraction(_number(solver.getValue(symbols[symbol]))) for symbol, point in asked.points.items()}
    if asked.has_times:
        return Sat(values, {point: int(time) for point, time in times.items()})
    rank = {time: index for index, time in enumerate(sorted(set(times.values())))}
    return Sat(values, {point: rank[time] for point, time in times.items()})


def _value(found: Any) -> int:
    return int(found.getBooleanValue()) if found.isBooleanValue() else int(found.getBitVectorValue(10))


def _number(found: Any) -> str:
    return str(found.getIntegerValue()) if found.isIntegerValue() else str(found.getRealValue())
