import { defineConfig } from 'vitest/config';

/** Tests of the built page in a real browser. */
export default defineConfig({
  test: {
    // Those of the server need the program: `npm run test:server`.
    include: process.env['LOYD_SERVER'] ? ['browser-tests/server/*.test.ts'] : ['browser-tests/*.test.ts'],
    environment: 'node',
    // Longer than the waits for one element, whose messages say more than that of the test.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // A busy machine takes seconds for what takes milliseconds otherwise.
    expect: { poll: { timeout: 20_000 } },
    // One browser at a time: the figures of the budgets need the processor for themselves.
    fileParallelism: false,
  },
});
