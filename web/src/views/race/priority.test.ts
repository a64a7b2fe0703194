import { expect, it } from 'vitest';
import { priority } from './priority';

it('is g + W h for weighted A*, and the recorded f for other algorithms', () => {
  const step = { g: 4, h: 21, f: 71 };
  expect(priority('wastar(1.5)', step)).toBe(35.5);
  expect(priority('wastar(3)', step)).toBe(67);
  expect(priority('astar', { ...step, f: 25 })).toBe(25);
  expect(priority('wastar(3)', undefined)).toBeUndefined();
});
