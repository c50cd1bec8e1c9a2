"""C files -> instrumented program. Compiles with the user's flags, instruments, links with the runtime."""

import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from raddle import __version__
from raddle.base.cache import Cache, content_key
from raddle.base.errors import InternalError, UserError
from raddle.base.exits import Exit
from raddle.base.process import run
from raddle.base.toolchain import Toolchain, find_toolchain
from raddle.capture.flags import Flags, split_flags
from raddle.capture.runtime import runtime_objects

_CAPTURE_FLAGS = (
    *("-O0", "-Xclang", "-disable-O0-optnone", "-g", "-fPIC", "-fno-stack-protector"),
    *("-U_FORTIFY_SOURCE", "-emit-llvm", "-c"),
)
_LENIENT = (
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
_LINK_FLAGS = ("-no-pie", "-rdynamic", "-pthread", "-ldl")
_LIMIT_S = 600


class LinkError(UserError):
    """The linker refused."""


@dataclass(frozen=True)
class BuildResult:
    program: Path
    notes: list[str]


@dataclass(frozen=True)
class Builder:
    """A toolchain with its cache, and where to say that something takes long."""

    toolchain: Toolchain
    cache: Cache

    @classmethod
    def found(cls, say: Callable[[str], None]) -> "Builder":
        cache = Cache.of_user()
        toolchain = find_toolchain(cache)
        toolchain.prepare("c", cache, say)
        return cls(toolchain, cache)

    def compile(self, source: Path, flags: Flags, output: Path) -> list[str]:
        """One C file to one instrumented object; returns notes for the user."""
        if not source.exists():
            raise UserError("no such file", where=source)
        with tempfile.TemporaryDirectory(prefix="raddle-") as folder:
            bitcode = Path(folder) / "module.bc"
            notes = self._bitcode(source, flags, bitcode)
            return notes + self._object(bitcode, output, source)

    def _bitcode(self, source: Path, flags: Flags, bitcode: Path) -> list[str]:
        attempts: list[tuple[str, tuple[str, ...]]] = [
            ("", ()),
            ("compiled with lenient flags for old C", _LENIENT),
            ("compiled with lenient flags as C89", (*_LENIENT, "-std=gnu89")),
        ]
        first_complaint = ""
        for note, lenient in attempts:
            command = [*self.toolchain.command, *self.toolchain.flags(), *flags.compile, *_CAPTURE_FLAGS, *lenient]
            finished = run([*command, str(source), "-o", str(bitcode)], limit_s=_LIMIT_S)
            if finished.ok:
                if finished.stderr and not note:
                    sys.stderr.write(finished.stderr_text)
                return [f"{source}: {note}"] if note else []
            first_complaint = first_complaint or finished.stderr_text
        raise UserError(
            f"does not compile\n{first_complaint.rstrip()}", where=source, advice="see the compiler's words"
        )

    def _object(self, bitcode: Path, output: Path, source: Path) -> list[str]:
        key = content_key("object", __version__, _own_sources(), bitcode.read_bytes())

        def make(folder: Path) -> None:
            folder.mkdir()
            command = [sys.executable, "-m", "raddle.capture.emit", str(bitcode), str(folder / "module.o")]
            finished = run(command, limit_s=_LIMIT_S)
            if finished.status == Exit.USER_ERROR:
                raise UserError(finished.stderr_text.strip(), where=source)
            if not finished.ok:
                handle, kept = tempfile.mkstemp(prefix=f"raddle-failed-{source.stem}-", suffix=".bc")
                with open(handle, "wb") as file:
                    file.write(bitcode.read_bytes())
                reproduce = [*command[:3], kept, f"{kept}.o"]
                raise InternalError(f"cannot instrument {source}: {finished.stderr_text[-1500:]}", reproduce=reproduce)
            (folder / "notes").write_bytes(finished.stdout)

        entry = self.cache.find_or_publish(key, make)
        output.write_bytes((entry / "module.o").read_bytes())
        return [f"{source}: {note}" for note in (entry / "notes").read_text().splitlines()]

    def link(self, inputs: Sequence[str], flags: Flags, output: Path) -> None:
        objects = [str(path) for path in runtime_objects(self.toolchain, self.cache)]
        command = [*self.toolchain.command, *self.toolchain.flags(), *inputs, *objects, *flags.link, *_LINK_FLAGS]
        finished = run([*command, "-o", str(output)], limit_s=_LIMIT_S)
        if not finished.ok:
            if "`__raddle_main'" in finished.stderr_text or ": __raddle_main" in finished.stderr_text:
                raise LinkError("does not link: there is no main function")
            raise LinkError(f"does not link\n{finished.stderr_text.rstrip()}", where=output)


def _own_sources() -> bytes:
    """What decides how an object is instrumented: this room's and ir's sources, and the hooks."""
    package = Path(__file__).parents[1]
    files = [*package.glob("capture/*.py"), *package.glob("ir/*.py"), *package.glob("native/*.h")]
    return b"".join(path.read_bytes() for path in sorted(files))


def build_program(
    sources: list[Path], flags: list[str], output: Path, say: Callable[[str], None] = lambda text: None
) -> BuildResult:
    """Compile, instrument and link C files into `output`."""
    builder = Builder.found(say)
    chosen = split_flags(flags)
    try:
        notes = _build(builder, sources, chosen, output)
    except LinkError as error:
        # Old C defines functions `inline` and expects to find them: C99 makes no symbol for those.
        old_style = replace(chosen, compile=[*chosen.compile, "-fgnu89-inline"])
        try:
            notes = [
                *_build(builder, sources, old_style, output),
                "compiled with -fgnu89-inline: it did not link without",
            ]
        except LinkError:
            raise error from None
    return BuildResult(output, [*chosen.notes, *notes])


def _build(builder: Builder, sources: list[Path], flags: Flags, output: Path) -> list[str]:
    notes: list[str] = []
    with tempfile.TemporaryDirectory(prefix="raddle-") as folder:
        objects = []
        for number, source in enumerate(sources):
            target = Path(folder) / f"{number}-{source.stem}.o"
            notes += builder.compile(source, flags, target)
            objects.append(str(target))
        builder.link([*objects, *flags.inputs], flags, output)
    return notes
