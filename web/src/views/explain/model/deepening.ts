/**
 * Iterative deepening: each iteration is a separate tree, and children above the bound are pruned.
 *
 * The trace has the expansions in depth-first order. Between two of them lie the children that were
 * generated and pruned: those that come before the next expansion in the order of slides.
 */

import type { TraceExpansion, TraceResult } from '../../../engine/protocol';
import { estimator, type Estimator } from './heuristics';
import { equal, formatTiles, mayFollow, successors, type Successor } from './position';
import type { Sliding } from './best_first';
import { complete, SLICE, TimelineBuilder, type Fate, type Slices, type TreeNode } from './timeline';

/** A state on the current path, and its children that were not generated yet. */
interface Level {
  node: TreeNode;
  step: number;
  left: Successor[];
}

export function deepening(trace: TraceResult, puzzle: Sliding, blind: boolean): Slices {
  return new Deepening(trace, puzzle, blind).run();
}

class Deepening {
  private readonly build = new TimelineBuilder();
  private readonly estimate: Estimator | null;
  private path: Level[] = [];
  private bound = 0;
  private nextBound = Infinity;
  private step = 0;

  constructor(
    private readonly trace: TraceResult,
    private readonly puzzle: Sliding,
    blind: boolean,
  ) {
    const name = blind ? 'zero' : trace.heuristic;
    this.estimate = estimator(name, puzzle.goal, puzzle.shape, puzzle.metric);
  }

  *run(): Slices {
    for (const [number, step] of this.trace.steps.entries()) {
      if (number % SLICE === SLICE - 1) yield;
      if (step.kind === 'expansion') this.expand(step, number);
      else if (step.kind === 'iteration') this.iterate(step.value, number);
      else if (step.kind === 'solution') this.build.frame('solution', number, { value: step.value });
      this.step = number;
    }
    this.end();
    return this.build.finish(true);
  }

  private iterate(bound: number, number: number): void {
    while (this.path.length > 0) this.finishLevel();
    this.bound = bound;
    this.nextBound = Infinity;
    this.build.tree++;
    this.build.frame('iteration', number, { value: this.bound });
  }

  private expand(step: TraceExpansion, number: number): void {
    const { build } = this;
    const tiles = (step.board ?? '').split(' ').map(Number);
    let node: TreeNode | null = null;
    if (step.parent !== null) {
      while (this.path.length > 0 && this.path.at(-1)?.step !== step.parent) this.finishLevel();
      node = this.descend(tiles);
    }
    node ??= build.add({
      parent: this.path.at(-1)?.node.id ?? null,
      move: step.move,
      board: formatTiles(tiles),
      g: step.g,
      h: null,
      f: null,
      backward: false,
      fate: 'root',
    });
    node.h = step.h;
    node.f = step.f;
    node.expanded = build.now;
    build.frame('choose', number, { node: node.id, ...this.bounds() });
    const { shape, metric } = this.puzzle;
    const last = node.move;
    const left = successors(tiles, shape, metric).filter((next) => mayFollow(last, next.move, metric));
    this.path.push({ node, step: number, left });
  }

  private bounds(): { value: number; nextBound: number | null } {
    return { value: this.bound, nextBound: Number.isFinite(this.nextBound) ? this.nextBound : null };
  }

  /** Generates children of the last level until the one that was expanded next. */
  private descend(tiles: readonly number[]): TreeNode | null {
    for (let next = this.generate(); next; next = this.generate()) {
      if (equal(next.tiles, tiles)) return this.child(next, 'descended');
      this.child(next, 'pruned');
    }
    return null;
  }

  private generate(): Successor | undefined {
    return this.path.at(-1)?.left.shift();
  }

  /** Generates the remaining children of the last level, all of them pruned, and goes back. */
  private finishLevel(): void {
    for (let next = this.generate(); next; next = this.generate()) this.child(next, 'pruned');
    this.path.pop();
  }

  private child(next: Successor, fate: Fate): TreeNode {
    const level = this.path.at(-1);
    if (!level) throw new Error('a child without a parent');
    const g = level.node.g + 1;
    const h = this.estimate ? this.estimate(next.tiles) : null;
    const f = h === null ? null : g + h;
    const [parent, board] = [level.node.id, formatTiles(next.tiles)];
    const node = this.build.add({ parent, move: next.move, board, g, h, f, backward: false, fate });
    if (fate === 'pruned' && f !== null) this.nextBound = Math.min(this.nextBound, f);
    this.build.frame('child', level.step, { node: parent, child: node.id, ...this.bounds() });
    return node;
  }

  private end(): void {
    const { build, trace, puzzle } = this;
    if (!trace.end) return;
    if (trace.end.status === 'solved' && complete(trace)) {
      const goal = this.reachGoal();
      if (goal) {
        goal.fate = 'goal';
        build.solution = build.path(goal.id);
        build.frame('goal', this.step, { node: goal.id, ...this.bounds() });
      } else if (equal(puzzle.start, puzzle.goal) && build.nodes.length === 0) {
        const board = formatTiles(puzzle.start);
        build.solution = [
          build.add({ parent: null, move: null, board, g: 0, h: 0, f: 0, backward: false, fate: 'root' }).id,
        ];
      }
    } else if (trace.end.status === 'unsolvable') {
      while (this.path.length > 0) this.finishLevel();
    }
    build.frame('end', this.step, {
      node: build.solution.at(-1) ?? build.frames.at(-1)?.node ?? -1,
      value: trace.end.expanded,
    });
  }

  /** Generates the remaining children until the goal. */
  private reachGoal(): TreeNode | null {
    while (this.path.length > 0) {
      const within = this.path.some(({ left }) => left.some((next) => equal(next.tiles, this.puzzle.goal)));
      if (!within) return null;
      const node = this.descend(this.puzzle.goal);
      if (node) return node;
      this.path.pop();
    }
    return null;
  }
}
