"""In which folder a program runs again. In: the one in which it ran, what the user said. Out: a folder, or None: where
we are.

The name of the folder is an input as arguments are (getcwd), and it says which files are meant by relative names.
"""

import os
from collections.abc import Callable
from pathlib import Path

from raddle.base.errors import UserError

Say = Callable[[str], None]


def folder_again(recorded: str | None, asked: Path | None, say: Say) -> Path | None:
    """`recorded` None: it was not kept. Where it is gone, that is said."""
    if asked is not None:
        if not asked.is_dir():
            raise UserError("no such folder", where=asked, advice="--folder DIR says where the program is to run")
        return asked.absolute()
    folder = folder_of(recorded)
    if recorded is not None and folder is None:
        say(f"the folder in which the program ran is not there: {recorded}; it runs here (replay --folder DIR: in DIR)")
    return folder


def folder_of(recorded: str | None) -> Path | None:
    """None: it was not kept, or is gone."""
    return Path(recorded) if recorded is not None and os.path.isdir(recorded) else None


def ran_elsewhere(before: str | None, now: str | None) -> str:
    """In words; empty: it did not, as far as is known."""
    if before is None or now is None or (os.path.exists(before) and os.path.samefile(before, now)):
        return ""
    return f"the program runs in another folder than it did, which it may look at: {now}, and not {before}"
