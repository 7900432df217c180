import { versionLabel } from '@wheelhouse/contract/envelope';
import { sql } from 'kysely';
import type { Secrets } from '../../config.ts';
import { type Db, type Tx, withTransaction } from '../../db/pool.ts';
import type { App } from '../../http/context.ts';
import { isWrong, type ProofResult } from '../../proof/run.ts';
import { type SealedDay, sealDays } from './seal-days.ts';
import { hashOfContent, publicKeyOf, signed, type SignatureState, stateOfSignature } from './sign.ts';

/** What a run signs. Instants are milliseconds since 1970. */
interface Content {
  readonly before: string | null;
  readonly time: number;
  readonly endTime: number;
  readonly userId: string | null;
  readonly version: string;
  readonly results: readonly object[];
  readonly sealed: readonly SealedDay[];
}

const inOrder = (days: readonly SealedDay[]): readonly SealedDay[] =>
  days.toSorted((a, b) => (`${a.log} ${a.day}` < `${b.log} ${b.day}` ? -1 : 1));

const plainResult = ({ time, ...result }: ProofResult): object => ({ ...result, time: time.getTime() });

interface Done {
  readonly time: Date;
  readonly userId: string | null;
  readonly results: readonly ProofResult[];
}

/** Keeps a run with its results, signed, behind the one before. @returns its id */
export function keepRun(app: App, { time, userId, results }: Done): Promise<string> {
  return withTransaction(app.db, async (tx) => {
    // One after the other: each names the one before.
    await sql`lock table sys_proof_run in share row exclusive mode`.execute(tx);
    await sql`set local statement_timeout = '10min'`.execute(tx);
    const last = await sql<{ id: string; hash: Buffer | null }>`
      select nextval(pg_get_serial_sequence('sys_proof_run', 'id'))::text as id, (select hash from sys_proof_run order by id desc limit 1) as hash`.execute(
      tx,
    );
    const [{ id, hash: before } = { id: '', hash: null }] = last.rows;
    const endTime = new Date();
    // Their run is written after them, in the same transaction: its reference is looked at then.
    await sql`set constraints fk_sys_proof_seal_run_id deferred`.execute(tx);
    const sealed = inOrder(await sealDays(tx, id, app.config.logRetentionDays));
    const content: Content = {
      before: before?.toString('hex') ?? null,
      time: time.getTime(),
      endTime: endTime.getTime(),
      userId,
      version: versionLabel,
      results: results.map(plainResult),
      sealed,
    };
    const hash = hashOfContent(content);
    await sql`
      insert into sys_proof_run (id, time, end_time, user_id, version, checks, wrong, before_hash, hash, public_key, signature) overriding system value
      values (${id}::bigint, ${time}, ${endTime}, ${userId}::bigint, ${versionLabel}, ${results.length}, ${results.filter(isWrong).length}, ${before}, ${hash},
        ${publicKeyOf(app.secrets)}, ${signed(app.secrets, hash)})`.execute(tx);
    await sql`
      insert into sys_proof_result (run_id, position, name, time, duration_ms, checked, wrong_count, wrong, error)
      select ${id}::bigint, position, name, time, "durationMs", checked, "wrongCount", wrong, error
      from jsonb_to_recordset(${JSON.stringify(results.map((one, position) => ({ ...one, position })))}::jsonb)
        as r (position smallint, name text, time timestamptz, "durationMs" integer, checked bigint, "wrongCount" bigint, wrong jsonb, error text)`.execute(
      tx,
    );
    return id;
  });
}

interface KeptRun {
  readonly id: string;
  readonly time: Date;
  readonly endTime: Date;
  readonly userId: string | null;
  readonly version: string;
  readonly beforeHash: Buffer | null;
  readonly hash: Buffer;
  readonly publicKey: Buffer;
  readonly signature: Buffer;
}

interface KeptResult extends Omit<ProofResult, 'checked' | 'wrongCount'> {
  readonly checked: string;
  readonly wrongCount: string;
}

/** Results of a run as they are kept, in their order. */
export async function resultsOf(db: Db | Tx, runId: string): Promise<readonly ProofResult[]> {
  const { rows } = await sql<KeptResult>`
    select name, time, duration_ms, checked::text as checked, wrong_count::text as wrong_count, wrong, error
    from sys_proof_result where run_id = ${runId}::bigint order by position`.execute(db);
  return rows.map((row) => ({ ...row, checked: Number(row.checked), wrongCount: Number(row.wrongCount) }));
}

/** Whether a run is as it was signed; undefined where there is no such run. */
export async function signatureOf(
  db: Db | Tx,
  secrets: Pick<Secrets, 'sealKey'>,
  runId: string,
): Promise<{ readonly state: SignatureState; readonly run: KeptRun } | undefined> {
  const found = await sql<KeptRun>`
    select id::text as id, time, end_time, user_id::text as user_id, version, before_hash, hash, public_key, signature
    from sys_proof_run where id = ${runId}::bigint`.execute(db);
  const [run] = found.rows;
  if (run === undefined) return undefined;
  const sealed = await sql<SealedDay>`
    select log, day::text as day, rows::text as rows, digest from sys_proof_seal where run_id = ${runId}::bigint`.execute(
    db,
  );
  const content: Content = {
    before: run.beforeHash?.toString('hex') ?? null,
    time: run.time.getTime(),
    endTime: run.endTime.getTime(),
    userId: run.userId,
    version: run.version,
    results: (await resultsOf(db, runId)).map(plainResult),
    sealed: inOrder(sealed.rows),
  };
  return { state: stateOfSignature(secrets, content, run), run };
}

/** Runs are kept as long as logs are, and what they sealed. */
export async function forgetRuns({ db, config }: App): Promise<void> {
  await withTransaction(db, async (tx) => {
    await sql`select set_config('wheelhouse.retention', 'on', true)`.execute(tx);
    const over = sql`time < now() - make_interval(days => ${config.logRetentionDays})`;
    await sql`delete from sys_proof_seal where ${over}`.execute(tx);
    await sql`delete from sys_proof_result where run_id in (select id from sys_proof_run where ${over})`.execute(tx);
    await sql`delete from sys_proof_run where ${over}`.execute(tx);
  });
}
