"""The bench keeps its results in the documented form, and every table and program of it is whole."""

import importlib
import json
import pkgutil
from pathlib import Path

import pytest

from bench import tables
from bench.programs_run import programs_of, read_recording
from bench.table import Column, Growth, Measured, markdown, plot, write
from raddle.base.chunks import lay_out_chunk, lay_out_header
from raddle.base.trace_format import trace_format

TABLES = sorted(module.name for module in pkgutil.iter_modules(tables.__path__))


class Sample:
    title = "Sample"
    default_size = 2
    columns = (Column("name", "name"), Column("seconds", "s", ".2f"), Column("note", "note", ".2f"))
    paper = {"a paper": {"s": 1.5}}  # noqa: RUF012
    growth: Growth | None = None

    def run(self, size: int) -> list[dict[str, str | int | float | None]]:
        return [{"name": "one", "seconds": 0.123, "note": "absent"}, {"name": "two", "seconds": None}]


def test_results_are_json_with_a_schema_and_a_table_to_read(tmp_path: Path) -> None:
    table = Sample()
    measured = Measured.now("sample", 2, table, table.run(2))
    data, text = write(measured, tmp_path / "new")
    kept = json.loads(data.read_text())
    assert {"schema", "table", "machine", "rows", "columns", "paper"} <= kept.keys()
    assert kept["schema"] == 1
    assert kept["rows"][0] == {"name": "one", "seconds": 0.123, "note": "absent"}
    assert "| one | 0.12 | absent |\n| two |  |  |" in text.read_text()
    assert "a paper: s 1.5" in markdown(measured)


def test_a_table_without_growth_has_no_plot(tmp_path: Path) -> None:
    measured = Measured.now("sample", 2, Sample(), [])
    assert plot(measured, None, tmp_path) == []


def test_growth_is_plotted_when_matplotlib_is_there(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    measured = Measured.now("sample", 2, Sample(), [{"name": "one", "size": n, "seconds": n / 9} for n in (1, 10)])
    (path,) = plot(measured, Growth("size", "seconds", "name"), tmp_path)
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", TABLES)
def test_every_table_offers_what_the_runner_asks_for(name: str) -> None:
    table = importlib.import_module(f"bench.tables.{name}")
    assert table.title
    assert table.default_size > 0
    assert len({column.key for column in table.columns}) == len(table.columns)
    assert callable(table.run)
    if table.growth is not None:
        assert {table.growth.x, table.growth.y, table.growth.series} <= {column.key for column in table.columns}


def test_the_recording_table_has_its_programs() -> None:
    names = [path.stem for path in programs_of("recording")]
    assert names == ["lock_counter", "producer_consumer", "shared_array"]


def test_events_and_bytes_of_a_recording_are_counted(tmp_path: Path) -> None:
    fmt = trace_format()
    page = bytearray(fmt.struct("rd_thread_page").itemsize)
    page[:8] = (42).to_bytes(8, "little")
    chunks = (
        lay_out_chunk(fmt["RD_CHUNK_META"], b"{}")
        + lay_out_chunk(fmt["RD_CHUNK_THREAD"], bytes(page), thread=0)
        + lay_out_chunk(fmt["RD_CHUNK_BLOCKS"], b"b" * 80, thread=0)
        + lay_out_chunk(fmt["RD_CHUNK_VALUES"], b"v" * 5000, thread=0)
    )
    path = tmp_path / "x.rdl"
    path.write_bytes(lay_out_header(fmt["RD_PAGE"] + len(chunks)) + chunks)
    recorded = read_recording(path)
    assert (recorded.events, recorded.bytes) == (42, 5080)
