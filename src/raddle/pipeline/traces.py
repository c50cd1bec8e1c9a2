"""`import`, `export`: STD traces."""

from dataclasses import replace
from pathlib import Path

from raddle.model.recorded.from_trace import model_of
from raddle.model.std.from_ctp import StdText, std_of_ctp
from raddle.model.std.lines import load_std
from raddle.model.std.locations import Locations
from raddle.model.std.to_ctp import ctp_of_std
from raddle.model.text.parse import load_chains
from raddle.model.text.print import print_ctp
from raddle.replay.order import is_recording
from raddle.testing.runs import load_trace
from raddle.trace.given import reading_given


def import_std(path: Path) -> str:
    """An STD trace as a trace program in text."""
    return print_ctp(ctp_of_std(load_std(path)))


def export_std(path: Path) -> StdText:
    """The observed run as an STD trace."""
    if not is_recording(path):
        return std_of_ctp(load_chains(path), lambda event: event.origin)
    with reading_given(path):
        modelled = model_of(load_trace(path))
        locations = Locations(modelled.trace)
        exported = std_of_ctp(modelled.ctp, locations)
    return replace(exported, notes=(*exported.notes, *locations.notes))
