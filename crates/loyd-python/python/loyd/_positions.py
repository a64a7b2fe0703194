"""Positions of every form as texts and arrays, and the options of requests."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Union

import numpy as np

from ._loyd import LoydError

#: A position: a text, or the tiles of a board in reading order, flat or as rows.
Position = Union[str, Sequence[int], Sequence[Sequence[int]], np.ndarray]


def error(what: str, reason: str) -> LoydError:
    """An error of an argument."""
    failure = LoydError(reason)
    failure.what = what
    return failure


def tables_folder() -> str | None:
    """The folder of tables, which the command line uses too; None if the system names none."""
    if folder := os.environ.get("LOYD_CACHE"):
        return folder
    home = os.environ.get("HOME")
    if sys.platform == "win32":
        caches = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        caches = home and os.path.join(home, "Library", "Caches")
    else:
        caches = os.environ.get("XDG_CACHE_HOME")
        if not caches or not os.path.isabs(caches):
            caches = home and os.path.join(home, ".cache")
    return os.path.join(caches, "loyd", "tables") if caches else None


def options(
    puzzle: str | None,
    shape: str | None = None,
    *,
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
    progress: Any = None,
) -> dict[str, Any]:
    """The options of a request."""
    if progress is not None and not callable(progress):
        raise TypeError("progress must be a function of a dictionary")
    return {
        "puzzle": "tiles" if puzzle is None else _string("puzzle", puzzle),
        "shape": shape,
        "goal": None if goal is None else text(goal)[0],
        "metric": metric,
        "algorithm": algorithm,
        "heuristic": heuristic,
        "pruning": pruning,
        "threads": (os.cpu_count() or 1) if threads is None else threads,
        "max_time": max_time,
        "max_nodes": max_nodes,
        "memory": memory,
        "tables": tables_folder() if cache else None,
        "progress": progress,
    }


def _string(what: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a text, and not {type(value).__name__}")
    return value


def text(position: Position) -> tuple[str, str | None]:
    """A position as a text, and the shape that its form tells."""
    if isinstance(position, str):
        return position, None
    tiles = _numbers(position)
    if tiles.ndim == 1:
        return " ".join(map(str, tiles.tolist())), None
    if tiles.ndim == 2:
        return " ".join(map(str, tiles.ravel().tolist())), f"{tiles.shape[1]}x{tiles.shape[0]}"
    raise error("board", f"an array of {tiles.ndim} dimensions is not a position: it has 1 or 2")


def texts(positions: Iterable[Position] | np.ndarray) -> tuple[list[str], str | None]:
    """Positions as texts, and the shape that their form tells."""
    if isinstance(positions, str):
        raise TypeError("positions must be a list or an array of positions, and not one text")
    if isinstance(positions, np.ndarray) and positions.dtype != object:
        if positions.ndim not in (2, 3):
            reason = "an array of boards has 2 dimensions (board, cell) or 3 (board, row, column)"
            raise error("board", f"an array of {positions.ndim} dimensions: {reason}")
        rows = _numbers(positions.reshape(len(positions), -1) if len(positions) else positions)
        shape = f"{positions.shape[2]}x{positions.shape[1]}" if positions.ndim == 3 else None
        return [" ".join(map(str, row)) for row in rows.tolist()], shape
    pairs = [text(position) for position in positions]
    shapes = {shape for _, shape in pairs}
    if len(shapes) > 1:
        raise error("size", "the positions have different shapes: solve those of each shape together")
    return [position for position, _ in pairs], next(iter(shapes), None)


def _numbers(position: Any) -> np.ndarray:
    """Tiles as whole numbers from 0 on."""
    tiles = np.asarray(position)
    if tiles.dtype == object or tiles.dtype.kind not in "iuf" or tiles.dtype.kind == "b":
        raise error("board", f"{_short(position)} is not a position: write a text or whole numbers")
    if tiles.dtype.kind == "f":
        if not np.isfinite(tiles).all() or (tiles != np.floor(tiles)).any():
            raise error("board", "tiles are whole numbers; the array has NaN or fractions")
        tiles = tiles.astype(np.int64)
    if tiles.size and int(tiles.min()) < 0:
        raise error("board", f"tiles are numbers from 0 on; the least is {tiles.min()}")
    return tiles


def states(rows: Any, width: int | None = None) -> np.ndarray:
    """States as rows of numbers of 16 bits."""
    array = _numbers(rows)
    if array.ndim == 3:
        array = array.reshape(len(array), -1)
    elif array.ndim == 1 and width is not None and array.size == width:
        array = array.reshape(1, -1)
    if array.ndim != 2:
        raise error("states", f"states are rows of numbers, and not {array.ndim}-dimensional")
    if array.size and int(array.max()) > 65535:
        raise error("states", f"{array.max()} is not a number of a state: it is more than 65535")
    return np.ascontiguousarray(array, dtype=np.uint16)


def small(rows: np.ndarray) -> np.ndarray:
    """Rows with a byte a number, if the numbers fit."""
    return rows.astype(np.uint8) if not rows.size or int(rows.max()) < 256 else rows


def definition(source: str | os.PathLike[str] | dict[str, Any]) -> str:
    """The text of a definition: given as text, as the content of a JSON file, or by a path."""
    import json

    if isinstance(source, dict):
        return json.dumps(source)
    if isinstance(source, os.PathLike) or (
        isinstance(source, str) and "\n" not in source and source.endswith((".json", ".def", ".tws"))
    ):
        return Path(source).read_text(encoding="utf-8")
    return _string("source", source)


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."
