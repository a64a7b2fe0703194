/** Small boards, for nodes of the tree and rows of the open list. */

import { useMemo } from 'preact/hooks';
import type { Shape } from './model/position';

/** The side of a cell in the drawing. */
export const CELL = 15;

/** A small board as a separate picture. */
export function BoardPicture({ board, goal, shape }: { board: string; goal: string; shape: Shape }) {
  const drawing = useMemo(() => <MiniBoard {...{ board, goal, shape }} />, [board, goal, shape]);
  return (
    <svg class="mini-board" viewBox={`0 0 ${shape.width * CELL} ${shape.height * CELL}`} aria-hidden="true">
      {drawing}
    </svg>
  );
}

/** A small board: one shape for all tiles, another for tiles in place. */
export function MiniBoard({ board, goal, shape }: { board: string; goal: string; shape: Shape }) {
  const to = goal.split(' ');
  const tiles = board
    .split(' ')
    .map((tile, cell) => ({
      tile,
      placed: to[cell] === tile,
      x: (cell % shape.width) * CELL,
      y: Math.floor(cell / shape.width) * CELL,
    }))
    .filter(({ tile }) => tile !== '0');
  const squares = (placed: boolean): string =>
    tiles
      .filter((tile) => tile.placed === placed)
      .map(({ x, y }) => `M${x + 0.75} ${y + 0.75}h${CELL - 1.5}v${CELL - 1.5}h${1.5 - CELL}z`)
      .join('');
  return (
    <>
      <path class="mini-tiles" d={squares(false)} />
      <path class="mini-tiles placed" d={squares(true)} />
      {tiles.map(({ tile, placed, x, y }) => (
        <text key={tile} class={placed ? 'mini-number placed' : 'mini-number'} x={x + CELL / 2} y={y + CELL / 2 + 3.3}>
          {tile}
        </text>
      ))}
    </>
  );
}
