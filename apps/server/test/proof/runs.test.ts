import type { Page } from '@wheelhouse/contract';
import type { ProofReport, ProofRun } from '@wheelhouse/contract/calls/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteBackup } from '../../src/backup/record.ts';
import { clientTransaction } from '../../src/db/pool.ts';
import { proofNight, proofRuns, runAll } from '../../src/modules/proof/nightly.ts';
import { publicKeyOf, signed } from '../../src/modules/proof/sign.ts';
import { watchProofs } from '../../src/modules/proof/watch.ts';
import { addRole, addUser, password } from '../access/fixture.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const base = '/system/crm/proof';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const post = <Data>(call: string, body: object = {}, as = 'admin') =>
  t.call<Data>('POST', `${base}/${call}`, body, { as });
type Reported = { readonly report: ProofReport | null; readonly asked: string | null };
const report = async (id?: string) => (await post<Reported>('report', id === undefined ? {} : { id })).data;
const sql = async (text: string): Promise<Record<string, unknown>[]> => (await t.app.pool.query(text)).rows;

/** Changes what the database itself keeps from being changed. */
const pastTriggers = (statement: string): Promise<unknown> =>
  clientTransaction(t.app.pool, async (client) => {
    await client.query('set local session_replication_role = replica');
    await client.query(statement);
  });

test('whoever may run it asks for a run, a worker does it, and what it found is signed', async () => {
  expect(await report()).toEqual({ report: null, asked: null });
  expect(await post('run')).toMatchObject({ code: 0 });
  const { data } = await post<{ asked: string }>('run');
  expect(await report()).toEqual({ report: null, asked: data.asked });
  expect(await proofRuns.round(t.app)).toBe(1);
  const { report: found, asked } = await report();
  expect(asked).toBeNull();
  expect(found).toMatchObject({ by: '系统管理员', wrong: 0, signature: 'valid' });
  expect(found?.results.filter(({ error }) => error !== null)).toEqual([]);
  expect(found?.results).toHaveLength(found?.checks ?? 0);
  expect(found?.checks).toBeGreaterThan(30);
  expect(await sql(`select action, function_code from sys_operation_log where entity = 'proof' order by id`)).toEqual(
    [0, 1].map(() => ({ action: 'run', function_code: 'operatorManage.proof' })),
  );
});

test('the night asks for a run of nobody, and runs are listed with the newest first', async () => {
  await proofNight.run(t.app);
  await proofRuns.round(t.app);
  const { data } = await post<Page<ProofRun>>('list');
  expect(data.list).toMatchObject([{ by: null }, { by: '系统管理员' }]);
  expect((await report(data.list[1]?.id)).report).toMatchObject({ id: data.list[1]?.id, signature: 'valid' });
  expect((await post('report', { id: '999999' })).code).toBe(1002);
});

test('what is wrong is told to those who may see it, and is in the metrics', async () => {
  await addRole(t, 'proof_reader', ['operatorManage', 'operatorManage.proof']);
  await addUser(t, { username: 'proof.reader', roles: ['proof_reader'] });
  await addUser(t, { username: 'proof.stranger', roles: [] });
  await pastTriggers(
    `insert into ldg_transaction (kind, key, occur_time, lines) values ('paid', 'paid:nothing', now(), 2)`,
  );
  await runAll(t.app, null);
  const { report: found } = await report();
  expect(found).toMatchObject({ wrong: 1 });
  expect(found?.results.find(({ code }) => code === 'orders.ledger')).toMatchObject({
    wrongCount: 1,
    wrong: [{ name: 'paid:nothing', text: { en: 'It has 0 entries of 2' }, entity: null }],
  });
  expect(
    await sql(
      `select u.username, n.title_en, n.body_en, n.path from msg_notice n join sys_user u on u.id = n.user_id order by 1`,
    ),
  ).toEqual(
    ['admin', 'proof.reader'].map((username) => ({
      username,
      title_en: 'The installation found 1 check wrong',
      body_en: 'Ledger',
      path: '/systemManage/operatorManage?view=proof',
    })),
  );
  const watching = watchProofs(t.app);
  const metrics = await t.app.metrics.metrics();
  expect(metrics).toMatch(/wheelhouse_proof_wrong\{[^}]*check="orders.ledger"[^}]*\} 1\n/);
  expect(metrics).toMatch(/wheelhouse_proof_wrong\{[^}]*check="prizes.stock"[^}]*\} 0\n/);
  expect(metrics).toMatch(/wheelhouse_proof_run_timestamp_seconds(\{[^}]*\})? 1\.?\d+/);
  await watching.stop();
  await pastTriggers(`delete from ldg_transaction where key = 'paid:nothing'`);
});

test('without the right nobody sees it or runs it', async () => {
  await addRole(t, 'proof_none', ['operatorManage', 'operatorManage.query']);
  await addUser(t, { username: 'proof.none', roles: ['proof_none'] });
  const none = await t.login('proof.none', password);
  for (const call of ['list', 'report', 'run']) expect((await post(call, {}, none)).code).toBe(1003);
  const reader = await t.login('proof.reader', password);
  expect((await post('report', {}, reader)).code).toBe(0);
});

test('a run is never changed; one that is changed past that shows, and so does one that is taken out', async () => {
  await expect(t.app.pool.query('update sys_proof_result set wrong_count = 0')).rejects.toThrow('append only');
  await expect(t.app.pool.query('delete from sys_proof_run')).rejects.toThrow('append only');
  const [, second] = await sql('select id::text as id from sys_proof_run order by id');
  const id = String(second?.['id']);
  await pastTriggers(`update sys_proof_result set checked = checked + 1 where run_id = ${id} and position = 0`);
  expect((await report(id)).report?.signature).toBe('broken');
  const runsOf = async () =>
    (await report(await runAll(t.app, null))).report?.results.find(({ code }) => code === 'proof.runs');
  expect(await runsOf()).toMatchObject({ wrongCount: 1, wrong: [{ name: `#${id}` }] });
  await pastTriggers(`update sys_proof_result set checked = checked - 1 where run_id = ${id} and position = 0`);
  expect(await runsOf()).toMatchObject({ wrongCount: 0 });
  await pastTriggers(`delete from sys_proof_result where run_id = ${id}; delete from sys_proof_run where id = ${id}`);
  expect(await runsOf()).toMatchObject({
    wrongCount: 1,
    wrong: [{ text: { en: 'The run before it is missing, or was changed' } }],
  });
});

test('a run that somebody else has signed shows, whatever it says', async () => {
  const id = await runAll(t.app, null);
  const other = { sealKey: Buffer.alloc(32, 7) };
  const [{ hash } = { hash: '' }] = await sql(`select encode(hash, 'hex') as hash from sys_proof_run where id = ${id}`);
  const hex = (bytes: Buffer): string => `'\\x${bytes.toString('hex')}'`;
  const signature = signed(other, Buffer.from(String(hash), 'hex'));
  await pastTriggers(
    `update sys_proof_run set public_key = ${hex(publicKeyOf(other))}, signature = ${hex(signature)} where id = ${id}`,
  );
  expect((await report(id)).report?.signature).toBe('otherKey');
  const { report: next } = await report(await runAll(t.app, null));
  expect(next?.results.find(({ code }) => code === 'proof.runs')?.wrong).toContainEqual(
    expect.objectContaining({
      name: `#${id}`,
      text: expect.objectContaining({ en: 'It is signed by a key of another installation' }),
    }),
  );
});

test('a backup that was made or restored is noted', async () => {
  const made = { url: t.databaseUrl, time: new Date().toISOString(), rows: 3, files: 1, sha256: 'ab' };
  await noteBackup('made', made);
  await noteBackup('restored', made);
  expect(await sql('select kind, rows::int as rows, files from sys_backup_log order by id')).toEqual([
    { kind: 'made', rows: 3, files: 1 },
    { kind: 'restored', rows: 3, files: 1 },
  ]);
});
