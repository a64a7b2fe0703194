"""Solving from Python: forms of positions, results, limits, errors."""

import csv
import functools
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import loyd

DATA = Path(__file__).parents[3] / "data"
HARD = "8 6 7 2 5 4 3 0 1"


@functools.cache
def brute_force(goal, width):
    """The distance of every board of a size, by a separate search."""
    frontier, distances = [goal], {goal: 0}
    while frontier:
        following = []
        for board in frontier:
            blank = board.index(0)
            row, column = divmod(blank, width)
            for other in (
                *([blank - 1] if column else []),
                *([blank + 1] if column + 1 < width else []),
                blank - width,
                blank + width,
            ):
                if 0 <= other < len(board):
                    moved = list(board)
                    moved[blank], moved[other] = moved[other], 0
                    moved = tuple(moved)
                    if moved not in distances:
                        distances[moved] = distances[board] + 1
                        following.append(moved)
        frontier = following
    return distances


@pytest.mark.parametrize(
    "position",
    [
        HARD,
        [8, 6, 7, 2, 5, 4, 3, 0, 1],
        (8, 6, 7, 2, 5, 4, 3, 0, 1),
        [[8, 6, 7], [2, 5, 4], [3, 0, 1]],
        np.array([8, 6, 7, 2, 5, 4, 3, 0, 1], dtype=np.uint8),
        np.array([[8, 6, 7], [2, 5, 4], [3, 0, 1]], dtype=np.int64),
        np.array([8.0, 6, 7, 2, 5, 4, 3, 0, 1]),
    ],
)
def test_every_form_of_a_position_is_read(position):
    solution = loyd.solve(position)
    assert (solution.status, solution.length, solution.proven) == ("solved", 31, True)
    assert len(solution.moves) == 31
    assert loyd.verify(position, solution.moves)


def test_korf_boards_have_their_published_lengths():
    with (DATA / "korf100.csv").open() as file:
        rows = [row for row in csv.DictReader(line for line in file if not line.startswith("#"))]
    assert len(rows) == 100
    rows = sorted(rows, key=lambda row: int(row["optimal_length"]))[:20]
    boards = np.array([row["tiles"].split() for row in rows], dtype=np.uint8)
    solutions = loyd.solve_many(boards, goal="blank-first", heuristic="linear-conflict")
    assert solutions.lengths.tolist() == [int(row["optimal_length"]) for row in rows]


def test_many_solutions_are_columns_in_the_order_of_the_boards():
    distances = brute_force((1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
    boards = loyd.scramble("3x3", count=200, seed=5)
    assert boards.shape == (200, 9) and boards.dtype == np.uint8
    for form in (boards, boards.reshape(-1, 3, 3), boards.tolist()):
        solutions = loyd.solve_many(form)
        assert solutions.lengths.tolist() == [distances[tuple(board)] for board in boards.tolist()]
    columns = solutions.columns()
    assert columns["proven"].all() and (columns["lower_bound"] == columns["length"]).all()
    frame = solutions.to_pandas()
    assert frame.length.sum() == solutions.lengths.sum() and len(frame) == 200
    assert solutions.to_polars()["length"].sum() == solutions.lengths.sum()
    assert solutions[3] == list(solutions)[3] and len(solutions[:7]) == 7


def test_boards_with_other_sides_have_their_shape_from_the_array():
    board = loyd.scramble("4x2", count=1, seed=3).reshape(2, 4)
    solution = loyd.solve(board)
    assert solution.puzzle == "4x2"
    assert solution.length == brute_force((1, 2, 3, 4, 5, 6, 7, 0), 4)[tuple(board.ravel().tolist())]


def test_cubes_are_solved():
    cube = loyd.solve("R U F' R2 U D L' B2", puzzle="cube3", algorithm="two-phase")
    assert cube.status == "solved" and cube.length <= 21
    assert loyd.verify("R U F' R2 U D L' B2", cube.moves, puzzle="cube3")
    assert loyd.solve("R U F", puzzle="cube2").length == 3
    assert loyd.solve_many(["R U", "F2"], puzzle="2x2x2").lengths.tolist() == [2, 1]
    assert all(len(text.split()) >= 1 for text in loyd.scramble("cube3", count=3))


def test_all_shortest_paths_are_counted_and_listed():
    solution = loyd.solve(HARD, all=3)
    assert solution.solutions > 3 and len(solution.all_moves) == 3
    assert all(loyd.verify(HARD, path) for path in solution.all_moves)


def test_a_limit_is_a_result():
    board = loyd.scramble("5x5", count=1, seed=1)[0]
    began = time.perf_counter()
    solution = loyd.solve(board, heuristic="manhattan", max_time=0.2)
    assert time.perf_counter() - began < 20
    assert solution.status == "stopped" and not solution.proven and solution.lower_bound > 50
    assert solution.length is None or loyd.verify(board, solution.moves)
    assert loyd.solve("2 1 3 4 5 6 7 8 0").status == "unsolvable"


def test_checks_and_replays():
    check = loyd.check("2 1 3 4 5 6 7 8 0")
    assert not check.solvable and check.reason
    assert loyd.check(HARD).heuristics["manhattan"] == 21
    replay = loyd.verify("1 2 3 4 0 6 7 5 8", "U U U")
    assert not replay and replay.illegal_move == 2 and replay.reason


def test_estimates_are_those_of_the_checks():
    boards = loyd.scramble("3x3", count=20, seed=2)
    for heuristic in ("manhattan", "linear-conflict", "walking-distance"):
        values = loyd.estimate(boards, heuristic).tolist()
        assert values == [loyd.check(board).heuristics[heuristic] for board in boards]
    cube = loyd.check("R U F", puzzle="cube2").heuristics["permutation"]
    assert loyd.estimate(["R U F"], "permutation", puzzle="cube2").tolist() == [cube] and cube > 0


def test_progress_is_reported():
    reports = []
    boards = loyd.scramble("4x4", count=400, seed=1)
    loyd.solve_many(boards, heuristic="manhattan", max_nodes=20_000, progress=reports.append)
    assert reports and all(report["of"] == 400 for report in reports)


@pytest.mark.parametrize(
    ("call", "what"),
    [
        (lambda: loyd.solve("1 2 2"), "board"),
        (lambda: loyd.solve([1, 2, 3, 4, 5, 6, 7, 8, 9]), "board"),
        (lambda: loyd.solve([1, 2, float("nan"), 0]), "board"),
        (lambda: loyd.solve([1.5, 2, 3, 0]), "board"),
        (lambda: loyd.solve([-1, 2, 3, 0]), "board"),
        (lambda: loyd.solve(["one", "two"]), "board"),
        (lambda: loyd.solve({}), "board"),
        (lambda: loyd.solve(None), "board"),
        (lambda: loyd.solve(np.zeros((2, 2, 2))), "board"),
        (lambda: loyd.solve_many(np.zeros((2, 2, 2, 2))), "board"),
        (lambda: loyd.solve_many(np.zeros(9)), "board"),
        (lambda: loyd.solve_many([HARD, "1 2 2"]), "board"),
        (lambda: loyd.solve(HARD, threads=0), "threads"),
        (lambda: loyd.solve(HARD, threads=-1), "threads"),
        (lambda: loyd.solve(HARD, max_time=float("nan")), "max_time"),
        (lambda: loyd.solve(HARD, max_time=-1), "max_time"),
        (lambda: loyd.solve(HARD, memory=0), "memory"),
        (lambda: loyd.solve(HARD, max_nodes=0), "max_nodes"),
        (lambda: loyd.solve(HARD, puzzle="tile"), "puzzle"),
        (lambda: loyd.solve(HARD, puzzle="0x3"), "size"),
        (lambda: loyd.solve(HARD, metric="quarter"), "metric"),
        (lambda: loyd.solve(HARD, algorithm="a**"), "algorithm"),
        (lambda: loyd.solve(HARD, heuristic="mannhattan"), "heuristic"),
        (lambda: loyd.solve(HARD, goal="1 2"), "goal"),
        (lambda: loyd.scramble("3x3", count=-1), "count"),
        (lambda: loyd.scramble("3x3", seed=-1), "seed"),
        (lambda: loyd.verify(HARD, "X"), "moves"),
    ],
)
def test_bad_input_has_its_reason_and_its_argument(call, what):
    with pytest.raises(loyd.LoydError) as failure:
        call()
    assert failure.value.what == what and str(failure.value)


def test_wrong_types_are_type_errors():
    for call in (
        lambda: loyd.solve(HARD, progress=3),
        lambda: loyd.solve(HARD, threads="two"),
        lambda: loyd.solve(HARD, puzzle=3),
        lambda: loyd.solve_many(HARD),
        lambda: loyd.solve(HARD, max_time="long"),
    ):
        with pytest.raises(TypeError):
            call()


def test_the_first_wrong_position_is_named():
    with pytest.raises(loyd.LoydError, match="position 2"):
        loyd.solve_many([HARD, HARD, "1 2 2", HARD])


def test_an_exception_of_a_progress_function_ends_the_search():
    class Stop(Exception):
        pass

    def stop(_):
        raise Stop

    board = loyd.scramble("5x5", count=1, seed=1)[0]
    with pytest.raises(Stop):
        loyd.solve(board, heuristic="manhattan", progress=stop)


def test_searches_run_beside_other_threads_of_python():
    board, counts = loyd.scramble("5x5", count=1, seed=1)[0], []
    thread = threading.Thread(
        target=lambda: counts.append(loyd.solve(board, heuristic="manhattan", max_time=1).status)
    )
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
        time.sleep(0.01)
    assert counts == ["stopped"] and turns > 10


def test_goals_leave_tiles_free_or_are_the_nearest_of_several():
    goal = "1 2 3 ? ? ? ? ? ?"
    row = loyd.solve(HARD, goal=goal)
    distances = brute_force((1, 2, 3, 4, 5, 6, 7, 8, 0), 3)
    start = tuple(map(int, HARD.split()))
    # Distances are symmetric, and the goal has every board of the first row that the start can reach.
    from_start = brute_force(start, 3)
    boards = [board for board in distances if board[:3] == (1, 2, 3)]
    assert row.length == min(from_start[board] for board in boards)
    first = (0, 1, 2, 3, 4, 5, 6, 7, 8)
    nearest = loyd.solve(HARD, goal="blank-last or blank-first")
    assert nearest.length == min(from_start[first], distances[start])
