import type { Row } from '@wheelhouse/entities/fields';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { administer } from '../support/databases.ts';
import { sampleForm } from './samples.ts';

const as = { as: 'admin' } as const;
const qa = plain(entities.consoleQa);
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const add = async (): Promise<string> => {
  const { data } = await t.call<{ id: string }>('POST', pathOfCall(qa, 'add'), await sampleForm(t, qa), as);
  return data.id;
};
const change = (id: string, values: Row) =>
  t.call<{ rev: number }>('POST', pathOfCall(qa, 'update'), { id, rev: 1, ...values }, as);
const logOf = async (id: string) => {
  const { rows } = await t.app.pool.query<{ before: Row | null; after: Row | null; code: number }>(
    `select before, after, result_code as code from sys_operation_log where entity = $1 and entity_id = $2 and action = 'update' order by id`,
    [qa.name, id],
  );
  return rows;
};

/** Makes the change while another transaction has changed the row by this statement; it is committed once the change waits for it. */
async function changeMeanwhile(id: string, theirs: string, values: Row): ReturnType<typeof change> {
  const made = await administer(t.databaseUrl, async (client) => {
    await client.query('begin');
    await client.query(`update sys_qa set ${theirs} where id = $1`, [id]);
    const answer = change(id, values);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
    await client.query('commit');
    return { answer };
  });
  return made.answer;
}

test('of many who change the same version of a record, one does, and the log has that change alone', async () => {
  const id = await add();
  const answers = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => ({ n, ...(await change(id, { question: `question ${n}` })) })),
  );
  const done = answers.filter(({ code }) => code === 0);
  expect(done).toHaveLength(1);
  expect(done[0]?.data.rev).toBe(2);
  expect(answers.filter(({ code }) => code === 1005)).toHaveLength(11);
  const log = await logOf(id);
  expect(log.filter(({ code }) => code === 0).map(({ after }) => after)).toEqual([
    { question: `question ${done[0]?.n}` },
  ]);
});

test('a row that changes while its change is checked is checked again, and logged as it was then', async () => {
  const id = await add();
  // By something that counts no revision.
  const { code } = await changeMeanwhile(id, `question = 'theirs'`, { question: 'mine' });
  expect(code).toBe(0);
  expect(await logOf(id)).toEqual([{ before: { question: 'theirs' }, after: { question: 'mine' }, code: 0 }]);
});

test('a record that is deleted while its change is checked stays as it was', async () => {
  const id = await add();
  const { code } = await changeMeanwhile(id, 'deleted = true', { question: 'mine' });
  expect(code).toBe(1002);
  const { rows } = await t.app.pool.query('select from sys_qa where id = $1 and question = $2', [id, 'mine']);
  expect(rows).toEqual([]);
  expect((await logOf(id)).filter(({ code: result }) => result === 0)).toEqual([]);
});
