import type { ProofCheck, ProofRun } from '@wheelhouse/contract/calls/proof';
import { formatInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, withTransaction } from '../../db/pool.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { audit } from '../../entity/audit.ts';
import { readPage } from '../../entity/sql-page.ts';
import { type Call, defineCall } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { id, paged } from '../../http/kit.ts';
import { proofs } from '../../proof/list.ts';
import type { ProofResult } from '../../proof/run.ts';
import { askForRun } from './nightly.ts';
import { resultsOf, signatureOf } from './store.ts';

const access = 'operatorManage.proof';

const columns = sql`
  r.id::text as id, ${wallClock(sql`r.time`)} as time, extract(epoch from r.end_time - r.time)::float8 as seconds, u.real_name as by, r.version,
  r.checks, r.wrong`;
const from = sql`sys_proof_run r left join sys_user u on u.id = r.user_id`;

async function runOf(db: Db, wanted: string | undefined): Promise<ProofRun | undefined> {
  const { rows } = await sql<ProofRun>`
    select ${columns} from ${from} where ${wanted === undefined ? sql`true` : sql`r.id = ${wanted}::bigint`} order by r.id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Since when a run is asked for. */
async function askedSince(db: Db): Promise<string | null> {
  const { rows } = await sql<{ time: Date }>`select time from sys_proof_due`.execute(db);
  return rows[0] === undefined ? null : formatInstant(rows[0].time);
}

function checkOf({ name, time, ...result }: ProofResult): ProofCheck {
  const known = proofs().find((one) => one.name === name);
  return {
    code: name,
    label: known?.label ?? { zh: name, en: name },
    proves: known?.proves ?? null,
    ...result,
    time: formatInstant(time),
  };
}

const list = defineCall('POST /system/crm/proof/list', {
  access,
  body: z.strictObject(paged),
  summary: { zh: '自检记录', en: 'Runs of the checks' },
  run: ({ app }, page) =>
    readPage<ProofRun>(app.db, { select: columns, from, where: sql`true`, order: sql`r.id desc` }, page),
});

const report = defineCall('POST /system/crm/proof/report', {
  access,
  body: z.strictObject({ id: id.optional() }),
  effect: 'reads',
  summary: { zh: '自检结果', en: 'What a run has found' },
  async run({ app }, input) {
    const asked = await askedSince(app.db);
    const run = await runOf(app.db, input.id);
    if (run === undefined && input.id !== undefined) throw new AppError(1002);
    const kept = run === undefined ? undefined : await signatureOf(app.db, app.secrets, run.id);
    if (run === undefined || kept === undefined) return { report: null, asked };
    const { hash, publicKey, signature } = kept.run;
    return {
      report: {
        ...run,
        results: (await resultsOf(app.db, run.id)).map(checkOf),
        signature: kept.state,
        hash: hash.toString('hex'),
        publicKey: publicKey.toString('hex'),
        signed: signature.toString('hex'),
      },
      asked,
    };
  },
});

const run = defineCall('POST /system/crm/proof/run', {
  access,
  body: z.strictObject({}),
  summary: { zh: '立即自检', en: 'Run the checks now' },
  async run(ctx) {
    const isNew = await withTransaction(ctx.app.db, async (tx) => {
      const made = await askForRun(tx, ctx.user.id);
      await audit(tx, ctx, {
        action: 'run',
        entity: 'proof',
        entityId: null,
        functionCode: access,
        path: '/system/crm/proof/run',
        after: { asked: made ? 1 : 0 },
      });
      return made;
    });
    const since = isNew ? null : await askedSince(ctx.app.db);
    return { asked: since ?? formatInstant(new Date()) };
  },
});

/** What the installation has found out about its own data. */
export const proofCalls: readonly Call[] = [list, report, run];
