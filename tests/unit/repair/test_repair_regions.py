"""Which regions the operations of cores span, and which classes keeping them apart blocks."""

from raddle.base.place import SourcePlace
from raddle.repair.regions import Span, blocks, span_of, spans_of
from tests.support.repair_figures import FILE, Labels, core, figure_2_1, figure_3_2, figure_5_2, two_rounds


def frame(function: str, line: int, column: int = 1) -> SourcePlace:
    return SourcePlace(FILE, line, column, function)


def test_operations_of_one_function_span_its_lines() -> None:
    stacks = [(frame("add", 7), frame("run", 20)), (frame("add", 9), frame("run", 20))]
    assert span_of(stacks) == Span(FILE, "add", 7, 9)


def test_operations_of_different_functions_span_the_calls_in_the_lowest_common_caller() -> None:
    look = (frame("look", 3), frame("insert", 12), frame("run", 20))
    fill = (frame("fill", 7), frame("insert", 13), frame("run", 20))
    assert span_of([look, fill]) == Span(FILE, "insert", 12, 13)


def test_calls_from_different_lines_are_spanned_where_the_lines_differ() -> None:
    first = (frame("add", 7), frame("run", 20))
    second = (frame("add", 7), frame("run", 22))
    assert span_of([first, second]) == Span(FILE, "run", 20, 22)


def test_two_calls_on_one_line_are_not_one_call() -> None:
    first = (frame("get", 7), frame("run", 20, 5))
    second = (frame("get", 8), frame("run", 20, 30))
    assert span_of([first, second]) == Span(FILE, "run", 20, 20)


def test_an_atomic_function_is_spanned_by_its_call() -> None:
    add = (frame("__VERIFIER_atomic_add", 7), frame("run", 20))
    assert span_of([add]) == Span(FILE, "run", 20, 20)


def test_threads_that_have_no_function_in_common_span_nothing() -> None:
    assert span_of([(frame("f", 1),), (frame("g", 2),)]) is None


def test_keeping_the_regions_of_figure_3_2_apart_blocks_its_classes() -> None:
    paths = figure_3_2()
    labels = Labels(paths)
    found = core(
        paths,
        [((2, 10), (1, 5)), ((1, 6), (2, 11))],
        [(2, "10"), (1, "5"), (1, "6"), (2, "11"), (0, "23 fails")],
    )
    spans = spans_of([found], labels)
    assert [(span.first, span.last) for span in spans] == [(5, 6), (10, 11)]
    assert blocks(found, spans, labels)
    assert not blocks(found, [], labels)


def test_keeping_the_regions_of_figure_2_1_apart_blocks_its_class() -> None:
    paths = figure_2_1()
    labels = Labels(paths)
    found = core(paths, [((0, 9), (1, 4)), ((1, 4), (0, 10))], [(0, "9 yes"), (1, "4"), (0, "10 fails")])
    assert blocks(found, spans_of([found], labels), labels)


def test_no_mutex_blocks_an_order_violation() -> None:
    paths = figure_5_2()
    labels = Labels(paths)
    found = core(paths, [((2, 5), (1, 2))], [(2, "5 fails")])
    assert not blocks(found, spans_of([found], labels), labels)


def test_rounds_of_a_loop_are_executions_of_their_own_unless_the_region_holds_the_loop() -> None:
    paths = two_rounds()
    labels = Labels(paths)
    way = [(1, "1 first"), (1, "2 first"), (2, "4"), (1, "1 second"), (1, "2 second"), (0, "9 fails")]
    between = core(paths, [((1, "2 first"), (2, 4)), ((2, 4), (1, "1 second"))], way)
    narrow, wide = Span(FILE, "main.1", 1, 2), Span(FILE, "main.1", 1, 2, whole=True)
    assert not blocks(between, [narrow], labels)
    assert blocks(between, [wide], labels)
    way = [(1, "1 first"), (1, "2 first"), (1, "1 second"), (2, "4"), (1, "2 second"), (0, "9 fails")]
    within = core(paths, [((1, "1 second"), (2, 4)), ((2, 4), (1, "2 second"))], way)
    assert blocks(within, [narrow], labels)
