/**
 * A tidy drawing of a tree: E. M. Reingold, J. S. Tilford, *Tidier Drawings of Trees* (1981), with
 * contours. Nodes of one depth are on one line, subtrees do not overlap, a parent is centred above
 * its children, and equal subtrees are drawn equally.
 *
 * Positions are in units of a node's width (`x`) and of a level (`y`).
 */

export interface Placed {
  id: number;
  x: number;
  y: number;
}

export interface TreeShape {
  root: number;
  children: (id: number) => readonly number[];
  /** Room that a node takes sideways, in units; default 1. */
  width?: (id: number) => number;
}

/** The least and greatest x of each level of a subtree, relative to its root. */
interface Contour {
  left: number[];
  right: number[];
}

interface Subtree {
  id: number;
  depth: number;
  /** x relative to the parent. */
  offset: number;
  children: Subtree[];
  contour: Contour;
}

const GAP = 0.15;

export function tidy(tree: TreeShape): Placed[] {
  const placed: Placed[] = [];
  // Trees of iterative deepening are as deep as their bound, far from the limit of recursion.
  const place = (subtree: Subtree, x: number): void => {
    placed.push({ id: subtree.id, x, y: subtree.depth });
    for (const child of subtree.children) place(child, x + child.offset);
  };
  place(arrange(tree, tree.root, 0), 0);
  const min = Math.min(...placed.map(({ x }) => x));
  return placed.map((node) => ({ ...node, x: node.x - min }));
}

function arrange(tree: TreeShape, id: number, depth: number): Subtree {
  const half = (tree.width?.(id) ?? 1) / 2;
  const children = tree.children(id).map((child) => arrange(tree, child, depth + 1));
  const merged: Contour = { left: [], right: [] };
  for (const child of children) {
    child.offset = separation(merged.right, child.contour.left);
    merge(merged, child.contour, child.offset);
  }
  const [first, last] = [children[0], children.at(-1)];
  const middle = first && last ? (first.offset + last.offset) / 2 : 0;
  for (const child of children) child.offset -= middle;
  const shift = (values: number[]) => values.map((value) => value - middle);
  const contour = { left: [-half, ...shift(merged.left)], right: [half, ...shift(merged.right)] };
  return { id, depth, offset: 0, children, contour };
}

/** The distance at which a subtree stands clear of those to its left. */
function separation(right: readonly number[], left: readonly number[]): number {
  if (right.length === 0) return 0;
  let distance = -Infinity;
  for (let level = 0; level < Math.min(right.length, left.length); level++) {
    distance = Math.max(distance, (right[level] ?? 0) - (left[level] ?? 0) + GAP);
  }
  return distance;
}

function merge(all: Contour, next: Contour, offset: number): void {
  next.left.forEach((value, level) => {
    all.left[level] = Math.min(all.left[level] ?? Infinity, value + offset);
  });
  next.right.forEach((value, level) => {
    all.right[level] = Math.max(all.right[level] ?? -Infinity, value + offset);
  });
}
