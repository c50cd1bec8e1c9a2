"""Where somebody's changes of a program are tried: built of other texts, and verified under the inputs of one test."""

import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from raddle.base.work import CpuMeter
from raddle.capture.image import ProgramImage, load_image
from raddle.capture.rebuild import Rebuilding
from raddle.capture.refused import CompileError, LinkError
from raddle.check import Timed
from raddle.replay.order import most_bytes
from raddle.report.progress import Stages
from raddle.report.properties import Property
from raddle.report.verified import Verified
from raddle.testing.runs import RecordOrder, Say, load_trace
from raddle.testing.tests import first_run
from raddle.verify.options import VerifyOptions
from raddle.verify.stages import Grounds, verify_program


@dataclass(frozen=True, slots=True)
class Built:
    image: ProgramImage
    warnings: Counter[str]
    """Of the user's flags plus -Wall -Wextra, without folders and numbers of lines."""


class Workshop:
    """`test`: what the program is given; its own program is the one whose sources are changed. What is found here
    leaves no witnesses: nobody has such a program."""

    def __init__(self, test: RecordOrder, options: VerifyOptions, say: Say, progress: Stages) -> None:
        """UserError: the program cannot be built again."""
        assert isinstance(test.program, Path)
        self._test = test
        self._options = replace(options, explain=False, certificate=None)
        self._say = say
        self._progress = progress
        self._again = Rebuilding.of(load_image(test.program), say)

    @property
    def texts(self) -> Mapping[str, str]:
        """The user's sources and headers, by absolute path."""
        return self._again.texts

    @property
    def units(self) -> Sequence[frozenset[str]]:
        """For each compilation, which of these files it read."""
        return self._again.units

    @property
    def names(self) -> Mapping[str, str]:
        """What to call each file in a diff."""
        return self._again.names

    def build(self, texts: Mapping[str, str]) -> Built | str:
        """`texts`: in the place of those of the same path. A str: what the compiler or the linker says first."""
        changed = {path: text for path, text in texts.items() if text != self.texts.get(path)}
        try:
            made = self._again.program(changed)
        except (CompileError, LinkError) as error:
            return first_error(error.finished.stderr_text) or error.what
        return Built(load_image(made), self._again.warnings(changed))

    def verify(
        self, built: Built, properties: tuple[Property, ...], until: float | None, work: CpuMeter | None
    ) -> tuple[Verified, Grounds | None]:
        """Proved or refuted anew, under the same inputs, with so much work and until then."""
        options = replace(self._options, properties=properties, until=until, work=work)
        with tempfile.TemporaryDirectory(prefix="raddle-") as folder:
            test = replace(self._test, program=built.image.path, recording=Path(folder) / "run.rdl")
            first = first_run(test, options, self._say)
            most = options.most_bytes or most_bytes(Path(folder))
            options = replace(options, most_bytes=most, witnesses=Path(folder))
            trace = load_trace(first)
            found, grounds = verify_program(
                trace, built.image, options, Path(folder), load_trace, self._progress, Timed()
            )
        return replace(found, findings=tuple(replace(one, witness=None) for one in found.findings)), grounds


def first_error(said: str) -> str:
    return next((line for line in said.splitlines() if "error:" in line or "undefined" in line), "")
