"""A parser for the words of one command."""

import argparse
from typing import NoReturn

from raddle.base.errors import UserError


class Parser(argparse.ArgumentParser):
    """argparse whose complaints come the same way as all others."""

    def error(self, message: str) -> NoReturn:
        raise UserError(message, advice=self.format_usage().strip())

    def own_options(self) -> tuple[set[str], set[str]]:
        """Those that take a value, and those that do not."""
        taking, alone = set[str](), set[str]()
        for action in self._actions:
            (alone if action.nargs == 0 else taking).update(action.option_strings)
        return taking, alone


def parser_of(command: str, usage: str, about: str) -> Parser:
    return Parser(prog=f"raddle {command}", usage=f"raddle {command} {usage}", description=about, allow_abbrev=False)
