"""What a user should know of how files were compiled and linked: carried by objects and programs, told when one is run.

Compilers must not talk: configure scripts take words on stderr for trouble. So each object says in its section
`raddle_notes` what was left out of its flags, and a program's report says it once for all of them.

What it takes to build them again is in it too (capture/recipe.py).

The section is a sequence of entries, each at a multiple of 8 with zeros between them: the magic, the length of the text
(u64), the text (JSON).
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Final

from raddle import __version__
from raddle.base.errors import UserError
from raddle.capture.elf import is_object, section
from raddle.capture.recipe import Recipe, parse_recipe

NOTES_SECTION: Final = "raddle_notes"
_MAGIC: Final = b"RADDLENT"
_ALIGNMENT: Final = 8
_MOST_NAMED: Final = 5


@dataclass(frozen=True, slots=True)
class BuildNote:
    """About one compilation or one link."""

    of: str
    """The source, or the program."""
    left_out: tuple[str, ...] = ()
    without_assertions: bool = False
    remarks: tuple[str, ...] = ()
    """Whole sentences."""
    not_instrumented: tuple[str, ...] = ()
    """Inputs of a link."""
    recipe: Recipe | None = None
    """How to make it again; None: nobody can."""
    by: str = __version__
    """Which raddle made it."""


def assembly_of(note: BuildNote) -> list[str]:
    """Assembler lines that put the note into the section."""
    text = json.dumps(asdict(note)).encode()
    entry = _MAGIC + len(text).to_bytes(8, "little") + text
    entry += bytes(-len(entry) % _ALIGNMENT)
    rows = [entry[at : at + 64] for at in range(0, len(entry), 64)]
    section = f'.section {NOTES_SECTION},"aR",@progbits'
    return [section, ".p2align 3", *(f".byte {','.join(map(str, row))}" for row in rows), ".text"]


def notes_of_object(raw: bytes, where: object) -> Iterator[BuildNote]:
    """Of a file; none of an archive or a library."""
    if is_object(raw):
        yield from parse_notes(section(raw, NOTES_SECTION), where)


def parse_notes(raw: bytes, where: object) -> Iterator[BuildNote]:
    place = 0
    while place < len(raw):
        if raw[place : place + _ALIGNMENT] == bytes(_ALIGNMENT):
            place += _ALIGNMENT
            continue
        begin = place + 16
        length = int.from_bytes(raw[place + 8 : begin], "little")
        try:
            if raw[place : place + 8] != _MAGIC:
                raise ValueError
            fields = json.loads(raw[begin : begin + length])
            yield BuildNote(
                of=fields["of"],
                left_out=tuple(fields["left_out"]),
                without_assertions=fields["without_assertions"],
                remarks=tuple(fields["remarks"]),
                not_instrumented=tuple(fields["not_instrumented"]),
                recipe=parse_recipe(fields.get("recipe")),
                by=fields["by"],
            )
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise UserError("the notes inside the program are damaged", where=where, advice="build it again") from error
        place = -(-(begin + length) // _ALIGNMENT) * _ALIGNMENT


def check_versions(notes: Iterable[BuildNote], where: object) -> None:
    """What another version has instrumented is not read by this one's rules."""
    for note in notes:
        if note.by != __version__:
            what = f"{note.of} was built by raddle {note.by}, this is {__version__}"
            raise UserError(what, where=where, advice="build it again")


def compiled_out(notes: Iterable[BuildNote]) -> tuple[str, ...]:
    """What must be told first: nothing can be found in an assertion that is not there."""
    bare = [note.of for note in notes if note.without_assertions]
    if not bare:
        return ()
    return (
        f"assertions were compiled out in {_count(len(bare), 'file')} ({_some(bare)}): built with -DNDEBUG; "
        "RADDLE_CFLAGS=-UNDEBUG in the environment of the build keeps them",
    )


def told(notes: Iterable[BuildNote]) -> tuple[str, ...]:
    """One line for each other thing to know."""
    known = list(notes)
    lines = []
    left_out = list(dict.fromkeys(flag for note in known for flag in note.left_out))
    if left_out:
        lines.append(f"left out of the build's flags: {' '.join(left_out)}: the program is analysed as it was written")
    lines += dict.fromkeys(remark for note in known for remark in note.remarks)
    bare = list(dict.fromkeys(name for note in known for name in note.not_instrumented))
    if bare:
        lines.append(f"linked in without being instrumented: {_some(bare)}; what they do to memory is not seen")
    return tuple(lines)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _some(names: list[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
