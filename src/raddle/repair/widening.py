"""Regions of code made wider: to the loops around them, then to the whole body of the function."""

from collections.abc import Iterator, Mapping

from tree_sitter import Node

from raddle.repair.fixes import Line, Region
from raddle.repair.regions import Span
from raddle.repair.source.parsed import CannotWriteError, Source
from raddle.repair.source.statements import function_of, is_statement, loops_around
from raddle.repair.source.statements import span_of as statements_of


def wider(span: Span, sources: Mapping[str, Source]) -> Iterator[Span]:
    """Ascending, each of them in statements as a whole; none where the source cannot be read there."""
    source = sources.get(span.file)
    if source is None:
        return
    try:
        written = statements_of(source, region_of(span))
    except CannotWriteError:
        return
    for loop in loops_around(written.first):
        if is_statement(loop):
            yield _over(source, span, loop, loop)
    function = function_of(written.first)
    body = None if function is None else function.child_by_field_name("body") or function
    statements = [] if body is None else [node for node in body.named_children if is_statement(node)]
    if len(statements) > 1 and statements[-1].type == "return_statement":
        statements.pop()
    if statements:
        yield _over(source, span, statements[0], statements[-1])


def region_of(span: Span) -> Region:
    first = Line(span.file, span.first, span.function)
    return Region(first, Line(span.file, span.closing or span.last, span.function), span.last)


def _over(source: Source, span: Span, first: Node, last: Node) -> Span:
    """`closing`: a line is taken for the statement that has its first words there."""
    begin, end, closing = source.line(first.start_byte), source.line(last.end_byte), source.line(last.start_byte)
    return Span(span.file, span.function, min(begin, span.first), max(end, span.last), whole=True, closing=closing)
