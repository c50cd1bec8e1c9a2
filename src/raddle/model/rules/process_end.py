"""The end of the process: the last event of a run, in all threads (docs/rules.md, Threads and the end of the
process)."""

from raddle.model.layout import Layout
from raddle.model.rules.rule import Rule, put


def rule(layout: Layout) -> Rule:
    return Rule(change=put(layout.ended, 1))
