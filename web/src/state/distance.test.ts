import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../engine/protocol';
import { parseMoves } from '../puzzle/moves';
import { parseBoard } from '../puzzle/notation';
import { distance, followDistance } from './distance';
import { metric, play, setBoard } from './store';

const results = {
  solve: { status: 'solved', proven: true, length: 2, moves: 'L U' },
  check: { manhattan: 90, 'linear-conflict': 96, 'walking-distance': 94 },
};

function engine() {
  const call = vi.fn(async (operation: keyof typeof results) => results[operation]);
  return { call, real: { call, place: 'worker', close: () => {} } as unknown as Engine };
}

const settled = () => vi.waitFor(() => expect(distance.value.busy).toBe(false), { timeout: 60_000 });

describe('the distance while one plays', () => {
  beforeEach(() => {
    metric.value = 'single';
  });

  it('is searched once for all boards of the solution', async () => {
    setBoard(parseBoard('1 2 3 / 4 0 5 / 7 8 6'), 'blank-last');
    const { call, real } = engine();
    const stop = followDistance(real);
    await settled();
    expect(distance.value).toMatchObject({ bound: 2, exact: true, solvable: true });
    play(parseMoves('L')[0]!);
    expect(distance.value).toMatchObject({ bound: 1, exact: true });
    play(parseMoves('U')[0]!);
    expect(distance.value).toMatchObject({ bound: 0, exact: true });
    expect(call).toHaveBeenCalledTimes(1);
    stop();
  });

  it('needs no search for unsolvable boards', () => {
    setBoard(parseBoard('1 2 3 / 4 5 6 / 8 7 0'), 'blank-last');
    const { call, real } = engine();
    const stop = followDistance(real);
    expect(distance.value).toMatchObject({ solvable: false, bound: null });
    expect(call).not.toHaveBeenCalled();
    stop();
  });

  it('is a lower bound on large boards, without linear conflict in the multi-tile metric', async () => {
    const tiles = Array.from({ length: 36 }, (_, cell) => (cell + 1) % 36);
    [tiles[0], tiles[1], tiles[2]] = [tiles[1]!, tiles[2]!, tiles[0]!];
    setBoard(parseBoard(tiles.join(' ')), 'blank-last');
    const { real } = engine();
    const stop = followDistance(real);
    await settled();
    expect(distance.value).toMatchObject({ bound: 96, exact: false });
    metric.value = 'multi';
    await settled();
    expect(distance.value).toMatchObject({ bound: 94, exact: false });
    stop();
  });
});
