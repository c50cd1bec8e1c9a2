"""What is done once a machine, before the first test is built: the compiler's libraries, and raddle's own C."""

from pathlib import Path

from raddle.base.cache import content_key
from raddle.base.native_code import native_folder
from raddle.base.toolchain import TINY
from raddle.capture.build import Builder, build_program
from raddle.capture.command_line import take_apart
from raddle.decide.states_library import states_library
from raddle.predict.races.passes_library import passes_library
from raddle.testing.runs import Say, Sources
from raddle.trace.walker_library import walker_library


def make_ready(sources: Sources, say: Say) -> None:
    """So that building and following these takes only what it always does."""
    builder = Builder.found(say, take_apart([*sources.flags, *map(str, sources.files)]).language)
    own = (path.read_bytes() for path in sorted(native_folder().rglob("*.[ch]")))
    key = content_key("ready", builder.toolchain.version, *builder.driver, *own)
    if builder.cache.find(key, ".stamp") is None:
        say("compiling raddle's runtime, once")
        builder.cache.publish(key, lambda stamp: _build_tiny(builder, stamp), ".stamp")


def _build_tiny(builder: Builder, stamp: Path) -> None:
    """Whatever is part of every program is made with the first one."""
    suffix, text = TINY[builder.language]
    source = stamp.with_name(f"tiny{suffix}")
    source.write_text(text)
    build_program([source], [], stamp.with_name("tiny"))
    for library in (walker_library, passes_library, states_library):
        library()
    stamp.write_text("")
