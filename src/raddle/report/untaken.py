"""Places at which other threads decide which way a thread goes, and no run went one of the ways: in words."""

from collections.abc import Sequence
from typing import Final

from raddle.base.place import SourcePlace

MOST_NAMED: Final = 8


def untaken_words(places: Sequence[SourcePlace]) -> str:
    """Empty: there are none."""
    if not places:
        return ""
    named = [f"{place.file.rsplit('/', 1)[-1]}:{place.line}" for place in places[:MOST_NAMED]]
    more = f" and {len(places) - MOST_NAMED} more" if len(places) > MOST_NAMED else ""
    return f"Other threads decide there, and one way was not taken: {', '.join(named)}{more}."
