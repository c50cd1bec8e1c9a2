"""How much an explanation is to say: the levels of detail of section 3.3 of the error invariants paper."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from raddle.base.errors import UserError

WORDS: Final = ("ds", "cs", "hs", "war", "waw")


@dataclass(frozen=True, slots=True)
class Detail:
    """Data dependences are always followed; these are followed besides."""

    control: bool = False
    """cs: why each statement was reached, and why it touched that memory."""
    war: bool = False
    """What was read is overwritten by others later only."""
    waw: bool = False
    """What was written by others before is overwritten."""

    @property
    def hazards(self) -> bool:
        return self.war or self.waw

    def __str__(self) -> str:
        return ",".join(self._words())

    def _words(self) -> Iterator[str]:
        yield "ds"
        if self.control:
            yield "cs"
        if self.war and self.waw:
            yield "hs"
        elif self.hazards:
            yield "war" if self.war else "waw"


DATA: Final = Detail()
DATA_HAZARDS: Final = Detail(war=True, waw=True)
DATA_CONTROL: Final = Detail(control=True)
FULL: Final = Detail(control=True, war=True, waw=True)
LADDER: Final = (DATA, DATA_HAZARDS, DATA_CONTROL, FULL)
"""From the least to the most."""


def parse_detail(said: str) -> Detail:
    """`ds,cs,hs`: any of them in any order; `war` and `waw` are the halves of hs; ds goes without saying."""
    words = [word.strip() for word in said.split(",")]
    unknown = next((word for word in words if word not in WORDS), None)
    if unknown is not None:
        raise UserError(f"no detail {unknown!r}", where="--detail", advice=f"there are: {', '.join(WORDS)}")
    hazards = "hs" in words
    return Detail(control="cs" in words, war=hazards or "war" in words, waw=hazards or "waw" in words)
