"""What a library function is to a program of this family: one of three roles.

Every program has a text with one letter in it that the threads change: `start`, then `bad`, then `later`. A schedule
fails in which the reader meets `bad`.

- A Reader is handed the text and makes a number of it: `bad` makes its own number, the other two letters make others.
- A Filler writes the letter into the text.
- A Keeper takes the letter and gives it back by a later call: in between the library has it.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Text:
    """`letters` as C spells them: what is at `at` from the start, in the failing schedule, and in the end."""

    words: str
    at: int
    letters: tuple[str, str, str]


KEY: Final = Text("key=00000000", 11, ("0", "5", "9"))
CUT: Final = Text("abcdefghijkl", 6, ("g", "\\0", "G"))
"""The bad letter ends it."""
BY_LETTER: Final = """static int by_letter(const void *a, const void *b)
{ return *(const char *)a - *(const char *)b; }
"""


def one_of(start: str, bad: str, later: str) -> Text:
    return Text("key=0000000" + start, 11, (start, bad, later))


@dataclass(frozen=True)
class About:
    """What all roles have."""

    name: str
    family: str
    headers: tuple[str, ...] = ()
    cxx: bool = False
    followed: bool = False
    """It is of those that are followed exactly: a bug is to be found, a twin to be proved."""
    helpers: str = ""
    """C before the rest."""
    library: str | None = None
    """C of a shared library, built by somebody else."""


@dataclass(frozen=True)
class Reader(About):
    ask: str = ""
    """Of `int ask(char *s)`."""
    bad: str = "1"
    text: Text = KEY


@dataclass(frozen=True)
class Filler(About):
    fill: str = ""
    """Of `void fill(char *s, char c)`: the letter is at `at` of `s`, AT for short."""
    text: Text = KEY


@dataclass(frozen=True)
class Keeper(About):
    keep: str = ""
    """Of `void keep(char c)`."""
    kept: str = ""
    """Of `int kept(void)`."""
    text: Text = KEY
    alone: bool = True
    """A thread can hand it a letter and have it back at once."""
    between: bool = True
    """One thread can hand it a letter and another have it. Not so where the library has it once for each thread."""


Function = Reader | Filler | Keeper


def read(family: str, name: str, ask: str, bad: str = "1", text: Text = KEY, **more: object) -> Reader:
    """An expression is what is returned."""
    body = ask if "return" in ask else f"return {ask};"
    return Reader(name, family, ask=body, bad=bad, text=text, **more)  # type: ignore[arg-type]


def fill(family: str, name: str, body: str, text: Text = KEY, **more: object) -> Filler:
    return Filler(name, family, fill=body, text=text, **more)  # type: ignore[arg-type]


def keep(family: str, name: str, keep: str, kept: str, text: Text = KEY, **more: object) -> Keeper:
    body = kept if "return" in kept else f"return {kept};"
    return Keeper(name, family, keep=keep, kept=body, text=text, **more)  # type: ignore[arg-type]
