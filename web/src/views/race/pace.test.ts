import { expect, it } from 'vitest';
import { shareOf, stepAfter } from './pace';

it.each(['log', 'linear'] as const)('a %s replay begins at the first step and ends at the last', (pace) => {
  expect(stepAfter(0, 5000, pace)).toBe(0);
  expect(stepAfter(1, 5000, pace)).toBe(5000);
  expect(shareOf(0, 0, pace)).toBe(1);
  for (const step of [1, 7, 4999]) expect(stepAfter(shareOf(step, 5000, pace), 5000, pace)).toBe(step);
});

it('a logarithmic replay takes as long for 10 steps as for the next 100', () => {
  expect(stepAfter(0.25, 9999, 'log')).toBe(9);
  expect(stepAfter(0.5, 9999, 'log')).toBe(99);
});
