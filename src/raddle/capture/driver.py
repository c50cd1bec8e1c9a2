"""`raddle cc` and `raddle c++`: take a compiler's command line, instrument what it compiles, link the runtime into it.

What the compiler says is passed on unchanged, and its exit status is ours. What raddle has to say is carried by the
objects (capture/notes.py).
"""

import os
import shlex
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from raddle.base.cache import fallback_directory
from raddle.base.errors import RaddleError
from raddle.base.exits import Exit
from raddle.base.process import Interrupted, ending_on_signals
from raddle.base.toolchain import Language
from raddle.capture.advice import compile_advice, link_advice
from raddle.capture.build import AS_WRITTEN, Builder, Compilation, Link
from raddle.capture.command_line import (
    C_SOURCES,
    HEADERS,
    INSTRUMENTED,
    Aim,
    CommandLine,
    Flag,
    Input,
    Item,
    Source,
    take_apart,
)
from raddle.capture.dependencies import dependency_flags, forget_our_headers
from raddle.capture.flags import Flags, judge, words_of
from raddle.capture.notes import BuildNote
from raddle.capture.refused import CompileError, LinkError, NotCompiled

_KILLED = 128
"""And the number of the signal."""
_PREPROCESSED = ("-E", "-M", "-MM", "-fsyntax-only")
_PROBES = ("conftest", "_configtest", "ztest", "autotest", "CMakeFiles", "meson-private", "CMakeTmp", "try_compile")
_COLOUR = ("-fcolor-diagnostics", "-fno-color-diagnostics", "-fdiagnostics-color", "-fno-diagnostics-color")


def run_compiler(command: str, words: Sequence[str], say: Callable[[str], None]) -> int:
    """The exit status of `raddle cc` or `raddle c++`: trouble is one message and never a traceback."""
    try:
        if fallback := fallback_directory(os.environ):
            os.environ["RADDLE_CACHE"] = str(fallback)
        with ending_on_signals():
            return compile_or_link(list(words), "c++" if command == "c++" else "c", say)
    except RaddleError as error:
        say(str(error))
        return int(error.exit)
    except (KeyboardInterrupt, Interrupted) as error:
        return _KILLED + (error.number if isinstance(error, Interrupted) else signal.SIGINT)
    except Exception as error:  # what nobody foresaw is ours too
        if os.environ.get("RADDLE_DEBUG"):
            raise
        said = shlex.join(["raddle", command, *words])
        say(f"internal error: {type(error).__name__}: {error}\n  reproduce: RADDLE_DEBUG=1 {said}")
        return int(Exit.INTERNAL_ERROR)


def compile_or_link(arguments: list[str], language: Language, say: Callable[[str], None]) -> int:
    """The exit status of the compiler that was asked for."""
    builder = Builder.found(say, language)
    line = take_apart(arguments)
    try:
        return _Command(builder, line).run()
    except NotCompiled:
        return builder.run_plainly(arguments)
    except CompileError as error:
        status = _refused(error)
        if advice := compile_advice(error.finished.stderr_text):
            say(advice)
        return status
    except LinkError as error:
        _pass_on(error.finished.stderr.replace(b"__raddle_main", b"main"))
        if advice := link_advice(error.finished.stderr_text, builder.toolchain):
            say(advice)
        return error.finished.status or 1


class _Command:
    def __init__(self, builder: Builder, line: CommandLine) -> None:
        self._builder = builder
        self._line = line

    def run(self) -> int:
        line = self._line
        if line.aim is Aim.TELL:
            return self._tell()
        if line.output is not None and not self._can_be_made(Path(line.output)):
            return self._builder.run_plainly(line.words)  # the compiler says what is wrong with that
        extra = [Flag((word,)) for word in shlex.split(os.environ.get("RADDLE_CFLAGS", ""))]
        flags = judge([*line.flags, *extra])
        if line.aim is Aim.OBJECTS or (line.sources and all(source.language in HEADERS for source in line.sources)):
            return self._objects(flags)
        return self._link(flags)

    def _can_be_made(self, output: Path) -> bool:
        several = self._line.aim is Aim.OBJECTS and len(self._line.sources) > 1
        try:
            return not several and output.parent.is_dir() and not output.is_dir()
        except OSError:
            return False

    def _objects(self, flags: Flags) -> int:
        """One that does not compile does not keep the others from being made."""
        status = 0
        for source in self._line.sources:
            try:
                self._one(source, flags, Path(self._line.output or self._default(source)), ())
            except CompileError as error:
                status = _refused(error)
        return status

    def _tell(self) -> int:
        words = self._line.words
        if not any(word in _PREPROCESSED for word in words) or not self._line.sources:
            return self._builder.run_plainly(words, on_sources=bool(self._line.sources))
        # As it will be compiled: macros and declarations depend on optimisation.
        flags = words_of(judge(self._line.flags).kept)
        output = () if self._line.output is None else ("-o", self._line.output)
        sources = [word for source in self._line.sources for word in source.words]
        # zig has its own view of what is unused, and says it.
        quiet = () if self._builder.toolchain.kind == "zig" else ("-Qunused-arguments",)
        return self._builder.run_plainly([*flags, *quiet, *AS_WRITTEN, *sources, *output])

    def _default(self, source: Source) -> str:
        return f"{source.path}.pch" if source.language in HEADERS else f"{source.stem}.o"

    def _one(self, source: Source, flags: Flags, output: Path, extra: tuple[str, ...]) -> None:
        """Sources in languages that we do not instrument are the compiler's own matter."""
        if source.language not in INSTRUMENTED:
            words = [*words_of(flags.kept), *extra]
            if source.language in HEADERS:
                words += AS_WRITTEN
            self._plainly([*words, "-c", *source.words, "-o", str(output)], source)
            return
        dependencies = dependency_flags(flags, self._line, source)
        extra = (*extra, *dependencies, *self._colours())
        _pass_on(self._builder.compile(Compilation(source, flags, output, extra, self._may_be_lenient(source))))
        forget_our_headers(flags, dependencies)

    def _plainly(self, words: list[str], source: Source) -> None:
        finished = self._builder.run_kept(words, stdin=0 if source.path == "-" else None)
        if not finished.ok:
            raise CompileError(finished, source.path)
        _pass_on(finished.stderr)

    def _may_be_lenient(self, source: Source) -> bool:
        """Scripts that ask the compiler what it accepts must hear the truth."""
        if source.path == "-" or source.language not in C_SOURCES:
            return False
        strict = ("-Werror", "-pedantic-errors", "-fsyntax-only")
        if any(flag.words[0].startswith(strict) for flag in self._line.flags):
            return False
        path, temporary = Path(os.path.abspath(source.path)), tempfile.gettempdir()
        if path.is_relative_to(temporary) and not Path.cwd().is_relative_to(temporary):
            return False
        return not any(part.startswith(_PROBES) for part in path.parts)

    def _colours(self) -> tuple[str, ...]:
        """The compiler writes to a pipe of ours: whether there is a terminal behind it only we know."""
        chosen = any(flag.words[0].startswith(_COLOUR) for flag in self._line.flags)
        plain = "NO_COLOR" in os.environ or os.environ.get("TERM", "dumb") == "dumb"
        return () if chosen or plain or not sys.stderr.isatty() else ("-fcolor-diagnostics",)

    def _link(self, flags: Flags) -> int:
        with tempfile.TemporaryDirectory(prefix="raddle-") as folder:
            items: list[Item] = []
            for number, item in enumerate(self._line.items):
                if isinstance(item, Source):
                    target = Path(folder) / f"{number}-{item.stem}.o"
                    self._one(item, flags, target, ("-Qunused-arguments",))
                    items.append(Input(str(target), item.path))
                elif isinstance(item, Input):
                    items.append(item)
                else:
                    items += judge([item]).kept
            output = Path(self._line.output or "a.out")
            extra = ("-Qunused-arguments",) if self._line.sources else ()
            note = BuildNote(output.name, left_out=flags.left_out)
            _pass_on(self._builder.link(Link(tuple(items), output, note, (*extra, *self._colours()))))
        return 0


def _refused(error: CompileError) -> int:
    _pass_on(error.finished.stderr)
    return error.finished.status or 1


def _pass_on(said: bytes) -> None:
    sys.stderr.buffer.write(said)
    sys.stderr.flush()
