"""Sources -> instrumented objects, and objects -> programs and shared libraries.

Compiles with the user's flags, instruments, and links with the runtime (programs) or with its stubs (libraries).
"""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from raddle import __version__
from raddle.base.cache import Cache, content_key
from raddle.base.errors import InternalError, UserError
from raddle.base.native_code import known_as, native_folder
from raddle.base.process import Finished, run
from raddle.base.toolchain import Language, Toolchain, find_toolchain
from raddle.capture.archive import write_archive
from raddle.capture.command_line import C_SOURCES, Flag, Input, Item, Source, take_apart
from raddle.capture.dependencies import without_dependencies
from raddle.capture.exports import known_to, program_exports
from raddle.capture.flags import Flags, judge, words_of
from raddle.capture.inputs import ask_for_checks, not_instrumented
from raddle.capture.kept_sources import Read, keep_sources, listing_headers
from raddle.capture.notes import BuildNote, assembly_of
from raddle.capture.recipe import compiling, linking
from raddle.capture.refused import CompileError, LinkError, NotCompiled
from raddle.capture.response_file import shortened
from raddle.capture.runtime import entry_object, library_objects, runtime_objects
from raddle.capture.zig_library import FLAGS, MEMBERS, library_sources, put_into_archive

AS_WRITTEN: Final = (
    *("-O0", "-Xclang", "-disable-O0-optnone", "-gdwarf-5", "-fPIC", "-fno-stack-protector", "-U_FORTIFY_SOURCE"),
    "-ffp-contract=off",  # a fused multiply-add is no operation of the walk: it would have to be logged
    *("-D__RADDLE__=1", "-idirafter", str(native_folder() / "include")),  # raddle.h
)
_LENIENT: Final = (
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
    "-Wno-error=return-mismatch",
    "-Wno-unknown-warning-option",
    "-fgnu89-inline",
)
_ATTEMPTS: Final = (
    ("compiled with lenient flags for old C", _LENIENT),
    ("compiled with lenient flags as C89", (*_LENIENT, "-std=gnu89")),
)
_OWN_LIBRARY: Final = (
    "zig puts a C++ library of its own into each shared library: an exception that leaves it is caught by nobody"
)
_LIMIT_S: Final = 1800
_THREADS_IN_LIBC: Final = (2, 34)
"""The glibc whose libc.so holds what was in libpthread and libdl."""


@dataclass(frozen=True)
class BuildResult:
    program: Path
    notes: list[str]


@dataclass(frozen=True, slots=True)
class Compilation:
    """One source to one instrumented object."""

    source: Source
    flags: Flags
    output: Path
    extra: tuple[str, ...] = ()
    """Words for the compiler that are not the user's."""
    lenient: bool = True
    """Whether old C is tried again with fewer errors."""
    folder: Path | None = None
    """Where the compiler stands; None: where we do."""
    aside: tuple[str, ...] = ()
    """Words for the compiler that are no part of how the object is made: a recipe does not have them."""


@dataclass(frozen=True, slots=True)
class Link:
    """Items in the order in which the linker is to see them; sources have become inputs."""

    items: tuple[Item, ...]
    output: Path
    note: BuildNote
    extra: tuple[str, ...] = ()
    folder: Path | None = None
    """Where the linker stands; None: where we do."""

    @property
    def words(self) -> list[str]:
        return [word for item in self.items for word in (item.words if isinstance(item, Flag) else (item.path,))]

    def asks(self, *flags: str) -> bool:
        return any(isinstance(item, Flag) and item.words[0] in flags for item in self.items)


@dataclass(frozen=True)
class Builder:
    """A toolchain, which of its drivers, and the cache."""

    toolchain: Toolchain
    cache: Cache
    language: Language = "c"

    @classmethod
    def found(cls, say: Callable[[str], None], language: Language = "c") -> "Builder":
        cache = Cache.of_user()
        toolchain = find_toolchain(cache)
        toolchain.prepare(language, cache, say)
        return cls(toolchain, cache, language)

    @property
    def driver(self) -> list[str]:
        return [*self.toolchain.driver(self.language), *self.toolchain.flags()]

    def compile(self, order: Compilation) -> bytes:
        """Returns what the compiler said; raises CompileError or NotCompiled."""
        with tempfile.TemporaryDirectory(prefix="raddle-") as folder:
            bitcode = Path(folder) / "module.bc"
            listed = Path(folder) / "headers"
            finished, remarks, more = self._bitcode(order, bitcode, listed)
            if not bitcode.exists():
                raise NotCompiled("nothing was compiled", where=order.source.path)
            recipe = compiling(self.language, order.source, order.flags.kept, (*order.extra, *more))
            flags = order.flags
            note = BuildNote(order.source.path, flags.left_out, flags.without_assertions, remarks, recipe=recipe)
            made = self._object(bitcode, order, note)
            if not order.aside:  # it may have been shown other texts than those of the files
                read = Read(order.source.path, listed, (order.folder or Path()).absolute())
                keep_sources(made, read, self.toolchain, self.cache)
            return finished.stderr

    def asked(self, order: Compilation) -> str:
        """What the compiler has to say of a source, without making anything of it."""
        strings, kept = self._strings(order), self._kept(order)
        words = [*self.driver, *strings, *kept, *order.extra, *order.aside, *AS_WRITTEN, "-fsyntax-only"]
        with tempfile.TemporaryDirectory(prefix="raddle-") as folder:
            words = shortened([*words, *order.source.words], Path(folder))
            return run(words, cwd=order.folder, limit_s=_LIMIT_S).stderr_text

    def _strings(self, order: Compilation) -> tuple[str, ...]:
        """Headers of ours before those of the C++ library."""
        if order.source.language != "c++":
            return ()
        ours = ("-include", str(native_folder() / "cxx_strings.h"))
        return (*ours, f"-I{native_folder() / 'libcxx_headers'}") if self.toolchain.kind == "zig" else ours

    def _kept(self, order: Compilation) -> list[str]:
        return words_of(known_to(self.toolchain, order.flags.kept, order.folder or Path()))

    def _bitcode(
        self, order: Compilation, bitcode: Path, listed: Path
    ) -> tuple[Finished, tuple[str, ...], tuple[str, ...]]:
        """And remarks, and the words that it took. `listed`: where the headers are listed."""
        folder = bitcode.parent
        stdin = sys.stdin.buffer.read() if order.source.path == "-" else None
        common = [*self._kept(order), *order.extra, *order.aside, *AS_WRITTEN]

        def attempt(more: Sequence[str]) -> Finished:
            words = [*common, *more, *order.source.words]
            if self.toolchain.kind == "zig" and (plain := without_dependencies(words)) != words:
                # Where it writes such a file zig makes no bitcode; and there our own header would be named.
                listing = [*self.driver, *words, "-c", "-o", str(folder / "listed.o")]
                run(shortened(listing, folder), cwd=order.folder, stdin=stdin, limit_s=_LIMIT_S)
                words = plain
            words = [*self.driver, *self._strings(order), *words, *listing_headers(listed)]
            words = shortened([*words, "-emit-llvm", "-c", "-o", str(bitcode)], folder)
            return run(words, cwd=order.folder, stdin=stdin, limit_s=_LIMIT_S, meanwhile=_warm_up)

        first = attempt(())
        if first.ok:
            return first, (), ()
        if order.lenient and order.source.language in C_SOURCES and self.language == "c":
            for remark, more in _ATTEMPTS:
                finished = attempt(more)
                if finished.ok:
                    return finished, (f"{order.source.path}: {remark}",), more
        raise CompileError(first, order.source.path)

    def _object(self, bitcode: Path, order: Compilation, note: BuildNote) -> bytes:
        raw = bitcode.read_bytes()
        key = content_key("object", __version__, _own_sources(), *assembly_of(note), raw)

        def make(place: Path) -> None:
            place.write_bytes(_warm_up()(raw, note, order.source, _LIMIT_S))

        entry = self.cache.find_or_publish(key, make, ".o")
        made = entry.read_bytes()
        write_output(order.output, made)
        return made

    def link(self, order: Link) -> bytes:
        """Returns what the linker said; raises LinkError. A main that was not built with raddle is looked for where
        there is no other."""
        try:
            return self._link(order, elsewhere=False)
        except LinkError as error:
            first = error
        if not first.lacks_main and not first.has_two_mains:
            raise first
        try:
            return self._link(order, elsewhere=True)
        except LinkError as second:
            raise first if second.has_two_mains else second from None

    def _link(self, order: Link, *, elsewhere: bool) -> bytes:
        with tempfile.TemporaryDirectory(prefix="raddle-") as folder:
            note = order.note
            first: list[str] = []
            if order.asks("-r"):
                ours: list[str] = []
            elif order.asks("-shared", "--shared"):
                ours = list(map(str, library_objects(self.toolchain, self.cache)))
                if self.toolchain.kind == "zig" and self._is_with_libcpp(order):
                    note = replace(note, remarks=(*note.remarks, f"{order.output.name}: {_OWN_LIBRARY}"))
            else:
                recipe = linking(self.language, str((order.folder or Path()).absolute()), order.items)
                note = replace(note, recipe=recipe)
                order, first, ours = self._for_programs(order, elsewhere=elsewhere)
            if ours:
                ours += self._parts_of_library(order)
            note = replace(note, not_instrumented=tuple(not_instrumented(order.items, order.folder or Path())))
            if ours and note != BuildNote(note.of):
                ours.append(str(self._carrier(note)))
            words = [*self._linker(order), *order.extra, *first, *order.words, *ours, "-o", str(order.output)]
            finished = run(shortened(words, Path(folder)), cwd=order.folder, limit_s=_LIMIT_S)
        if not finished.ok:
            raise LinkError(finished, order.output, self.toolchain)
        return _without(finished.stderr, [*first, *ours]) if order.asks("-v") else finished.stderr

    def _linker(self, order: Link) -> list[str]:
        checks = self.toolchain.kind == "zig" and ask_for_checks(order.items, order.folder or Path())
        return [*self.toolchain.driver(self.language), *self.toolchain.flags(checks=checks)]

    def _carrier(self, note: BuildNote) -> Path:
        """An object that holds nothing but the note."""
        text = "\n".join([*assembly_of(note), '.section .note.GNU-stack,"",@progbits', ""])

        def make(place: Path) -> None:
            source = place.with_suffix(".s")
            source.write_text(text)
            finished = self.run_kept(["-c", str(source), "-o", str(place)])
            if not finished.ok:
                raise InternalError(f"a note cannot be assembled: {finished.stderr_text}")

        return self.cache.find_or_publish(content_key("note", self.toolchain.version, text), make, ".o")

    def _for_programs(self, order: Link, *, elsewhere: bool) -> tuple[Link, list[str], list[str]]:
        """The words that come before the user's, and those behind; not those that say the same as ours. `elsewhere`:
        where its main is. If it is here, ours comes first: one in an archive (-lgtest_main) is left there then."""
        toolchain, cache = self.toolchain, self.cache
        exports = program_exports(toolchain, cache, order.items, order.folder or Path())
        entry = [str(entry_object(toolchain, cache, elsewhere=elsewhere))]
        first, behind = ([], entry) if elsewhere else (entry, [])
        ours = [*runtime_objects(toolchain, cache), *behind]
        parts = ("program", "other_main") if elsewhere else ("program",)
        ours += [path for part in parts for path in replace(self, language="c")._our_parts(part)]
        begins = ("-Wl,--wrap=main", "-Wl,-u,main") if elsewhere else ("-Wl,-u,__raddle_main",)
        words = ["-no-pie", *begins, *map(str, ours), *exports.words]
        threads = toolchain.kind == "zig" or _libc_version() < _THREADS_IN_LIBC
        return replace(order, items=exports.items), first, [*words, "-pthread", "-ldl"] if threads else words

    def _is_with_libstdcpp(self, order: Link) -> bool:
        """Whether it is linked with libstdc++; libc++ has its lists and trees in its headers."""
        if any("".join(item.words).startswith("-lstdc++") for item in order.items if isinstance(item, Flag)):
            return True
        elsewhere = order.asks("-stdlib=libc++", "-nostdlib++", "-nodefaultlibs", "-nostdlib")
        return self.language == "c++" and self.toolchain.kind == "clang" and not elsewhere

    def _is_with_libcpp(self, order: Link) -> bool:
        if self.language != "c++" or order.asks("-nostdlib++", "-nodefaultlibs", "-nostdlib"):
            return False
        return self.toolchain.kind == "zig" or order.asks("-stdlib=libc++")

    def _parts_of_library(self, order: Link) -> Iterator[str]:
        """Of the C and C++ libraries what works on the program's memory: instrumented as the program is."""
        if self._is_with_libstdcpp(order):
            yield from map(str, self._our_parts("cxx"))
        if self._is_with_libcpp(order):
            ours = self._our_parts("libcxx")
            if self.toolchain.kind == "zig":
                yield str(self._archive_of_parts(ours))
            else:
                yield from map(str, ours)
        yield str(self._own_functions())

    def _own_functions(self) -> Path:
        """Of the C library: an archive, since most programs need few of them (`followed.py`)."""
        parts = self._our_parts("clibrary")
        key = content_key("own functions", *map(str, parts))
        return self.cache.find_or_publish(key, partial(write_archive, parts), ".a")

    def _our_parts(self, folder: str) -> list[Path]:
        return [self._part(source, ()) for source in sorted((native_folder() / folder).glob("*.c*"))]

    def _archive_of_parts(self, ours: Sequence[Path]) -> Path:
        """Each stands in it for a member of libc++'s own archive (`zig_library.py`)."""
        key = content_key("parts of libc++", self.toolchain.version, *self.driver, *map(str, ours), *FLAGS, *MEMBERS)

        def make(place: Path) -> None:
            sources = library_sources(self.toolchain)
            theirs = [self._part(source, (*FLAGS, f"-I{source.parent}")) for source in sources]
            put_into_archive(self.toolchain, [*ours, *theirs], place)

        return self.cache.find_or_publish(key, make, ".a")

    def _part(self, source: Path, flags: tuple[str, ...]) -> Path:
        driver = (self.toolchain.version, *self.driver, *flags)
        key = content_key(source.stem, *driver, _own_sources(), source.read_bytes())
        return self.cache.find_or_publish(key, partial(self._instrument, source, flags), ".o")

    def _instrument(self, source: Path, flags: tuple[str, ...], place: Path) -> None:
        anywhere = ("-fdebug-compilation-dir=/", known_as(), *flags)
        language: Language = "c++" if source.suffix == ".cpp" else "c"
        as_it_is = Flags((), (), without_assertions=False)
        order = Compilation(Source(str(source), language, None), as_it_is, place, anywhere)
        replace(self, language=language).compile(order)

    def run_kept(self, words: Sequence[str], stdin: int | None = None) -> Finished:
        """The compiler with these words; what it says is kept."""
        return run([*self.driver, *words], stdin=stdin, limit_s=_LIMIT_S)

    def run_plainly(self, words: Sequence[str], *, on_sources: bool = True) -> int:
        """The compiler as the user called it, on our own standard streams. on_sources: it has something to compile."""
        driver = self.driver if on_sources else self.toolchain.driver(self.language)
        finished = run([*driver, *words], stdin=0, capture=False)
        return finished.status if finished.status is not None else 1


def write_output(place: Path, data: bytes) -> None:
    """As compilers do: a new file, unless something special stands there (/dev/null)."""
    try:
        if place.is_file():
            place.unlink()
        place.write_bytes(data)
    except OSError as error:
        raise UserError(f"cannot be written: {error.strerror or error}", where=place) from error


def _warm_up() -> Callable[[bytes, BuildNote, Source, float], bytes]:
    """Loads LLVM, which takes as long as a small compilation: so while the compiler runs, and only then."""
    from raddle.capture.emit_apart import emit_apart  # noqa: PLC0415

    return emit_apart


def _without(said: bytes, ours: list[str]) -> bytes:
    """The linker's command without our words: libtool reads from it what every library is to be linked with."""
    for word in ours:
        said = said.replace(f" {word.removeprefix('-Wl,').replace(',', ' ')}".encode(), b"")
    return said


def _libc_version() -> tuple[int, ...]:
    try:
        name, _, version = (os.confstr("CS_GNU_LIBC_VERSION") or "").partition(" ")
        return tuple(int(number) for number in version.split(".")) if name == "glibc" else (0,)
    except (ValueError, OSError):
        return (0,)


def _own_sources() -> bytes:
    """What decides how an object is instrumented: this room's and ir's sources, and the hooks."""
    package = Path(__file__).parents[1]
    native = [*package.glob("native/*.h"), *package.glob("native/clibrary/*.[ch]")]
    files = [*package.glob("capture/*.py"), *package.glob("ir/*.py"), *native]
    return b"".join(path.read_bytes() for path in sorted(files))


def build_program(
    sources: list[Path], flags: list[str], output: Path, say: Callable[[str], None] = lambda text: None
) -> BuildResult:
    """Compile, instrument and link sources into `output`. What is to be known about it, the program carries."""
    line = take_apart([*flags, *map(str, sources)])
    builder = Builder.found(say, line.language)
    try:
        _build(builder, line.items, output, ())
    except LinkError as error:
        # Old C defines functions `inline` and expects to find them: C99 makes no symbol for those.
        if line.language == "c++":
            raise
        try:
            _build(builder, line.items, output, ("-fgnu89-inline",))
        except LinkError:
            raise error from None
        return BuildResult(output, ["compiled with -fgnu89-inline: it did not link without"])
    return BuildResult(output, [])


def _build(builder: Builder, items: Sequence[Item], output: Path, extra: tuple[str, ...]) -> None:
    flags = judge(item for item in items if isinstance(item, Flag))
    with tempfile.TemporaryDirectory(prefix="raddle-") as folder:
        linked: list[Item] = []
        for number, item in enumerate(items):
            if isinstance(item, Source):
                # The C driver for C: the C++ driver would take it for C++.
                language: Language = "c++" if item.language.startswith("c++") else "c"
                target = Path(folder) / f"{number}-{item.stem}.o"
                order = Compilation(item, flags, target, ("-Qunused-arguments", *extra))
                sys.stderr.buffer.write(replace(builder, language=language).compile(order))
                sys.stderr.flush()
                linked.append(Input(str(target), item.path))
            elif isinstance(item, Input):
                linked.append(item)
        linked += flags.kept
        builder.link(Link(tuple(linked), output, BuildNote(output.name), ("-Qunused-arguments",)))
