/**
 * The nodes of a tree that are drawn at a moment. A small tree is drawn whole. Of a large one, the path
 * to the current node, the siblings along it and the current node's children are always drawn; other
 * subtrees are drawn as far as there is room, the rest of each as a number.
 */

import { pathTo, type Timeline, type TreeNode } from '../model/timeline';

export interface VisibleTree {
  root: number;
  children: Map<number, number[]>;
  /** Nodes below a drawn node that are not drawn. */
  hidden: Map<number, number>;
  /** The path to the current node. */
  path: Set<number>;
  /** The current node, or the last one of this side. */
  current: number;
}

export interface Options {
  /** The greatest number of drawn nodes, beside the nodes that are always drawn. */
  maxNodes: number;
  /** Draws one side of a bidirectional search. */
  backward: boolean;
  /** A node whose path is shown as well. */
  selected: number | null;
}

/** The visible part of the tree at a frame; null before the first node. */
export function visibleTree(timeline: Timeline, at: number, options: Options): VisibleTree | null {
  const frame = timeline.frames[at];
  if (!frame) return null;
  const present = (node: TreeNode): boolean =>
    node.born <= at && node.tree === frame.tree && node.backward === options.backward;
  const root = timeline.nodes.find((node) => node.parent === null && present(node));
  if (!root) return null;
  const current = currentOf(timeline, at, present) ?? root;
  const path = new Set(pathTo(timeline, current.id));
  const childrenOf = (id: number): number[] =>
    (timeline.nodes[id]?.children ?? []).filter((child) => {
      const node = timeline.nodes[child];
      return node !== undefined && present(node);
    });

  const open = new Set<number>(path);
  if (frame.node >= 0) open.add(frame.node);
  open.add(current.id);
  const selected = options.selected === null ? undefined : timeline.nodes[options.selected];
  if (selected && present(selected)) for (const id of pathTo(timeline, selected.id)) open.add(id);
  const shown = new Set<number>([root.id]);
  for (const id of open) for (const child of childrenOf(id)) shown.add(child);
  // The nearest levels of the other subtrees, as far as there is room.
  let queue = [...shown].filter((id) => !open.has(id));
  while (queue.length > 0) {
    const next: number[] = [];
    for (const id of queue) {
      const children = childrenOf(id);
      if (children.length === 0 || shown.size + children.length > options.maxNodes) continue;
      open.add(id);
      for (const child of children) {
        shown.add(child);
        next.push(child);
      }
    }
    queue = next;
  }

  const sizes = presentSizes(timeline, root.id, present);
  const tree: VisibleTree = { root: root.id, children: new Map(), hidden: new Map(), path, current: current.id };
  for (const id of shown) {
    if (open.has(id)) tree.children.set(id, childrenOf(id));
    else if ((sizes[id] ?? 1) > 1) tree.hidden.set(id, (sizes[id] ?? 1) - 1);
  }
  return tree;
}

/** The node of a frame, or of the last one before it that belongs to the tree. */
function currentOf(timeline: Timeline, at: number, present: (node: TreeNode) => boolean): TreeNode | null {
  for (let index = at; index >= 0; index--) {
    const frame = timeline.frames[index];
    if (!frame || frame.tree !== timeline.frames[at]?.tree) return null;
    for (const id of [index === at ? frame.child : -1, frame.node]) {
      const node = timeline.nodes[id];
      if (node && present(node)) return node;
    }
  }
  return null;
}

/** The number of present nodes of every subtree. Nodes are numbered as they were generated. */
function presentSizes(timeline: Timeline, root: number, present: (node: TreeNode) => boolean): Int32Array {
  const sizes = new Int32Array(timeline.nodes.length);
  for (let id = timeline.nodes.length - 1; id >= root; id--) {
    const node = timeline.nodes[id];
    if (!node || !present(node)) continue;
    sizes[id] = (sizes[id] ?? 0) + 1;
    if (id !== root && node.parent !== null) sizes[node.parent] = (sizes[node.parent] ?? 0) + (sizes[id] ?? 0);
  }
  return sizes;
}
