"""`raddle import` and `raddle export`."""

from raddle import options, pipeline
from raddle.base.exits import Exit
from raddle.cli.printing import put, say


def import_(words: list[str]) -> int:
    chosen = options.import_parser().parse_args(words)
    put(pipeline.import_std(chosen.trace), chosen.output)
    return int(Exit.NOTHING_FOUND)


def export(words: list[str]) -> int:
    chosen = options.export_parser().parse_args(words)
    exported = pipeline.export_std(chosen.trace)
    for note in exported.notes:
        say(note)
    put("\n".join(exported.lines), chosen.output)
    return int(Exit.NOTHING_FOUND)
