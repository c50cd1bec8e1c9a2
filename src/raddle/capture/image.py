"""The instrumented program on disk: in: its path; out: `ProgramImage`, its hash and the IR text that it carries.

The section `raddle_ir` is a sequence of entries, each at a multiple of 8 with zeros between them: the magic, the length
of the compressed text (u64), the text's hash (64 hexadecimal digits), the compressed text (zlib, UTF-8).
"""

import hashlib
import os
import re
import stat
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import Final

from raddle.base.errors import UserError
from raddle.base.frameworks.checks import known
from raddle.capture.elf import is_elf, section
from raddle.capture.notes import NOTES_SECTION, BuildNote, check_versions, parse_notes

IR_SECTION: Final = "raddle_ir"
ENTRY_MAGIC: Final = b"RADDLEIR"
DIGEST_LENGTH: Final = 64
ALIGNMENT: Final = 8
NO_NAME: Final = "no file has such a name"
NOT_OURS: Final = "build it with `raddle cc` or give the C files"

# What changes the behaviour of the C library itself.
_ALWAYS_RELEVANT: Final = re.compile(r"LANG|LANGUAGE|LC_\w+|TZ|MALLOC_\w+|OMP_\w+")
_CONSTANT_NAME: Final = re.compile(r'c"([A-Za-z_][A-Za-z0-9_]*)\\00"')
_ENTRY_HEAD: Final = struct.Struct(f"<8sQ{DIGEST_LENGTH}s")


@dataclass(frozen=True)
class EmbeddedModule:
    """One module's normalised IR as the executable carries it."""

    hash: str
    compressed: bytes

    @cached_property
    def variables(self) -> frozenset[str]:
        """Names of the environment that it may ask for; a program is run again and again."""
        text = _decompress(self.compressed)
        return frozenset(_CONSTANT_NAME.findall(text) if "getenv" in text else ())


@dataclass(frozen=True, slots=True)
class ProgramImage:
    """An executable or a shared library that was built with raddle."""

    path: Path
    sha256: str
    modules: tuple[EmbeddedModule, ...]
    notes: tuple[BuildNote, ...] = ()
    """What is to be known of how it was built; a library's are its own."""


def load_image(program: Path) -> ProgramImage:
    raw = _read_executable(program)
    modules = {module.hash: module for module in parse_ir_section(_ir_section(program, raw), program)}
    notes = tuple(parse_notes(section(raw, NOTES_SECTION), program))
    check_versions(notes, program)
    return ProgramImage(program.absolute(), hashlib.sha256(raw).hexdigest(), tuple(modules.values()), notes)


def load_library(library: Path) -> ProgramImage:
    """The same for an instrumented shared library, which need not be executable."""
    try:
        raw = library.read_bytes()
    except OSError as error:
        raise UserError(f"cannot be read: {error.strerror or error}", where=library) from error
    except ValueError as error:
        raise UserError(NO_NAME, where=repr(library)) from error
    modules = {module.hash: module for module in parse_ir_section(_ir_section(library, raw), library)}
    notes = tuple(parse_notes(section(raw, NOTES_SECTION), library))
    check_versions(notes, library)
    return ProgramImage(library, hashlib.sha256(raw).hexdigest(), tuple(modules.values()), notes)


def program_hash(program: Path) -> str:
    return hashlib.sha256(_read_executable(program)).hexdigest()


def parse_ir_section(carried: bytes, where: object) -> Iterator[EmbeddedModule]:
    """The entries, in their order."""
    place = 0
    while place < len(carried):
        if carried[place : place + ALIGNMENT] == bytes(ALIGNMENT):
            place += ALIGNMENT
            continue
        begin = place + _ENTRY_HEAD.size
        if begin > len(carried):
            raise UserError("the IR inside the program is damaged", where=where, advice="build it again")
        magic, length, digest = _ENTRY_HEAD.unpack_from(carried, place)
        if magic != ENTRY_MAGIC or begin + length > len(carried):
            raise UserError("the IR inside the program is damaged", where=where, advice="build it again")
        yield EmbeddedModule(digest.decode("ascii", "replace"), carried[begin : begin + length])
        place = -(-(begin + length) // ALIGNMENT) * ALIGNMENT


def relevant_environment(image: ProgramImage, environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that the program can be seen to ask for by name, the C library's own, and those of test frameworks.

    Saved with the recording and set again for a replay. All others stay out of it: they may be secrets.
    """
    of_frameworks = known().variables
    names = {name for name in environment if _ALWAYS_RELEVANT.fullmatch(name)}
    names |= {name for name in environment if any(fnmatchcase(name, one) for one in of_frameworks)}
    names.update(*(module.variables for module in image.modules))
    return {name: environment[name] for name in sorted(names) if name in environment}


def _decompress(compressed: bytes) -> str:
    try:
        return zlib.decompress(compressed).decode("utf-8", "replace")
    except zlib.error:
        return ""


def _read_executable(program: Path) -> bytes:
    try:
        mode = program.stat().st_mode
        if not stat.S_ISREG(mode):
            raise UserError("not a regular file", where=program, advice="give a C file or a program built with raddle")
        raw = program.read_bytes()
    except OSError as error:
        raise UserError(f"cannot be read: {error.strerror or error}", where=program) from error
    except ValueError as error:
        raise UserError(NO_NAME, where=repr(program)) from error
    if not os.access(program, os.X_OK):
        raise UserError("not executable", where=program, advice="give a C file or a program built with raddle")
    return raw


def _ir_section(program: Path, raw: bytes) -> bytes:
    if not is_elf(raw):
        raise UserError(f"not built with raddle: {NOT_OURS}", where=program)
    try:
        found = section(raw, IR_SECTION)
    except struct.error as error:
        raise UserError("the program's file is damaged", where=program, advice="build it again") from error
    if not found:
        raise UserError(f"not built with raddle: {NOT_OURS}", where=program)
    return found
