import { defineConfig } from 'vitest/config';
import { contentSecurityPolicy } from './build/content-security-policy.ts';
import { publishedLevels } from './build/published-levels.ts';
import { serviceWorker } from './build/service-worker.ts';

export default defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [publishedLevels(), contentSecurityPolicy(), serviceWorker()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
  },
  test: { include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'engine/src/*.test.ts'], environment: 'node', testTimeout: 120_000 },
});
