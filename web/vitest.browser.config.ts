import { defineConfig } from 'vitest/config';

/** Tests of the built page in a real browser. */
export default defineConfig({
  test: {
    include: ['browser-tests/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One browser at a time: the figures of the budgets need the processor for themselves.
    fileParallelism: false,
  },
});
