/**
 * Best-first searches, from one side or from both, and searches from goal to goal.
 *
 * Expansions are those of the trace; children are generated and compared with the open and the closed
 * list as the pseudocode says.
 */

import type { TraceExpansion, TraceResult, TraceStep } from '../../../engine/protocol';
import type { Algorithm } from './algorithm';
import { estimator, manhattanOf, type Estimator } from './heuristics';
import { formatTiles, mayFollow, successors, type Shape } from './position';
import { complete, SLICE, TimelineBuilder, type Fate, type Slices, type TreeNode } from './timeline';

/** A sliding puzzle with its positions as tiles. */
export interface Sliding {
  shape: Shape;
  metric: string;
  start: number[];
  goal: number[];
}

/** The nodes of the states that one side has reached. */
class Side {
  readonly nodes = new Map<string, TreeNode>();
  layer = 0;

  constructor(
    readonly estimate: Estimator | null,
    readonly key: (tiles: readonly number[]) => string,
  ) {}
}

export function bestFirst(trace: TraceResult, algorithm: Algorithm, puzzle: Sliding): Slices {
  return new BestFirst(trace, algorithm, puzzle).run();
}

class BestFirst {
  private readonly build = new TimelineBuilder();
  private readonly nodeOfStep: number[] = [];
  /** Recorded estimates, for heuristics that the page cannot compute. */
  private readonly recorded = new Map<string, number>();
  private sides: [Side, Side];
  private stage = 0;
  private best = Infinity;
  private met: [number, number] | null = null;
  private readonly both: boolean;

  constructor(
    private readonly trace: TraceResult,
    private readonly algorithm: Algorithm,
    private readonly puzzle: Sliding,
  ) {
    this.both = algorithm.family === 'bidirectional';
    for (const step of trace.steps) {
      if (step.kind === 'expansion' && step.board !== null)
        this.recorded.set(recordedKey(step.backward, step.board), step.h);
    }
    this.sides = this.newSides();
  }

  *run(): Slices {
    if (this.both) this.addRoots();
    for (const [number, step] of this.trace.steps.entries()) {
      if (number % SLICE === SLICE - 1) yield;
      if (step.kind === 'expansion') this.expand(step, number);
      else this.event(step, number);
    }
    this.end();
    return this.build.finish(true);
  }

  /** Both ends are open from the beginning. */
  private addRoots(): void {
    const ends = [this.puzzle.start, this.puzzle.goal] as const;
    ends.forEach((tiles, number) => {
      const [backward, board] = [number === 1, formatTiles(tiles)];
      const h = this.recorded.get(recordedKey(backward, board)) ?? null;
      const node = this.build.add({ parent: null, move: null, board, g: 0, h, f: h, backward, fate: 'root' });
      node.born = node.openFrom = -1;
      this.sides[number]?.nodes.set(formatTiles(tiles), node);
    });
  }

  private newSides(): [Side, Side] {
    const { goal, start, shape, metric } = this.puzzle;
    const { family, apart } = this.algorithm;
    if (family === 'stages') {
      const cells = (this.trace.intermediate_goals ?? []).slice(0, this.stage + 1).flat();
      const tiles = new Set(cells.map((cell) => goal[cell] ?? 0));
      const matters = (tile: number) => tile !== 0 && tiles.has(tile);
      const estimate = manhattanOf(goal, shape, matters);
      const key = apart
        ? formatTiles
        : (board: readonly number[]) => board.map((tile) => (tile === 0 || matters(tile) ? tile : '·')).join(' ');
      const hasGoals = this.trace.intermediate_goals !== null;
      return [new Side(hasGoals ? estimate : null, key), new Side(null, key)];
    }
    const { heuristic, algorithm } = this.trace;
    const name = this.algorithm.hWeight === 0 || algorithm === 'bibfs' ? 'zero' : heuristic;
    const forward = estimator(name, goal, shape, metric);
    const backward = estimator(name, start, shape, metric);
    return [new Side(forward, formatTiles), new Side(backward, formatTiles)];
  }

  private event(step: Exclude<TraceStep, TraceExpansion>, number: number): void {
    const { value } = step;
    if (step.kind === 'iteration') {
      this.build.tree++;
      this.build.frame('iteration', number, { value });
    } else if (step.kind === 'intermediate_goal') {
      this.reachStage(number);
      this.stage = value;
      this.build.tree++;
      this.sides = this.newSides();
      this.build.frame('stage', number, { value });
    } else {
      if (this.algorithm.family === 'stages') this.reachStage(number);
      this.best = Math.min(this.best, value);
      this.build.frame('solution', number, { value });
    }
  }

  /** Shows that the goal of a stage was chosen, which the trace does not record. */
  private reachStage(step: number): void {
    const cells = (this.trace.intermediate_goals ?? []).slice(0, this.stage + 1).flat();
    const { goal } = this.puzzle;
    const reached = this.openNodes().filter((node) => {
      const tiles = node.board.split(' ').map(Number);
      return cells.every((cell) => tiles[cell] === goal[cell]);
    });
    const first = this.first(reached);
    if (cells.length > 0 && first) this.reach(first, step);
  }

  private reach(goal: TreeNode, step: number): void {
    goal.openUntil = goal.reached = this.build.now;
    // Every heuristic is 0 at the goal.
    goal.h ??= 0;
    goal.f ??= this.algorithm.gWeight * goal.g;
    this.build.frame('goal', step, { node: goal.id });
    this.build.solution = this.build.path(goal.id);
  }

  private openNodes(): TreeNode[] {
    const now = this.build.now;
    return this.build.nodes.filter(
      (node) => node.openFrom < now && node.openUntil >= now && node.tree === this.build.tree,
    );
  }

  private first(nodes: TreeNode[]): TreeNode | undefined {
    return [...nodes].sort((a, b) => compareOpen(a, b, this.algorithm))[0];
  }

  private expand(step: TraceExpansion, number: number): void {
    const { build, algorithm } = this;
    const board = step.board ?? '';
    const tiles = board.split(' ').map(Number);
    const { backward, open, closed } = step;
    const side = this.sides[backward ? 1 : 0];
    const key = side.key(tiles);
    let node = side.nodes.get(key);
    if (!node || node.openUntil < build.now) {
      // A root, or a state that the derived lists do not have: as it is recorded.
      const parent = step.parent === null ? null : (this.nodeOfStep[step.parent] ?? null);
      const move = parent === null ? null : step.move;
      node = build.add({ parent, move, board, g: step.g, h: step.h, f: step.f, backward, fate: 'root' });
      node.openFrom = build.now - 1;
      side.nodes.set(key, node);
    }
    node.board = board;
    node.h = step.h;
    node.f = step.f;
    node.g = step.g;
    node.openUntil = build.now;
    node.expanded = build.now;
    this.nodeOfStep[number] = node.id;
    build.frame('choose', number, { node: node.id, open, closed });
    const { shape, metric } = this.puzzle;
    // Only best-first search leaves out the slide back without looking it up.
    const last = this.both ? null : node.move;
    for (const { move, tiles: after } of successors(tiles, shape, metric)) {
      if (!mayFollow(last, move, metric)) continue;
      const childBoard = formatTiles(after);
      const h = side.estimate ? side.estimate(after) : (this.recorded.get(recordedKey(backward, childBoard)) ?? null);
      const g = node.g + 1;
      const f = h === null && algorithm.hWeight !== 0 ? null : algorithm.gWeight * g + algorithm.hWeight * (h ?? 0);
      const child = build.add({ parent: node.id, move, board: childBoard, g, h, f, backward, fate: 'inserted' });
      this.settle(child, side, this.sides[backward ? 0 : 1], after);
      build.frame('child', number, { node: node.id, child: child.id });
      if (child.fate === 'met' && algorithm.name === 'bibfs') return;
    }
  }

  /** Compares a generated child with the lists. */
  private settle(child: TreeNode, side: Side, other: Side, tiles: readonly number[]): void {
    const key = side.key(tiles);
    const twin = side.nodes.get(key);
    const counterpart = this.both ? other.nodes.get(key) : undefined;
    if (this.algorithm.name === 'nbs' && child.f !== null && child.f >= this.best) {
      child.fate = 'late';
      return;
    }
    child.fate = fateOf(child, twin, this.build.now, this.algorithm);
    child.twin = twin?.id ?? null;
    if (child.fate === 'duplicate' || child.fate === 'ignored') return;
    if (twin && twin.openUntil > this.build.now) twin.openUntil = this.build.now;
    child.openFrom = this.build.now;
    // A cheaper path does not change a key without g, so the entry keeps its place.
    if (child.fate === 'lowered' && this.algorithm.gWeight === 0 && twin) child.age = twin.age;
    side.nodes.set(key, child);
    const cost = counterpart ? child.g + counterpart.g : Infinity;
    if (counterpart && cost < this.best) {
      this.best = cost;
      child.fate = 'met';
      child.twin = counterpart.id;
      this.met = child.backward ? [counterpart.id, child.id] : [child.id, counterpart.id];
    }
  }

  private end(): void {
    const { build, trace } = this;
    const last = Math.max(0, trace.steps.length - 1);
    if (!trace.end) return;
    if (trace.end.status === 'solved' && complete(trace)) {
      if (this.both) {
        if (this.met) build.solution = this.met.flatMap((id) => build.path(id));
      } else {
        const goal = formatTiles(this.puzzle.goal);
        const reached = this.first(this.openNodes().filter((node) => node.board === goal));
        if (reached) this.reach(reached, last);
      }
    }
    build.frame('end', last, {
      node: build.solution.at(-1) ?? build.frames.at(-1)?.node ?? -1,
      value: trace.end.expanded,
    });
  }
}

function fateOf(child: TreeNode, twin: TreeNode | undefined, now: number, algorithm: Algorithm): Fate {
  if (!twin) return 'inserted';
  if (child.g >= twin.g) return 'duplicate';
  const closed = twin.openUntil < now;
  if (algorithm.lowering === 'never' || (closed && algorithm.lowering === 'open')) return 'ignored';
  return closed ? 'reopened' : 'lowered';
}

function recordedKey(backward: boolean, board: string): string {
  return `${backward ? 'B' : 'F'} ${board}`;
}

/** The order of the open list: least priority first, then ties, then age. */
export function compareOpen(a: TreeNode, b: TreeNode, algorithm: Algorithm): number {
  const [fa, fb] = [a.f ?? Infinity, b.f ?? Infinity];
  if (fa !== fb) return fa - fb;
  if (algorithm.ties === 'high-g' && a.g !== b.g) return b.g - a.g;
  if (algorithm.ties === 'low-g' && a.g !== b.g) return a.g - b.g;
  return algorithm.ties === 'fifo' ? a.age - b.age : b.age - a.age;
}
