/** The built package in Node.js: threads, and the WebAssembly module. */

import { EngineError, open, type Loyd, type SolveProgress } from 'loyd';
import { open as openTwisty } from 'loyd/twisty';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A 15-puzzle of 80 moves, the most there are. */
const HARDEST = '0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1';

let loyd: Loyd;
beforeAll(async () => {
  loyd = await open();
});
afterAll(() => loyd.close());

it.each([
  [{ board: '8 6 7 2 5 4 3 0 1' }, 31],
  [{ puzzle: 'cube2', board: "R U F' R2" }, 4],
  [{ puzzle: 'cube3', board: "R U F'" }, 3],
])('solves %o', async (position, length) => {
  const result = await loyd.solve(position);
  expect(result).toMatchObject({ status: 'solved', length, proven: true });
  const replayed = await loyd.replay({ ...position, moves: result.moves! });
  expect(replayed.valid).toBe(true);
});

it.each([
  ['manhattan', 49_779_887, 91_720_616],
  ['walking-distance', 7_836_663, 16_704_665],
  ['pdb:5-5-5', 247_277, 497_778],
  ['pdb:6-6-3', 115_634, 234_449],
])('expands with %s the states that the command line expands', async (heuristic, expanded, generated) => {
  // loyd solve --threads 1 --algorithm idastar --heuristic HEURISTIC --format json BOARD
  const board = '13 5 6 15 7 3 12 4 10 11 0 1 8 14 2 9';
  const result = await loyd.solve({ board, algorithm: 'idastar', heuristic, threads: 1 });
  expect(result).toMatchObject({ length: 56, proven: true, expanded, generated });
});

it('refuses a bad position with the name of the field', async () => {
  const refused = loyd.solve({ board: '1 2 3' });
  await expect(refused).rejects.toThrow(EngineError);
  await expect(refused).rejects.toMatchObject({ what: 'board' });
});

it('divides IDA* among threads', async () => {
  const request = { board: '8 6 7 2 5 4 3 0 1', algorithm: 'idastar', heuristic: 'manhattan' };
  const one = await loyd.solve(request);
  const three = await loyd.solve({ ...request, threads: 3 });
  expect(three).toMatchObject({ status: 'solved', proven: true, length: one.length });
});

it('reports progress, and cancels at once', async () => {
  const abort = new AbortController();
  const reports: SolveProgress[] = [];
  const cancelled = loyd.solve(
    { board: HARDEST, algorithm: 'idastar', heuristic: 'manhattan' },
    {
      signal: abort.signal,
      onProgress: (progress) => {
        reports.push(progress);
        abort.abort();
      },
    },
  );
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
  expect(reports.length).toBe(1);
});

it('scrambles, checks, counts and records', async () => {
  const { positions } = await loyd.scramble({ size: '3x3', count: 3, seed: 7 });
  expect(positions.length).toBe(3);
  const [board = ''] = positions;
  expect(await loyd.check({ board })).toMatchObject({ solvable: true });
  expect(await loyd.enumerate({ size: '3x2' })).toMatchObject({ total: 360, complete: true });
  expect((await loyd.trace({ board, algorithm: 'astar', steps: 5 })).steps.length).toBe(5);
  expect((await loyd.names()).puzzles.map(({ name }) => name)).toEqual(['tiles', 'cube2', 'cube3']);
});

it('solves twisty puzzles with the module of every puzzle', async () => {
  const every = await openTwisty();
  try {
    const names = (await every.names()).puzzles.map(({ name }) => name);
    expect(names).toEqual(['tiles', 'cube2', 'cube3', 'twisty', 'hanoi', 'edges']);
    const result = await every.solve({ puzzle: 'twisty', size: 'pyraminx', board: "R U L'" });
    expect(result).toMatchObject({ status: 'solved', length: 3, proven: true });
  } finally {
    every.close();
  }
});
