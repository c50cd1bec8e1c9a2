"""The errors of a build: what the compiler or the linker refused, in its own words, and what may help."""

import re
from typing import Final

from raddle.base.errors import UserError
from raddle.base.process import Finished
from raddle.base.toolchain import Toolchain
from raddle.capture.advice import TWO_MAINS, compile_advice, link_advice, of_another_library

_NO_MAIN: Final = re.compile(r"undefined (?:reference to|symbol:) [`']?(?:__raddle_main|__real_main|main)\b")

_OUR_TABLES: Final = re.compile(r"^>>> referenced by .*\n>>> .*\(__raddle_\w+\)\n?", re.MULTILINE)
"""What lld tells of a name that our own section refers to, beside the program."""


class CompileError(UserError):
    """The compiler refused: its words and its status."""

    def __init__(self, finished: Finished, where: object) -> None:
        said = finished.stderr_text.rstrip() or finished.ending
        advice = compile_advice(said) or "see the compiler's words"
        super().__init__(f"does not compile\n{said}", where=where, advice=advice)
        self.finished: Final = finished


class NotCompiled(UserError):
    """The compiler was content and made nothing: it had been asked for something else."""


class LinkError(UserError):
    """The linker refused."""

    def __init__(self, finished: Finished, where: object, toolchain: Toolchain) -> None:
        said = finished.stderr_text
        self.lacks_main: Final = _NO_MAIN.search(said) is not None
        self.has_two_mains: Final = TWO_MAINS.search(said) is not None
        if self.lacks_main:
            super().__init__("does not link: there is no main function")
        elif other := of_another_library(said, toolchain):
            super().__init__(f"does not link: {other}", where=where)  # what the linker says are hundreds of lines
        else:
            words = _OUR_TABLES.sub("", said).rstrip().replace("__raddle_main", "main")
            what = f"does not link\n{words or finished.ending}"
            super().__init__(what, where=where, advice=link_advice(said, toolchain))
        self.finished: Final = finished
