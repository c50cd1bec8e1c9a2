"""`--budget`: how long a command may take, by the clock, from its start to its end. One meaning in all of them.

Inside, limits count work (decision 27); this one alone is by the clock. Its other names are those that it had.
"""

import argparse
import os
from collections.abc import Sequence
from typing import Any, Final

from raddle.base.errors import UserError
from raddle.options.parser import Parser
from raddle.options.values import seconds

NAMES: Final = ("--budget", "--timeout", "--total-timeout")
VARIABLE: Final = "RADDLE_BUDGET"
"""Says another default, as a continuous integration may want."""


def add_budget(parser: Parser, then: str, default_s: float | None) -> None:
    """`then`: what becomes of what is left. None: there is none unless one is said."""
    unless = f"{default_s:g}, or what the variable {VARIABLE} says" if default_s is not None else "none"
    parser.add_argument(
        *NAMES, dest="budget", type=seconds, metavar="S", default=None if default_s is None else _default(default_s),
        help=f"seconds by the clock for the whole command: {then} (default: {unless})",
    )  # fmt: skip


def no_budget(parser: Parser) -> None:
    """A command that is as long as the run of the program that it makes."""
    parser.add_argument(*NAMES, action=_Refused, help=argparse.SUPPRESS)


def ends_at(chosen: argparse.Namespace, begun: float) -> float | None:
    """When the command has to be over, by time.monotonic()."""
    return None if chosen.budget is None else begun + float(chosen.budget)


def _default(default_s: float) -> float:
    said = os.environ.get(VARIABLE)
    if not said:
        return default_s
    try:
        return seconds(said)
    except argparse.ArgumentTypeError as error:
        raise UserError(
            str(error), where=VARIABLE, advice="it says how long a command may take, as --budget S"
        ) from None


class _Refused(argparse.Action):
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        raise UserError(f"{option_string} is for commands that decide something", advice="--run-timeout S ends the run")
