"""Many small questions to one z3: do these facts rule each other out?

Questions of one shape (the same but for the names of variables) are asked once. The limit is z3's count of its own
steps, not time: the same question has the same answer on every machine.
"""

import re
from collections.abc import Sequence
from typing import Final

import z3

from raddle.base.errors import InternalError
from raddle.logic.query import Query
from raddle.logic.smtlib import Unsupported, script
from raddle.logic.terms import Term, TermStore

STEPS: Final = 200_000
"""z3's own, of one question: some 30 ms."""

_NAME: Final = re.compile(r"\b[vt]\d+\b")


class SmallQuestions:
    def __init__(self) -> None:
        self._context: Final = z3.Context()
        self._solver: Final = z3.SimpleSolver(ctx=self._context)
        self._answers: Final[dict[str, bool | None]] = {}
        self.asked = 0
        """How often z3 was called, and how often in vain."""
        self.in_vain = 0

    def contradictory(self, terms: TermStore, facts: Sequence[Term], steps: int = STEPS) -> bool | None:
        """None: nobody knows, as far as that many steps lead."""
        if any(fact is terms.false for fact in facts):
            return True
        try:
            text = _by_shape(script(Query(terms, tuple(facts))).text)
        except Unsupported:
            return None
        if self._answers.get(text) is None and (text not in self._answers or steps > STEPS):
            self._answers[text] = self._answer(text, steps)
        return self._answers[text]

    def _answer(self, text: str, steps: int) -> bool | None:
        self.asked += 1
        self._solver.reset()
        self._solver.set("rlimit", steps)
        try:
            self._solver.from_string(text)
        except z3.Z3Exception as error:
            raise InternalError(f"z3 cannot read our text: {error}") from error
        result = self._solver.check()
        if result == z3.unknown:
            self.in_vain += 1
            return None
        return bool(result == z3.unsat)


def _by_shape(text: str) -> str:
    names: dict[str, str] = {}

    def renamed(found: re.Match[str]) -> str:
        name = found[0]
        return names.setdefault(name, f"{name[0]}{len(names)}")

    return _NAME.sub(renamed, text)
