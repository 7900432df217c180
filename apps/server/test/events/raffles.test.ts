import { createHash, createHmac } from 'node:crypto';
import type { DrawResult, RaffleDetail } from '@wheelhouse/contract/calls/events/raffles';
import { ownJson } from '@wheelhouse/contract/object';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { raffleJobs } from '../../src/modules/events/raffles/jobs.ts';
import { addSample } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { putIn } from '../support/pool.ts';
import { draftRaffle, drawAs, drawOnce, moveRaffle, poolRow, runningRaffle } from '../support/raffles.ts';

/** A line of the file: which of these it has, says `t`. */
interface Line {
  readonly t: string;
  readonly activityNo: string;
  readonly commitment: string;
  readonly seed: string;
  readonly odds: readonly number[];
  readonly hash: string;
  readonly lane: number;
  readonly n: number;
  readonly requestNo: string;
  readonly userId: string;
  readonly nonce: string;
  readonly picked: number;
  readonly given: number;
  readonly withheld: number;
  readonly time: number;
}

const { notStarted, paused, ended, inReview } = machines['SM-Raffle'].states;

let t: TestApp;
let author = '';
let auditor = '';
beforeAll(async () => {
  t = await createTestApp();
  author = (await signInAs(t, { roles: ['marketing'] })).token;
  auditor = (await signInAs(t, { roles: ['marketing'] })).token;
});
afterAll(() => t.stop());

const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
  (await t.app.pool.query<Row>(query, values)).rows;
const one = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row> => {
  const [row] = await rows<Row>(query, ...values);
  if (row === undefined) throw new Error('no row');
  return row;
};
const crm = <Data = null>(path: string, body: object, as = author) =>
  t.call<Data>('POST', `/act/crm/raffleActivity/${path}`, body, { as });
const statusOf = async (id: string): Promise<number> =>
  (await one<{ status: number }>('select status from act_raffle_activity where id = $1', id)).status;
const stockOf = (id: string) =>
  one<{ reserved: number; available: number }>('select reserved, available from act_prize where id = $1', id);
const work = async (): Promise<void> => {
  const [due] = raffleJobs;
  await due?.run(t.app);
};

describe('a campaign', () => {
  test('is handed in with complete rules and prizes in stock, approved by another person, and reserves them', async () => {
    const row = await poolRow(t, { quantity: 3 });
    const id = await draftRaffle(t, [row], { rulesComplete: 0 }, 'admin');
    expect(await moveRaffle(t, id, 'submit')).toMatchObject({ code: 6001 });
    await t.app.pool.query('update act_raffle_activity set rules_complete = 1 where id = $1', [id]);
    expect(await moveRaffle(t, id, 'submit')).toMatchObject({ code: 0 });
    expect(await statusOf(id)).toBe(inReview);
    expect(await moveRaffle(t, id, 'approve')).toMatchObject({ code: 5002 });
    expect(await moveRaffle(t, id, 'approve', {}, auditor)).toMatchObject({ code: 0 });
    expect(await statusOf(id)).toBe(notStarted);
    expect(await stockOf(row.prizeId)).toEqual({ reserved: 3, available: 0 });
    const state = await one<{ seed: Buffer; commitment: string }>(
      'select seed_enc as seed, commitment from act_raffle_state where activity_id = $1',
      id,
    );
    expect(state.commitment).toMatch(/^[0-9a-f]{64}$/);
  });

  test('keeps its prizes from being disabled and deleted (6012)', async () => {
    const row = await poolRow(t, {});
    const id = await runningRaffle(t, [row]);
    const prize = (path: string, body: object) => t.call('POST', `/act/crm/prize/${path}`, body, { as: 'admin' });
    expect(await prize('enable', { ids: [row.prizeId], enabled: 0 })).toMatchObject({
      data: { skipped: [{ code: 6012 }] },
    });
    expect(await prize('batchDelete', { ids: [row.prizeId] })).toMatchObject({ data: { skipped: [{ code: 6012 }] } });
    const { name } = await one<{ name: string }>('select name from act_raffle_activity where id = $1', id);
    await moveRaffle(t, id, 'finish', { retype: name });
    expect(await prize('enable', { ids: [row.prizeId], enabled: 0 })).toMatchObject({ data: { changed: 1 } });
  });

  test('is refused where a prize is short (6004) or odds exceed 100 % (6003)', async () => {
    const row = await poolRow(t, { quantity: 2 });
    const id = await draftRaffle(t, [{ ...row, quantity: 3 }], {}, 'admin');
    expect(await moveRaffle(t, id, 'submit')).toMatchObject({ code: 6004 });
    const form = {
      prizes: [
        { ...row, probability: 60 },
        { ...row, levelName: '二等奖', probability: 40.000001 },
      ],
    };
    const { data } = await crm<{ rev: number }>('detail', { id });
    expect(await crm('update', { id, rev: data.rev, ...form })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'prizes' }] },
    });
    const exact = {
      prizes: [
        { ...row, probability: 60 },
        { ...row, levelName: '二等奖', probability: 40 },
      ],
    };
    expect(await crm('update', { id, rev: data.rev, ...exact })).toMatchObject({ code: 0 });
  });

  test('names its prizes, whatever their kind', async () => {
    const couponId = await addSample(t, entityNamed('coupon'));
    await t.app.pool.query('update act_coupon set status = 1 where id = $1', [couponId]);
    const prize = await poolRow(t, {});
    const coupon = await poolRow(t, { prizeKind: 2, prizeId: couponId, levelName: '二等奖' });
    const id = await draftRaffle(t, [prize, coupon], {}, 'admin');
    const names = [
      (await one<{ name: string }>('select name from act_prize where id = $1', prize.prizeId)).name,
      (await one<{ name: string }>('select name from act_coupon where id = $1', couponId)).name,
    ];
    const { data } = await crm<{ prizesName: { prizeId: string }[] }>('detail', { id });
    expect(data.prizesName.map(({ prizeId }) => prizeId)).toEqual(names);
    const unknown = [{ ...prize, prizeId: '999999999' }];
    const { data: now } = await crm<{ rev: number }>('detail', { id });
    expect(await crm('update', { id, rev: now.rev, prizes: unknown })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'prizes[0].prizeId' }] },
    });
  });

  test('begins, pauses when nothing is left, and ends with its time; what was not won is released', async () => {
    const row = await poolRow(t, { quantity: 1, probability: 100 });
    const more = await poolRow(t, { quantity: 5, probability: 0, levelName: '二等奖' });
    const id = await runningRaffle(t, [row]);
    expect((await drawOnce(t, id, 'empty-1-request')).data).toMatchObject({ win: 1, levelName: '一等奖' });
    await work();
    expect(await statusOf(id)).toBe(paused);
    expect(await moveRaffle(t, id, 'resume')).toMatchObject({ code: 6004 });
    const other = await runningRaffle(t, [more]);
    expect(await stockOf(more.prizeId)).toMatchObject({ reserved: 5 });
    await t.app.pool.query('update act_raffle_activity set end_time = now() where id = $1', [other]);
    expect(await drawOnce(t, other, 'too-late-request')).toMatchObject({ code: 6041 });
    await work();
    expect(await statusOf(other)).toBe(ended);
    expect(await stockOf(more.prizeId)).toEqual({ reserved: 0, available: 5 });
  });

  test('is ended by whoever types its name; the seed is published then', async () => {
    const id = await runningRaffle(t, [await poolRow(t, {})]);
    const { name } = await one<{ name: string }>('select name from act_raffle_activity where id = $1', id);
    expect(await moveRaffle(t, id, 'finish', { retype: `${name}!` })).toMatchObject({ code: 1001 });
    const as = await issueAppToken(t.app, await addAppUser(t));
    const shown = () => t.call<RaffleDetail>('GET', `/app/v1/raffle/detail?id=${id}`, undefined, { as });
    const before = (await shown()).data;
    expect(before).toMatchObject({ seed: null, leftTimes: 1, eligible: 1 });
    expect(await moveRaffle(t, id, 'finish', { retype: name })).toMatchObject({ code: 0 });
    const { activityNo } = await one<{ activityNo: string }>(
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
    (await crm<{ rev: number; prizes: object[]; endTime: string; status: number }>('detail', { id })).data;

  test('are those of the catalogue (6005), and wait for a second person', async () => {
    const row = await poolRow(t, { quantity: 2, probability: 10 });
    await putIn(t, row.prizeId, 5);
    const id = await runningRaffle(t, [row]);
    const { rev } = await detail(id);
    const change = (more: object) =>
      crm<{ waiting?: string }>('update', { id, rev, changeReason: '库存紧张，降低概率', ...more });
    expect(await change({ prizes: [{ ...row, probability: 20 }] })).toMatchObject({ code: 6005 });
    expect(await change({ prizes: [{ ...row, quantity: 1 }] })).toMatchObject({ code: 6005 });
    expect(await change({ endTime: '2020-01-01 00:00:00' })).toMatchObject({ code: expect.any(Number) });
    const held = await change({ prizes: [{ ...row, probability: 5, quantity: 4 }] });
    expect(held).toMatchObject({ code: 0, data: { waiting: expect.any(String) } });
    expect((await detail(id)).prizes).toMatchObject([{ probability: 10, quantity: 2 }]);
    const approve = await t.call(
      'POST',
      '/system/crm/changeRequest/transition',
      { id: held.data.waiting, action: 'approve' },
      { as: 'admin' },
    );
    expect(approve).toMatchObject({ code: 0 });
    expect((await detail(id)).prizes).toMatchObject([{ probability: 5, quantity: 4 }]);
    expect(await stockOf(row.prizeId)).toMatchObject({ reserved: 4 });
    expect(await rows('select version, odds from act_raffle_odds where activity_id = $1 order by version', id)).toEqual(
      [
        { version: 1, odds: [10_000_000] },
        { version: 2, odds: [5_000_000] },
      ],
    );
    const as = await issueAppToken(t.app, await addAppUser(t));
    const { data } = await t.call<RaffleDetail>('GET', `/app/v1/raffle/detail?id=${id}`, undefined, { as });
    expect(data).toMatchObject({ oddsVersion: 2, notices: [{ text: '库存紧张，降低概率' }] });
    expect((await crm<object[]>('changes', { id })).data).toMatchObject([{ lowers: 1, reason: '库存紧张，降低概率' }]);
  });

  test('of odds are refused once somebody has won the prize meanwhile', async () => {
    const row = await poolRow(t, { quantity: 5, probability: 100 });
    const id = await runningRaffle(t, [row]);
    const { rev } = await detail(id);
    const held = await crm<{ waiting: string }>('update', {
      id,
      rev,
      changeReason: '预算调整需要',
      prizes: [{ ...row, probability: 50 }],
    });
    expect((await drawOnce(t, id, 'meanwhile-request')).data.win).toBe(1);
    const approve = { id: held.data.waiting, action: 'approve' };
    expect(await t.call('POST', '/system/crm/changeRequest/transition', approve, { as: 'admin' })).toMatchObject({
      code: 1145,
    });
  });

  test('of pictures take effect at once, and not together with others', async () => {
    const id = await runningRaffle(t, [await poolRow(t, {})]);
    const { rev } = await detail(id);
    const both = { id, rev, changeReason: '修改分享标题', shareTitle: '新标题', name: `新活动名称${id}` };
    expect(await crm('update', both)).toMatchObject({ code: 1001 });
    expect(await crm('update', { id, rev, changeReason: '修改分享标题', shareTitle: '新标题' })).toMatchObject({
      code: 0,
    });
    expect((await crm<object[]>('changes', { id })).data).toMatchObject([
      { approvedBy: null, items: [{ field: 'shareTitle', after: '新标题' }] },
    ]);
  });

  test('that were asked for before another one was approved are refused', async () => {
    const id = await runningRaffle(t, [await poolRow(t, {})]);
    const { rev } = await detail(id);
    const codes: number[] = [];
    const asked: string[] = [];
    for (const budgetLimitFen of [300_000_000, 200_000_000])
      asked.push(
        (await crm<{ waiting: string }>('update', { id, rev, changeReason: '追加活动预算', budgetLimitFen })).data
          .waiting,
      );
    for (const request of asked) {
      const approve = { id: request, action: 'approve' };
      codes.push((await t.call('POST', '/system/crm/changeRequest/transition', approve, { as: 'admin' })).code);
    }
    expect(codes).toEqual([0, 1145]);
  });
});

describe('a draw', () => {
  test('answers the same for the same request number, and no other user may use it', async () => {
    const id = await runningRaffle(t, [await poolRow(t, { quantity: 5, probability: 100 })], { freeTimesPerDay: 5 });
    const userId = await addAppUser(t);
    const first = await drawAs(t, id, { userId, requestId: 'same-request-1' });
    expect(first.data).toMatchObject({ win: 1, leftTimes: 4 });
    const again = await Promise.all([1, 2, 3, 4].map(() => drawAs(t, id, { userId, requestId: 'same-request-1' })));
    for (const { data } of again) expect({ ...data, image: '' }).toEqual({ ...first.data, image: '' });
    expect(await drawOnce(t, id, 'same-request-1')).toMatchObject({ code: 6046 });
    expect(await rows('select 1 from act_raffle_draw where activity_id = $1', id)).toHaveLength(1);
  });

  test('goes by the times of the user, with more for sharing', async () => {
    const id = await runningRaffle(t, [await poolRow(t, { probability: 0 })], {
      freeTimesPerDay: 1,
      shareExtraTimes: 1,
    });
    const userId = await addAppUser(t);
    const draw = (n: number) => drawAs(t, id, { userId, requestId: `times-request-${n}` });
    expect((await draw(1)).data).toMatchObject({ win: 0, leftTimes: 0 });
    expect(await draw(2)).toMatchObject({ code: 6042 });
    const as = await issueAppToken(t.app, userId);
    for (const channel of [1, 2])
      expect(await t.call('POST', '/app/v1/share/report', { object: 1, objectId: id, channel }, { as })).toMatchObject({
        code: 0,
      });
    expect((await draw(3)).data).toMatchObject({ win: 0, leftTimes: 0 });
    expect(await draw(4)).toMatchObject({ code: 6042 });
  });

  test('is for those whom the campaign is for (6043)', async () => {
    const id = await runningRaffle(t, [await poolRow(t, {})], { needVehicle: 1 });
    expect(await drawOnce(t, id, 'no-vehicle-request')).toMatchObject({ code: 6043 });
  });

  test('stops at quantity, limit of the day, interval, budget and wins of a user, and says which', async () => {
    const withheld = async (id: string): Promise<number[]> =>
      (
        await rows<{ withheld: number }>('select withheld from act_raffle_draw where activity_id = $1 order by id', id)
      ).map((row) => row.withheld);
    const draws = async (id: string, n: number): Promise<void> => {
      for (let at = 0; at < n; at++) await drawOnce(t, id, `limit-request-${id}-${at}`);
    };
    const quantity = await runningRaffle(t, [await poolRow(t, { quantity: 1, probability: 100 })]);
    await draws(quantity, 2);
    expect(await withheld(quantity)).toEqual([0, 1]);
    const daily = await runningRaffle(t, [await poolRow(t, { quantity: 9, probability: 100, dailyLimit: 1 })]);
    await draws(daily, 2);
    expect(await withheld(daily)).toEqual([0, 2]);
    const interval = await runningRaffle(t, [await poolRow(t, { quantity: 9, probability: 100, minIntervalSec: 600 })]);
    await draws(interval, 2);
    expect(await withheld(interval)).toEqual([0, 3]);
    const dear = await poolRow(t, { quantity: 9, probability: 100 });
    await t.app.pool.query('update act_prize set cost_fen = 1000 where id = $1', [dear.prizeId]);
    const budget = await runningRaffle(t, [dear], { budgetLimitFen: 1999 });
    await draws(budget, 2);
    expect(await withheld(budget)).toEqual([0, 4]);
    const wins = await runningRaffle(t, [await poolRow(t, { quantity: 9, probability: 100 })], {
      maxWinsPerUser: 1,
      freeTimesPerDay: 3,
    });
    const userId = await addAppUser(t);
    for (const n of [1, 2]) await drawAs(t, wins, { userId, requestId: `wins-request-${n}` });
    expect(await withheld(wins)).toEqual([0, 5]);
  });

  test('from an emulator, too fast, or with a phone of too many users wins nothing and is flagged', async () => {
    const id = await runningRaffle(t, [await poolRow(t, { quantity: 9, probability: 100 })], {
      sameDeviceLimit: 1,
      freeTimesPerDay: 20,
    });
    expect((await drawOnce(t, id, 'emulator-request', { emulator: 1 })).data.win).toBe(0);
    expect((await drawOnce(t, id, 'device-request-1', { deviceId: 'phone' })).data.win).toBe(1);
    expect((await drawOnce(t, id, 'device-request-2', { deviceId: 'phone' })).data.win).toBe(0);
    expect(
      await rows('select risk from act_raffle_trace where activity_id = $1 and risk > 0 order by draw_id', id),
    ).toEqual([{ risk: 4 }, { risk: 1 }]);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const { data } = await crm<{ risks: { reasons: string[] }[]; funnel: object }>('data', {
      id,
      from: today,
      to: today,
    });
    expect(data.risks.map(({ reasons }) => reasons)).toEqual([['device'], ['emulator']]);
    expect(data.funnel).toMatchObject({ draws: 3, wins: 1, claims: 0, scans: null });
  });

  test('of a coupon gives it at once; one that is sold out is withheld', async () => {
    const couponId = await addSample(t, entityNamed('coupon'));
    await t.app.pool.query(
      'update act_coupon set status = 1, total = 1, issued = 0, coupon_type = 1, receive_start = null, receive_end = null where id = $1',
      [couponId],
    );
    await t.app.pool.query(
      `update act_coupon set valid_mode = 2, valid_days = 10, valid_start = null, valid_end = null where id = $1`,
      [couponId],
    );
    const row = await poolRow(t, { prizeKind: 2, prizeId: couponId, quantity: 5, probability: 100 });
    const id = await runningRaffle(t, [row]);
    expect((await drawOnce(t, id, 'coupon-request-1')).data).toMatchObject({ win: 1, prizeKind: 2 });
    expect((await drawOnce(t, id, 'coupon-request-2')).data).toMatchObject({ win: 0 });
    expect(await rows('select withheld from act_raffle_draw where activity_id = $1 order by id', id)).toEqual([
      { withheld: 0 },
      { withheld: 7 },
    ]);
    expect(await rows('select won from act_raffle_prize where activity_id = $1', id)).toEqual([{ won: 1 }]);
  });

  test('asks for a ticket where there is something to scan, once', async () => {
    const id = await runningRaffle(t, [await poolRow(t, { quantity: 9, probability: 100 })], { freeTimesPerDay: 5 });
    await t.app.pool.query(
      `update act_raffle_activity set activity_type = 2, ar_mode = 3, points = '[{"name":"门店","lng":121.47,"lat":31.23,"radiusM":200,"dailyLimit":2}]' where id = $1`,
      [id],
    );
    const userId = await addAppUser(t);
    const as = await issueAppToken(t.app, userId);
    const scan = (lng: number) =>
      t.call<{ ticket: string }>('POST', '/app/v1/raffle/scan', { activityId: id, lng, lat: 31.23 }, { as });
    expect(await scan(121.48)).toMatchObject({ code: 6044 });
    const { ticket } = (await scan(121.4701)).data;
    expect(await drawAs(t, id, { userId, requestId: 'without-ticket' })).toMatchObject({ code: 6045 });
    expect((await drawAs(t, id, { userId, requestId: 'with-ticket-1', more: { ticket } })).data.win).toBe(1);
    expect(await drawAs(t, id, { userId, requestId: 'with-ticket-2', more: { ticket } })).toMatchObject({ code: 6045 });
    expect(await scan(121.47)).toMatchObject({ code: 0 });
    expect(await scan(121.47)).toMatchObject({ code: 6042 });
  });

  test('of many at once gives exactly what there is', async () => {
    const row = await poolRow(t, { quantity: 10, probability: 100 });
    const id = await runningRaffle(t, [row]);
    const users = await Promise.all(Array.from({ length: 64 }, () => addAppUser(t)));
    const drawn = await Promise.all(
      users.map((userId, at) => drawAs(t, id, { userId, requestId: `at-once-request-${at}` })),
    );
    expect(drawn.filter(({ data }) => data.win === 1)).toHaveLength(10);
    expect(await rows('select 1 from act_winning_record where activity_id = $1', id)).toHaveLength(10);
    expect(await rows('select won from act_raffle_prize where activity_id = $1', id)).toEqual([{ won: 10 }]);
    expect(await stockOf(row.prizeId)).toMatchObject({ reserved: 10 });
  });

  test('can be computed again by anybody after the end', async () => {
    const id = await runningRaffle(t, [await poolRow(t, { quantity: 50, probability: 30 })]);
    const receipts: DrawResult['receipt'][] = [];
    for (let n = 0; n < 12; n++)
      receipts.push((await drawOnce(t, id, `receipt-request-${n}`, { nonce: `phone-${n}` })).data.receipt);
    const { name } = await one<{ name: string }>('select name from act_raffle_activity where id = $1', id);
    await moveRaffle(t, id, 'finish', { retype: name });
    const response = await t.http.inject({
      method: 'POST',
      url: '/act/crm/raffleActivity/receipts',
      headers: { authorization: `Bearer ${author}` },
      payload: { id },
    });
    const lines = response.body
      .trim()
      .split('\n')
      .map((text) => ownJson<Line>(text));
    const [campaign] = lines;
    const odds = lines.find((line) => line.t === 'odds');
    if (campaign === undefined || odds === undefined) throw new Error('no campaign');
    const draws = lines.filter((line) => line.t === 'draw');
    expect(draws).toHaveLength(12);
    const sha = (...parts: (string | Buffer)[]) => {
      const hash = createHash('sha256');
      for (const part of parts) hash.update(part);
      return hash.digest();
    };
    const heads = new Map<number, Buffer>();
    for (let lane = 0; lane < 64; lane++) heads.set(lane, sha(`${campaign.activityNo}|${campaign.commitment}|${lane}`));
    for (const draw of draws) {
      const message = [draw.lane, draw.n, draw.requestNo, draw.userId, draw.nonce].join('|');
      expect(draw.lane).toBe((sha(draw.requestNo)[0] ?? 0) % 64);
      const r = createHmac('sha256', Buffer.from(campaign.seed, 'hex')).update(message).digest();
      const word = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => r.readUInt32BE(at)).find((value) => value < 4_200_000_000);
      expect(draw.picked).toBe((word ?? 0) % 100_000_000 < (odds.odds[0] ?? 0) ? 1 : 0);
      const record = [message, odds.hash, draw.picked, draw.given, draw.withheld, draw.time].join('|');
      const hash = sha(heads.get(draw.lane) ?? '', record);
      expect(draw.hash).toBe(hash.toString('hex'));
      heads.set(draw.lane, hash);
    }
    expect(lines.at(-1)).toEqual({
      t: 'end',
      head: sha(...Array.from({ length: 64 }, (_, lane) => heads.get(lane) ?? '')).toString('hex'),
      draws: 12,
    });
    expect(new Set(receipts.map(({ hash }) => hash))).toEqual(new Set(draws.map(({ hash }) => hash)));
  });
});
