import { createHash } from 'node:crypto';
import type { RaffleDetail } from '@wheelhouse/contract/calls/events/raffles';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { raffleJobs } from '../../src/modules/events/raffles/jobs.ts';
import { addSample } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { putIn } from '../support/pool.ts';
import { draftRaffle, drawOnce, moveRaffle, poolRow, runningRaffle } from '../support/raffles.ts';
import { raffleWorld, type RaffleWorld } from './raffle-kit.ts';

let w: RaffleWorld;
beforeAll(async () => {
  w = await raffleWorld();
});
afterAll(() => w.stop());

const { notStarted, paused, ended, inReview } = machines['SM-Raffle'].states;
const statusOf = async (id: string): Promise<number> =>
  (await w.one<{ status: number }>('select status from act_raffle_activity where id = $1', id)).status;
const work = async (): Promise<void> => {
  const [due] = raffleJobs;
  await due?.run(w.t.app);
};

describe('a campaign', () => {
  test('is handed in with complete rules and prizes in stock, approved by another person, and reserves them', async () => {
    const row = await poolRow(w.t, { quantity: 3 });
    const id = await draftRaffle(w.t, [row], { rulesComplete: 0 }, 'admin');
    expect(await moveRaffle(w.t, id, 'submit')).toMatchObject({ code: 6001 });
    await w.t.app.pool.query('update act_raffle_activity set rules_complete = 1 where id = $1', [id]);
    expect(await moveRaffle(w.t, id, 'submit')).toMatchObject({ code: 0 });
    expect(await statusOf(id)).toBe(inReview);
    expect(await moveRaffle(w.t, id, 'approve')).toMatchObject({ code: 5002 });
    expect(await moveRaffle(w.t, id, 'approve', {}, w.auditor)).toMatchObject({ code: 0 });
    expect(await statusOf(id)).toBe(notStarted);
    expect(await w.stockOf(row.prizeId)).toEqual({ reserved: 3, available: 0 });
    const state = await w.one<{ seed: Buffer; commitment: string }>(
      'select seed_enc as seed, commitment from act_raffle_state where activity_id = $1',
      id,
    );
    expect(state.commitment).toMatch(/^[0-9a-f]{64}$/);
  });

  test('keeps its prizes from being disabled and deleted (6012)', async () => {
    const row = await poolRow(w.t, {});
    const id = await runningRaffle(w.t, [row]);
    const prize = (path: string, body: object) => w.t.call('POST', `/act/crm/prize/${path}`, body, { as: 'admin' });
    expect(await prize('enable', { ids: [row.prizeId], enabled: 0 })).toMatchObject({
      data: { skipped: [{ code: 6012 }] },
    });
    expect(await prize('batchDelete', { ids: [row.prizeId] })).toMatchObject({ data: { skipped: [{ code: 6012 }] } });
    const { name } = await w.one<{ name: string }>('select name from act_raffle_activity where id = $1', id);
    await moveRaffle(w.t, id, 'finish', { retype: name });
    expect(await prize('enable', { ids: [row.prizeId], enabled: 0 })).toMatchObject({ data: { changed: 1 } });
  });

  test('is refused where a prize is short (6004) or odds exceed 100 % (6003)', async () => {
    const row = await poolRow(w.t, { quantity: 2 });
    const id = await draftRaffle(w.t, [{ ...row, quantity: 3 }], {}, 'admin');
    expect(await moveRaffle(w.t, id, 'submit')).toMatchObject({ code: 6004 });
    const form = {
      prizes: [
        { ...row, probability: 60 },
        { ...row, levelName: '二等奖', probability: 40.000001 },
      ],
    };
    const { data } = await w.crm<{ rev: number }>('detail', { id });
    expect(await w.crm('update', { id, rev: data.rev, ...form })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'prizes' }] },
    });
    const exact = {
      prizes: [
        { ...row, probability: 60 },
        { ...row, levelName: '二等奖', probability: 40 },
      ],
    };
    expect(await w.crm('update', { id, rev: data.rev, ...exact })).toMatchObject({ code: 0 });
  });

  test('names its prizes, whatever their kind', async () => {
    const couponId = await addSample(w.t, entityNamed('coupon'));
    await w.t.app.pool.query('update act_coupon set status = 1 where id = $1', [couponId]);
    const prize = await poolRow(w.t, {});
    const coupon = await poolRow(w.t, { prizeKind: 2, prizeId: couponId, levelName: '二等奖' });
    const id = await draftRaffle(w.t, [prize, coupon], {}, 'admin');
    const names = [
      (await w.one<{ name: string }>('select name from act_prize where id = $1', prize.prizeId)).name,
      (await w.one<{ name: string }>('select name from act_coupon where id = $1', couponId)).name,
    ];
    const { data } = await w.crm<{ prizesName: { prizeId: string }[] }>('detail', { id });
    expect(data.prizesName.map(({ prizeId }) => prizeId)).toEqual(names);
    const unknown = [{ ...prize, prizeId: '999999999' }];
    const { data: now } = await w.crm<{ rev: number }>('detail', { id });
    expect(await w.crm('update', { id, rev: now.rev, prizes: unknown })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'prizes[0].prizeId' }] },
    });
  });

  test('begins, pauses when nothing is left, and ends with its time; what was not won is released', async () => {
    const row = await poolRow(w.t, { quantity: 1, probability: 100 });
    const more = await poolRow(w.t, { quantity: 5, probability: 0, levelName: '二等奖' });
    const id = await runningRaffle(w.t, [row]);
    expect((await drawOnce(w.t, id, 'empty-1-request')).data).toMatchObject({ win: 1, levelName: '一等奖' });
    await work();
    expect(await statusOf(id)).toBe(paused);
    expect(await moveRaffle(w.t, id, 'resume')).toMatchObject({ code: 6004 });
    const other = await runningRaffle(w.t, [more]);
    expect(await w.stockOf(more.prizeId)).toMatchObject({ reserved: 5 });
    await w.t.app.pool.query('update act_raffle_activity set end_time = now() where id = $1', [other]);
    expect(await drawOnce(w.t, other, 'too-late-request')).toMatchObject({ code: 6041 });
    await work();
    expect(await statusOf(other)).toBe(ended);
    expect(await w.stockOf(more.prizeId)).toEqual({ reserved: 0, available: 5 });
  });

  test('is ended by whoever types its name; the seed is published then', async () => {
    const id = await runningRaffle(w.t, [await poolRow(w.t, {})]);
    const { name } = await w.one<{ name: string }>('select name from act_raffle_activity where id = $1', id);
    expect(await moveRaffle(w.t, id, 'finish', { retype: `${name}!` })).toMatchObject({ code: 1001 });
    const as = await issueAppToken(w.t.app, await addAppUser(w.t));
    const shown = () => w.t.call<RaffleDetail>('GET', `/app/v1/raffle/detail?id=${id}`, undefined, { as });
    const before = (await shown()).data;
    expect(before).toMatchObject({ seed: null, leftTimes: 1, eligible: 1 });
    expect(await moveRaffle(w.t, id, 'finish', { retype: name })).toMatchObject({ code: 0 });
    const { activityNo } = await w.one<{ activityNo: string }>(
      'select activity_no as "activityNo" from act_raffle_activity where id = $1',
      id,
    );
    const { seed, commitment } = (await shown()).data;
    expect(commitment).toBe(before.commitment);
    expect(createHash('sha256').update(`${activityNo}|1|${seed}`).digest('hex')).toBe(commitment);
  });
});

describe('changes of a campaign that runs', () => {
  const detail = async (id: string) =>
    (await w.crm<{ rev: number; prizes: object[]; endTime: string; status: number }>('detail', { id })).data;

  test('are those of the catalogue (6005), and wait for a second person', async () => {
    const row = await poolRow(w.t, { quantity: 2, probability: 10 });
    await putIn(w.t, row.prizeId, 5);
    const id = await runningRaffle(w.t, [row]);
    const { rev } = await detail(id);
    const change = (more: object) =>
      w.crm<{ waiting?: string }>('update', { id, rev, changeReason: '库存紧张，降低概率', ...more });
    expect(await change({ prizes: [{ ...row, probability: 20 }] })).toMatchObject({ code: 6005 });
    expect(await change({ prizes: [{ ...row, quantity: 1 }] })).toMatchObject({ code: 6005 });
    expect(await change({ endTime: '2020-01-01 00:00:00' })).toMatchObject({ code: expect.any(Number) });
    const held = await change({ prizes: [{ ...row, probability: 5, quantity: 4 }] });
    expect(held).toMatchObject({ code: 0, data: { waiting: expect.any(String) } });
    expect((await detail(id)).prizes).toMatchObject([{ probability: 10, quantity: 2 }]);
    const approve = await w.t.call(
      'POST',
      '/system/crm/changeRequest/transition',
      { id: held.data.waiting, action: 'approve' },
      { as: 'admin' },
    );
    expect(approve).toMatchObject({ code: 0 });
    expect((await detail(id)).prizes).toMatchObject([{ probability: 5, quantity: 4 }]);
    expect(await w.stockOf(row.prizeId)).toMatchObject({ reserved: 4 });
    expect(
      await w.rows('select version, odds from act_raffle_odds where activity_id = $1 order by version', id),
    ).toEqual([
      { version: 1, odds: [10_000_000] },
      { version: 2, odds: [5_000_000] },
    ]);
    const as = await issueAppToken(w.t.app, await addAppUser(w.t));
    const { data } = await w.t.call<RaffleDetail>('GET', `/app/v1/raffle/detail?id=${id}`, undefined, { as });
    expect(data).toMatchObject({ oddsVersion: 2, notices: [{ text: '库存紧张，降低概率' }] });
    expect((await w.crm<object[]>('changes', { id })).data).toMatchObject([
      { lowers: 1, reason: '库存紧张，降低概率' },
    ]);
  });

  test('of odds are refused once somebody has won the prize meanwhile', async () => {
    const row = await poolRow(w.t, { quantity: 5, probability: 100 });
    const id = await runningRaffle(w.t, [row]);
    const { rev } = await detail(id);
    const held = await w.crm<{ waiting: string }>('update', {
      id,
      rev,
      changeReason: '预算调整需要',
      prizes: [{ ...row, probability: 50 }],
    });
    expect((await drawOnce(w.t, id, 'meanwhile-request')).data.win).toBe(1);
    const approve = { id: held.data.waiting, action: 'approve' };
    expect(await w.t.call('POST', '/system/crm/changeRequest/transition', approve, { as: 'admin' })).toMatchObject({
      code: 1145,
    });
  });

  test('of pictures take effect at once, and not together with others', async () => {
    const id = await runningRaffle(w.t, [await poolRow(w.t, {})]);
    const { rev } = await detail(id);
    const both = { id, rev, changeReason: '修改分享标题', shareTitle: '新标题', name: `新活动名称${id}` };
    expect(await w.crm('update', both)).toMatchObject({ code: 1001 });
    expect(await w.crm('update', { id, rev, changeReason: '修改分享标题', shareTitle: '新标题' })).toMatchObject({
      code: 0,
    });
    expect((await w.crm<object[]>('changes', { id })).data).toMatchObject([
      { approvedBy: null, items: [{ field: 'shareTitle', after: '新标题' }] },
    ]);
  });

  test('that were asked for before another one was approved are refused', async () => {
    const id = await runningRaffle(w.t, [await poolRow(w.t, {})]);
    const { rev } = await detail(id);
    const codes: number[] = [];
    const asked: string[] = [];
    for (const budgetLimitFen of [300_000_000, 200_000_000])
      asked.push(
        (await w.crm<{ waiting: string }>('update', { id, rev, changeReason: '追加活动预算', budgetLimitFen })).data
          .waiting,
      );
    for (const request of asked) {
      const approve = { id: request, action: 'approve' };
      codes.push((await w.t.call('POST', '/system/crm/changeRequest/transition', approve, { as: 'admin' })).code);
    }
    expect(codes).toEqual([0, 1145]);
  });
});
