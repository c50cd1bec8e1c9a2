"""Blocks that are to be atomic: those that another thread can come between."""

from raddle.check.confirming import Checked, Witnesses
from raddle.check.options import Timed
from raddle.check.part import Part
from raddle.report.progress import Stages


def check_atomicity(checked: Checked, witnesses: Witnesses, progress: Stages, timed: Timed) -> Part:
    return Part((), (), bounded=False)
