/**
 * A recorded search as frames: moments between which exactly one thing happens. A trace records
 * expansions; the children of each, and what became of them, are derived by doing what the
 * pseudocode does.
 */

import type { TraceResult } from '../../../engine/protocol';

/** What became of a generated child. */
export type Fate =
  /** New: put on the open list. */
  | 'inserted'
  /** Known, at no greater cost: ignored. */
  | 'duplicate'
  /** Known and open at a greater cost: its key is lowered. */
  | 'lowered'
  /** Known and closed at a greater cost: open again. */
  | 'reopened'
  /** Known at a greater cost, which this algorithm does not correct. */
  | 'ignored'
  /** Its f is greater than the bound. */
  | 'pruned'
  /** Its f is within the bound: visited next. */
  | 'descended'
  /** The goal. */
  | 'goal'
  /** The other side has reached the state: the searches meet. */
  | 'met'
  /** As far as or farther than the best solution. */
  | 'late'
  /** The start of a search, or read from the trace. */
  | 'root';

export interface TreeNode {
  id: number;
  parent: number | null;
  children: number[];
  move: string | null;
  /** The position as text. */
  board: string;
  g: number;
  /** Null if it was not recorded and cannot be computed here. */
  h: number | null;
  f: number | null;
  backward: boolean;
  fate: Fate;
  /** The number of the tree: each iteration and each intermediate goal starts another tree. */
  tree: number;
  /** Frames at which it was generated, expanded and left the open list; Infinity if never. */
  born: number;
  expanded: number;
  openFrom: number;
  openUntil: number;
  /** The frame at which the node was chosen as the goal; Infinity if never. */
  reached: number;
  /** Decides between equal keys: the frame at which its key was set. */
  age: number;
  /** The node that holds the same state, for duplicates, or the one that this one replaces. */
  twin: number | null;
  /** The number of the subtree's nodes, itself included, at the end. */
  size: number;
}

export type FrameKind = 'iteration' | 'stage' | 'choose' | 'child' | 'solution' | 'goal' | 'end';

export interface Frame {
  kind: FrameKind;
  /** The step of the trace. */
  step: number;
  /** The chosen or expanded node; for events the root of the next tree; -1 without a node. */
  node: number;
  /** The child that is generated; -1 for other kinds. */
  child: number;
  /** The number of the tree that is shown. */
  tree: number;
  /** The bound of the iteration, the number of the intermediate goal, the cost of a solution. */
  value: number | null;
  /** The least pruned f of the iteration so far. */
  nextBound: number | null;
  /** Sizes of the lists as recorded before this expansion. */
  open: number | null;
  closed: number | null;
}

export interface Timeline {
  nodes: TreeNode[];
  frames: Frame[];
  /** The frame with which each step of the trace begins. */
  frameOfStep: number[];
  /** Frames that start an iteration or the search for an intermediate goal. */
  milestones: number[];
  /** The nodes of the solution's path, if it is known. */
  solution: number[];
  /** True if the open list could be derived. */
  derived: boolean;
}

/** True if every expansion was recorded. */
export function complete(trace: TraceResult): boolean {
  return trace.steps.filter((step) => step.kind === 'expansion').length === trace.end?.expanded;
}

/** A timeline that is built in slices, so that the page responds in between. */
export type Slices = Generator<undefined, Timeline>;

/** Steps of a trace after which a builder pauses. */
export const SLICE = 250;

/** Collects nodes and frames. */
export class TimelineBuilder {
  readonly nodes: TreeNode[] = [];
  readonly frames: Frame[] = [];
  readonly frameOfStep: number[] = [];
  readonly milestones: number[] = [];
  solution: number[] = [];
  tree = 0;

  /** The frame that is added next. */
  get now(): number {
    return this.frames.length;
  }

  node(id: number): TreeNode {
    const node = this.nodes[id];
    if (!node) throw new Error(`unknown node ${id}`);
    return node;
  }

  add(part: Pick<TreeNode, 'parent' | 'move' | 'board' | 'g' | 'h' | 'f' | 'backward' | 'fate'>): TreeNode {
    const node: TreeNode = {
      ...part,
      id: this.nodes.length,
      children: [],
      tree: this.tree,
      born: this.now,
      expanded: Infinity,
      openFrom: Infinity,
      openUntil: Infinity,
      reached: Infinity,
      age: this.now,
      twin: null,
      size: 1,
    };
    this.nodes.push(node);
    if (node.parent !== null) this.node(node.parent).children.push(node.id);
    return node;
  }

  frame(kind: FrameKind, step: number, part: Partial<Frame> = {}): Frame {
    const frame: Frame = {
      kind,
      step,
      node: -1,
      child: -1,
      tree: this.tree,
      value: null,
      nextBound: null,
      open: null,
      closed: null,
      ...part,
    };
    this.frameOfStep[step] ??= this.frames.length;
    if (kind === 'iteration' || kind === 'stage') this.milestones.push(this.frames.length);
    this.frames.push(frame);
    return frame;
  }

  finish(derived: boolean): Timeline {
    for (let id = this.nodes.length - 1; id >= 0; id--) {
      const node = this.node(id);
      if (node.parent !== null) this.node(node.parent).size += node.size;
    }
    const { nodes, frames, frameOfStep, milestones, solution } = this;
    return { nodes, frames, frameOfStep, milestones, solution, derived };
  }

  /** The nodes from the root to a node. */
  path(id: number): number[] {
    const path: number[] = [];
    for (let at: number | null = id; at !== null; at = this.node(at).parent) path.unshift(at);
    return path;
  }
}

/** The nodes from the root to a node. */
export function pathTo(timeline: Timeline, id: number): number[] {
  const path: number[] = [];
  for (let at: number | null = id; at !== null; at = timeline.nodes[at]?.parent ?? null) path.unshift(at);
  return path;
}
