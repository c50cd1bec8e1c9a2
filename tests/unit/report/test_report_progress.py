"""Progress: seen on a terminal after a moment, gone without a trace, and nowhere else."""

import io
import threading

from rich.console import Console

from raddle.report.progress import Silent, Stages
from raddle.report.progress_line import Progress


class Terminal(io.StringIO):
    """Tells when something was written that contains a word."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self._word = word
        self.seen = threading.Event()

    def write(self, text: str) -> int:
        if self._word in text:
            self.seen.set()
        return super().write(text)


def work(stages: Stages) -> None:
    stages.stage("recording")
    stages.stage("predicting", total=60)
    stages.advance()
    stages.advance(2)


def test_a_long_stage_is_shown_with_its_count_and_cleared_at_the_end() -> None:
    terminal = Terminal("3 of 60")
    with Progress(Console(file=terminal, force_terminal=True, width=80), patience_s=0.01) as progress:
        work(progress)
        assert terminal.seen.wait(10)
    text = terminal.getvalue()
    assert "predicting" in text
    assert "\x1b[2K" in text.rsplit("predicting", 1)[1], "the line is erased"
    assert text.rsplit("predicting", 1)[1].count("\x1b[?25h") == 1, "the cursor is back"


def test_what_is_quick_shows_nothing() -> None:
    terminal = Terminal("")
    with Progress(Console(file=terminal, force_terminal=True, width=80), patience_s=60) as progress:
        work(progress)
    assert terminal.getvalue() == ""


def test_a_pipe_gets_nothing() -> None:
    pipe = Terminal("predicting")
    with Progress(Console(file=pipe, width=80), patience_s=0) as progress:
        work(progress)
        assert not pipe.seen.wait(0.05)
    assert pipe.getvalue() == ""


def test_the_silent_one_has_the_same_interface() -> None:
    with Silent() as silent:
        work(silent)
    assert isinstance(silent, Silent)
