import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresBin } from '../../apps/server/test/support/postgres.ts';
import { tempDir } from '../../apps/server/test/support/temp.ts';
import { between, missingOf, momentOf, storedIn, twiceOf } from './backup/counts.ts';
import { sufferDamage } from './backup/damage.ts';
import { backRestProgram } from './backup/repository.ts';
import { type Finding, restoreLatest, restoreMoment } from './backup/restoring.ts';
import { archiveTimeoutSec, Stage } from './backup/stage.ts';
import type { ClusterOptions, ClusterReport, Scenario } from './scenario.ts';

async function backUp({ repository }: Stage, type: 'full' | 'diff'): Promise<Finding> {
  const begun = Date.now();
  await repository.done(`--type=${type}`, 'backup');
  return { what: `${type} backup under load, s`, value: Math.round((Date.now() - begun) / 100) / 10 };
}

const isWrong = ({ value, must }: Finding): boolean => must !== undefined && value !== must;

/** Backs a loaded platform up, loses its database and uploads twice, restores them, and damages the backups. */
async function run({ devices, seconds }: ClusterOptions): Promise<ClusterReport> {
  const dir = tempDir();
  const copy = join(dir, 'copy-of-uploads');
  mkdirSync(copy);
  const stage = await Stage.start(dir, devices);
  try {
    stage.fleet.start();
    await sleep(seconds * 1000);
    const findings = [await backUp(stage, 'full')];
    await sleep(seconds * 1000);
    findings.push(await backUp(stage, 'diff'));
    await sleep(seconds * 1000);
    const { findings: ofMoment, ...moment } = await restoreMoment(stage, copy, seconds * 1000);
    findings.push(...ofMoment, ...(await restoreLatest(stage, copy, seconds * 1000)));
    findings.push({ what: 'latest: archive_timeout, s', value: archiveTimeoutSec });
    // What is acknowledged from now on is lost no more.
    const kept = momentOf(stage);
    findings.push(...(await sufferDamage(stage, dir)));
    await stage.writers.stop();
    await stage.fleet.finish();
    const stored = await storedIn(stage.pool);
    const missing = missingOf(between(kept, momentOf(stage)), stored);
    findings.push(
      { what: 'in the end: messages or records missing', value: missing.messages + missing.records, must: 0 },
      { what: 'in the end: messages twice', value: twiceOf(stored), must: 0 },
    );
    return {
      ...moment,
      more: Object.fromEntries(findings.map(({ what, value }) => [what, value])),
      wrong: findings.filter(isWrong).map(({ what, value, must }) => `${what}: ${value}, not ${must}`),
    };
  } finally {
    await stage.end();
    rmSync(dir, { recursive: true, force: true });
  }
}

export const backup: Scenario = {
  title: 'a platform on a PostgreSQL with pgBackRest, lost and restored; above: until the moment of the first restore',
  leftOut() {
    if (backRestProgram === undefined) return 'there is no pgbackrest on this machine';
    return postgresBin === undefined ? 'there is no PostgreSQL server on this machine' : undefined;
  },
  run,
};
