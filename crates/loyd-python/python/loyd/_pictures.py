"""Pictures for notebooks: solutions that move, tables."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _loyd
from ._positions import options

if TYPE_CHECKING:
    from ._solve import Solution

#: The longest solution that moves in a picture.
LONGEST = 200
#: The rows of table that are shown.
ROWS = 20


def solution_svg(solution: Solution) -> str | None:
    """The position, moving along the path if there is one; None for puzzles without a picture."""
    moves = solution.moves or []
    path = " ".join(moves) if len(moves) <= LONGEST else ""
    request = options(solution.puzzle, None, goal=solution.goal, metric=solution.metric)
    return _loyd.moves_svg(solution.position, path, solution_title(solution), request)


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
