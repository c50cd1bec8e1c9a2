"""The drawing of causes: valid XML that needs nothing else, and nothing in it covers anything else."""

import random
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from raddle.report.diagnosed import Cause, Diagnosed, Order
from raddle.report.order_layout import Box, Drawing, Point, drawing_of, label_room
from raddle.report.order_picture import order_graph
from raddle.report.order_svg import diagnosed_svg, repaired_svg
from tests.support.diagnoses import COUNTER, DIAGNOSES, FIGURE_3_2, REPAIRED, SERVER, random_cause, spot

SVG = "{http://www.w3.org/2000/svg}"


def _texts(svg: str) -> list[str]:
    return ["".join(one.itertext()) for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def _crosses(one: Point, other: Point, box: Box) -> bool:
    """A piece of a line, the inside of a box."""
    left, right = sorted((one[0], other[0]))
    top, bottom = sorted((one[1], other[1]))
    return left < box.right - 1 and right > box.x + 1 and top < box.bottom - 1 and bottom > box.y + 1


def _check(drawing: Drawing) -> None:
    for number, box in enumerate(drawing.boxes):
        assert box.x >= 0 and box.y >= 0 and box.right <= drawing.width and box.bottom <= drawing.height
        for other in drawing.boxes[:number]:
            assert other.bottom < box.y, "no two boxes at one height"
    lines = [(bend.points[at], bend.points[at + 1]) for bend in drawing.bends for at in range(3)]
    for one, other in (*lines, *drawing.flows):
        assert one[0] == other[0] or one[1] == other[1]
        assert not any(_crosses(one, other, box) for box in drawing.boxes)
    for bend in drawing.bends:
        assert all(0 <= x <= drawing.width and 0 <= y <= drawing.height for x, y in bend.points)
        (x, _), room = bend.label_at, label_room(bend.label)
        assert not any(
            _crosses((x - room / 2, bend.label_at[1]), (x + room / 2, bend.label_at[1]), box) for box in drawing.boxes
        )
        assert any(box.x == bend.points[-1][0] or box.right == bend.points[-1][0] for box in drawing.boxes)
    ups = [(bend.points[1], bend.points[2]) for bend in drawing.bends]
    for number, (one, other) in enumerate(ups):
        for past, further in ups[:number]:
            together = min(max(one[1], other[1]), max(past[1], further[1])) > max(
                min(one[1], other[1]), min(past[1], further[1])
            )
            assert one[0] != past[0] or not together, "no two arrows in one lane at one height"


@pytest.mark.parametrize("name", DIAGNOSES)
def test_a_drawing_of_any_diagnosis_is_valid_and_describes_itself(name: str) -> None:
    svg = diagnosed_svg(DIAGNOSES[name])
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg" and root.attrib["role"] == "img"
    title, described = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and title.text and described is not None and described.text
    assert {title.attrib["id"], described.attrib["id"]} == set(root.attrib["aria-labelledby"].split())
    assert "http" not in svg.replace('xmlns="http://www.w3.org/2000/svg"', ""), "it needs nothing from elsewhere"


def test_lines_and_threads_and_words_are_in_it() -> None:
    texts = _texts(diagnosed_svg(FIGURE_3_2))
    assert texts[0] == "mysql.c:23: assertion x == y can fail; 2 causes"
    assert [texts.count(one) for one in ("x = 0;", "y = 1;", "main.1", "main.2", "10")] == [2, 2, 2, 2, 2]
    assert "hits++;(reads hits)" in _texts(diagnosed_svg(COUNTER))


def test_what_the_program_says_is_escaped() -> None:
    nasty = [
        spot(f"main.{number}", number, "reads", '<&">', f"\x00\x1b a<b && c>\"d\" ]]> '{number}'\ud800")
        for number in (1, 2)
    ]
    told = replace(FIGURE_3_2, causes=(Cause((Order(*nasty),), what='assertion "<x>" && 1'),), program="</svg>")
    svg = diagnosed_svg(told)
    assert any("a<b && c>\"d\" ]]> '1'" in text for text in _texts(svg))
    svg.encode("utf-8")


def test_arrows_have_heads_that_are_there() -> None:
    for told in DIAGNOSES.values():
        svg = diagnosed_svg(told)
        assert set(re.findall(r"url\(#([a-z-]+)\)", svg)) <= set(re.findall(r'<marker id="([a-z-]+)"', svg))
    assert diagnosed_svg(FIGURE_3_2).count('<path class="order"') == 4


def test_repairs_are_dashed() -> None:
    """Figure 3.4: each of the two closes a circle with each of the causes."""
    svg = repaired_svg(REPAIRED)
    assert svg.count('<path class="repair"') == 4 and "repair 1" in _texts(svg)
    assert "orders that would repair it: line 6 before line 10; or line 11 before line 5" in _texts(svg)
    assert '<path class="repair"' not in diagnosed_svg(FIGURE_3_2)


def test_what_is_incomplete_or_bounded_says_so_in_the_drawing_too() -> None:
    assert "incomplete: the time was over: there may be other causes" in _texts(diagnosed_svg(SERVER))
    assert "within a bound: loops are followed up to 3 rounds" in _texts(diagnosed_svg(COUNTER))


def test_without_causes_there_is_the_verdict() -> None:
    assert (
        _texts(diagnosed_svg(Diagnosed("bank", "unknown", reason="the time was over")))[0]
        == "UNKNOWN: the time was over."
    )


def test_nothing_covers_anything_else() -> None:
    for told in DIAGNOSES.values():
        for cause in told.causes:
            _check(drawing_of(order_graph(cause), REPAIRED.edges))
    chance = random.Random(5)
    for _ in range(150):
        cause = random_cause(chance)
        back = tuple((Order(order.then, order.first),) for order in cause.orders[:3])
        _check(drawing_of(order_graph(cause), back))
