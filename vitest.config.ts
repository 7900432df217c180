import { defineConfig } from 'vitest/config';

/** Rules without I/O run beside the code they are about; server tests run on a real PostgreSQL, made once per run. */
export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers: 2,
          include: [
            'packages/*/test/**/*.test.ts',
            'apps/web/test/**/*.test.ts',
            'apps/simulator/test/**/*.test.ts',
            'test/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          maxWorkers: 2,
          include: ['apps/server/test/**/*.test.ts'],
          globalSetup: ['apps/server/test/support/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
