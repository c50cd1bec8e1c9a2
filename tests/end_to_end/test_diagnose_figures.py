"""The figures of the diagnosis paper, by the commands, from real C programs
whose lines have the paper's numbers: the cores of `diagnose` and the optima of `repair`, exactly as in the text."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from raddle.base.exits import Exit
from tests.support.command import raddle

pytestmark = [pytest.mark.native, pytest.mark.compiler]

FIGURES = Path(__file__).parents[1] / "figures"
Orders = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class Figure:
    name: str
    cores: frozenset[Orders]
    optima: frozenset[Orders]
    headers: tuple[str, ...] = ()
    """Where the paper's line numbers leave no room for them."""

    @property
    def words(self) -> list[str]:
        flags = [word for header in self.headers for word in ("-include", header)]
        return [str(FIGURES / f"seed5_{self.name}.c"), *flags, "--format", "json"]


def sets(*orders: tuple[tuple[int, int], ...]) -> frozenset[Orders]:
    return frozenset(frozenset(one) for one in orders)


CASES = (
    Figure("figure2_1", sets(((9, 4), (4, 10))), sets(((10, 4),), ((4, 9),))),
    Figure("figure3_2", sets(((10, 5), (6, 11)), ((5, 10), (11, 6))), sets(((6, 10),), ((11, 5),))),
    Figure("figure5_1", sets(((7, 8),)), sets(((8, 7),))),
    Figure("figure5_2", sets(((5, 2),)), sets(((2, 5),)), ("stdlib.h", "assert.h", "pthread.h")),
)


def orders_of(orders: list[dict[str, dict[str, int]]]) -> Orders:
    return frozenset((order["first"]["line"], order["then"]["line"]) for order in orders)


@pytest.mark.parametrize("figure", CASES, ids=lambda figure: figure.name)
def test_the_cores_are_those_of_the_text(figure: Figure, tmp_path: Path) -> None:
    done = raddle("diagnose", *figure.words, cwd=tmp_path)
    assert done.status == Exit.FINDING, done.err
    said = json.loads(done.out)
    assert (said["kind"], said["complete"]) == ("concurrency", True)
    assert {orders_of(cause["orders"]) for cause in said["causes"]} == figure.cores
    assert all(cause["smallest"] for cause in said["causes"])


@pytest.mark.parametrize("figure", CASES, ids=lambda figure: figure.name)
def test_the_optima_are_those_of_the_text_and_a_repair_is_proved(figure: Figure, tmp_path: Path) -> None:
    done = raddle("repair", *figure.words, cwd=tmp_path)
    assert done.status == Exit.NOTHING_FOUND, done.err
    said = json.loads(done.out)
    assert {orders_of(optimum) for optimum in said["optima"]} == figure.optima
    best = said["candidates"][0]
    assert best["accepted"]
    assert best["verification"]["proved"] == ["assertions", "exit", "deadlocks", "races"]


def test_in_figure_5_1_each_thread_goes_first_in_one_of_the_two_repairs(tmp_path: Path) -> None:
    """s1 and s2 in the text: both are between lines 8 and 7."""
    said = json.loads(raddle("repair", *CASES[2].words, cwd=tmp_path).out)
    threads = {(order["first"]["thread"], order["then"]["thread"]) for optimum in said["optima"] for order in optimum}
    assert threads == {("main.1", "main.2"), ("main.2", "main.1")}
