import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addFeedback } from '../support/feedback.ts';
import { signInAs } from '../support/people.ts';

let t: TestApp;
/** Two of the customer service. */
let wang: string;
let li: string;

beforeAll(async () => {
  t = await createTestApp();
  await t.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('desk', '反馈处理', 1, 0, 0, 1)`,
  );
  await t.app.pool.query(
    `insert into sys_role_function (role_code, function_code) select 'desk', code from sys_function where code like 'appFeedbackManage%'`,
  );
  [wang, li] = [(await signInAs(t, { roles: ['desk'] })).token, (await signInAs(t, { roles: ['desk'] })).token];
});
afterAll(() => t.stop());

interface Feedback {
  readonly id: string;
  readonly feedbackNo: string;
  readonly status: number;
  readonly handlerId: string | null;
  readonly mergedIntoId: string | null;
  readonly mergedCount: number;
}
interface Many {
  readonly changed: number;
  readonly skipped: readonly { readonly id: string; readonly code: number }[];
  readonly errors?: readonly { readonly field: string }[];
}
interface Given {
  readonly id: string;
  readonly userId: string;
}

const crm = <Data = Many>(path: string, body: object, as = wang) =>
  t.call<Data>('POST', `/cs/crm/feedback/${path}`, body, { as });
const read = async ({ id }: Given): Promise<Feedback> => (await crm<Feedback>('detail', { id })).data;
const merge = (feedback: readonly Given[], into: Given, as = wang) =>
  crm('merge', { ids: feedback.map(({ id }) => id), mergedIntoId: into.id }, as);
const content = '问题已在新版本中修复，请升级后重试。';
const reply = (to: Given, as = wang) => crm('deal', { id: to.id, nextStatus: 2, replyContent: content }, as);
/** What the app's user has in the inbox. */
const messages = async ({ userId }: Given): Promise<string[]> => {
  const { rows } = await t.app.pool.query<{ body: string }>(
    'select body_zh as body from msg_inbox where user_id = $1',
    [userId],
  );
  return rows.map(({ body }) => body);
};

/** What the log says was done with it. */
const logged = async ({ id }: Given): Promise<string[]> => {
  const { rows } = await t.app.pool.query<{ action: string }>(
    `select action from sys_operation_log where entity = 'feedback' and entity_id = $1 and result_code = 0 order by id`,
    [id],
  );
  return rows.map(({ action }) => action);
};

/** Feedback of a new user. */
async function given(): Promise<Given> {
  const userId = await addAppUser(t);
  return { userId, id: await addFeedback(t, userId) };
}

test('one reply answers what was merged; each user closes it alone', async () => {
  const [main, other] = [await given(), await given()];
  const third = await given();
  const answer = await merge([other, third, main], main);
  expect(answer).toMatchObject({ code: 0, data: { changed: 2, skipped: [{ id: main.id, code: 1022 }] } });
  const claimed = await read(main);
  expect(claimed).toMatchObject({ status: 1, mergedIntoId: null, mergedCount: 2 });
  expect(await read(other)).toMatchObject({ status: 1, mergedIntoId: main.id, handlerId: claimed.handlerId });
  expect((await reply(main)).code).toBe(0);
  for (const one of [main, other, third]) {
    expect(await read(one)).toMatchObject({ status: 2 });
    expect(await messages(one)).toEqual([content]);
  }
  const { feedbackNo } = await read(other);
  const as = await issueAppToken(t.app, other.userId);
  expect(await t.call('POST', '/app/v1/feedback/satisfy', { feedbackNo, satisfied: 1 }, { as })).toMatchObject({
    code: 0,
  });
  expect([(await read(main)).status, (await read(other)).status, (await read(third)).status]).toEqual([2, 4, 2]);
  expect(await logged(third)).toEqual(['merge', 'reply']);
});

test('a user who takes it up again, or whom somebody answers alone, is answered alone from then on', async () => {
  const [main, other] = [await given(), await given()];
  const alone = await given();
  await merge([other, alone], main);
  expect((await reply(alone)).code).toBe(0);
  expect(await read(alone)).toMatchObject({ status: 2, mergedIntoId: null });
  await reply(main);
  expect(await messages(alone)).toHaveLength(1);
  const { feedbackNo } = await read(other);
  const as = await issueAppToken(t.app, other.userId);
  const text = '升级以后还是一样';
  expect((await t.call('POST', '/app/v1/feedback/append', { feedbackNo, content: text }, { as })).code).toBe(0);
  expect(await read(other)).toMatchObject({ status: 1, mergedIntoId: null });
  await crm('reopen', { id: main.id, reason: '还有用户遇到' });
  expect((await reply(main)).code).toBe(0);
  expect(await messages(other)).toHaveLength(1);
});

test('what was merged comes along, and stands for itself again when the main one is invalid', async () => {
  const [main, other] = [await given(), await given()];
  const last = await given();
  await merge([other], main);
  expect((await merge([other], main)).data, 'again').toMatchObject({
    changed: 0,
    skipped: [{ id: other.id, code: 1022 }],
  });
  expect((await merge([main], last)).data.changed).toBe(1);
  expect(await read(other)).toMatchObject({ mergedIntoId: last.id });
  expect(await read(last)).toMatchObject({ mergedCount: 2 });
  expect((await crm('invalid', { ids: [last.id], reasonCode: '4' })).data.changed).toBe(1);
  for (const one of [main, other]) expect(await read(one)).toMatchObject({ status: 1, mergedIntoId: null });
  expect(await logged(other)).toEqual(['merge', 'merge', 'release']);
});

test('refused into what is done or merged itself; what a colleague deals with is left out', async () => {
  const [main, other] = [await given(), await given()];
  const taken = await given();
  await crm('claim', { ids: [taken.id] }, li);
  expect((await merge([taken, other], main)).data).toMatchObject({
    changed: 1,
    skipped: [{ id: taken.id, code: 9003 }],
  });
  expect((await merge([taken], other, li)).data.errors?.[0]?.field, 'merged itself').toBe('mergedIntoId');
  await reply(main);
  expect((await merge([taken], main, li)).data.errors?.[0]?.field, 'answered').toBe('mergedIntoId');
  expect((await crm('merge', { ids: [taken.id] }, li)).data.errors?.[0]?.field).toBe('mergedIntoId');
  expect(await read(taken)).toMatchObject({ status: 1, mergedIntoId: null });
  // A colleague's feedback takes others in, and stays the colleague's.
  const more = await given();
  expect((await merge([more], taken)).data.changed).toBe(1);
  expect((await read(more)).handlerId).toBe((await read(taken)).handlerId);
});
