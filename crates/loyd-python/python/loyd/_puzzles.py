"""The puzzles: their names, random positions, and definitions of new ones."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import _loyd
from ._positions import Position, definition, error, options, small


def puzzles() -> list[dict[str, Any]]:
    """The puzzles, each with the metrics, goals, algorithms and heuristics that requests may name."""
    return json.loads(_loyd.puzzles())


def scramble(
    puzzle: str = "4x4",
    *,
    count: int = 1,
    seed: int = 1,
    goal: Position | None = None,
) -> Any:
    """Random positions, uniform over those that can reach the goal; a seed gives the same ones in every version.

    An array with a row a board for sliding tiles, a list of texts for other puzzles.

    >>> loyd.scramble("3x3", count=2, seed=7).shape
    (2, 9)
    """
    if count < 0:
        raise error("count", f"count is {count}: it must be at least 0")
    if not 0 <= seed < 1 << 64:
        raise error("seed", f"seed is {seed}: it must be a number of 64 bits")
    positions = _loyd.scramble(count, seed, options(puzzle, goal=goal))
    tiles = [position.split() for position in positions]
    if all(number.isdigit() for number in (tiles[0] if tiles else ["0"])) and _is_tiles(puzzle):
        rows = np.array(tiles, dtype=np.uint16)
        return small(rows.reshape(len(tiles), -1))
    return positions


def _is_tiles(puzzle: str) -> bool:
    return puzzle == "tiles" or puzzle[:1].isdigit() and puzzle not in ("2x2x2", "3x3x3", "222", "333")


def define(source: str | os.PathLike[str] | dict[str, Any]) -> str:
    """Reads the definition of a puzzle and returns its name, which is a ``puzzle`` of every function from now on.

    ``source`` is the path of a ``.json`` or ``.def`` file, the text of one, or the content of a JSON definition
    (``KPuzzle`` of cubing.js). See :func:`permutation_puzzle` for permutations as lists.
    """
    return _loyd.define(definition(source))


def permutation_puzzle(
    name: str,
    moves: Mapping[str, Sequence[int]],
    *,
    solved: Sequence[int] | None = None,
    twists: Mapping[str, Sequence[int]] | None = None,
    orientations: int = 1,
) -> str:
    """Defines a puzzle whose moves permute pieces, and returns its name.

    After a move ``p`` slot ``i`` holds the piece that was in slot ``p[i]``, twisted by ``twists[move][i]`` modulo
    ``orientations``. ``solved`` has the piece of each slot; equal numbers are identical pieces.

    >>> ring = loyd.permutation_puzzle("ring", {"S": [1, 2, 3, 0], "F": [1, 0, 2, 3]})
    >>> loyd.enumerate(ring).total
    24
    """
    slots = len(next(iter(moves.values()), ()))
    zeros = [0] * slots
    twists = twists or {}
    if unknown := set(twists) - set(moves):
        raise error("twists", f"{sorted(unknown)[0]!r} is not one of the moves")
    return define(
        {
            "name": name,
            "orbits": [{"orbitName": "P", "numPieces": slots, "numOrientations": orientations}],
            "defaultPattern": {
                "P": {
                    "pieces": [int(piece) for piece in (range(slots) if solved is None else solved)],
                    "orientation": zeros,
                }
            },
            "moves": {
                move: {
                    "P": {
                        "permutation": [int(slot) for slot in permutation],
                        "orientationDelta": [int(twist) for twist in twists.get(move, zeros)],
                    }
                }
                for move, permutation in moves.items()
            },
        }
    )
