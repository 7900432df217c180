import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { couponKit, inHours, type Owner } from './coupon-kit.ts';

const { draft, issuing, paused, ended } = machines['SM-Coupon'].states;
const { unused, expired, voided } = machines['SM-UserCoupon'].states;

let t: TestApp;
let kit: ReturnType<typeof couponKit>;
beforeAll(async () => {
  t = await createTestApp();
  kit = couponKit(t);
});
afterAll(() => t.stop());

const refused = (field: string) => ({ code: 1001, data: { errors: [{ field }] } });
const owners = (n: number): Promise<Owner[]> => Promise.all(Array.from({ length: n }, () => kit.owner()));

describe('the form', () => {
  test('numbers coupons and says what they give', async () => {
    const [a, b] = [
      await kit.added(),
      await kit.added({ couponType: 2, amountFen: null, discount: 8.5, maxOffFen: 900 }),
    ];
    expect(a.couponNo).toMatch(/^CP\d{4,}$/);
    expect(Number(b.couponNo.slice(2))).toBe(Number(a.couponNo.slice(2)) + 1);
    expect(a).toMatchObject({ status: draft, issued: 0, used: 0, expired: 0, useRate: null, face: '¥5.00' });
    expect(b).toMatchObject({ face: '8.5/10' });
    const days = await kit.added({ validMode: 2, validStart: null, validEnd: null, validDays: 30 });
    expect(days.validity).toBe('30d');
    expect(await kit.post('add', kit.form({ couponNo: 'CP0001' }))).toMatchObject(refused('couponNo'));
  });

  test('keeps the face value below the threshold, and takes any where there is none', async () => {
    for (const amountFen of [5_000, 5_001])
      expect(await kit.post('add', kit.form({ amountFen }))).toMatchObject({
        code: 1001,
        data: { errors: [{ field: 'amountFen', message: '面额须小于使用门槛' }] },
      });
    expect(await kit.post('add', kit.form({ amountFen: 4_999 }))).toMatchObject({ code: 0 });
    expect(await kit.post('add', kit.form({ amountFen: 9_999, thresholdFen: 0 }))).toMatchObject({ code: 0 });
    const { id } = await kit.added();
    await expect(
      t.app.pool.query('update act_coupon set amount_fen = threshold_fen where id = $1', [id]),
    ).rejects.toThrow('ck_act_coupon_face');
  });

  test.each([
    ['too short a name', 'name', { name: '券' }],
    ['no face value', 'amountFen', { amountFen: null }],
    ['more than 10,000 yuan', 'amountFen', { amountFen: 1_000_001, thresholdFen: 0 }],
    ['a discount of ten tenths', 'discount', { couponType: 2, discount: 10, maxOffFen: 100 }],
    ['a discount without a limit', 'maxOffFen', { couponType: 2, discount: 9 }],
    ['none at all', 'total', { total: 0 }],
    ['too many', 'total', { total: 1_000_001 }],
    ['too many for one', 'perUserLimit', { perUserLimit: 101 }],
    ['fixed dates without an end', 'validEnd', { validEnd: null }],
    ['an end before its start', 'validEnd', { validEnd: inHours(-2) }],
    ['a validity of no days', 'validDays', { validMode: 2, validDays: 0 }],
    ['a validity of more than a year', 'validDays', { validMode: 2, validDays: 366 }],
    ['receipts that end before they begin', 'receiveEnd', { receiveStart: inHours(2), receiveEnd: inHours(1) }],
    ['receipts after its validity', 'receiveStart', { receiveStart: inHours(72) }],
    ['a short description', 'description', { description: '通用' }],
  ])('refuses %s', async (_what, field, more) => {
    expect(await kit.post('add', kit.form(more))).toMatchObject(refused(field));
  });

  test('keeps script in texts as text', async () => {
    const name = '<img src=x onerror=1>';
    const { id } = await kit.added({ name: name.slice(0, 20), description: '<script>alert(1)</script> 使用说明' });
    expect((await kit.post<{ description: string }>('detail', { id })).data.description).toBe(
      '<script>alert(1)</script> 使用说明',
    );
  });
});

describe('states', () => {
  test('what was published is fixed; there may only be more of it; drafts alone are deleted', async () => {
    const { id, rev } = await kit.published();
    for (const change of [
      { amountFen: 600 },
      { thresholdFen: 6_000 },
      { scope: 1 },
      { couponType: 3 },
      { validEnd: inHours(72) },
      { stackable: 1 },
    ])
      expect(await kit.post('update', { id, rev, ...change })).toMatchObject(refused(Object.keys(change)[0] ?? ''));
    expect(await kit.post('update', { id, rev, total: 99 })).toMatchObject(refused('total'));
    expect(await kit.post('update', { id, rev, total: 101, name: '改名券', perUserLimit: 2 })).toMatchObject({
      code: 0,
    });
    expect(await kit.post('batchDelete', { ids: [id] })).toMatchObject({ data: { skipped: [{ id }] } });
    expect(await kit.post('batchDelete', { ids: [(await kit.added()).id] })).toMatchObject({ code: 0 });
  });

  test('is published, paused, resumed and ended; only then and in its time anybody receives it', async () => {
    const [owner, other] = await owners(2);
    if (owner === undefined || other === undefined) throw new Error('no owners');
    const { id, couponNo } = await kit.added();
    expect(await kit.receive(owner, couponNo)).toMatchObject({ code: 1002 });
    expect(await kit.move(id, 'pause')).toMatchObject({ code: 1004 });
    expect(await kit.move(id, 'publish')).toMatchObject({ code: 0 });
    expect(await kit.receive(owner, couponNo.toLowerCase())).toMatchObject({
      code: 0,
      data: { couponNo, status: unused, code: null },
    });
    expect(await kit.move(id, 'pause')).toMatchObject({ code: 0 });
    expect((await kit.one(id)).status).toBe(paused);
    expect(await kit.receive(other, couponNo)).toMatchObject({ code: 6024 });
    expect(await kit.move(id, 'resume')).toMatchObject({ code: 0 });
    expect(await kit.receive(other, couponNo)).toMatchObject({ code: 0 });
    expect(await kit.move(id, 'finish')).toMatchObject({ code: 0 });
    expect(await kit.receive(owner, couponNo)).toMatchObject({ code: 6024 });
    expect(await kit.move(id, 'resume')).toMatchObject({ code: 1004 });
    expect(await kit.post('update', { id, rev: (await kit.one(id)).rev, name: '改名' })).toMatchObject({ code: 1004 });
  });

  test.each([
    ['not yet', { receiveStart: inHours(1) }],
    ['not any more', { receiveStart: inHours(-2), receiveEnd: inHours(-1) }],
  ])('is %s received outside of its time', async (_when, period) => {
    const { id, couponNo } = await kit.added();
    await kit.move(id, 'publish');
    expect(await kit.post('update', { id, rev: (await kit.one(id)).rev, ...period })).toMatchObject({ code: 0 });
    expect(await kit.receive(await kit.owner(), couponNo)).toMatchObject({ code: 6024 });
  });

  test('is not published when its end has passed', async () => {
    const { id } = await kit.added();
    await t.app.pool.query(
      `update act_coupon set valid_start = now() - interval '2 days', valid_end = now() - interval '1 day' where id = $1`,
      [id],
    );
    expect(await kit.move(id, 'publish')).toMatchObject(refused('validEnd'));
  });

  test('ends with its validity, and expires in people’s hands, by the clock of the database', async () => {
    const owner = await kit.owner();
    const [fixed, days] = [
      await kit.published(),
      await kit.published({ validMode: 2, validStart: null, validEnd: null, validDays: 1 }),
    ];
    for (const { couponNo } of [fixed, days]) expect(await kit.receive(owner, couponNo)).toMatchObject({ code: 0 });
    await kit.runJob();
    expect(await kit.mine(owner, unused)).toHaveLength(2);
    await t.app.pool.query(
      `update act_coupon set valid_start = now() - interval '2 days', valid_end = now() - interval '1 second' where id = $1`,
      [fixed.id],
    );
    await t.app.pool.query(
      `update act_user_coupon set start_time = now() - interval '2 days', expire_time = now() - interval '1 second' where user_id = $1`,
      [owner.id],
    );
    // The owner is told at once, whenever the job runs.
    expect(await kit.mine(owner, unused)).toEqual([]);
    expect(await kit.mine(owner, expired)).toHaveLength(2);
    await kit.runJob();
    await kit.runJob();
    expect((await kit.one(fixed.id)).status).toBe(ended);
    expect((await kit.one(days.id)).status).toBe(issuing);
    for (const { id } of [fixed, days])
      expect(await kit.counted(id)).toMatchObject({ issued: 1, expired: 1, rows_expired: 1 });
  });
});

describe('64 receipts at once', () => {
  test('never give out more than there are', async () => {
    const { id, couponNo } = await kit.published({ total: 10 });
    const all = await owners(64);
    const answers = await Promise.all(all.map((one) => kit.receive(one, couponNo)));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(10);
    expect(codes.filter((code) => code === 6022)).toHaveLength(54);
    expect(await kit.counted(id)).toMatchObject({ issued: 10, rows: 10 });
  });

  test('never give one person more than they may have', async () => {
    const { id, couponNo } = await kit.published({ perUserLimit: 3 });
    const owner = await kit.owner();
    const answers = await Promise.all(Array.from({ length: 64 }, () => kit.receive(owner, couponNo)));
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(3);
    expect(codes.filter((code) => code === 6023)).toHaveLength(61);
    expect(await kit.counted(id)).toMatchObject({ issued: 3, rows: 3 });
    expect(await kit.mine(owner)).toHaveLength(3);
  });

  test('stop when it is paused meanwhile, and count what was given', async () => {
    const { id, couponNo } = await kit.published({ total: 1_000 });
    const all = await owners(64);
    const [, ...answers] = await Promise.all([kit.move(id, 'pause'), ...all.map((one) => kit.receive(one, couponNo))]);
    const given = answers.filter(({ code }) => code === 0).length;
    expect(answers.filter(({ code }) => code === 6024)).toHaveLength(64 - given);
    expect(await kit.counted(id)).toMatchObject({ issued: given, rows: given });
  });

  test('and what others know of it, the database keeps itself', async () => {
    const { id, couponNo } = await kit.published({ total: 1 });
    expect(await kit.receive(await kit.owner(), couponNo)).toMatchObject({ code: 0 });
    await expect(t.app.pool.query('update act_coupon set issued = 2 where id = $1', [id])).rejects.toThrow(
      'ck_act_coupon_given',
    );
    await expect(t.app.pool.query('update act_coupon set used = 1, expired = 1 where id = $1', [id])).rejects.toThrow(
      'ck_act_coupon_spent',
    );
  });
});

describe('voiding', () => {
  test('takes unused coupons from people, with a reason, and counts them as received', async () => {
    const { id, couponNo } = await kit.published();
    const [one, other] = await owners(2);
    if (one === undefined || other === undefined) throw new Error('no owners');
    for (const owner of [one, other]) await kit.receive(owner, couponNo);
    const [last, first] = await kit.held(id);
    if (last === undefined || first === undefined) throw new Error('nothing was received');
    await t.app.pool.query('update act_user_coupon set status = 2, use_time = now() where id = $1', [last.id]);
    const body = { userCouponIds: [first.id, last.id] };
    expect(await kit.post('void', { ...body, reason: '' })).toMatchObject(refused('reason'));
    expect(await kit.post('void', { ...body, reason: '误发' })).toMatchObject({
      code: 0,
      data: { changed: 1, skipped: [{ id: last.id, code: 1004 }] },
    });
    expect(await kit.held(id, { status: voided })).toMatchObject([{ id: first.id, voidReason: '误发' }]);
    expect(await kit.mine(one, voided)).toHaveLength(1);
    expect(await kit.receive(one, couponNo)).toMatchObject({ code: 6023 });
    expect(await kit.one(id)).toMatchObject({ issued: 2, used: 1, useRate: 50 });
  });
});
