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

/** The open list after the event of a frame. */
export function openList(timeline: Timeline, frame: number, algorithm: Algorithm): OpenList {
  const tree = timeline.frames[frame]?.tree ?? 0;
  const present = timeline.nodes.filter((node) => node.tree === tree && node.openFrom <= frame);
  const entries = present.filter((node) => node.openUntil > frame);
  const reopened = new Set<number>();
  for (const node of present) if (node.fate === 'reopened' && node.twin !== null && node.openUntil > frame) reopened.add(node.twin);
  const states = new Set(present.filter((node) => node.expanded <= frame).map((node) => `${node.backward ? 'B' : 'F'} ${node.board}`));
  const closed = states.size - reopened.size;
  return { entries: entries.sort((a, b) => compareOpen(a, b, algorithm)), closed };
}

/** The state of a node at a frame. */
export type Standing = 'open' | 'closed' | 'current' | 'generated' | 'rejected' | 'replaced' | 'path';

export function standing(node: TreeNode, frame: Frame, at: number): Standing {
  if (node.id === frame.node && frame.kind !== 'end') return 'current';
  if (node.id === frame.child) return 'generated';
  if (node.expanded <= at) return 'closed';
  if (['duplicate', 'ignored', 'pruned', 'late'].includes(node.fate)) return 'rejected';
  if (node.openFrom <= at) return node.openUntil > at ? 'open' : node.expanded === Infinity ? 'replaced' : 'closed';
  return node.fate === 'met' || node.fate === 'goal' ? 'path' : 'open';
}
