/** A tidy tree in pixels: with its root at the top, or at the left where that shows a deep tree larger. */

import { fitting, type Extent } from '../viewport';
import type { Placed } from './tidy';

/** Size of a drawn node, and of its place: beside its siblings, and from level to level. */
export interface NodeSize {
  width: number;
  height: number;
  column: number;
  row: number;
}

export interface TreeDrawing {
  extent: Extent;
  /** The upper left corner of a node. */
  corner: (node: Placed) => { x: number; y: number };
  edge: (from: Placed, to: Placed) => string;
}

/** Room below a node for the number of nodes that are not drawn. */
const BELOW = 18;
/** Room between levels that run to the right. */
const BETWEEN = 34;

export function downwards(placed: readonly Placed[], size: NodeSize): TreeDrawing {
  const corner = ({ x, y }: Placed) => ({ x: (x + 0.5) * size.column - size.width / 2, y: y * size.row });
  return {
    extent: extentOf(placed, size.column, size.row),
    corner,
    edge: (from, to) => {
      const [a, b] = [corner(from), corner(to)];
      const [x1, y1, x2] = [a.x + size.width / 2, a.y + size.height, b.x + size.width / 2];
      const middle = (y1 + b.y) / 2;
      return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${b.y}`;
    },
  };
}

export function sideways(placed: readonly Placed[], size: NodeSize): TreeDrawing {
  const [beside, deeper] = [size.height + BELOW, size.width + BETWEEN];
  const corner = ({ x, y }: Placed) => ({ x: y * deeper, y: x * beside });
  const { width, height } = extentOf(placed, beside, deeper);
  return {
    extent: { width: height, height: width },
    corner,
    edge: (from, to) => {
      const [a, b] = [corner(from), corner(to)];
      const [x1, y1, y2] = [a.x + size.width, a.y + size.height / 2, b.y + size.height / 2];
      const middle = (x1 + b.x) / 2;
      return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${b.x} ${y2}`;
    },
  };
}

/** The direction in which the whole tree is drawn larger; downwards unless the gain is clear. */
export function larger(placed: readonly Placed[], size: NodeSize, box: Extent): 'down' | 'right' {
  const scale = (drawing: TreeDrawing) => fitting(drawing.extent, box).scale;
  return scale(sideways(placed, size)) > 1.2 * scale(downwards(placed, size)) ? 'right' : 'down';
}

function extentOf(placed: readonly Placed[], column: number, row: number): Extent {
  const extent = (values: number[]) => Math.max(0, ...values) + 1;
  return { width: extent(placed.map(({ x }) => x)) * column, height: extent(placed.map(({ y }) => y)) * row };
}
