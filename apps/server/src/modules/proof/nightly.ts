import { counted, listedText } from '@wheelhouse/contract/lang';
import { sql } from 'kysely';
import { type Db, type Tx, withTransaction } from '../../db/pool.ts';
import type { App } from '../../http/context.ts';
import { proofs } from '../../proof/list.ts';
import { isWrong, runProofs, type ProofResult } from '../../proof/run.ts';
import { each } from '../../work/define.ts';
import { defineWork } from '../../work/work.ts';
import { notifyStaff } from '../messages/service.ts';
import type { Job } from '../module.ts';
import { forgetRuns, keepRun } from './store.ts';

/** The page, which its button opens. */
export const proofPage = '/systemManage/operatorManage?view=proof';

/** Asks for a run; where one is asked for already, that one. @returns whether it is a new one */
export async function askForRun(db: Db | Tx, userId: string | null): Promise<boolean> {
  const { rows } = await sql`
    insert into sys_proof_due (user_id) values (${userId}::bigint) on conflict (one) do nothing returning one`.execute(
    db,
  );
  return rows.length > 0;
}

async function tell(app: App, results: readonly ProofResult[]): Promise<void> {
  const found = results.filter(isWrong);
  if (found.length === 0) return;
  const labels = new Map(proofs().map(({ name, label }) => [name, label]));
  const n = found.length;
  await withTransaction(app.db, (tx) =>
    notifyStaff(tx, {
      functionCode: 'operatorManage.proof',
      level: 3,
      title: { zh: `自检发现${n}项异常`, en: `The installation found ${n} ${counted(n, 'check', 'checks')} wrong` },
      body: listedText(found.map(({ name }) => labels.get(name) ?? name)),
      path: proofPage,
    }),
  );
}

/** Does every check, keeps the signed results, and tells those who may see them where something is wrong. @returns the id of the run */
export async function runAll(app: App, userId: string | null): Promise<string> {
  const time = new Date();
  const results = await runProofs(app, proofs());
  const id = await keepRun(app, { time, userId, results });
  await tell(app, results);
  await forgetRuns(app);
  return id;
}

/** A run that was asked for, in one process. A process that dies in it leaves it to another one. */
export const proofRuns = defineWork<{ readonly userId: string | null }>({
  name: 'proof.runs',
  label: { zh: '自检', en: 'Proof' },
  table: 'sys_proof_due',
  key: { one: 'smallint' },
  select: 't.user_id::text as "userId"',
  lease: 3_600,
  backoff: [60, 600, 3_600],
  atOnce: 1,
  done: 'delete',
  promise: 'atLeastOnce',
  step: each(1, async (app, { userId }) => {
    await runAll(app, userId);
    return 'done';
  }),
});

/** Every night, when little else is done. */
export const proofNight: Job = {
  name: 'proof.night',
  cron: '30 3 * * *',
  run: async ({ db }) => void (await askForRun(db, null)),
};
