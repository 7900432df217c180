import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { closeAnswered, tellOverdue } from '../../src/modules/feedback/jobs.ts';
import { addUser, password } from '../access/fixture.ts';
import { addSample, bindOwner, sampleFile } from '../registry/samples.ts';
import { entityNamed } from '@wheelhouse/entities/registry';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addFeedback } from '../support/feedback.ts';

let t: TestApp;
/** Tokens and ids of two of the customer service, and of one who only reads. */
let wang: { token: string; id: string };
let li: { token: string; id: string };
let reader: string;

const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
  (await t.app.pool.query<Row>(query, values)).rows;

async function staff(username: string, role: string): Promise<{ token: string; id: string }> {
  await addUser(t, { username, roles: [role] });
  const token = await t.login(username, password);
  return { token, id: (await t.app.sessions.authenticate(token, undefined)).id };
}

beforeAll(async () => {
  t = await createTestApp();
  await rows(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled)
     values ('desk', '反馈处理', 1, 0, 0, 1), ('look', '反馈查看', 1, 0, 0, 1)`,
  );
  await rows(
    `insert into sys_role_function (role_code, function_code)
     select 'desk', code from sys_function where code like 'appFeedbackManage%'
     union all select 'look', code from sys_function where code in ('appFeedbackManage', 'appFeedbackManage.query')`,
  );
  wang = await staff('fb.wang', 'desk');
  li = await staff('fb.li', 'desk');
  reader = (await staff('fb.reader', 'look')).token;
});
afterAll(() => t.stop());

interface Feedback {
  id: string;
  rev: number;
  feedbackNo: string;
  status: number;
  [field: string]: unknown;
}
interface Refused {
  errors?: { field: string }[];
}
interface Many {
  changed: number;
  skipped: { id: string; code: number; message: string }[];
}

const crm = <Data = Refused>(path: string, body: object, as = wang.token) =>
  t.call<Data>('POST', `/cs/crm/feedback/${path}`, body, { as });
const read = async (id: string): Promise<Feedback> => (await crm<Feedback>('detail', { id })).data;
const reply = (id: string, body: object = {}, as = wang.token) =>
  crm('deal', { id, nextStatus: 2, replyContent: '请将APP升级到最新版本后重试。', ...body }, as);
const app = async <Data = Refused>(userId: string, path: string, body: object, method: 'GET' | 'POST' = 'POST') =>
  t.call<Data>(method, `/app/v1/feedback/${path}`, body, { as: await issueAppToken(t.app, userId) });
const form = (content = '靠近车辆时感应解锁经常没有反应') => ({
  categoryCode: 'P05',
  subCode: 'P0502',
  content,
  clientOs: 1,
  appVersion: '5.2.0',
});
/** Feedback of a new user. */
async function given(): Promise<{ id: string; userId: string; no: string }> {
  const userId = await addAppUser(t);
  const id = await addFeedback(t, userId);
  return { id, userId, no: (await read(id)).feedbackNo };
}

describe('in the app', () => {
  test('a user submits feedback about an own vehicle with pictures; its contact is masked', async () => {
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    const userId = await bindOwner(t, vehicleId);
    const [vehicle] = await rows<{ vin: string }>('select vin from veh_vehicle where id = $1', vehicleId);
    const images = [await sampleFile(t, 'image', userId, 'app')];
    const sent = await app<{ feedbackNo: string }>(userId, 'submit', {
      ...form(),
      vin: vehicle?.vin,
      contact: 'owner@example.com',
      phoneModel: 'Mate 70',
      images,
    });
    expect(sent.code, JSON.stringify(sent)).toBe(0);
    expect(sent.data.feedbackNo).toMatch(/^FB\d{14}$/);
    const [row] = await rows<{ id: string; text: string }>(
      'select id::text as id, t::text as text from cs_feedback t where feedback_no = $1',
      sent.data.feedbackNo,
    );
    expect(row?.text).not.toContain('owner@example.com');
    const shown = await read(row?.id ?? '');
    expect(shown).toMatchObject({ status: 0, priority: 2, vehicleId, vin: vehicle?.vin, imageCount: 1, reopened: 0 });
    expect(shown['contact']).toBe('ow***');
    expect(shown['mobile']).toContain('****');
    const stranger = await addAppUser(t);
    expect((await app(stranger, 'submit', { ...form('别人的车有问题'), vin: vehicle?.vin })).code).toBe(1011);
    expect((await app(stranger, 'submit', { ...form('别人的图片'.repeat(2)), images })).data.errors?.[0]?.field).toBe(
      'images',
    );
  });

  test('content that says nothing and wrong categories are refused by field', async () => {
    const userId = await addAppUser(t);
    const fieldOf = async (more: object) =>
      (await app(userId, 'submit', { ...form(), ...more })).data.errors?.map(({ field }) => field);
    expect(await fieldOf({ content: '啊啊啊啊啊啊' })).toEqual(['content']);
    expect(await fieldOf({ content: '不好' })).toEqual(['content']);
    expect(await fieldOf({ subCode: 'P0101' })).toEqual(['subCode']);
    expect(await fieldOf({ categoryCode: 'P77', subCode: null })).toEqual(['categoryCode']);
    expect(await fieldOf({ contact: 'call me' })).toEqual(['contact']);
    expect(await fieldOf({ status: 4 })).toEqual(['status']);
    expect((await app<{ total: number }>(userId, 'list', {}, 'GET')).data.total).toBe(0);
  });

  test('the same content within an hour and a sixth feedback of a day are refused, also at once', async () => {
    const userId = await addAppUser(t);
    const same = await Promise.all([1, 2, 3].map(() => app(userId, 'submit', form())));
    expect(same.map(({ code }) => String(code)).toSorted()).toEqual(['0', '9001', '9001']);
    const others = await Promise.all(
      ['甲', '乙', '丙', '丁', '戊', '己'].map((mark) => app(userId, 'submit', form(`感应解锁没有反应${mark}`))),
    );
    expect(others.filter(({ code }) => code === 0)).toHaveLength(4);
    expect(others.filter(({ code }) => code === 9001)).toHaveLength(2);
    await rows("update cs_feedback set create_time = now() - interval '25 hours' where user_id = $1", userId);
    expect((await app(userId, 'submit', form())).code).toBe(0);
  });
});

describe('at the desk', () => {
  test('feedback is claimed once; the other user is told who has it', async () => {
    const { id } = await given();
    const both = await Promise.all([wang, li].map(({ token }) => crm<Many>('claim', { ids: [id] }, token)));
    expect(both.reduce((sum, { data }) => sum + data.changed, 0)).toBe(1);
    const late = both.find(({ data }) => data.changed === 0);
    expect(late?.data.skipped).toMatchObject([{ id, code: 9003 }]);
    expect(await read(id)).toMatchObject({ status: 1 });
    expect((await crm<Many>('claim', { ids: [id] }, reader)).code).toBe(1003);
  });

  test('a reply reaches the user and keeps the time of the first; only the handler can reply', async () => {
    const { id, userId, no } = await given();
    await crm('claim', { ids: [id] });
    expect((await reply(id, {}, li.token)).code).toBe(1004);
    expect((await reply(id, { replyContent: '好' })).data.errors?.[0]?.field).toBe('replyContent');
    expect((await reply(id, { categoryCode: 'P01', subCode: 'P0502' })).data.errors?.[0]?.field).toBe('subCode');
    const before = await read(id);
    expect((await reply(id, { rev: before.rev, priority: 3, internalNote: '已电话联系' })).code).toBe(0);
    const answered = await read(id);
    expect(answered).toMatchObject({ status: 2, priority: 3, handlerId: wang.id });
    const messages = await rows<{ kind: string; body: string; route: string; channel: number }>(
      `select i.kind, i.body_zh as body, i.route, r.channel from msg_inbox i join msg_push_record r on r.inbox_id = i.id where i.user_id = $1`,
      userId,
    );
    expect(messages).toEqual([
      { kind: 'service', body: '请将APP升级到最新版本后重试。', route: `/feedback/${no}`, channel: 2 },
    ]);
    const own = await app<{ list: { status: number; replies: { side: string; content: string }[] }[] }>(
      userId,
      'list',
      {},
      'GET',
    );
    expect(own.data.list).toMatchObject([{ status: 2, replies: [{ side: 'staff' }] }]);
    expect(JSON.stringify(own.data), 'internal notes are not shown to the user').not.toContain('已电话联系');
    await crm('reopen', { id, reason: '补充说明' });
    await reply(id);
    expect((await read(id))['replyTime']).toBe(answered['replyTime']);
  });

  test('a reply is sent in the words of its template', async () => {
    const word = async (pushTitle: string, pushBody: string): Promise<void> => {
      const call = <Data>(path: string, body: object) =>
        t.call<Data>('POST', `/msg/crm/serviceTemplate/${path}`, body, { as: 'admin' });
      const query = { 'templateCode.like': 'FEEDBACK_REPLY' };
      const [template] = (await call<{ list: { id: string; rev: number }[] }>('list', { query })).data.list;
      const { id, rev } = template ?? { id: '', rev: 0 };
      expect(await call('update', { id, rev, pushTitle, pushBody })).toMatchObject({ code: 0 });
    };
    const { id, userId, no } = await given();
    await crm('claim', { ids: [id] });
    await word('客服已回复', '反馈${feedbackNo}：${reply}');
    expect((await reply(id)).code).toBe(0);
    expect(await rows('select title_zh as title, body_zh as body from msg_inbox where user_id = $1', userId)).toEqual([
      { title: '客服已回复', body: `反馈${no}：请将APP升级到最新版本后重试。` },
    ]);
    await word('您的反馈有新回复', '${reply}');
  });

  test('a reply over a change by another user is refused, and nothing is sent', async () => {
    const { id, userId } = await given();
    const { rev } = await read(id);
    expect((await reply(id, { rev }, li.token)).code).toBe(0);
    expect((await reply(id, { rev })).code).toBe(1005);
    const [sent] = await rows<{ n: number }>('select count(*)::int as n from msg_inbox where user_id = $1', userId);
    expect(sent?.n).toBe(1);
  });

  test('follow-up by a department, with or without a reply to the user', async () => {
    const { id, userId } = await given();
    await crm('claim', { ids: [id] });
    expect((await crm('deal', { id, nextStatus: 3 })).data.errors?.[0]?.field).toBe('deptCode');
    expect((await crm('deal', { id, nextStatus: 3, deptCode: '2', internalNote: '可复现' })).code).toBe(0);
    expect(await read(id)).toMatchObject({ status: 3, deptCode: '2', replyTime: null });
    expect(await rows('select 1 from msg_inbox where user_id = $1', userId)).toEqual([]);
    expect((await reply(id)).code).toBe(0);
    expect(await read(id)).toMatchObject({ status: 2, deptCode: null });
  });

  test('assigned to a user who holds the function and is notified', async () => {
    const { id } = await given();
    const { id: readerId } = await t.app.sessions.authenticate(reader, undefined);
    expect((await crm('assign', { ids: [id], userId: readerId })).data.errors?.[0]?.field).toBe('userId');
    expect((await crm<Many>('assign', { ids: [id], userId: li.id })).data.changed).toBe(1);
    expect(await read(id)).toMatchObject({ status: 1, handlerId: li.id });
    const [notice] = await rows<{ path: string }>(
      'select path from msg_notice where user_id = $1 order by id desc',
      li.id,
    );
    expect(notice?.path).toContain(id);
    expect((await crm<Many>('assign', { ids: [id], userId: li.id })).data.skipped).toMatchObject([{ id }]);
  });

  test('marked as invalid with a reason; notes are not shown to the user', async () => {
    const { id, userId } = await given();
    expect((await crm('note', { id, content: '像是广告' })).code).toBe(0);
    expect((await crm('invalid', { ids: [id] })).code).toBe(1001);
    expect((await crm<Many>('invalid', { ids: [id], reasonCode: '2' })).data.changed).toBe(1);
    expect(await read(id)).toMatchObject({ status: 5, reasonCode: '2' });
    expect((await reply(id)).code).toBe(1004);
    const notes = await t.call<{ list: { action: string; content: string | null }[] }>(
      'POST',
      '/cs/crm/feedbackNote/list',
      { query: { feedbackId: id } },
      { as: wang.token },
    );
    expect(notes.data.list.map(({ action }) => action)).toEqual(['invalid', 'note']);
    expect(JSON.stringify((await app(userId, 'list', {}, 'GET')).data)).not.toContain('像是广告');
  });

  test('reopened within 30 days only', async () => {
    const { id } = await given();
    await reply(id);
    await rows(
      "update cs_feedback set status = 4, close_time = now() - interval '31 days', last_reply_time = now() - interval '38 days' where id = $1",
      id,
    );
    expect((await crm('reopen', { id, reason: '用户来电' })).code).toBe(1004);
    await rows("update cs_feedback set close_time = now() - interval '29 days' where id = $1", id);
    expect((await crm('reopen', { id, reason: '用户来电' })).code).toBe(0);
    expect(await read(id)).toMatchObject({ status: 1, reopened: 1, closeTime: null, handlerId: wang.id });
  });
});

describe('after the answer', () => {
  test('a satisfied user closes it; one who is not and says why reopens it', async () => {
    const [good, bad] = [await given(), await given()];
    const satisfy = (one: typeof good, satisfied: 0 | 1, text?: string) =>
      app(one.userId, 'satisfy', { feedbackNo: one.no, satisfied, text });
    expect((await satisfy(good, 1)).code, 'nothing to judge yet').toBe(1004);
    await reply(good.id);
    await reply(bad.id);
    expect((await app(bad.userId, 'satisfy', { feedbackNo: good.no, satisfied: 1 })).code).toBe(1002);
    expect((await satisfy(good, 1, '很快')).code).toBe(0);
    expect(await read(good.id)).toMatchObject({ status: 4, satisfied: 1, satisfiedText: '很快' });
    expect((await satisfy(good, 1)).code).toBe(1004);
    expect((await satisfy(bad, 0, '还是不行')).code).toBe(0);
    expect(await read(bad.id)).toMatchObject({ status: 1, satisfied: 0, reopened: 1 });
    const [log] = await rows<object>(
      "select username, action from sys_operation_log where entity = 'feedback' and entity_id = $1 and username = 'app'",
      good.id,
    );
    expect(log).toEqual({ username: 'app', action: 'close' });
  });

  test('a user can add to it for seven days, then it is closed', async () => {
    const [early, late] = [await given(), await given()];
    for (const { id } of [early, late]) await reply(id);
    const add = ({ userId, no }: typeof early) => app(userId, 'append', { feedbackNo: no, content: '还有一个问题' });
    expect((await add(early)).code).toBe(0);
    expect(await read(early.id)).toMatchObject({ status: 1, reopened: 1 });
    expect((await add(early)).code, 'while it is being dealt with').toBe(0);
    await rows("update cs_feedback set last_reply_time = now() - interval '169 hours' where id = $1", late.id);
    expect((await add(late)).code).toBe(1004);
    await closeAnswered(t.app);
    expect([(await read(late.id)).status, (await read(early.id)).status]).toEqual([4, 1]);
  });
});

test('a user who adds to an answer is to hear again within 24 hours', async () => {
  const { id, userId, no } = await given();
  const add = () => app(userId, 'append', { feedbackNo: no, content: '还有一个问题' });
  await reply(id);
  expect((await add()).code).toBe(0);
  expect(await read(id)).toMatchObject({ status: 1, overdue: 0, waitHours: 0 });
  await rows("update cs_feedback set added_time = now() - interval '25 hours' where id = $1", id);
  expect((await add()).code).toBe(0);
  expect(await read(id), 'the clock runs from what was added first').toMatchObject({ overdue: 1, waitHours: 25 });
  expect((await crm('deal', { id, nextStatus: 3, deptCode: '2' })).code).toBe(0);
  expect(await read(id), 'the user has heard nothing').toMatchObject({ status: 3, overdue: 1 });
  expect((await reply(id)).code).toBe(0);
  expect(await read(id)).toMatchObject({ overdue: 0, addedTime: null, waitHours: 0 });
});

test('counters equal the list, and a long wait is shown', async () => {
  const { id, no } = await given();
  const overdue = async (is: 0 | 1) =>
    (await crm<{ total: number }>('list', { query: { feedbackNo: no, 'overdue.eq': is } })).data.total;
  expect([await overdue(0), await overdue(1)]).toEqual([1, 0]);
  await rows("update cs_feedback set create_time = now() - interval '26 hours' where id = $1", id);
  expect(await read(id)).toMatchObject({ waitHours: 26, overdue: 1 });
  expect([await overdue(0), await overdue(1)]).toEqual([0, 1]);
  const counters = await crm<Record<string, number>>('counters', {});
  for (const [status, n] of Object.entries(counters.data))
    expect((await crm<{ total: number }>('list', { query: { 'status.eq': status } })).data.total, status).toBe(n);
  await crm('claim', { ids: [id] });
  expect(await overdue(1), 'somebody has taken it').toBe(0);
});

test('who assigns feedback is told of overdue feedback once a day', async () => {
  const { id } = await given();
  await rows("update cs_feedback set create_time = now() - interval '25 hours' where id = $1", id);
  for (let run = 0; run < 2; run++) await tellOverdue(t.app);
  const told = await rows<{ userId: string }>(
    `select user_id::text as "userId" from msg_notice where path like '%overdue%'`,
  );
  const readerId = (await t.app.sessions.authenticate(reader, undefined)).id;
  expect(told.filter(({ userId }) => userId === wang.id)).toHaveLength(1);
  expect(told.map(({ userId }) => userId)).not.toContain(readerId);
});

test('quick replies: own ones are seen by their owner, shared ones by everybody and changed by their author', async () => {
  const quick = <Data = { id: string; rev: number }>(path: string, body: object, as: string) =>
    t.call<Data>('POST', `/cs/crm/quickReply/${path}`, body, { as });
  const own = await quick('add', { title: '我的', content: '请稍等片刻。' }, wang.token);
  const shared = await quick('add', { title: '大家的', content: '请稍等片刻。', shared: 1 }, wang.token);
  expect([own.code, shared.code]).toEqual([0, 0]);
  const seen = async (as: string) =>
    (await quick<{ list: { title: string }[] }>('list', {}, as)).data.list.map(({ title }) => title).toSorted();
  expect(await seen(wang.token)).toEqual(['大家的', '我的'].toSorted());
  expect(await seen(li.token)).toEqual(['大家的']);
  const change = (id: string, as: string) => quick('update', { id, rev: 1, content: '请重新打开APP。' }, as);
  expect((await change(shared.data.id, li.token)).code).toBe(1003);
  expect((await change(own.data.id, li.token)).code).toBe(1011);
  expect((await change(shared.data.id, wang.token)).code).toBe(0);
  expect((await quick('add', { title: '只读', content: '请稍等片刻。' }, reader)).code).toBe(1003);
});
