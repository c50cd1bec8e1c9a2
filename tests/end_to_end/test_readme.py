"""What the README shows is what the commands print: every block of console text is run, and compared line by line.

What differs from run to run is left out: seconds, and what is said where a cache is cold. The program's own words, on
stderr, belong to the transcript.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.limits import HANG_S

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)

pytestmark = [pytest.mark.native, pytest.mark.compiler]


def commands(block: str) -> list[tuple[str, str]]:
    """Each command of a block with what is shown below it."""
    assert block.startswith("$ ")
    told = (entry.partition("\n") for entry in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:])
    return [(command, output) for command, _, output in told]


class Terminal:
    """A folder with the examples in it, and the commands that the README uses."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._status = 0

    def run(self, command: str) -> str:
        match command.split():
            case ["raddle", *words]:
                return self._raddle(words)
            case ["echo", "$?"]:
                return f"{self._status}\n"
            case ["cat", name]:
                return (self._folder / name).read_text(encoding="utf-8")
            case _:
                raise AssertionError(f"the README has a command that this test cannot run: {command}")

    def _raddle(self, words: list[str]) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "raddle", *words],
            cwd=self._folder,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=HANG_S,
            check=False,
        )
        self._status = done.returncode
        return done.stdout


def comparable(text: str) -> list[str]:
    lines = re.sub(r"\b\d+\.\d\s+s$", "N s", text, flags=re.MULTILINE).splitlines()
    return [line for line in lines if not (line.startswith("raddle: ") and line.endswith(", once"))]


def test_what_the_readme_shows_is_what_is_printed(tmp_path: Path) -> None:
    """One folder for all blocks: the witness that one leaves is replayed by another."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    terminal = Terminal(tmp_path)
    shown = [entry for block in BLOCKS for entry in commands(block)]
    assert any(command.startswith("raddle check") for command, _ in shown)
    for command, output in shown:
        assert [command, *comparable(terminal.run(command))] == [command, *comparable(output)]


def test_every_command_of_raddle_that_is_shown_with_a_prompt_is_run() -> None:
    run = [command for block in BLOCKS for command, _ in commands(block) if command.startswith("raddle")]
    assert re.findall(r"^\$ (raddle .*)$", README, re.MULTILINE) == run
