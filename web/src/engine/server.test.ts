import { expect, it } from 'vitest';
import { withinLimits } from './server';

it('keeps requests within the limits of the server', () => {
  const limits = { max_time: 60, max_nodes: 1e9, memory: 1000 };
  const board = { board: '1 2 3 0' };
  expect(withinLimits(limits, board)).toEqual({ request: { ...board, max_time: 60 }, cut: true });
  expect(withinLimits(limits, { ...board, max_time: 5, memory: 10 })).toEqual({
    request: { ...board, max_time: 5, memory: 10 },
    cut: false,
  });
  expect(withinLimits(limits, { ...board, max_time: 120, max_nodes: 1e12, memory: 5000 })).toEqual({
    request: { ...board, max_time: 60, max_nodes: 1e9, memory: 1000 },
    cut: true,
  });
  const cube = { puzzle: 'cube3', board: 'R U', algorithm: 'two-phase' };
  expect(withinLimits(limits, cube)).toEqual({ request: cube, cut: false });
  expect(withinLimits({}, board)).toEqual({ request: board, cut: false });
});
