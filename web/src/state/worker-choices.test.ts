import { expect, it } from 'vitest';
import { workerChoices } from './worker-choices';

it('the numbers of workers go up to the number of cores', () => {
  expect(workerChoices(1)).toEqual([1, 2]);
  expect(workerChoices(8)).toEqual([1, 2, 4, 8]);
  expect(workerChoices(12)).toEqual([1, 2, 4, 8, 12]);
  expect(workerChoices(128)).toEqual([1, 2, 4, 8, 16]);
});
