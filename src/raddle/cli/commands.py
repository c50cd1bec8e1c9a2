"""The commands: how the words of each are read, and where it is done.

What does it is loaded when its words have been read: help and most complaints cost next to nothing, and each command
loads what it needs, which takes a good part of a second for those that decide something (decision 42). No other code
loads our modules by name.
"""

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Final, NamedTuple

from raddle import options
from raddle.base.errors import UserError
from raddle.base.loading import loading

Run = Callable[[options.Words, argparse.Namespace, float], int]
"""With the words, the options among them, and when the command began, by time.monotonic(). Out: the exit status."""


class Command(NamedTuple):
    parser: Callable[[], options.Parser]
    sort: Callable[[list[str], options.Parser], options.Words]
    module: str
    """Of cli/."""
    function: str

    def load(self) -> Run:
        with loading():
            run: Run = getattr(import_module(f"raddle.cli.{self.module}"), self.function)
        return run


COMMANDS: Final = {
    "check": Command(options.check_parser, options.sort_words, "checking", "check"),
    "verify": Command(options.verify_parser, options.sort_words, "verifying", "verify"),
    "diagnose": Command(options.diagnose_parser, options.sort_words, "repairing", "diagnose"),
    "repair": Command(options.repair_parser, options.sort_words, "repairing", "repair"),
    "check-fix": Command(options.check_fix_parser, options.all_ours, "repairing", "check_fix"),
    "record": Command(options.record_parser, options.sort_words, "recording", "record"),
    "show": Command(options.show_parser, options.all_ours, "runs", "show"),
    "replay": Command(options.replay_parser, options.split_arguments, "runs", "replay"),
    "explain": Command(options.explain_parser, options.all_ours, "explaining", "explain"),
    "import": Command(options.import_parser, options.all_ours, "traces", "import_"),
    "export": Command(options.export_parser, options.all_ours, "traces", "export"),
}


def read(words: list[str]) -> Callable[[float], int]:
    """What is to be done, loaded. UserError: there is no such thing."""
    command = COMMANDS.get(words[0])
    if command is None:
        raise UserError(f"no command is called {words[0]}", advice="raddle --help names them")
    parser = command.parser()
    sorted_words = command.sort(words[1:], parser)
    chosen = parser.parse_args(sorted_words.ours)
    run = command.load()
    return lambda begun: run(sorted_words, chosen, begun)
