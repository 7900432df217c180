import { defineConfig } from 'vitest/config';
import { entityNames } from './apps/web/build/domains.ts';
import { temporaryFolder } from './scripts/temp.ts';

// Of the workers as well.
process.env['TMPDIR'] = temporaryFolder();

const platform = 'apps/server/test/platform/*.test.ts';
/** They are about the embedded database, whatever DATABASE_URL says. */
const ownDatabase = ['apps/server/test/platform/{embedded*,failover,main}.test.ts'];

/** Servers behind a load balancer, on a database of the run. */
const onServer = 'test/cluster/*.test.ts';

/** How tests on a database run. */
const onDatabase = {
  // Every file makes an App of its own; the modules are the same for all and need not be loaded again for each.
  isolate: false,
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
  setupFiles: ['apps/server/test/support/patience.ts', 'apps/server/test/support/stated/setup.ts'],
  expect: { poll: { timeout: 15_000 } },
  globalSetup: ['apps/server/test/support/global-setup.ts'],
  // For what never ends: tests wait for what happens, however slow the machine is.
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/** Rules without I/O run beside the code they are about; server tests run on a real PostgreSQL, made once per run. */
export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        plugins: [entityNames()],
        test: {
          name: 'unit',
          // Rules keep nothing between files.
          isolate: false,
          maxWorkers: 2,
          // Generated inputs are many; a busy machine must not fail them.
          testTimeout: 60_000,
          include: [
            'packages/*/test/**/*.test.ts',
            'apps/web/test/**/*.test.ts',
            'apps/simulator/test/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: [onServer],
        },
      },
      {
        test: {
          name: 'server',
          ...onDatabase,
          include: ['apps/server/test/**/*.test.ts', onServer],
          exclude: [platform],
        },
      },
      {
        test: {
          name: 'platform',
          ...onDatabase,
          include: [platform],
          exclude: process.env['DATABASE_URL'] ? ownDatabase : [],
        },
      },
    ],
  },
});
