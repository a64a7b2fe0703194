import { describe, expect, it } from 'vitest';
import { Parts } from './parts.js';
import type { SolveProgress, SolveResult } from './protocol.js';

const at = (bound: number, expanded = 0): SolveProgress => ({
  bound,
  best: null,
  expanded,
  generated: 2 * expanded,
  open: 0,
  closed: 0,
  fraction: 0.5,
  seconds: 1,
});

const ended = (status: SolveResult['status'], length: number | null): SolveResult => ({
  status,
  length,
  proven: false,
  lower_bound: 0,
  moves: length === null ? null : 'U',
  expanded: 100,
  generated: 200,
  seconds: 1,
  algorithm: 'idastar',
  heuristic: 'manhattan',
  puzzle: '4x4',
  goal: 'blank-last',
  metric: 'single',
});

describe('the parts of a search', () => {
  it('prove a length when every other part has reached it', () => {
    const parts = new Parts(3);
    parts.finished(1, ended('solved', 50));
    expect(parts.verdict(1)).toBeNull();
    parts.progressed(0, at(50, 10));
    parts.progressed(2, at(48, 20));
    expect(parts.verdict(1)).toBeNull();
    parts.progressed(2, at(50, 30));
    const verdict = parts.verdict(3);
    expect(verdict).toMatchObject({ length: 50, proven: true, lower_bound: 50, expanded: 140, generated: 280, seconds: 3 });
  });

  it('take the shortest of several solutions', () => {
    const parts = new Parts(2);
    parts.finished(0, ended('solved', 52));
    parts.progressed(1, at(50));
    expect(parts.verdict(1)).toBeNull();
    parts.finished(1, ended('solved', 50));
    expect(parts.verdict(1)).toMatchObject({ length: 50, proven: true });
  });

  it('treat a part without a solution as complete', () => {
    const parts = new Parts(2);
    parts.finished(0, ended('unsolvable', null));
    expect(parts.verdict(1)).toBeNull();
    parts.finished(1, ended('solved', 2));
    expect(parts.verdict(1)).toMatchObject({ length: 2, proven: true });
    const none = new Parts(2);
    none.finished(0, ended('unsolvable', null));
    none.finished(1, ended('unsolvable', null));
    expect(none.verdict(1)).toMatchObject({ status: 'unsolvable', length: null, proven: false });
  });

  it('report their least bound when they are stopped', () => {
    const parts = new Parts(2);
    parts.progressed(0, at(40));
    parts.finished(0, ended('stopped', null));
    parts.progressed(1, at(44));
    parts.finished(1, ended('solved', 46));
    expect(parts.verdict(1)).toMatchObject({ length: 46, proven: false, lower_bound: 40 });
  });

  it('show the progress of the slowest bound and the sum of the nodes', () => {
    const parts = new Parts(2);
    parts.progressed(0, at(40, 5));
    expect(parts.progress()).toMatchObject({ bound: 0, expanded: 5, fraction: null });
    parts.progressed(1, at(42, 7));
    expect(parts.progress()).toMatchObject({ bound: 40, expanded: 12, generated: 24, fraction: 0.75, best: null });
  });
});
