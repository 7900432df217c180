import { createHash, createHmac } from 'node:crypto';
import type { DrawResult } from '@wheelhouse/contract/calls/events/raffles';
import { ownJson } from '@wheelhouse/contract/object';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addSample } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { drawAs, drawOnce, moveRaffle, poolRow, runningRaffle } from '../support/raffles.ts';
import { raffleWorld, type RaffleWorld } from './raffle-kit.ts';

let w: RaffleWorld;
beforeAll(async () => {
  w = await raffleWorld();
});
afterAll(() => w.stop());

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

describe('a draw', () => {
  test('answers the same for the same request number, and no other user may use it', async () => {
    const id = await runningRaffle(w.t, [await poolRow(w.t, { quantity: 5, probability: 100 })], {
      freeTimesPerDay: 5,
    });
    const userId = await addAppUser(w.t);
    const first = await drawAs(w.t, id, { userId, requestId: 'same-request-1' });
    expect(first.data).toMatchObject({ win: 1, leftTimes: 4 });
    const again = await Promise.all([1, 2, 3, 4].map(() => drawAs(w.t, id, { userId, requestId: 'same-request-1' })));
    for (const { data } of again) expect({ ...data, image: '' }).toEqual({ ...first.data, image: '' });
    expect(await drawOnce(w.t, id, 'same-request-1')).toMatchObject({ code: 6046 });
    expect(await w.rows('select 1 from act_raffle_draw where activity_id = $1', id)).toHaveLength(1);
  });

  test('goes by the times of the user, with more for sharing', async () => {
    const id = await runningRaffle(w.t, [await poolRow(w.t, { probability: 0 })], {
      freeTimesPerDay: 1,
      shareExtraTimes: 1,
    });
    const userId = await addAppUser(w.t);
    const draw = (n: number) => drawAs(w.t, id, { userId, requestId: `times-request-${n}` });
    expect((await draw(1)).data).toMatchObject({ win: 0, leftTimes: 0 });
    expect(await draw(2)).toMatchObject({ code: 6042 });
    const as = await issueAppToken(w.t.app, userId);
    for (const channel of [1, 2])
      expect(
        await w.t.call('POST', '/app/v1/share/report', { object: 1, objectId: id, channel }, { as }),
      ).toMatchObject({
        code: 0,
      });
    expect((await draw(3)).data).toMatchObject({ win: 0, leftTimes: 0 });
    expect(await draw(4)).toMatchObject({ code: 6042 });
  });

  test('is for those whom the campaign is for (6043)', async () => {
    const id = await runningRaffle(w.t, [await poolRow(w.t, {})], { needVehicle: 1 });
    expect(await drawOnce(w.t, id, 'no-vehicle-request')).toMatchObject({ code: 6043 });
  });

  test('stops at quantity, limit of the day, interval, budget and wins of a user, and says which', async () => {
    const withheld = async (id: string): Promise<number[]> =>
      (
        await w.rows<{ withheld: number }>(
          'select withheld from act_raffle_draw where activity_id = $1 order by id',
          id,
        )
      ).map((row) => row.withheld);
    const draws = async (id: string, n: number): Promise<void> => {
      for (let at = 0; at < n; at++) await drawOnce(w.t, id, `limit-request-${id}-${at}`);
    };
    const quantity = await runningRaffle(w.t, [await poolRow(w.t, { quantity: 1, probability: 100 })]);
    await draws(quantity, 2);
    expect(await withheld(quantity)).toEqual([0, 1]);
    const daily = await runningRaffle(w.t, [await poolRow(w.t, { quantity: 9, probability: 100, dailyLimit: 1 })]);
    await draws(daily, 2);
    expect(await withheld(daily)).toEqual([0, 2]);
    const interval = await runningRaffle(w.t, [
      await poolRow(w.t, { quantity: 9, probability: 100, minIntervalSec: 600 }),
    ]);
    await draws(interval, 2);
    expect(await withheld(interval)).toEqual([0, 3]);
    const dear = await poolRow(w.t, { quantity: 9, probability: 100 });
    await w.t.app.pool.query('update act_prize set cost_fen = 1000 where id = $1', [dear.prizeId]);
    const budget = await runningRaffle(w.t, [dear], { budgetLimitFen: 1999 });
    await draws(budget, 2);
    expect(await withheld(budget)).toEqual([0, 4]);
    const wins = await runningRaffle(w.t, [await poolRow(w.t, { quantity: 9, probability: 100 })], {
      maxWinsPerUser: 1,
      freeTimesPerDay: 3,
    });
    const userId = await addAppUser(w.t);
    for (const n of [1, 2]) await drawAs(w.t, wins, { userId, requestId: `wins-request-${n}` });
    expect(await withheld(wins)).toEqual([0, 5]);
  });

  test('from an emulator, too fast, or with a phone of too many users wins nothing and is flagged', async () => {
    const id = await runningRaffle(w.t, [await poolRow(w.t, { quantity: 9, probability: 100 })], {
      sameDeviceLimit: 1,
      freeTimesPerDay: 20,
    });
    expect((await drawOnce(w.t, id, 'emulator-request', { emulator: 1 })).data.win).toBe(0);
    expect((await drawOnce(w.t, id, 'device-request-1', { deviceId: 'phone' })).data.win).toBe(1);
    expect((await drawOnce(w.t, id, 'device-request-2', { deviceId: 'phone' })).data.win).toBe(0);
    expect(
      await w.rows('select risk from act_raffle_trace where activity_id = $1 and risk > 0 order by draw_id', id),
    ).toEqual([{ risk: 4 }, { risk: 1 }]);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    const { data } = await w.crm<{ risks: { reasons: string[] }[]; funnel: object }>('data', {
      id,
      from: today,
      to: today,
    });
    expect(data.risks.map(({ reasons }) => reasons)).toEqual([['device'], ['emulator']]);
    expect(data.funnel).toMatchObject({ draws: 3, wins: 1, claims: 0, scans: null });
  });

  test('of a coupon gives it at once; one that is sold out is withheld', async () => {
    const couponId = await addSample(w.t, entityNamed('coupon'));
    await w.t.app.pool.query(
      'update act_coupon set status = 1, total = 1, issued = 0, coupon_type = 1, receive_start = null, receive_end = null where id = $1',
      [couponId],
    );
    await w.t.app.pool.query(
      `update act_coupon set valid_mode = 2, valid_days = 10, valid_start = null, valid_end = null where id = $1`,
      [couponId],
    );
    const row = await poolRow(w.t, { prizeKind: 2, prizeId: couponId, quantity: 5, probability: 100 });
    const id = await runningRaffle(w.t, [row]);
    expect((await drawOnce(w.t, id, 'coupon-request-1')).data).toMatchObject({ win: 1, prizeKind: 2 });
    expect((await drawOnce(w.t, id, 'coupon-request-2')).data).toMatchObject({ win: 0 });
    expect(await w.rows('select withheld from act_raffle_draw where activity_id = $1 order by id', id)).toEqual([
      { withheld: 0 },
      { withheld: 7 },
    ]);
    expect(await w.rows('select won from act_raffle_prize where activity_id = $1', id)).toEqual([{ won: 1 }]);
  });

  test('asks for a ticket where there is something to scan, once', async () => {
    const id = await runningRaffle(w.t, [await poolRow(w.t, { quantity: 9, probability: 100 })], {
      freeTimesPerDay: 5,
    });
    await w.t.app.pool.query(
      `update act_raffle_activity set activity_type = 2, ar_mode = 3, points = '[{"name":"门店","lng":121.47,"lat":31.23,"radiusM":200,"dailyLimit":2}]' where id = $1`,
      [id],
    );
    const userId = await addAppUser(w.t);
    const as = await issueAppToken(w.t.app, userId);
    const scan = (lng: number) =>
      w.t.call<{ ticket: string }>('POST', '/app/v1/raffle/scan', { activityId: id, lng, lat: 31.23 }, { as });
    expect(await scan(121.48)).toMatchObject({ code: 6044 });
    const { ticket } = (await scan(121.4701)).data;
    expect(await drawAs(w.t, id, { userId, requestId: 'without-ticket' })).toMatchObject({ code: 6045 });
    expect((await drawAs(w.t, id, { userId, requestId: 'with-ticket-1', more: { ticket } })).data.win).toBe(1);
    expect(await drawAs(w.t, id, { userId, requestId: 'with-ticket-2', more: { ticket } })).toMatchObject({
      code: 6045,
    });
    expect(await scan(121.47)).toMatchObject({ code: 0 });
    expect(await scan(121.47)).toMatchObject({ code: 6042 });
  });

  test('of many at once gives exactly what there is', async () => {
    const row = await poolRow(w.t, { quantity: 10, probability: 100 });
    const id = await runningRaffle(w.t, [row]);
    const users = await Promise.all(Array.from({ length: 64 }, () => addAppUser(w.t)));
    const drawn = await Promise.all(
      users.map((userId, at) => drawAs(w.t, id, { userId, requestId: `at-once-request-${at}` })),
    );
    expect(drawn.filter(({ data }) => data.win === 1)).toHaveLength(10);
    expect(await w.rows('select 1 from act_winning_record where activity_id = $1', id)).toHaveLength(10);
    expect(await w.rows('select won from act_raffle_prize where activity_id = $1', id)).toEqual([{ won: 10 }]);
    expect(await w.stockOf(row.prizeId)).toMatchObject({ reserved: 10 });
  });

  test('can be computed again by anybody after the end', async () => {
    const id = await runningRaffle(w.t, [await poolRow(w.t, { quantity: 50, probability: 30 })]);
    const receipts: DrawResult['receipt'][] = [];
    for (let n = 0; n < 12; n++)
      receipts.push((await drawOnce(w.t, id, `receipt-request-${n}`, { nonce: `phone-${n}` })).data.receipt);
    const { name } = await w.one<{ name: string }>('select name from act_raffle_activity where id = $1', id);
    await moveRaffle(w.t, id, 'finish', { retype: name });
    const response = await w.t.http.inject({
      method: 'POST',
      url: '/act/crm/raffleActivity/receipts',
      headers: { authorization: `Bearer ${w.author}` },
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
