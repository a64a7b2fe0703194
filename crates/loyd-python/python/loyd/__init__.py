"""Sliding-tile puzzles, cubes and other permutation puzzles as state spaces.

>>> import loyd
>>> loyd.solve("8 6 7 2 5 4 3 0 1").length
31
>>> loyd.enumerate("3x3").levels[:5]
array([ 1,  2,  4,  8, 16], dtype=uint64)

A *position* is a text, as the command line reads it, or for sliding tiles numbers: a list, a tuple or a numpy
array in reading order, with 0 for the blank, flat or as rows. A *puzzle* is a name or a shape: ``"tiles"``,
``"4x3"``, ``"cube3"``, ``"megaminx"``, or what :func:`define` returns.

Functions that search take ``threads``, ``max_time`` in seconds, ``max_nodes`` in expanded states, ``memory`` in
bytes, and ``progress``, a function that gets a dictionary a few times a second. Ctrl-C stops them. A reached
limit is a result, not an error. A request that cannot be carried out raises :class:`LoydError`, whose ``what``
is the wrong argument.
"""

from ._loyd import LoydError, __version__
from ._problems import Path, astar, beam, bfs, idastar
from ._puzzles import define, permutation_puzzle, puzzles, scramble
from ._solve import Check, Replay, Solution, Solutions, check, estimate, solve, solve_many, verify
from ._spaces import Audit, Graph, Levels, Space, audit, distances, enumerate, graph, rank, unrank

__all__ = [
    "Audit",
    "Check",
    "Graph",
    "Levels",
    "LoydError",
    "Path",
    "Replay",
    "Solution",
    "Solutions",
    "Space",
    "__version__",
    "astar",
    "audit",
    "beam",
    "bfs",
    "check",
    "define",
    "distances",
    "enumerate",
    "estimate",
    "graph",
    "idastar",
    "permutation_puzzle",
    "puzzles",
    "rank",
    "scramble",
    "solve",
    "solve_many",
    "unrank",
    "verify",
]
