/** The open list, the path and the newest nodes of a moment: a view of the timeline at one frame. */

import { compareOpen } from './best_first';
import type { Algorithm } from './algorithm';
import type { Frame, Timeline, TreeNode } from './timeline';

export interface OpenList {
  /** In the order of expansion. */
  entries: TreeNode[];
  /** States expanded and not open again. */
  closed: number;
}

/** The lists of the last moments: panels of one picture ask for the same. */
const recent = new WeakMap<Timeline, Map<number, OpenList>>();
const REMEMBERED = 4;

/** The open list after the event of a frame. */
export function openList(timeline: Timeline, frame: number, algorithm: Algorithm): OpenList {
  const lists = recent.get(timeline) ?? new Map<number, OpenList>();
  const cached = lists.get(frame);
  if (cached) return cached;
  const list = listAt(timeline, timeline.frames[frame]?.tree ?? 0, frame, algorithm);
  if (lists.size >= REMEMBERED) lists.clear();
  lists.set(frame, list);
  recent.set(timeline, lists);
  return list;
}

/** The open list that a frame shows: the chosen state is on it until its first successor is generated. */
export function shownList(timeline: Timeline, frame: number, algorithm: Algorithm): OpenList {
  const shown = timeline.frames[frame];
  if (shown?.kind !== 'choose') return openList(timeline, frame, algorithm);
  return listAt(timeline, shown.tree, frame - 1, algorithm);
}

/** The open list of a tree after the event of a frame. */
function listAt(timeline: Timeline, tree: number, frame: number, algorithm: Algorithm): OpenList {
  const entries: TreeNode[] = [];
  let closed = 0;
  for (const node of timeline.nodes) {
    if (node.tree !== tree || node.openFrom > frame) continue;
    if (node.openUntil > frame) entries.push(node);
    if (node.expanded <= frame) closed++;
    // The state was closed as another node, and is counted as this one.
    if (node.fate === 'reopened') closed--;
  }
  return { entries: entries.sort((a, b) => compareOpen(a, b, algorithm)), closed };
}

/** The state of a node at a frame. */
export type Standing = 'open' | 'closed' | 'current' | 'generated' | 'rejected' | 'replaced' | 'path';

export function standing(node: TreeNode, frame: Frame, at: number): Standing {
  if (node.id === frame.node && frame.kind !== 'end') return 'current';
  if (node.id === frame.child) return 'generated';
  if (node.reached <= at) return 'path';
  if (node.expanded <= at) return 'closed';
  if (['duplicate', 'ignored', 'pruned', 'late'].includes(node.fate)) return 'rejected';
  if (node.openFrom <= at) return node.openUntil > at ? 'open' : node.expanded === Infinity ? 'replaced' : 'closed';
  return node.fate === 'met' || node.fate === 'goal' ? 'path' : 'open';
}
