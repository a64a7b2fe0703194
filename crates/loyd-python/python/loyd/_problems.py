"""Searches with a heuristic, or a whole puzzle, written in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np

from . import _loyd
from ._positions import Position, error, options, small, text


@runtime_checkable
class Problem(Protocol):
    """A puzzle written in Python. States are any objects that can be keys of a dictionary.

    A problem may also have ``heuristics(states)``, a value for each state of a list; ``heuristic(state)``; and
    ``cost(before, after)``, a whole number from 1 on.
    """

    def successors(self, state: Any) -> Iterable[Any]:
        """The states one move away."""

    def is_goal(self, state: Any) -> bool:
        """Returns true if a state is a goal."""


@dataclass(frozen=True)
class Path:
    """The result of a search."""

    #: ``"solved"``, ``"unsolvable"``, ``"stopped"`` by a limit, or ``"dropped"``: the beam was too narrow.
    status: str
    #: The cost of the path.
    cost: int | None = None
    #: The states from the start to the goal, of a puzzle written in Python.
    states: list[Any] | None = None
    #: The moves, of a puzzle by name.
    moves: list[str] | None = None
    expanded: int | None = None
    generated: int | None = None
    #: Every path costs at least this much, if no estimate exceeds the cost to a goal.
    lower_bound: int | None = None
    #: The reason why there is no path.
    message: str | None = None

    def __bool__(self) -> bool:
        return self.status == "solved"


def limits(max_time: float | None, max_nodes: int | None, memory: int | None) -> dict[str, Any]:
    """The limits of a search."""
    for what, value in (("max_nodes", max_nodes), ("memory", memory)):
        if value is not None and value < 1:
            raise error(what, f"{what} is {value}: it must be at least 1")
    return {"max_time": max_time, "max_nodes": max_nodes, "memory": memory}


def _search(
    start: Any,
    problem: Any,
    heuristic: Callable[[np.ndarray], Any] | None,
    strategy: tuple[str, float, int],
    bounds: dict[str, Any],
    named: dict[str, Any],
) -> Path:
    if problem is not None:
        if heuristic is not None or any(value is not None for value in named.values()):
            raise TypeError("a puzzle written in Python has its own goal, costs and heuristic")
        result = _loyd.search_problem(problem, start, strategy, bounds)
    else:
        if heuristic is None:
            raise TypeError("give a heuristic, a function of an array of states, or a problem")
        if not callable(heuristic):
            raise TypeError("heuristic must be a function; solve() takes heuristics by name")
        written, shape = text(start)
        chosen = options(named.pop("puzzle"), shape, cache=False, **named, **bounds)
        result = _loyd.search(written, chosen, lambda rows: heuristic(small(rows)), strategy)
    reason = result.pop("reason", None)
    if reason is None:
        return Path(status="solved", lower_bound=None, **result)
    status, message, lower_bound = reason
    return Path(status=status, message=message, lower_bound=lower_bound)


def astar(
    start: Any,
    problem: Problem | None = None,
    *,
    heuristic: Callable[[np.ndarray], Any] | None = None,
    weight: float = 1.0,
    batch: int = 1,
    puzzle: str | None = None,
    goal: Position | None = None,
    metric: str | None = None,
    max_time: float | None = None,
    max_nodes: int | None = None,
    memory: int | None = None,
) -> Path:
    """A path by weighted A* with a heuristic written in Python.

    For a puzzle by name ``heuristic`` gets rows of states, as :meth:`Space.unrank` returns them, and returns a value
    for each. ``batch`` states are expanded at once, so that a model estimates many states in one call. The path is
    a cheapest one if ``weight`` is 1 and no estimate exceeds the cost to the goal.

    >>> def misplaced(states):
    ...     return ((states != [1, 2, 3, 4, 5, 6, 7, 8, 0]) & (states != 0)).sum(axis=1)
    >>> loyd.astar("1 2 3 4 0 6 7 5 8", heuristic=misplaced).moves
    ['U', 'L']
    """
    strategy = ("astar", float(weight), int(batch))
    named = {"puzzle": puzzle, "goal": goal, "metric": metric}
    return _search(start, problem, heuristic, strategy, limits(max_time, max_nodes, memory), named)


def beam(
    start: Any,
    problem: Problem | None = None,
    *,
    width: int,
    heuristic: Callable[[np.ndarray], Any] | None = None,
    puzzle: str | None = None,
    goal: Position | None = None,
    metric: str | None = None,
    max_time: float | None = None,
    max_nodes: int | None = None,
    memory: int | None = None,
) -> Path:
    """A path by beam search: every level has the ``width`` states with the least estimates.

    The path need not be a shortest one; a wider beam finds shorter paths. Every move counts as 1.
    """
    strategy = ("beam", 1.0, int(width))
    named = {"puzzle": puzzle, "goal": goal, "metric": metric}
    return _search(start, problem, heuristic, strategy, limits(max_time, max_nodes, memory), named)


def bfs(
    start: Any,
    problem: Problem,
    *,
    max_time: float | None = None,
    max_nodes: int | None = None,
    memory: int | None = None,
) -> Path:
    """A cheapest path of a puzzle written in Python, without a heuristic."""
    return _search(start, problem, None, ("bfs", 0.0, 1), limits(max_time, max_nodes, memory), {})


def idastar(
    start: Any,
    problem: Problem,
    *,
    max_time: float | None = None,
    max_nodes: int | None = None,
    memory: int | None = None,
) -> Path:
    """A cheapest path of a puzzle written in Python, by IDA*: almost without memory.

    Without a limit it does not end if no goal can be reached.
    """
    return _search(start, problem, None, ("idastar", 1.0, 1), limits(max_time, max_nodes, memory), {})
