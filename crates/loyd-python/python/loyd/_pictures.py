"""Pictures for notebooks: boards and cubes as SVG, solutions that move, tables."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ._solve import Solution

#: Pixels of a tile, and of a facelet of a cube.
TILE = 44
FACELET = 18
#: Seconds of a move, and of the rest at the end.
MOVE = 0.5
REST = 1.5
#: The rows of table that are shown.
ROWS = 20

COLOURS = {"U": "#f4f4f0", "R": "#c0392b", "F": "#2f9e44", "D": "#f2c037", "L": "#e8772e", "B": "#2b62c0"}
#: The column and row of each face in the net.
NET = {"U": (1, 0), "L": (0, 1), "F": (1, 1), "R": (2, 1), "B": (3, 1), "D": (1, 2)}


def solution_svg(solution: Solution) -> str | None:
    """The position, moving along the path if there is one; None for puzzles without a picture."""
    start = _grid(solution.position, solution.puzzle)
    if start is None:
        return None
    frames = [start]
    moves = solution.moves or []
    if moves and len(moves) <= 200:
        from ._solve import verify

        puzzle = solution.puzzle
        for length in range(1, len(moves) + 1):
            replay = verify(
                solution.position, moves[:length], puzzle=puzzle, goal=solution.goal, metric=solution.metric
            )
            frame = None if replay.end is None else _grid(replay.end, puzzle)
            if frame is None:
                return None
            frames.append(frame)
    width, height, body = _cube(frames) if isinstance(start, str) else _board(frames)
    title = html.escape(solution_title(solution))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{title}"><title>{title}</title>{body}</svg>'
    )


def solution_title(solution: Solution) -> str:
    """The result in a few words."""
    if solution.length is None:
        return f"{solution.puzzle}: {solution.status}"
    proof = "a shortest path" if solution.proven else f"not proven shortest, at least {solution.lower_bound}"
    return f"{solution.puzzle}: {solution.length} moves, {proof}"


def solution_html(solution: Solution) -> str:
    """The picture with the moves and the counters."""
    rows = [("result", solution_title(solution))]
    if solution.moves:
        rows.append(("moves", " ".join(solution.moves)))
    if solution.expanded is not None:
        rows.append(("expanded", f"{solution.expanded:,} states in {solution.seconds or 0:.3g} s"))
    rows.append(("with", f"{solution.algorithm}, {solution.heuristic}" if solution.algorithm else "no search"))
    if solution.message:
        rows.append(("remark", solution.message))
    cells = "".join(
        f'<tr><th style="text-align:left">{name}</th><td style="text-align:left">{html.escape(str(value))}</td></tr>'
        for name, value in rows
    )
    return f"<div>{solution_svg(solution) or ''}<table>{cells}</table></div>"


def table_html(columns: dict[str, np.ndarray]) -> str:
    """The first rows of a table."""
    count = len(next(iter(columns.values()), ()))
    head = "".join(f"<th>{name}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(str(column[row]))}</td>" for column in columns.values()) + "</tr>"
        for row in range(min(count, ROWS))
    )
    more = f"<p>and {count - ROWS} more</p>" if count > ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _grid(position: str | None, puzzle: str | None) -> Any:
    """The facelets of a cube as text, or the tiles of a board as an array; None for other puzzles."""
    if position is None or puzzle is None:
        return None
    if puzzle in ("cube2", "cube3"):
        letters = "".join(position.split())
        if len(letters) == (24 if puzzle == "cube2" else 54) and set(letters) <= set(COLOURS):
            return letters
        from ._solve import verify

        end = verify(position, "", puzzle=puzzle).end
        return None if end is None else end
    sides = puzzle.split("x")
    if len(sides) != 2 or not all(side.isdigit() for side in sides):
        return None
    columns, rows = int(sides[0]), int(sides[1])
    tiles = position.replace(",", " ").replace("/", " ").split()
    if len(tiles) != columns * rows or not all(tile.isdigit() for tile in tiles) or columns * rows > 400:
        return None
    return np.array(tiles, dtype=np.int64).reshape(rows, columns)


def _times(frames: list[Any]) -> tuple[list[float], float]:
    """The share of the duration at which each frame begins, and the duration."""
    duration = MOVE * (len(frames) - 1) + 2 * REST
    begins = [0.0] + [(REST + MOVE * number) / duration for number in range(len(frames) - 1)]
    return begins, duration


def _board(frames: list[np.ndarray]) -> tuple[int, int, str]:
    rows, columns = frames[0].shape
    width, height = columns * TILE + 4, rows * TILE + 4
    begins, duration = _times(frames)
    places = [{int(tile): divmod(cell, columns) for cell, tile in _cells(frame)} for frame in frames]
    body = [f'<rect width="{width}" height="{height}" rx="6" fill="#39424e"/>']
    for tile in sorted(places[0]):
        if tile == 0:
            continue
        row, column = places[0][tile]
        hue = (tile * 137) % 360
        animate = ""
        path = [place[tile] for place in places]
        if len(set(path)) > 1:
            values, times = [f"{column * TILE},{row * TILE}"], [0.0]
            for number in range(1, len(path)):
                if path[number] != path[number - 1]:
                    before, after = path[number - 1], path[number]
                    end = begins[number] + 0.8 * MOVE / duration
                    values += [f"{before[1] * TILE},{before[0] * TILE}", f"{after[1] * TILE},{after[0] * TILE}"]
                    times += [begins[number], min(end, 1.0)]
            values.append(values[-1])
            times.append(1.0)
            keys = ";".join(f"{time:.5f}" for time in times)
            animate = (
                f'<animateTransform attributeName="transform" type="translate" dur="{duration:.2f}s" '
                f'repeatCount="indefinite" values="{";".join(values)}" keyTimes="{keys}"/>'
            )
        size = TILE * (0.45 if tile < 100 else 0.36)
        body.append(
            f'<g transform="translate({column * TILE},{row * TILE})">{animate}'
            f'<rect x="3.5" y="3.5" width="{TILE - 3}" height="{TILE - 3}" rx="5" fill="hsl({hue},45%,86%)"/>'
            f'<text x="{TILE / 2 + 2}" y="{TILE / 2 + 2}" font-family="sans-serif" font-size="{size:.0f}" '
            f'text-anchor="middle" dominant-baseline="central" fill="#1c2733">{tile}</text></g>'
        )
    return width, height, "".join(body)


def _cells(frame: np.ndarray) -> list[tuple[int, int]]:
    return list(zip(range(frame.size), frame.ravel().tolist()))


def _cube(frames: list[str]) -> tuple[int, int, str]:
    side = 2 if len(frames[0]) == 24 else 3
    face = side * FACELET + 4
    width, height = 4 * face, 3 * face
    begins, duration = _times(frames)
    body = []
    for number in range(len(frames[0])):
        column, row = NET["URFDLB"[number // (side * side)]]
        x = column * face + number % side * FACELET + 2
        y = row * face + number // side % side * FACELET + 2
        colours = [COLOURS.get(frame[number], "#888") for frame in frames]
        animate = ""
        if len(set(colours)) > 1:
            keys = ";".join(f"{time:.5f}" for time in begins)
            animate = (
                f'<animate attributeName="fill" calcMode="discrete" dur="{duration:.2f}s" '
                f'repeatCount="indefinite" values="{";".join(colours)}" keyTimes="{keys}"/>'
            )
        body.append(
            f'<rect x="{x}" y="{y}" width="{FACELET - 1}" height="{FACELET - 1}" rx="2" fill="{colours[0]}" '
            f'stroke="#1c2733" stroke-width="0.8">{animate}</rect>'
        )
    return width, height, "".join(body)
