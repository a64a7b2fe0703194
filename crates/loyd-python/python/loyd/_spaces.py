"""Whole spaces: levels, ranks, distances, audits of heuristics, graphs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from . import _loyd, _pictures
from ._positions import Position, error, options, small, states, text
from ._problems import Problem, limits

Progress = Callable[[dict[str, float]], Any]


@dataclass(frozen=True)
class Levels:
    """The number of states at every depth."""

    #: States at depth 0, 1, 2, …; complete levels only.
    levels: np.ndarray
    #: The sum of the levels.
    total: int
    #: True if every state was counted.
    complete: bool
    #: The depth of the farthest states, if every state was counted.
    radius: int | None
    puzzle: str
    #: Seconds of the search, without the setup.
    seconds: float | None = None
    engine: str | None = None
    metric: str | None = None
    start: str | None = None
    #: The number of states at the greatest depth.
    antipode_count: int | None = None
    #: The listed farthest states; None if they were not requested or are unknown.
    antipodes: list[str] | None = None
    peak_memory_bytes: int | None = None
    #: The limit that ended the run early.
    stopped: str | None = None

    def __len__(self) -> int:
        return len(self.levels)

    def _repr_svg_(self) -> str:
        return _loyd.levels_svg(self.puzzle, [int(level) for level in self.levels], self.complete)


@dataclass(frozen=True)
class Audit:
    """A heuristic compared with the distances of all states."""

    #: True if no estimate exceeds the distance.
    admissible: bool
    #: True if no move lowers the estimate by more than it costs, and the goal's estimate is 0.
    consistent: bool
    states: int
    moves: int
    #: States whose estimate exceeds the distance.
    overestimates: int
    #: Moves that lower the estimate by more than they cost.
    inconsistencies: int
    #: The share of states whose estimate is the distance.
    exact: float
    mean_distance: float
    mean_estimate: float
    #: The correlation of estimate and distance; None if one of them is constant.
    correlation: float | None
    #: The state whose estimate is too high by most, with the estimate and the distance.
    worst: tuple[np.ndarray, int, int] | None
    #: The state and the move that lower the estimate by most, with the estimates before and after, and the cost.
    steepest: tuple[np.ndarray, str, int, int, int] | None
    #: ``histogram[distance, estimate]`` is a number of states.
    histogram: np.ndarray


class Graph:
    """The solution graph: a vertex for each rank, an edge for each pair that a move connects, in both directions."""

    def __init__(self, space: Space):
        self.space = space
        self.edges: np.ndarray = space._space.edges()

    def __len__(self) -> int:
        return self.space.size

    @property
    def states(self) -> np.ndarray:
        """The state of each vertex, a row each."""
        return self.space.unrank(np.arange(self.space.size))

    @property
    def distances(self) -> np.ndarray:
        """The distance of each vertex from the goal."""
        return self.space.distances()

    def to_scipy(self) -> Any:
        """The adjacency matrix as a ``scipy.sparse.csr_array``."""
        from scipy.sparse import coo_array

        ones = np.ones(len(self.edges), dtype=np.int8)
        shape = (self.space.size, self.space.size)
        return coo_array((ones, (self.edges[:, 0], self.edges[:, 1])), shape=shape).tocsr()

    def to_networkx(self) -> Any:
        """A ``networkx.Graph`` whose vertices are ranks, with ``state`` and ``distance``."""
        import networkx

        graph = networkx.Graph()
        for vertex, (state, distance) in zip(
            range(self.space.size), zip(self.states.tolist(), self.distances.tolist())
        ):
            graph.add_node(vertex, state=tuple(state), distance=distance)
        graph.add_edges_from(self.edges.tolist())
        return graph


class Space:
    """The states from which a goal can be reached, numbered by ranks.

    >>> space = loyd.Space("3x2")
    >>> space.size
    360
    >>> int(space.rank(space.unrank([5, 17]))[1])
    17
    """

    def __init__(
        self,
        puzzle: str,
        *,
        goal: Position | None = None,
        metric: str | None = None,
        threads: int | None = None,
        memory: int | None = None,
        progress: Progress | None = None,
    ):
        chosen = options(
            puzzle, goal=goal, metric=metric, threads=threads, memory=memory, cache=False, progress=progress
        )
        self._space = _loyd.Space(chosen)

    @property
    def shape(self) -> str:
        """The shape, such as ``3x3``."""
        return self._space.shape

    @property
    def goal(self) -> np.ndarray:
        """The goal as a state."""
        return small(self._space.goal)

    @property
    def states(self) -> int | None:
        """The number of states; None if it is unknown."""
        return self._space.states

    @property
    def size(self) -> int:
        """The number of ranks."""
        return self._space.size

    def rank(self, rows: Any) -> np.ndarray:
        """The rank of each state."""
        return self._space.rank(states(rows, len(self._space.goal)))

    def unrank(self, ranks: Any) -> np.ndarray:
        """The state of each rank, a row each: tiles in reading order, or the numbers of a cube's facelets."""
        array = np.atleast_1d(np.asarray(ranks))
        if array.ndim != 1 or array.dtype.kind not in "iu":
            raise error("ranks", "ranks are whole numbers in one dimension")
        if array.size and int(array.min()) < 0:
            raise IndexError(f"rank {array.min()}: ranks are 0 to {self.size - 1}")
        return small(self._space.unrank(np.ascontiguousarray(array, dtype=np.uint64)))

    def distances(self) -> np.ndarray:
        """The distance of every rank from the goal; 255 where the goal cannot be reached."""
        return self._space.distances()

    def audit(self, heuristic: Callable[[np.ndarray], Any] | str, *, batch: int = 1 << 16) -> Audit:
        """Compares a heuristic with the distance of every state.

        ``heuristic`` is a name, or a function that gets rows of states and returns their estimates; fractions
        are rounded up, as every distance is a whole number.
        """
        if batch < 1:
            raise error("batch", f"batch is {batch}: it must be at least 1")
        size = self.size
        parts = []
        for first in range(0, size, batch):
            rows = self.unrank(np.arange(first, min(first + batch, size)))
            parts.append(self._estimates(heuristic, rows))
        record = self._space.audit(np.concatenate(parts))
        pairs = np.array(record.pop("pairs"), dtype=np.int64)
        histogram = np.zeros((pairs[:, 0].max() + 1, pairs[:, 1].max() + 1), dtype=np.int64)
        histogram[pairs[:, 0], pairs[:, 1]] = pairs[:, 2]
        for example in ("worst", "steepest"):
            if record[example]:
                state, *rest = record[example]
                record[example] = (small(np.array(state, dtype=np.uint16)), *rest)
        record.pop("every_state")
        return Audit(histogram=histogram, **record)

    def _estimates(self, heuristic: Callable[[np.ndarray], Any] | str, rows: np.ndarray) -> np.ndarray:
        if isinstance(heuristic, str):
            from ._solve import estimate

            values = estimate(rows, heuristic, puzzle=self.shape, goal=self.goal)
        elif callable(heuristic):
            values = np.asarray(heuristic(rows))
        else:
            raise TypeError("heuristic must be a name or a function of an array of states")
        if values.shape != (len(rows),):
            raise error("heuristic", f"the heuristic returned shape {values.shape} for {len(rows)} states")
        if values.dtype.kind not in "iufb":
            raise error("heuristic", f"the heuristic returned {values.dtype}: estimates are numbers")
        values = values.astype(np.float64)
        if not np.isfinite(values).all() or (values < 0).any() or (values > 1e9).any():
            raise error("heuristic", "the heuristic returned NaN, a negative or a huge number")
        return np.ceil(values - 1e-6).astype(np.uint32)


def enumerate(
    puzzle: str | Problem = "4x4",
    *,
    start: Any = None,
    metric: str | None = None,
    depth: int | None = None,
    engine: str | None = None,
    antipodes: int = 0,
    threads: int | None = None,
    max_time: float | None = None,
    max_nodes: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
) -> Levels:
    """Counts the states at every depth, in memory: of a puzzle by name, or of one written in Python.

    A puzzle written in Python has ``successors(state)`` and ``is_goal(state)``, and needs a ``start``.

    >>> loyd.enumerate("3x2").radius
    21
    """
    if not isinstance(puzzle, str):
        if start is None:
            raise TypeError("a puzzle written in Python is enumerated from a start: start=...")
        counts, stopped = _loyd.levels_of_problem(puzzle, start, limits(max_time, max_nodes, memory))
        levels = np.array(counts, dtype=np.uint64)
        complete = stopped is None
        return Levels(
            levels=levels,
            total=int(levels.sum()),
            complete=complete,
            radius=len(levels) - 1 if complete else None,
            puzzle=type(puzzle).__name__,
            stopped=stopped,
        )
    chosen = options(puzzle, metric=metric, threads=threads, max_time=max_time, memory=memory, progress=progress)
    if max_nodes is not None:
        raise error("max_nodes", "an enumeration is limited by depth, max_time and memory")
    written = None if start is None else str(start) if isinstance(start, int) else text(start)[0]
    record = json.loads(_loyd.enumerate((written, depth, engine), antipodes, chosen))
    record["levels"] = np.array(record["levels"], dtype=np.uint64)
    names = {entry.name for entry in fields(Levels)}
    return Levels(**{name: value for name, value in record.items() if name in names})


def rank(rows: Any, puzzle: str, *, goal: Position | None = None) -> np.ndarray:
    """The rank of each state among those that can reach the goal; see :class:`Space`."""
    return Space(puzzle, goal=goal).rank(rows)


def unrank(ranks: Any, puzzle: str, *, goal: Position | None = None) -> np.ndarray:
    """The state of each rank; see :class:`Space`."""
    return Space(puzzle, goal=goal).unrank(ranks)


def distances(
    puzzle: str,
    *,
    goal: Position | None = None,
    metric: str | None = None,
    threads: int | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
) -> np.ndarray:
    """The distance of every state from the goal, by rank.

    >>> int(loyd.distances("3x3").max())
    31
    """
    space = Space(puzzle, goal=goal, metric=metric, threads=threads, memory=memory, progress=progress)
    return space.distances()


def audit(
    heuristic: Callable[[np.ndarray], Any] | str,
    puzzle: str = "3x3",
    *,
    goal: Position | None = None,
    metric: str | None = None,
    batch: int = 1 << 16,
    threads: int | None = None,
    memory: int | None = None,
) -> Audit:
    """Compares a heuristic with the distance of every state of a space; see :meth:`Space.audit`.

    >>> def misplaced(states):
    ...     goal = [1, 2, 3, 4, 5, 6, 7, 8, 0]
    ...     return ((states != goal) & (states != 0)).sum(axis=1)
    >>> loyd.audit(misplaced).consistent
    True
    """
    space = Space(puzzle, goal=goal, metric=metric, threads=threads, memory=memory)
    return space.audit(heuristic, batch=batch)


def graph(
    puzzle: str,
    *,
    goal: Position | None = None,
    metric: str | None = None,
    memory: int | None = None,
) -> Graph:
    """The solution graph of a small space.

    >>> len(loyd.graph("3x2"))
    360
    """
    return Graph(Space(puzzle, goal=goal, metric=metric, memory=memory))
