"""What a file may have run: in: the commands in it, its mark, what the user said. Out: the commands that are run.

A file that is not the user's own runs nothing by itself. `--trust` runs what it says, which is shown before;
`--program` names the user's own program, which gets the file's arguments, and of its environment what is harmless.
"""

import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from raddle.base.errors import UserError
from raddle.base.own_mark import Commands, is_own

HARMLESS: Final = frozenset({"TZ", "LANG", "LANGUAGE", "TERM", "COLUMNS", "LINES", "NO_COLOR"})
"""Variables that only say how something is shown; those that begin with LC_ too."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Trust:
    """What the user said of a file."""

    everything: bool = False
    """--trust"""
    program: Path | None = None
    """--program: the user's own, instead of the file's."""
    before: str | None = None
    """--before: instead of the file's."""
    folder: Path | None = None
    """--folder: instead of the file's."""


def allowed(commands: Commands, mark: str | None, trust: Trust, where: Path, say: Say) -> Commands:
    """Or a UserError that says what would have been run."""
    if is_own(commands, mark):
        return commands
    if trust.everything:
        say(f"{where} is not yours, and is trusted: it runs {_told(commands, trust)}")
        return commands
    if trust.program is None:
        raise UserError(
            "this file was not written by you on this machine, so nothing is run that it names",
            where=where,
            advice=f"it would run {_told(commands, trust)}; --trust runs that",
        )
    kept = {name: value for name, value in commands.environment.items() if name in HARMLESS or name[:3] == "LC_"}
    left_out = [f"{name}={value}" for name, value in commands.environment.items() if name not in kept]
    if commands.before and trust.before is None:
        left_out.append(f"the command {commands.before}")
    if commands.folder is not None and trust.folder is None:
        left_out.append(f"the folder {commands.folder}")
    if left_out:
        say(f"{where} is not yours: {shlex.join(left_out)} is left out")
    return replace(commands, environment=kept, before=None, folder=None)


def _told(commands: Commands, trust: Trust) -> str:
    variables = [f"{name}={value}" for name, value in commands.environment.items()]
    line = shlex.join([*variables, str(trust.program or commands.program), *commands.arguments])
    before = commands.before if trust.before is None else trust.before
    folder = commands.folder if trust.folder is None else str(trust.folder)
    where = f" in {folder}" if folder else ""
    return f"`{line}`{where}" + (f", and before each run `{before}`" if before else "")
