import { EngineError } from 'loyd';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Engine } from '../../engine/protocol';
import { metric } from '../../state/store';
import { BOARDS, LIMITS, algorithmsFor, averageProblem, averages, averaging, heuristicFor, startAverages, stopAverages } from './averages';

const THREE = { width: 3, height: 3 };
const FOUR = { width: 4, height: 4 };

interface Request {
  algorithm: string;
  board: string;
}

/** An engine whose searches have these results. */
function engine(solve: (request: Request) => unknown) {
  const lanes = new Map<string, number>();
  let max = 0;
  const call = vi.fn(async (operation: string, request: Request, { lane = '' }: { lane?: string }) => {
    if (operation === 'scramble') return { positions: Array.from({ length: BOARDS }, (_, index) => String(index)) };
    lanes.set(lane, (lanes.get(lane) ?? 0) + 1);
    max = Math.max(max, lanes.get(lane)!);
    await Promise.resolve();
    lanes.set(lane, lanes.get(lane)! - 1);
    return solve(request);
  });
  return { call, lanes, atOnce: () => max, real: { call, place: 'worker', close: () => {} } as unknown as Engine };
}

beforeEach(() => {
  stopAverages();
  averages.value = null;
  metric.value = 'single';
});

it('takes algorithms and heuristics that can solve boards of a size', () => {
  expect(algorithmsFor(THREE)).toContain('bfs');
  expect(algorithmsFor({ width: 4, height: 3 })).toEqual(algorithmsFor({ width: 3, height: 4 }));
  expect(algorithmsFor(FOUR)).not.toContain('bfs');
  expect(algorithmsFor({ width: 10, height: 10 })).not.toContain('astar');
  expect(heuristicFor('bfs', 'auto', THREE)).toBe(null);
  expect(heuristicFor('astar', 'auto', THREE)).toBe('manhattan');
  expect(heuristicFor('idastar', 'auto', FOUR)).toBe('pdb:5-5-5');
  expect(heuristicFor('idastar', 'pdb:6-6-3', FOUR)).toBe('pdb:6-6-3');
  expect(heuristicFor('greedy', 'pdb:6-6-3', FOUR)).toBe('linear-conflict');
  expect(heuristicFor('idastar', 'pdb:6-6-3', { width: 4, height: 3 })).toBe('linear-conflict');
  expect(heuristicFor('idastar', 'hamming', FOUR)).toBe('hamming');
  metric.value = 'multi';
  expect(heuristicFor('idastar', 'auto', FOUR)).toBe('walking-distance');
});

it('averages over the boards that are solved within the limits', async () => {
  const { call, lanes, atOnce, real } = engine(({ algorithm, board }) => {
    if (algorithm === 'idastar' && board === '3') throw new EngineError('The engine stopped', 'engine');
    return { length: algorithm === 'astar' && Number(board) >= 50 ? null : Number(board), expanded: 2, generated: 4, seconds: 0.5 };
  });
  await startAverages(real, FOUR, 'auto');
  expect(averaging.value).toBe(false);
  expect(averageProblem.value).toBe(null);
  expect(averages.value?.size).toBe('4x4');
  const rows = averages.value!.rows;
  expect(rows.map(({ algorithm }) => algorithm)).toEqual(algorithmsFor(FOUR));
  expect(rows.every(({ searched }) => searched === BOARDS)).toBe(true);
  const row = (name: string) => rows.find(({ algorithm }) => algorithm === name)!;
  expect(row('greedy')).toMatchObject({ boards: 100, length: 49.5, expanded: 2, generated: 4, seconds: 0.5 });
  expect(row('astar')).toMatchObject({ boards: 50, length: 24.5 });
  expect(row('idastar')).toMatchObject({ boards: 99, heuristic: 'pdb:5-5-5' });
  const requests = call.mock.calls.filter(([operation]) => operation === 'solve').map(([, request]) => request);
  for (const request of requests) expect(request).toMatchObject({ size: '4x4', ...LIMITS });
  expect(lanes.size).toBeLessThanOrEqual(2);
  expect(atOnce()).toBe(1);
});

it('has no means for a search that solves no board', async () => {
  await startAverages(engine(() => ({ length: null })).real, THREE, 'auto');
  expect(averages.value?.rows[0]).toMatchObject({ searched: BOARDS, boards: 0, length: null, expanded: null, seconds: null });
});

it('stops when it is cancelled', async () => {
  let searches = 0;
  const { real } = engine(() => {
    if (++searches === 10) stopAverages();
    return { length: 1 };
  });
  await startAverages(real, THREE, 'auto');
  expect(searches).toBeLessThan(20);
  expect(averaging.value).toBe(false);
  expect(averageProblem.value).toBe(null);
});

it('shows an error of the engine', async () => {
  const refused = () => {
    throw new EngineError('no such algorithm', 'algorithm');
  };
  await startAverages(engine(refused).real, THREE, 'auto');
  expect(averageProblem.value).toContain('no such algorithm');
  expect(averaging.value).toBe(false);
});
