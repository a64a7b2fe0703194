"""Requests about positions: solving, checking, replaying, estimating."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from . import _loyd, _pictures
from ._positions import Position, options, text, texts

Progress = Callable[[dict[str, float]], Any]


@dataclass(frozen=True)
class Solution:
    """The result of a search; its path was replayed on the plain position."""

    #: ``"solved"``, ``"unsolvable"``, ``"stopped"`` by a limit, or ``"invalid"``.
    status: str
    #: The cost of the path, or of the best path that a stopped search found.
    length: int | None
    #: True if no path is shorter.
    proven: bool
    #: Every path costs at least this much.
    lower_bound: int | None
    #: The moves.
    moves: list[str] | None
    #: Expanded states.
    expanded: int | None
    #: Generated states.
    generated: int | None
    #: Seconds of the search, without those of tables.
    seconds: float | None
    algorithm: str | None
    heuristic: str | None
    #: The shape, such as ``4x4`` or ``cube3``.
    puzzle: str | None
    #: The position on one line.
    position: str | None
    #: The goal by name, or as a position.
    goal: str | None
    metric: str
    #: The number of shortest paths, if they were counted.
    solutions: int | None = None
    #: The listed shortest paths.
    all_moves: list[list[str]] | None = None
    #: A remark on the end of the search.
    message: str | None = None

    @classmethod
    def _of(cls, record: dict[str, Any], position: str) -> Solution:
        moves, count = record.get("moves"), record.get("solutions")
        listed = record.get("all_moves")
        names = {entry.name for entry in fields(cls)}
        values = {name: value for name, value in record.items() if name in names}
        values |= {
            "position": position,
            "moves": None if moves is None else moves.split(),
            "solutions": None if count is None else int(count),
            "all_moves": None if listed is None else [path.split() for path in listed],
        }
        return cls(**values)

    def __bool__(self) -> bool:
        return self.moves is not None

    def _repr_html_(self) -> str:
        return _pictures.solution_html(self)

    def _repr_svg_(self) -> str | None:
        return _pictures.solution_svg(self)


class Solutions(Sequence[Solution]):
    """The results of many searches, in the order of the positions: a list, and columns of a table."""

    def __init__(self, results: list[Solution]):
        self._results = results

    def __len__(self) -> int:
        return len(self._results)

    def __getitem__(self, index: Any) -> Any:
        part = self._results[index]
        return Solutions(part) if isinstance(index, slice) else part

    def __iter__(self) -> Iterator[Solution]:
        return iter(self._results)

    def columns(self) -> dict[str, np.ndarray]:
        """The fields as arrays; ``-1`` and NaN stand for missing numbers."""

        def numbers(name: str) -> np.ndarray:
            values = [getattr(result, name) for result in self._results]
            return np.array([-1 if value is None else value for value in values], dtype=np.int64)

        def objects(name: str) -> np.ndarray:
            return np.array([getattr(result, name) for result in self._results], dtype=object)

        seconds = [np.nan if result.seconds is None else result.seconds for result in self._results]
        moves = [None if result.moves is None else " ".join(result.moves) for result in self._results]
        return {
            "position": objects("position"),
            "status": objects("status"),
            "length": numbers("length"),
            "proven": np.array([result.proven for result in self._results], dtype=bool),
            "lower_bound": numbers("lower_bound"),
            "moves": np.array(moves, dtype=object),
            "expanded": numbers("expanded"),
            "generated": numbers("generated"),
            "seconds": np.array(seconds, dtype=np.float64),
            "algorithm": objects("algorithm"),
            "heuristic": objects("heuristic"),
        }

    @property
    def lengths(self) -> np.ndarray:
        """The lengths; -1 for positions without a path."""
        return self.columns()["length"]

    def to_pandas(self) -> Any:
        """A pandas DataFrame with the columns."""
        import pandas

        return pandas.DataFrame(self.columns())

    def to_polars(self) -> Any:
        """A polars DataFrame with the columns."""
        import polars

        return polars.DataFrame({name: column.tolist() for name, column in self.columns().items()})

    def __repr__(self) -> str:
        solved = sum(result.status == "solved" for result in self._results)
        return f"<{len(self)} solutions, {solved} solved>"

    def _repr_html_(self) -> str:
        return _pictures.table_html(self.columns())


@dataclass(frozen=True)
class Check:
    """The facts about a position, without a search."""

    puzzle: str
    position: str
    goal: str
    #: True if the goal can be reached.
    solvable: bool
    #: The reason why it cannot.
    reason: str | None
    #: A named goal that can be reached instead.
    other_goal: str | None
    metric: str
    #: The value of each heuristic; None where it is unavailable.
    heuristics: dict[str, int | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Replay:
    """The verdict on a list of moves."""

    #: True if every move is possible and the last one reaches the goal.
    valid: bool
    #: The cost of the moves.
    length: int
    metric: str
    #: The number of the first impossible move, from 1.
    illegal_move: int | None
    #: The last position, if every move is possible.
    end: str | None
    #: The reason why a move is impossible.
    reason: str | None

    def __bool__(self) -> bool:
        return self.valid


def solve(
    position: Position,
    *,
    puzzle: str | None = None,
    goal: Position | None = None,
    metric: str | None = None,
    algorithm: str | None = None,
    heuristic: str | None = None,
    pruning: str | None = None,
    threads: int | None = 1,
    max_time: float | None = None,
    max_nodes: int | None = None,
    memory: int | None = None,
    cache: bool = True,
    all: int | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Solves a position: optimally, unless the algorithm says otherwise or a limit is reached.

    ``algorithm`` and ``heuristic`` are names of :func:`puzzles`, such as ``"wastar(3)"`` and ``"pdb:7-8"``;
    without them the fastest optimal solver is chosen. ``all`` counts the shortest paths too, and lists at most
    that number. ``threads=None`` uses every processor. ``cache=False`` neither reads nor writes stored tables.

    >>> solution = loyd.solve([[1, 2, 3], [4, 0, 6], [7, 5, 8]])
    >>> solution.length, solution.moves
    (2, ['U', 'L'])
    >>> loyd.solve("R U F' R2 U D L' B2", puzzle="cube3", algorithm="two-phase").proven
    False
    """
    written, shape = text(position)
    chosen = options(
        puzzle,
        shape,
        goal=goal,
        metric=metric,
        algorithm=algorithm,
        heuristic=heuristic,
        pruning=pruning,
        threads=threads,
        max_time=max_time,
        max_nodes=max_nodes,
        memory=memory,
        cache=cache,
        progress=progress,
    )
    return Solution._of(json.loads(_loyd.solve(written, chosen, all)), written)


def solve_many(
    positions: Iterable[Position] | np.ndarray,
    *,
    puzzle: str | None = None,
    goal: Position | None = None,
    metric: str | None = None,
    algorithm: str | None = None,
    heuristic: str | None = None,
    pruning: str | None = None,
    threads: int | None = None,
    max_time: float | None = None,
    max_nodes: int | None = None,
    memory: int | None = None,
    cache: bool = True,
    progress: Progress | None = None,
) -> Solutions:
    """Solves positions, one on each thread, without the lock of the interpreter.

    ``positions`` are texts, lists, or an array of boards with 2 dimensions (board, cell) or 3 (board, row,
    column). The limits hold for each position. ``progress`` gets the number of positions that are ``done``.

    >>> loyd.solve_many(["1 2 3 4 0 6 7 5 8", "8 6 7 2 5 4 3 0 1"]).lengths
    array([ 2, 31])
    """
    written, shape = texts(positions)
    chosen = options(
        puzzle,
        shape,
        goal=goal,
        metric=metric,
        algorithm=algorithm,
        heuristic=heuristic,
        pruning=pruning,
        threads=threads,
        max_time=max_time,
        max_nodes=max_nodes,
        memory=memory,
        cache=cache,
        progress=progress,
    )
    results = _loyd.solve_many(written, chosen)
    return Solutions([Solution._of(json.loads(result), position) for result, position in zip(results, written)])


def estimate(
    positions: Iterable[Position] | np.ndarray,
    heuristic: str,
    *,
    puzzle: str | None = None,
    goal: Position | None = None,
    metric: str | None = None,
    threads: int | None = None,
    memory: int | None = None,
    cache: bool = True,
) -> np.ndarray:
    """The value of a heuristic for each position; -1 where only a specialised search can read it.

    >>> loyd.estimate([[8, 6, 7, 2, 5, 4, 3, 0, 1]], "manhattan")
    array([21], dtype=int32)
    """
    written, shape = texts(positions)
    # Only the searches with lists read every heuristic from a position.
    chosen = options(
        puzzle,
        shape,
        goal=goal,
        metric=metric,
        algorithm="astar",
        heuristic=heuristic,
        threads=threads,
        memory=memory,
        cache=cache,
    )
    return _loyd.estimate(written, chosen)


def check(
    position: Position,
    *,
    puzzle: str | None = None,
    goal: Position | None = None,
    metric: str | None = None,
) -> Check:
    """The facts about a position: whether it can be solved, and the value of each heuristic.

    >>> loyd.check("2 1 3 4 5 6 7 8 0").solvable
    False
    """
    written, shape = text(position)
    record = json.loads(_loyd.check(written, options(puzzle, shape, goal=goal, metric=metric)))
    known = _heuristic_names()
    return Check(
        puzzle=record["puzzle"],
        position=written,
        goal=record["goal"],
        solvable=record["solvable"],
        reason=record.get("message"),
        other_goal=record.get("other_goal"),
        metric=record["metric"],
        heuristics={name: record[name] for name in known if name in record},
    )


def verify(
    position: Position,
    moves: str | Iterable[str],
    *,
    puzzle: str | None = None,
    goal: Position | None = None,
    metric: str | None = None,
) -> Replay:
    """Replays moves on the plain position; the result is true if they reach the goal.

    >>> bool(loyd.verify("1 2 3 4 0 6 7 5 8", "U L"))
    True
    """
    written, shape = text(position)
    path = moves if isinstance(moves, str) else " ".join(moves)
    record = json.loads(_loyd.replay(written, path, options(puzzle, shape, goal=goal, metric=metric)))
    names = ("valid", "length", "metric", "illegal_move", "end")
    return Replay(reason=record.get("message"), **{name: record[name] for name in names})


def _heuristic_names() -> list[str]:
    listed = json.loads(_loyd.puzzles())
    return list(dict.fromkeys(name for puzzle in listed for name, _ in puzzle["heuristics"]))
