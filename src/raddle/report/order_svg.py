"""Diagnosed, Repaired -> an SVG file that needs nothing else: the graph of every cause (figures 3.3, 3.4 of the
diagnosis paper).

Dark on light; code in a font of equal letters; everything from the program is escaped.
"""

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from raddle.report.diagnosed import Diagnosed, Order
from raddle.report.diagnosed_text import MOST_IN_A_SENTENCE, cause_name, verdict_words
from raddle.report.order_layout import (
    LETTER,
    PADDING,
    Bend,
    Box,
    Drawing,
    Point,
    drawing_of,
    label_room,
)
from raddle.report.order_picture import order_graph
from raddle.report.order_words import MOST_SETS, alternatives, cause_parts, cause_words, enumerated
from raddle.report.repaired import Repaired

MARGIN: Final = 28
_LEAST_WIDTH: Final = 620
_WORDS_LETTER: Final = 7.3
"""Average width of a letter of the font for words."""
_WORDS_LINE: Final = 20
_BETWEEN: Final = 44
_ROUND: Final = 9
_INVALID: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_STYLE: Final = """
    text { font-family: "Helvetica Neue", Arial, "DejaVu Sans", sans-serif; font-size: 14px; fill: #1f2328; }
    .code, .number, .label { font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 13px; }
    .number { text-anchor: end; }
    .title { font-size: 18px; font-weight: bold; }
    .cause { font-weight: bold; fill: #b42318; }
    .part { fill: #b42318; }
    .thread { font-weight: bold; }
    .dim, .number { fill: #656d76; }
    .box { fill: #f6f8fa; stroke: #b7c0ca; }
    .rule { stroke: #d0d7de; }
    .flow { stroke: #8c959f; stroke-width: 1.5; fill: none; }
    .order { stroke: #b42318; stroke-width: 2; fill: none; }
    .repair { stroke: #1a7f37; stroke-width: 2; stroke-dasharray: 7 5; fill: none; }
    .label { font-size: 12px; text-anchor: middle; }
    .label-order { fill: #b42318; }
    .label-repair { fill: #1a7f37; }
    .halo { fill: #ffffff; }
"""
_COLOURS: Final = {"flow": "#8c959f", "order": "#b42318", "repair": "#1a7f37"}
_MEANINGS: Final = {
    "order": "if both take place, comes before: part of the cause",
    "flow": "the order within a thread",
    "repair": "orders that would exclude every cause, if the program kept them",
}


def diagnosed_svg(diagnosed: Diagnosed) -> str:
    return _svg(diagnosed, ())


def repaired_svg(repaired: Repaired) -> str:
    """With all sets of orders that would do, dashed."""
    return _svg(repaired.diagnosed, repaired.edges)


def _svg(diagnosed: Diagnosed, repairs: Sequence[Sequence[Order]]) -> str:
    drawings = [drawing_of(order_graph(cause), repairs[:MOST_SETS]) for cause in diagnosed.causes]
    inner = max([_LEAST_WIDTH, *(drawing.width for drawing in drawings)])
    page = _Page(inner)
    page.words(verdict_words(diagnosed), "title", line=26)
    if repairs:
        page.words(f"orders that would repair it: {alternatives(repairs, diagnosed.files)}", "dim")
    if diagnosed.causes and not diagnosed.complete:
        page.words(f"incomplete: {diagnosed.reason or 'the time was over'}: there may be other causes", "dim")
    if diagnosed.bounded:
        page.words(f"within a bound: {diagnosed.bounded}", "dim")
    for number, (cause, drawing) in enumerate(zip(diagnosed.causes, drawings, strict=True)):
        page.rule()
        parts = cause_parts(cause, order_graph(cause).orders)
        if len(parts) > MOST_IN_A_SENTENCE:
            page.words(f"{cause_name(diagnosed, number)}: all of", "cause")
            for part in parts:
                page.words(f"\u2013 {part}", "part")
        else:
            page.words(f"{cause_name(diagnosed, number)}: {enumerated(parts)}", "cause")
        page.drawing(drawing)
    shown = {bend.kind for drawing in drawings for bend in drawing.bends}
    signs = [sign for sign in _MEANINGS if sign in shown or (sign == "flow" and any(one.flows for one in drawings))]
    if signs:
        page.rule()
        page.legend(signs)
    return page.text(verdict_words(diagnosed), _described(diagnosed))


def _described(diagnosed: Diagnosed) -> str:
    """All of it, for those who do not see the picture."""
    said = [
        f"{cause_name(diagnosed, number)}: {cause_words(cause, order_graph(cause).orders)}."
        for number, cause in enumerate(diagnosed.causes)
    ]
    return " ".join(said) or verdict_words(diagnosed)


class _Page:
    """Filled from top to bottom."""

    def __init__(self, inner: float) -> None:
        self._inner = inner
        self._y = float(MARGIN)
        self._parts: list[str] = []

    def words(self, text: str, style: str, *, line: int = _WORDS_LINE) -> None:
        letter = _WORDS_LETTER * (1.4 if style == "title" else 1.1 if style == "cause" else 1)
        for part in textwrap.wrap(text, int(self._inner / letter), break_on_hyphens=False):
            self._y += line
            self._parts.append(_text(MARGIN, self._y - 5, part, style))

    def rule(self) -> None:
        y = self._y + _BETWEEN / 2 - 4
        x = _px(MARGIN + self._inner)
        self._parts.append(f'<line class="rule" x1="{MARGIN}" y1="{_px(y)}" x2="{x}" y2="{_px(y)}"/>')
        self._y += _BETWEEN - 16

    def drawing(self, drawing: Drawing) -> None:
        self._y += 8
        inside = "\n".join(f"    {part}" for part in _drawn(drawing))
        self._parts.append(f'<g transform="translate({MARGIN} {_px(self._y)})">\n{inside}\n  </g>')
        self._y += drawing.height

    def legend(self, signs: Sequence[str]) -> None:
        for sign in signs:
            self._y += _WORDS_LINE + 2
            y = self._y - 10
            line = f'x1="{MARGIN}" y1="{_px(y)}" x2="{MARGIN + 44}" y2="{_px(y)}"'
            self._parts.append(f'<line class="{sign}" {line} marker-end="url(#{sign}-head)"/>')
            self._parts.append(_text(MARGIN + 60, self._y - 5, _MEANINGS[sign], "dim"))

    def text(self, title: str, described: str) -> str:
        width, height = _px(self._inner + 2 * MARGIN), _px(self._y + MARGIN)
        parts = "\n".join(f"  {part}" for part in self._parts)
        heads = "\n".join(f"    {_head(sign)}" for sign in _COLOURS)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" aria-labelledby="title description">\n'
            f'  <title id="title">{_escaped(title)}</title>\n'
            f'  <desc id="description">{_escaped(described)}</desc>\n'
            f"  <style>{_STYLE}  </style>\n"
            f"  <defs>\n{heads}\n  </defs>\n"
            f'  <rect width="{width}" height="{height}" fill="#ffffff"/>\n'
            f"{parts}\n</svg>\n"
        )


def _drawn(drawing: Drawing) -> Iterator[str]:
    for heading in drawing.headings:
        yield _text(heading.x, 18, heading.thread, "thread")
        if heading.function:
            yield _text(heading.x, 37, f"in {heading.function}", "dim")
    for (x, top), (_, bottom) in drawing.flows:
        line = f'x1="{_px(x)}" y1="{_px(top)}" x2="{_px(x)}" y2="{_px(bottom)}"'
        yield f'<line class="flow" {line} marker-end="url(#flow-head)"/>'
    for bend in drawing.bends:
        yield f'<path class="{bend.kind}" d="{_rounded(bend.points)}" marker-end="url(#{bend.kind}-head)"/>'
    for box in drawing.boxes:
        yield from _box(box)
    for bend in drawing.bends:
        yield from _label(bend)


def _box(box: Box) -> Iterator[str]:
    size = f'x="{_px(box.x)}" y="{_px(box.y)}" width="{_px(box.width)}" height="{_px(box.height)}" rx="6"'
    yield f'<rect class="box" {size}/>'
    base = _px(box.y + box.height / 2 + 4.5)
    code = box.x + PADDING + (box.digits + 2) * LETTER
    number = _px(box.x + PADDING + box.digits * LETTER)
    yield f'<text class="number" x="{number}" y="{base}">{_escaped(box.node.label)}</text>'
    note = f'<tspan class="dim" dx="{_px(LETTER)}">({_escaped(box.node.note)})</tspan>' if box.node.note else ""
    yield f'<text class="code" x="{_px(code)}" y="{base}">{_escaped(box.node.source)}{note}</text>'


def _label(bend: Bend) -> Iterator[str]:
    if not bend.label:
        return
    x, y = bend.label_at
    room = label_room(bend.label)
    yield f'<rect class="halo" x="{_px(x - room / 2)}" y="{_px(y - 8)}" width="{_px(room)}" height="16" rx="4"/>'
    yield _text(x, y + 4, bend.label, f"label label-{bend.kind}")


def _rounded(points: Sequence[Point]) -> str:
    """Lines with round corners."""
    said = f"M{_px(points[0][0])} {_px(points[0][1])}"
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        radius = min(_ROUND, _length(before, corner) / 2, _length(corner, after) / 2)
        one, other = _towards(corner, before, radius), _towards(corner, after, radius)
        said += f" L{_px(one[0])} {_px(one[1])} Q{_px(corner[0])} {_px(corner[1])} {_px(other[0])} {_px(other[1])}"
    return f"{said} L{_px(points[-1][0])} {_px(points[-1][1])}"


def _length(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _towards(start: Point, end: Point, far: float) -> Point:
    length = _length(start, end) or 1.0
    return start[0] + (end[0] - start[0]) * far / length, start[1] + (end[1] - start[1]) * far / length


def _head(sign: str) -> str:
    return (
        f'<marker id="{sign}-head" viewBox="0 0 10 10" refX="9.5" refY="5" markerWidth="10" markerHeight="10" '
        f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.5 L10 5 L0 9.5 z" fill="{_COLOURS[sign]}"/></marker>'
    )


def _text(x: float, y: float, text: str, style: str) -> str:
    return f'<text class="{style}" x="{_px(x)}" y="{_px(y)}">{_escaped(text)}</text>'


def _escaped(text: str) -> str:
    """What no XML may have is replaced."""
    return escape(_INVALID.sub("\ufffd", text))


def _px(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
