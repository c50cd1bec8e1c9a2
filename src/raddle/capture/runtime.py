"""The C runtime, compiled once for each toolchain and kept in the cache."""

from importlib import resources
from pathlib import Path

from raddle.base.cache import Cache, content_key
from raddle.base.errors import InternalError
from raddle.base.process import run
from raddle.base.toolchain import Toolchain

_FLAGS = ("-std=gnu11", "-O2", "-UNDEBUG", "-g", "-fPIC", "-fno-stack-protector", "-fno-omit-frame-pointer", "-pthread")
_LIMIT_S = 300


def runtime_objects(toolchain: Toolchain, cache: Cache) -> list[Path]:
    """Object files to link into every instrumented program."""
    native = Path(str(resources.files("raddle") / "native"))
    sources = sorted(native.glob("*.c"))
    texts = [path.read_bytes() for path in (*sources, *sorted(native.glob("*.h")))]
    key = content_key("runtime", toolchain.version, *toolchain.command, *toolchain.flags(), *_FLAGS, *texts)
    folder = cache.find_or_publish(key, lambda place: _compile(toolchain, sources, place))
    return sorted(folder.glob("*.o"))


def _compile(toolchain: Toolchain, sources: list[Path], folder: Path) -> None:
    folder.mkdir()
    for source in sources:
        target = folder / f"{source.stem}.o"
        command = [*toolchain.command, *toolchain.flags(), *_FLAGS, "-c", str(source), "-o", str(target)]
        finished = run(command, limit_s=_LIMIT_S)
        if not finished.ok:
            raise InternalError(f"the runtime does not compile: {finished.stderr_text[-2000:]}", reproduce=command)
