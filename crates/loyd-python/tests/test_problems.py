"""Puzzles and heuristics written in Python."""

import itertools

import numpy as np
import pytest

import loyd
from test_spaces import manhattan


class LightsOut:
    """Lights of 3x3; a press toggles a light and those beside it. States are bits."""

    MASKS = [
        sum(
            1 << (3 * r + c)
            for r, c in ((row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            if 0 <= r < 3 and 0 <= c < 3
        )
        for row, column in itertools.product(range(3), repeat=2)
    ]

    def successors(self, state):
        return [state ^ mask for mask in self.MASKS]

    def is_goal(self, state):
        return state == 0

    def heuristic(self, state):
        return -(-bin(state).count("1") // 5)


def presses(lights):
    """The least number of presses, by trying every set of presses: the order does not matter."""
    best = 99
    for chosen in range(512):
        state = lights
        for place in range(9):
            if chosen >> place & 1:
                state ^= LightsOut.MASKS[place]
        if state == 0:
            best = min(best, bin(chosen).count("1"))
    return best


def test_lights_out_is_solved_and_enumerated_as_by_brute_force():
    puzzle = LightsOut()
    known = {lights: presses(lights) for lights in range(512)}
    levels = loyd.enumerate(puzzle, start=0)
    assert levels.complete and levels.total == 512
    assert levels.levels.tolist() == np.bincount(list(known.values())).tolist()
    for lights in range(0, 512, 37):
        for search in (loyd.astar, loyd.bfs, loyd.idastar):
            path = search(lights, puzzle)
            assert (path.status, path.cost) == ("solved", known[lights])
            assert path.states[0] == lights and path.states[-1] == 0
            assert all(after in puzzle.successors(before) for before, after in itertools.pairwise(path.states))
        assert loyd.beam(lights, puzzle, width=512).cost == known[lights]
        assert loyd.astar(lights, puzzle, batch=50).cost == known[lights]


def test_lights_out_is_a_permutation_puzzle_too():
    moves = {letter: list(range(9)) for letter in "ABCDEFGHI"}
    twists = {
        letter: [LightsOut.MASKS[place] >> light & 1 for light in range(9)] for place, letter in enumerate(moves)
    }
    name = loyd.permutation_puzzle("lights-out", moves, solved=[0] * 9, twists=twists, orientations=2)
    known = np.bincount([presses(lights) for lights in range(512)]).tolist()
    assert loyd.enumerate(name).levels.tolist() == known
    assert loyd.solve("A E I", puzzle=name).length == 3


def test_top_spin_is_enumerated_and_solved_as_by_brute_force():
    spin, turn = [7, 0, 1, 2, 3, 4, 5, 6], [3, 2, 1, 0, 4, 5, 6, 7]
    name = loyd.permutation_puzzle("top-spin-8", {"S": spin, "F": turn})
    start = tuple(range(8))
    frontier, known = [start], {start: 0}
    while frontier:
        following = []
        for state in frontier:
            for amount in range(1, 8):
                state_ = state[-amount:] + state[:-amount]
                if state_ not in known:
                    known[state_] = known[state] + 1
                    following.append(state_)
            flipped = state[3::-1] + state[4:]
            if flipped not in known:
                known[flipped] = known[state] + 1
                following.append(flipped)
        frontier = following
    counts = np.bincount(list(known.values())).tolist()
    assert loyd.enumerate(name).levels.tolist() == counts
    scrambled = loyd.scramble(name, count=5, seed=3)
    states = [tuple(int(number) for number in text.replace("+0", "").split()) for text in scrambled]
    assert [solution.length for solution in loyd.solve_many(scrambled, puzzle=name)] == [
        known[state] for state in states
    ]


@pytest.mark.parametrize("batch", [1, 10, 1000])
def test_a_python_heuristic_finds_shortest_paths(batch):
    for board in loyd.scramble("3x3", count=5, seed=9):
        path = loyd.astar(board, heuristic=manhattan, batch=batch)
        assert path.cost == len(path.moves) == loyd.solve(board).length
        assert loyd.verify(board, path.moves)


def test_a_model_is_called_for_whole_batches():
    sizes = []

    def counting(states):
        sizes.append(len(states))
        return manhattan(states)

    board = loyd.scramble("3x3", count=1, seed=9)[0]
    loyd.astar(board, heuristic=counting, batch=500)
    assert max(sizes) > 100 and len(sizes) < 60
    wide = loyd.beam(board, heuristic=manhattan, width=2000)
    assert loyd.verify(board, wide.moves) and wide.cost >= loyd.solve(board).length
    assert loyd.beam(board, heuristic=lambda states: 0 * manhattan(states), width=1).status == "dropped"


def test_cubes_are_rows_of_facelets():
    solved = loyd.Space("cube2").goal

    def misplaced(states):
        assert states.shape[1] == 24 and states.dtype == np.uint8
        return np.ceil((states != solved).sum(axis=1) / 12)

    assert loyd.astar("R U F", puzzle="cube2", heuristic=misplaced, batch=100).cost == 3


def test_limits_end_a_search():
    class Endless:
        successors = staticmethod(lambda n: (2 * n, 2 * n + 1))
        is_goal = staticmethod(lambda n: False)

    path = loyd.astar(1, Endless(), max_nodes=100)
    assert path.status == "stopped" and not path and path.message
    assert loyd.bfs(1, Endless(), max_time=0.05).status == "stopped"
    assert loyd.enumerate(Endless(), start=1, max_nodes=100).stopped


def problem(**functions):
    defaults = {"successors": lambda n: [n + 1], "is_goal": lambda n: n == 5}
    return type("Own", (), {name: staticmethod(f) for name, f in (defaults | functions).items()})()


@pytest.mark.parametrize(
    ("functions", "exception"),
    [
        ({"successors": lambda n: 1 // 0}, ZeroDivisionError),
        ({"successors": lambda n: 5}, TypeError),
        ({"successors": lambda n: [[1]]}, TypeError),
        ({"is_goal": lambda n: 1 // 0}, ZeroDivisionError),
        ({"heuristic": lambda n: float("nan")}, loyd.LoydError),
        ({"heuristic": lambda n: -1}, loyd.LoydError),
        ({"heuristic": lambda n: "far"}, ValueError),
        ({"heuristics": lambda states: [0]}, None),
        ({"heuristics": lambda states: []}, loyd.LoydError),
        ({"cost": lambda a, b: 0}, loyd.LoydError),
        ({"cost": lambda a, b: 1.5}, TypeError),
        ({"successors": lambda n: iter(())}, None),
    ],
)
def test_an_exception_of_a_function_is_raised(functions, exception):
    own = problem(**functions)
    searches = [loyd.astar, loyd.idastar] if any(name.startswith("heur") for name in functions) else [
        loyd.astar,
        loyd.bfs,
    ]
    for search in searches:
        if exception is None:
            assert search(0, own).status in ("solved", "unsolvable")
        else:
            with pytest.raises(exception):
                search(0, own)


def test_an_incomplete_problem_is_refused():
    class Nothing:
        pass

    with pytest.raises(loyd.LoydError, match="successors"):
        loyd.astar(0, Nothing())
    with pytest.raises(TypeError):
        loyd.astar(0)
    with pytest.raises(TypeError):
        loyd.astar([[]], problem())
    with pytest.raises(TypeError):
        loyd.astar(0, problem(), heuristic=manhattan)
    with pytest.raises(TypeError):
        loyd.enumerate(problem())
    for bad in ({"weight": float("nan")}, {"weight": -1}, {"batch": 0}, {"max_nodes": 0}):
        with pytest.raises(loyd.LoydError):
            loyd.astar(0, problem(), **bad)
    with pytest.raises(loyd.LoydError):
        loyd.permutation_puzzle("bad", {"A": [0, 0, 1]})
    with pytest.raises(loyd.LoydError):
        loyd.permutation_puzzle("bad", {})
    with pytest.raises(loyd.LoydError):
        loyd.permutation_puzzle("bad", {"A": [1, 0]}, twists={"B": [0, 0]})
    with pytest.raises(loyd.LoydError):
        loyd.define("Name Ring")
