import { hash } from 'node:crypto';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expressJobs } from '../../src/modules/prizes/express/follow.ts';
import { winningJobs } from '../../src/modules/prizes/winnings/jobs.ts';
import { eraseDue } from '../../src/modules/users/deletion.ts';
import { sendFile, workbookOf } from '../import-export/workbook.ts';
import { signInAs } from '../support/people.ts';
import { expressWorld, type ExpressWorld } from './express-kit.ts';

/** Parcels of prizes, followed at the sandbox of Kuaidi100 over HTTP. */
let w: ExpressWorld;
const salt = 'a salt that the test knows';
beforeAll(async () => {
  w = await expressWorld({ EXPRESS_PUSH_SECRET: salt });
});
afterAll(() => w.stop());

const { shipped, done, returned } = machines['SM-Winning'].states;
const { delivering, underWay, collected, signed, refused, returning } = codes.ExpressState;
const taken = '{"result":true,"returnCode":"200","message":"成功"}';

async function followed(end = 1) {
  const sent = await w.ship(w.freshNumber(end));
  await w.round();
  return sent;
}
const current = async (id: string) => (await w.track(id)).parcels[0];

describe('a parcel is subscribed to', () => {
  test('when its record is shipped, with an address for its number alone and the end of the receiver’s number', async () => {
    const { id, number } = await w.ship();
    expect(await current(id)).toMatchObject({ company: 'SF', number, following: 'waiting', state: null });
    await w.round();
    expect(await current(id)).toMatchObject({ number, following: 'followed', isCurrent: true, steps: [] });
    expect(await w.callback(number)).toMatch(new RegExp(`/act/v1/express/SF/${number}/[\\w-]{22}$`));
    expect((await w.track(id)).source).toMatchObject({ sandbox: true });
  });

  test('when a workbook ships it', async () => {
    const [won, number] = [await w.toShip(), '751234567890'];
    const bytes = await workbookOf(['中奖编号', '快递公司', '快递单号'], [[won.recordNo, '中通', number]]);
    const { token } = await signInAs(w.t, { roles: ['admin'] });
    expect((await sendFile(w.t, '/act/crm/winningRecord/importShip', bytes, token)).data).toMatchObject({ success: 1 });
    await w.round();
    expect(await current(won.id)).toMatchObject({ company: 'ZTO', number, following: 'followed' });
  });

  test('when it was shipped before there was this', async () => {
    const { id, number } = await w.ship();
    await w.t.app.pool.query('delete from exp_parcel where number = $1', [number]);
    for (const job of expressJobs) await job.run(w.t.app);
    await w.round();
    expect(await current(id)).toMatchObject({ number, following: 'followed' });
  });

  test('again when the service was down, which its page says; what it refuses for good is not', async () => {
    const { id, number } = await w.ship();
    await w.sandbox(number, { fault: 'down' });
    await w.round();
    expect(await current(id)).toMatchObject({ following: 'retried' });
    await w.sandbox(number, { fault: null });
    await w.due(number);
    await w.round();
    expect(await current(id)).toMatchObject({ following: 'followed' });

    const other = await w.ship();
    await w.sandbox(other.number, { fault: 'refused' });
    await w.round();
    expect(await current(other.id)).toMatchObject({ following: 'refused' });
    await w.due(other.number, 'attempts = 0');
    await w.round();
    expect(await w.callback(other.number)).toBe('');
  });
});

describe('a push', () => {
  test('brings state and steps, the newest first, and completes what is signed for at once', async () => {
    const { id, number } = await followed();
    expect(await w.sandbox(number, { steps: 4, push: {} })).toEqual([{ status: 200, body: taken }]);
    const parcel = await current(id);
    expect(parcel).toMatchObject({ state: delivering, following: 'followed' });
    expect(parcel?.steps.map(({ state }) => state)).toEqual([delivering, underWay, underWay, collected]);
    expect(parcel?.steps[0]).toMatchObject({ text: '【杭州市】派送中，派件员：李师傅' });
    expect(await w.status(id)).toBe(shipped);

    await w.sandbox(number, { steps: 5, push: {} });
    // No worker has run: it happened with the push.
    expect(await w.status(id)).toBe(done);
    expect(await current(id)).toMatchObject({ state: signed, following: 'done' });
    const { rows } = await w.t.app.pool.query(
      `select username, action from sys_operation_log where entity = 'winningRecord' and entity_id = $1 and action = 'sign'`,
      [id],
    );
    expect(rows).toEqual([{ username: 'system', action: 'sign' }]);
  });

  test('out of order, late or twice never moves anything back', async () => {
    const { id, number } = await followed();
    await w.sandbox(number, { steps: 4, push: {} });
    expect(await w.sandbox(number, { push: { at: 2 } })).toEqual([{ status: 200, body: taken }]);
    expect((await current(id))?.steps).toHaveLength(4);
    await w.sandbox(number, { push: { at: 4, times: 3 } });
    expect(await current(id)).toMatchObject({ state: delivering });
    await w.sandbox(number, { steps: 5, push: { times: 2 } });
    await w.sandbox(number, { push: { at: 3, delayMs: 20 } });
    expect(await current(id)).toMatchObject({ state: signed, following: 'done' });
    expect(await w.status(id)).toBe(done);
  });

  test('at the same moment from several sides completes once', async () => {
    const { id, number } = await followed();
    await w.sandbox(number, { steps: 5 });
    const pushed = await Promise.all([1, 2, 3, 4].map(() => w.sandbox(number, { push: {} })));
    expect(pushed.flat().map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { rows } = await w.t.app.pool.query(
      `select 1 from sys_operation_log where entity = 'winningRecord' and entity_id = $1 and action = 'sign'`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  test('with a wrong signature or to a wrong address is refused and counted', async () => {
    const { id, number } = await followed();
    const before = (await w.pushes())['refused'] ?? 0;
    expect(await w.sandbox(number, { steps: 5, push: { forged: true } })).toMatchObject([{ status: 401 }]);
    const address = await w.callback(number);
    for (const wrong of [
      address.replace(/[\w-]{22}$/, 'A'.repeat(22)),
      address.replace(/[\w-]{22}$/, 'short'),
      address.replace(number, w.freshNumber()),
    ]) {
      await w.t.app.pool.query('update sbx_express_parcel set callback = $2 where nu = $1', [number, wrong]);
      expect(await w.sandbox(number, { push: {} })).toMatchObject([{ status: 401 }]);
    }
    expect((await w.pushes())['refused']).toBe(before + 4);
    expect(await current(id)).toMatchObject({ state: null });
    expect(await w.status(id)).toBe(shipped);
  });

  test('is a form of a bearable size, and says so otherwise', async () => {
    const { number } = await followed();
    const url = new URL(await w.callback(number)).pathname;
    const send = (payload: string, type = 'application/x-www-form-urlencoded') =>
      w.t.http.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
    expect((await send('{}', 'application/json')).statusCode).toBe(401);
    expect((await send('param=1')).statusCode).toBe(401);
    expect((await send(`param=${'x'.repeat(300_000)}&sign=1`)).statusCode).toBe(413);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const other = await w.t.http.inject({
      method: 'POST',
      url: '/act/crm/winningRecord/track',
      payload: 'id=1',
      headers: form,
    });
    expect(other.statusCode).not.toBe(200);
  });

  test('of a number that is no longer followed is answered and changes nothing', async () => {
    const { id, number } = await followed(8);
    await w.sandbox(number, { steps: 7, push: {} });
    expect(await w.status(id)).toBe(shipped);
    await w.post('transition', { id, action: 'return', reason: '收件人拒收' });
    expect(await w.status(id)).toBe(returned);
    const second = w.freshNumber();
    await w.post('transition', { id, action: 'reship', expressCompany: 'SF', expressNo: second });
    await w.round();
    expect((await w.track(id)).parcels.map(({ number: n, isCurrent }) => [n, isCurrent])).toEqual([
      [second, true],
      [number, false],
    ]);
    // The first parcel is said to be signed for, late.
    await w.t.app.pool.query(
      `update exp_parcel set state = 0, state_time = now() - interval '1 day' where number = $1`,
      [number],
    );
    expect(await w.sandbox(number, { push: {} })).toEqual([{ status: 200, body: taken }]);
    expect(await w.status(id)).toBe(shipped);
    await w.t.app.pool.query('delete from exp_parcel where number = $1', [number]);
    expect(await w.sandbox(number, { push: {} })).toEqual([{ status: 200, body: taken }]);
    await w.sandbox(second, { steps: 5, push: {} });
    expect(await w.status(id)).toBe(done);
  });
});

/** A push that the sandbox has no step for. */
async function tell(number: string, told: object) {
  const param = JSON.stringify(told);
  return w.t.http.inject({
    method: 'POST',
    url: new URL(await w.callback(number)).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ param, sign: hash('md5', param + salt, 'hex').toUpperCase() }).toString(),
  });
}

test('a push about another number than its address, or about nothing, changes nothing', async () => {
  const [{ id, number }, other] = [await followed(), await followed()];
  const data = [{ time: '2026-01-02 03:04:05', ftime: '2026-01-02 03:04:05', context: '已签收' }];
  for (const told of [
    { lastResult: { nu: other.number, state: '3', data } },
    { lastResult: { nu: number, data: [] } },
    [],
    7,
  ])
    expect((await tell(number, told as object)).body).toBe(taken);
  expect([await w.status(id), await w.status(other.id)]).toEqual([shipped, shipped]);
});

test('a parcel that the service gives up is shown, and subscribed to again a day later', async () => {
  const { id, number } = await followed();
  expect((await tell(number, { status: 'abort', message: '3天查询无记录', lastResult: { nu: number } })).body).toBe(
    taken,
  );
  expect(await current(id)).toMatchObject({ following: 'noRecord' });
  await w.due(number);
  await w.round();
  await w.sandbox(number, { steps: 2, push: {} });
  expect(await current(id)).toMatchObject({ following: 'followed', steps: { length: 2 } });
});

describe('a parcel that does not arrive', () => {
  test('is marked for the staff, who decide, and does not end by itself', async () => {
    const { id, number, recordNo } = await followed(7);
    await w.sandbox(number, { steps: 5, push: { times: 2 } });
    const { data } = await w.post<{ list: { id: string; expressState: number }[] }>('list', {
      query: { 'expressState.in': [refused], 'recordNo.eq': recordNo },
    });
    expect(data.list).toMatchObject([{ id, expressState: refused }]);
    const { rows } = await w.t.app.pool.query(`select distinct title_zh from msg_notice where path like $1`, [
      `%${recordNo}`,
    ]);
    expect(rows).toHaveLength(1);
    await w.t.app.pool.query(`update act_winning_record set ship_time = now() - interval '16 days' where id = $1`, [
      id,
    ]);
    for (const job of winningJobs) await job.run(w.t.app);
    expect(await w.status(id)).toBe(shipped);
  });
});

describe('a question', () => {
  test('is asked when no push comes, and not twice within half an hour', async () => {
    const { id, number } = await followed(8);
    await w.sandbox(number, { steps: 6 });
    await w.due(number);
    await w.round();
    expect(await current(id)).toMatchObject({ state: returning, steps: { length: 6 } });
    await w.sandbox(number, { steps: 7 });
    await w.due(number);
    await w.round();
    expect(await current(id)).toMatchObject({ state: returning });
    const asked = await w.post('askTrack', { id });
    expect(asked).toMatchObject({ code: 6033, message: expect.stringMatching(/30分钟.*\d\d:\d\d后/) });
    expect((await w.post('askTrack', { id }, 'en')).message).toMatch(/again after \d\d:\d\d$/);
    expect((await current(id))?.askAfter).toMatch(/^\d{4}-/);
    await w.due(number, `asked_time = now() - interval '31 minutes'`);
    expect(await w.post('askTrack', { id })).toMatchObject({ code: 0, data: { parcels: [{ steps: { length: 7 } }] } });
  });

  test('completes what is signed for, and does not count when the service is down', async () => {
    const { id, number } = await followed();
    await w.sandbox(number, { steps: 5, fault: 'down' });
    expect(await w.post('askTrack', { id })).toMatchObject({ code: 1020 });
    await w.due(number);
    await w.round();
    expect(await current(id)).toMatchObject({ following: 'retried', askAfter: null });
    await w.sandbox(number, { fault: null });
    expect(await w.post('askTrack', { id })).toMatchObject({ code: 0, data: { parcels: [{ state: signed }] } });
    expect(await w.status(id)).toBe(done);
  });

  test('is asked less and less often, and no more after 30 days', async () => {
    const { id, number } = await followed();
    await w.due(number, `next_time = now(), subscribed_time = now() - interval '9 hours'`);
    await w.round();
    const { rows } = await w.t.app.pool.query<{ hours: number }>(
      `select round(extract(epoch from next_time - now()) / 3600)::int as hours from exp_parcel where number = $1`,
      [number],
    );
    expect(rows).toEqual([{ hours: 9 }]);
    await w.due(number, `next_time = now(), follow_time = now() - interval '31 days'`);
    await w.round();
    expect(await current(id)).toMatchObject({ following: 'over' });
  });
});

test('prizes in one box arrive together', async () => {
  const first = await followed();
  const second = await w.ship(first.number);
  await w.round();
  await w.sandbox(first.number, { steps: 5, push: {} });
  expect([await w.status(first.id), await w.status(second.id)]).toEqual([done, done]);
  const late = await w.ship(first.number);
  await w.round();
  expect(await w.status(late.id)).toBe(done);
});

test('a number that is used again after months begins anew', async () => {
  const { number } = await followed();
  await w.sandbox(number, { steps: 5, push: {} });
  await w.due(number, `state_time = now() - interval '200 days'`);
  const again = await w.ship(number);
  await w.round();
  expect(await w.status(again.id)).toBe(shipped);
  expect(await current(again.id)).toMatchObject({ state: null, steps: [] });
});

test('who may only look does not ask, and an erased winner leaves no parcel', async () => {
  const { id, userId, number } = await followed();
  await w.sandbox(number, { steps: 3, push: {} });
  await w.t.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('looks', 'looks', 1, 0, 0, 1)`,
  );
  await w.t.app.pool.query(
    `insert into sys_role_function (role_code, function_code) values ('looks', 'winningRecord'), ('looks', 'winningRecord.query')`,
  );
  const { token } = await signInAs(w.t, { roles: ['looks'] });
  const as = { as: token };
  expect(await w.t.call('POST', '/act/crm/winningRecord/track', { id }, as)).toMatchObject({ code: 0 });
  expect(await w.t.call('POST', '/act/crm/winningRecord/askTrack', { id }, as)).toMatchObject({ code: 1003 });

  await w.t.app.pool.query(
    `update usr_app_user set status = 3, deletion_time = now() - interval '16 days' where id = $1`,
    [userId],
  );
  await eraseDue(w.t.app);
  const { rows } = await w.t.app.pool.query('select 1 from exp_parcel where number = $1', [number]);
  expect(rows).toEqual([]);
  expect(await w.sandbox(number, { push: {} })).toEqual([{ status: 200, body: taken }]);
});
