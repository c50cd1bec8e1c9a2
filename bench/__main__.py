"""Measure one table, print it, and write its results as JSON, as Markdown and (where growth matters) as a plot."""

import argparse
import importlib
import pkgutil
import sys
from pathlib import Path
from typing import cast

from bench import tables
from bench.table import Measured, Table, markdown, plot, write
from raddle.base.errors import RaddleError

RESULTS = Path(__file__).parent / "results"


def main() -> int:
    names = sorted(module.name for module in pkgutil.iter_modules(tables.__path__))
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("table", nargs="?", choices=names)
    parser.add_argument("--size", type=int, help="how much work; each table has its own default")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder to write to")
    parser.add_argument("--list", action="store_true", help="name the tables")
    wanted = parser.parse_args()
    if wanted.list or wanted.table is None:
        print("tables: " + ", ".join(names))
        return 0 if wanted.list else 2
    table = cast(Table, importlib.import_module(f"bench.tables.{wanted.table}"))
    size = wanted.size or table.default_size
    try:
        measured = Measured.now(wanted.table, size, table, table.run(size))
    except RaddleError as error:
        print(error, file=sys.stderr)
        return error.exit
    print(markdown(measured))
    for path in (*write(measured, wanted.results), *plot(measured, table.growth, wanted.results)):
        print(f"written: {path}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
