"""Whole spaces from Python: levels, ranks, distances, audits, graphs."""

import numpy as np
import pytest

import loyd
from test_solve import brute_force

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)


def manhattan(states):
    """Manhattan distance of boards of 3x3, for a whole array."""
    total = np.zeros(len(states), dtype=np.int64)
    for tile in range(1, 9):
        cell = (states == tile).argmax(axis=1)
        total += abs(cell // 3 - (tile - 1) // 3) + abs(cell % 3 - (tile - 1) % 3)
    return total


def test_levels_are_counted():
    levels = loyd.enumerate("3x3", antipodes=2)
    assert levels.levels.dtype == np.uint64
    assert (levels.total, levels.radius, levels.complete) == (181_440, 31, True)
    assert levels.levels.sum() == 181_440 and levels.antipode_count == 2
    assert sorted(levels.antipodes) == ["6 4 7 8 5 0 3 2 1", "8 6 7 2 5 4 3 0 1"]
    few = loyd.enumerate("4x4", depth=10)
    assert (few.complete, few.radius, few.levels[:5].tolist()) == (False, None, [1, 2, 4, 10, 24])
    assert loyd.enumerate("cube2", metric="quarter").radius == 14
    assert "<svg" in levels._repr_svg_()


def test_distances_equal_a_brute_force():
    space = loyd.Space("3x3")
    distances = space.distances()
    assert distances.dtype == np.uint8 and len(distances) == space.size == 181_440
    known = brute_force(GOAL, 3)
    assert len(known) == space.size
    boards = np.array(list(known), dtype=np.uint8)
    ranks = space.rank(boards)
    assert len(np.unique(ranks)) == space.size
    assert (distances[ranks] == np.array(list(known.values()))).all()
    assert (space.unrank(ranks[:1000]) == boards[:1000]).all()


def test_cubes_have_ranks_and_distances():
    space = loyd.Space("cube2")
    assert space.goal.tolist() == [face for face in range(6) for _ in range(4)]
    ranks = np.array([0, 1, 12_345, space.size - 1])
    assert (space.rank(space.unrank(ranks)) == ranks).all()
    distances = loyd.distances("cube2")
    assert np.bincount(distances).tolist() == loyd.enumerate("cube2").levels.tolist()


def test_an_audit_of_a_python_heuristic_equals_that_of_the_library():
    own, built_in = loyd.audit(manhattan), loyd.audit("manhattan")
    assert own.admissible and own.consistent and own.states == 181_440
    assert (own.histogram == built_in.histogram).all() and own.moves == built_in.moves
    assert own.histogram.sum() == 181_440


def test_an_audit_finds_the_worst_overestimate_and_the_steepest_move():
    result = loyd.audit(lambda states: 2 * manhattan(states))
    assert not result.admissible and not result.consistent
    state, estimate, distance = result.worst
    distances = brute_force(GOAL, 3)
    doubled = {board: 2 * int(value) for board, value in zip(distances, manhattan(np.array(list(distances))))}
    excess = max(doubled[board] - distances[board] for board in distances)
    assert estimate - distance == excess and distances[tuple(state.tolist())] == distance
    assert result.overestimates == sum(doubled[board] > distances[board] for board in distances)
    state, move, before, after, cost = result.steepest
    assert before - after > cost == 1 and loyd.verify(state, move).illegal_move is None


def test_a_graph_is_that_of_the_moves():
    graph = loyd.graph("3x2")
    assert len(graph) == 360 and graph.edges.shape == (2 * 420, 2)
    networkx = graph.to_networkx()
    assert networkx.number_of_nodes() == 360 and networkx.number_of_edges() == 420
    import networkx as nx
    from scipy.sparse.csgraph import shortest_path

    goal = int(loyd.Space("3x2").rank([[1, 2, 3, 4, 5, 0]])[0])
    lengths = nx.single_source_shortest_path_length(networkx, goal)
    assert [lengths[vertex] for vertex in range(360)] == graph.distances.tolist()
    matrix = graph.to_scipy()
    assert (shortest_path(matrix, indices=goal, unweighted=True) == graph.distances).all()


@pytest.mark.parametrize(
    "call",
    [
        lambda: loyd.Space("3x3").rank([[1, 2, 3]]),
        lambda: loyd.Space("3x3").rank([[1, 1, 1, 1, 1, 1, 1, 1, 1]]),
        lambda: loyd.Space("3x3").rank([[2, 1, 3, 4, 5, 6, 7, 8, 0]]),
        lambda: loyd.Space("3x3").rank(np.full((1, 9), np.nan)),
        lambda: loyd.Space("3x3").rank([[70_000] * 9]),
        lambda: loyd.Space("3x3").unrank([0.5]),
        lambda: loyd.Space("6x6").size,
        lambda: loyd.audit(lambda states: np.full(len(states), np.nan)),
        lambda: loyd.audit(lambda states: -manhattan(states)),
        lambda: loyd.audit(lambda states: [1]),
        lambda: loyd.audit(lambda states: None),
        lambda: loyd.audit(manhattan, batch=0),
        lambda: loyd.enumerate("3x3", engine="none"),
        lambda: loyd.enumerate("3x3", start="1 2"),
        lambda: loyd.enumerate("3x3", max_nodes=3),
    ],
)
def test_bad_input_has_its_reason(call):
    with pytest.raises(loyd.LoydError) as failure:
        call()
    assert str(failure.value)


def test_ranks_and_memory_have_limits():
    for rank in (181_440, -1):
        with pytest.raises(IndexError):
            loyd.Space("3x3").unrank([rank])
    with pytest.raises(MemoryError):
        loyd.distances("4x4")
    with pytest.raises(MemoryError):
        loyd.graph("4x3")
    with pytest.raises(TypeError):
        loyd.audit(3)


def test_an_exception_of_a_heuristic_is_raised():
    def broken(states):
        raise ZeroDivisionError("broken")

    with pytest.raises(ZeroDivisionError, match="broken"):
        loyd.audit(broken)
