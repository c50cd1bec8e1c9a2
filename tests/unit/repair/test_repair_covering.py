"""Which orders block the runs that fail: the diagnosis paper's figures, exactly as in the text."""

from collections.abc import Iterable

from raddle.repair.covering import covered
from raddle.repair.graph import OrderEdge, RepairGraph
from tests.support.repair_figures import core, figure_2_1, figure_3_2, figure_5_2, graph_of


def lines(edges: Iterable[OrderEdge]) -> set[tuple[int, int]]:
    return {(edge.first.line, edge.then.line) for edge in edges}


def optima(graph: RepairGraph) -> list[set[tuple[int, int]]]:
    found = covered(graph)
    assert found.all
    return sorted((lines(one) for one in found.optima), key=sorted)


def the_graph_of_figure_3_2() -> RepairGraph:
    paths = figure_3_2()
    first = core(
        paths,
        [((2, 10), (1, 5)), ((1, 6), (2, 11))],
        [(2, "10"), (1, "5"), (1, "6"), (2, "11"), (0, "23 fails")],
    )
    second = core(
        paths,
        [((1, 5), (2, 10)), ((2, 11), (1, 6))],
        [(1, "5"), (2, "10"), (2, "11"), (1, "6"), (0, "23 fails")],
    )
    return graph_of(paths, first, second)


def test_figure_3_4_has_these_edges_that_block_each_class() -> None:
    graph = the_graph_of_figure_3_2()
    first, second = graph.blocking
    assert lines(first) == {(5, 10), (11, 6), (6, 10), (11, 5)}
    assert lines(second) == {(10, 5), (6, 11), (6, 10), (11, 5)}


def test_figure_3_2_has_two_optima() -> None:
    assert optima(the_graph_of_figure_3_2()) == [{(6, 10)}, {(11, 5)}]


def test_what_was_rejected_is_not_chosen_again() -> None:
    graph = the_graph_of_figure_3_2()
    found = covered(graph, rejected=covered(graph).optima)
    assert found.all
    assert {frozenset(lines(one)) for one in found.optima} == {
        frozenset({(5, 10), (6, 11)}),
        frozenset({(10, 5), (11, 6)}),
    }


def test_edges_that_contradict_each_other_are_not_chosen_together() -> None:
    graph = the_graph_of_figure_3_2()
    by_lines = {(edge.first.line, edge.then.line): edge for edge in graph.edges}
    assert lines(graph.cycle([by_lines[5, 10], by_lines[10, 5]])) == {(5, 10), (10, 5)}
    assert lines(graph.cycle([by_lines[6, 10], by_lines[11, 5]])) == {(6, 10), (11, 5)}
    assert graph.cycle([by_lines[5, 10], by_lines[6, 11]]) == []


def test_figure_2_1_has_two_optima() -> None:
    paths = figure_2_1()
    found = core(paths, [((0, 9), (1, 4)), ((1, 4), (0, 10))], [(0, "9 yes"), (1, "4"), (0, "10 fails")])
    assert optima(graph_of(paths, found)) == [{(4, 9)}, {(10, 4)}]


def test_figure_5_2_has_one_optimum_though_line_2_does_not_come_about_where_it_fails() -> None:
    paths = figure_5_2()
    found = core(paths, [((2, 5), (1, 2))], [(2, "5 fails")])
    assert optima(graph_of(paths, found)) == [{(2, 5)}]
