"""`raddle import` and `raddle export`."""

import argparse

from raddle.base.exits import Exit
from raddle.cli.printing import put, say
from raddle.options import Words
from raddle.pipeline import traces


def import_(_words: Words, chosen: argparse.Namespace, _begun: float) -> int:
    put(traces.import_std(chosen.trace), chosen.output)
    return int(Exit.NOTHING_FOUND)


def export(_words: Words, chosen: argparse.Namespace, _begun: float) -> int:
    exported = traces.export_std(chosen.trace)
    for note in exported.notes:
        say(note)
    put("\n".join(exported.lines), chosen.output)
    return int(Exit.NOTHING_FOUND)
