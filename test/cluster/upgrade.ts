import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { haproxyProgram } from '../../apps/server/test/support/haproxy.ts';
import { addVehicles, imeiOf } from '../../bench/devices.ts';
import { root } from '../../scripts/tools.ts';
import { notZero, type Trial } from '../faults/trial.ts';
import { type Installation, onDatabase, startInstallation } from './installation.ts';
import { type LoadReport, underLoad } from './load.ts';
import { checkOut, type ReleaseBefore, releaseBefore } from './release-before.ts';
import type { ClusterOptions, ClusterReport, Scenario } from './scenario.ts';

const roles = ['worker', 'worker', 'api', 'api', 'gateway', 'gateway'];

/** Process after process is stopped and started as this release; the first brings the tables up to it, under the others. */
async function upgradeAll(trial: Trial, installation: Installation, seconds: number): Promise<void> {
  await sleep(seconds * 1000);
  for (const part of installation.parts) {
    await trial.suffer(`${part.name} is upgraded`, async () => {
      part.process.release = root;
      await installation.restart(part);
    });
    // Both releases work side by side.
    await sleep(seconds * 1000);
  }
}

const run = (options: ClusterOptions): Promise<ClusterReport> =>
  onDatabase(async ({ dir, url, pool }) => {
    const before = releaseBefore();
    if (before === undefined) throw new Error('there is no history');
    const release = join(dir, 'release-before');
    checkOut(before, release);
    const installation = await startInstallation({ databaseUrl: url, dir, roles, release });
    try {
      const imeis = Array.from({ length: options.devices }, (_, n) => imeiOf(n));
      await addVehicles(pool, imeis);
      const load = { imeis, callers: 6, pauseMs: 20, listeners: 6 };
      const counts = await underLoad(installation, pool, load, (trial) =>
        upgradeAll(trial, installation, options.seconds),
      );
      return reportOf(counts, before);
    } finally {
      await installation.stop();
    }
  });

function reportOf(load: LoadReport, { subject, added }: ReleaseBefore): ClusterReport {
  const mustBeNone = {
    'failed requests': load.failed,
    'writes lost': load.lost,
    'writes stored twice': load.writtenTwice,
    'events missed without a gap': load.unnoticed,
    'pages behind': load.behind,
  };
  const { sent, acknowledged, stored, missing, twice, recoveries } = load;
  return {
    sent,
    acknowledged,
    stored,
    missing,
    twice,
    recoveries,
    more: { requests: load.requests, 'writes answered': load.written, 'events heard': load.events, ...mustBeNone },
    notes: [
      `from ${subject}`,
      `migrations applied under it: ${added.map((file) => file.split('/').at(-1)).join(', ')}`,
      ...[...load.failures].map(([what, times]) => `${times} × ${what}`),
    ],
    wrong: notZero(mustBeNone),
  };
}

/** The release before the newest migration and this one, on one database, process after process. */
export const upgrade: Scenario = {
  title: 'a rolling upgrade from the release before: two processes of each role behind haproxy',
  leftOut: () => {
    if (haproxyProgram === undefined) return 'there is no haproxy on this machine';
    return releaseBefore() === undefined ? 'there is no history of the sources' : undefined;
  },
  run,
};
