/**
 * The derived open and closed lists agree with those that the solver recorded. The fixtures are files of
 * `loyd solve --trace`.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAlgorithm } from './algorithm';
import { buildTimeline } from './build';
import { openList } from './open_list';
import { readTraceFile } from './trace_file';
import type { Timeline } from './timeline';
import type { TraceResult } from '../../../engine/protocol';

/** The goals of `human` and of `human(tiles)` on 3x3 boards with the blank last. */
const STAGES: Record<string, number[][]> = {
  human: [
    [0, 1, 2],
    [3, 6],
    [4, 5, 7, 8],
  ],
  'human-tiles': [[0], [1], [2], [3], [6], [4], [5], [7], [8]],
};

function fixture(name: string): { trace: TraceResult; timeline: Timeline } {
  const bytes = readFileSync(new URL(`../fixtures/${name}.trace`, import.meta.url));
  const trace = readTraceFile(bytes, STAGES[name]);
  return { trace, timeline: buildTimeline(trace) };
}

const BEST_FIRST = [
  'bfs',
  'ucs',
  'greedy',
  'astar-hamming',
  'astar-4x3',
  'wastar-3',
  'nayak-huang',
  'human',
  'human-tiles',
  'bibfs',
  'nbs',
];

describe.each(BEST_FIRST)('open and closed lists of %s', (name) => {
  const { trace, timeline } = fixture(name);
  const algorithm = parseAlgorithm(trace.algorithm);

  it('have the recorded sizes before every expansion', () => {
    const differing = timeline.frames.flatMap((frame, index) => {
      if (frame.kind !== 'choose') return [];
      const before = openList(timeline, index, algorithm);
      const derived = [before.entries.length + 1, before.closed - 1];
      return derived[0] === frame.open && derived[1] === frame.closed
        ? []
        : [{ step: frame.step, derived, recorded: [frame.open, frame.closed] }];
    });
    expect(differing).toEqual([]);
  });

  it('contain every expanded state', () => {
    const roots = timeline.nodes.filter((node) => node.fate === 'root');
    const recorded = trace.steps.filter((step) => step.kind === 'expansion' && step.parent === null);
    expect(roots.length).toBe(recorded.length);
  });

  it('have the recorded number of generated states', () => {
    const children = timeline.frames.filter((frame) => frame.kind === 'child').length;
    // The start counts as generated, the root of every later stage does not.
    const roots = name === 'bibfs' || name === 'nbs' ? 2 : 1;
    expect(children).toBe((trace.end?.generated ?? 0) - roots);
  });

  it('end with the solution', () => {
    if (parseAlgorithm(trace.algorithm).family === 'stages') return;
    const moves = timeline.solution.length - 1 - (name === 'bibfs' || name === 'nbs' ? 1 : 0);
    expect(moves).toBe(trace.end?.moves?.split(' ').length);
  });
});

describe.each(['bfs', 'ucs', 'greedy', 'astar-hamming', 'astar-4x3', 'wastar-3', 'nayak-huang', 'human-tiles'])(
  'the first state of the open list of %s',
  (name) => {
    it('equals the next expanded state', () => {
      const { trace, timeline } = fixture(name);
      const algorithm = parseAlgorithm(trace.algorithm);
      timeline.frames.forEach((frame, index) => {
        const before = timeline.frames[index - 1];
        if (frame.kind !== 'choose' || before === undefined || before.tree !== frame.tree) return;
        expect(openList(timeline, index - 1, algorithm).entries[0]?.id).toBe(frame.node);
      });
    });
  },
);

describe.each(['idastar-plain', 'iddfs'])('the trees of %s', (name) => {
  const { trace, timeline } = fixture(name);

  it('have the bound of each iteration as the least pruned f of the one before', () => {
    const bounds = trace.steps.filter((step) => step.kind === 'iteration').map((step) => step.value);
    expect(bounds.length).toBeGreaterThan(1);
    for (let tree = 1; tree < bounds.length; tree++) {
      const pruned = timeline.nodes.filter((node) => node.tree === tree && node.fate === 'pruned');
      expect(Math.min(...pruned.map((node) => node.f ?? Infinity))).toBe(bounds[tree]);
      expect(pruned.every((node) => (node.f ?? 0) > (bounds[tree - 1] ?? 0))).toBe(true);
    }
  });

  it('have the recorded number of nodes', () => {
    const trees = new Set(timeline.nodes.map((node) => node.tree)).size;
    expect(timeline.nodes.length - trees + 1).toBe(trace.end?.generated);
  });

  it('end with the goal', () => {
    const moves = timeline.solution.map((id) => timeline.nodes[id]?.move).filter((move) => move !== null);
    expect(moves.join(' ')).toBe(trace.end?.moves);
    expect(timeline.nodes[timeline.solution.at(-1) ?? -1]?.board).toBe(trace.goal);
  });
});

describe('a search in the multi-tile metric', () => {
  it('has only recorded estimates', () => {
    const { timeline } = fixture('astar-multi');
    expect(timeline.nodes.filter((node) => node.expanded < Infinity).every((node) => node.h !== null)).toBe(true);
    expect(timeline.nodes.some((node) => node.h === null)).toBe(true);
  });
});
