import { inflateSync } from 'node:zlib';
import type { QrImages } from '@wheelhouse/contract/calls/marketing';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { decodeQR } from 'qr/decode.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { promotionJobs } from '../../src/modules/marketing/promotions/jobs.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { inHours, promotionKit } from './kit.ts';

const { draft, notStarted, running, ended, paused } = machines['SM-Promotion'].states;

let t: TestApp;
let kit: ReturnType<typeof promotionKit>;
beforeAll(async () => {
  t = await createTestApp();
  kit = promotionKit(t);
});
afterAll(() => t.stop());

const runJob = (name: string) => promotionJobs.find((job) => job.name === name)?.run(t.app);
const refused = (field: string) => ({ code: 1001, data: { errors: [{ field }] } });

describe('the form', () => {
  test('gives each promotion a code of its own, which nobody writes', async () => {
    const [a, b] = [await kit.added(), await kit.added()];
    expect(a.promoCode).toMatch(/^P[A-Z0-9]{7}$/);
    expect(a.promoCode).not.toBe(b.promoCode);
    expect(a.status).toBe(draft);
    expect(await kit.post('add', await kit.formOf({ promoCode: 'PAAAAAAA' }))).toMatchObject(refused('promoCode'));
  });

  test.each([
    ['a host that is not allowed', 'landingUrl', { landingUrl: 'https://evil.example/m.example.com' }],
    ['no https', 'landingUrl', { landingUrl: 'http://m.example.com/' }],
    ['a host behind a name', 'landingUrl', { landingUrl: 'https://m.example.com@evil.example/' }],
    ['no address', 'landingUrl', { landingUrl: null }],
    ['an end before its start', 'endTime', { endTime: inHours(-2) }],
    ['two rewards', 'bindRewardFen', { registerRewardFen: 100, bindRewardFen: 100 }],
    ['too much for a registration', 'registerRewardFen', { registerRewardFen: 10_001 }],
    ['too much for a binding', 'bindRewardFen', { bindRewardFen: 50_001 }],
    ['a cap without a reward', 'rewardCapFen', { rewardCapFen: 100 }],
    ['a dealer’s code without a dealer', 'dealerId', { channelType: codes.PromoChannel.dealer, dealerId: null }],
    ['a staff code without a number', 'staffMobile', { channelType: codes.PromoChannel.staff, staffMobile: null }],
  ])('refuses %s', async (_what, field, more) => {
    expect(await kit.post('add', await kit.formOf(more))).toMatchObject(refused(field));
  });
});

describe('states', () => {
  test('a promotion that is due starts at once, another by the clock; both end by it', async () => {
    const now = await kit.published();
    expect(now.status).toBe(running);
    const later = await kit.published({ startTime: inHours(1) });
    expect(later.status).toBe(notStarted);
    await runJob('marketing.promotions');
    expect((await kit.one(later.id)).status).toBe(notStarted);
    await t.app.pool.query(`update ps_promotion set start_time = now() - interval '2 hours' where id = $1`, [later.id]);
    await runJob('marketing.promotions');
    expect((await kit.one(later.id)).status).toBe(running);
    expect(await kit.move(now.id, 'pause')).toMatchObject({ code: 0 });
    expect((await kit.one(now.id)).status).toBe(paused);
    await t.app.pool.query(`update ps_promotion set end_time = now() where id = any($1)`, [[now.id, later.id]]);
    await runJob('marketing.promotions');
    for (const { id } of [now, later]) expect((await kit.one(id)).status).toBe(ended);
    expect(await kit.move(now.id, 'resume')).toMatchObject({ code: 1004 });
  });

  test('code and reward stay as published; the end may move; only drafts are deleted', async () => {
    const { id, rev } = await kit.published({ registerRewardFen: 500 });
    for (const change of [{ registerRewardFen: 600 }, { rewardCapFen: 5 }, { startTime: inHours(-3) }])
      expect(await kit.post('update', { id, rev, ...change })).toMatchObject(refused(Object.keys(change)[0] ?? ''));
    expect(await kit.post('update', { id, rev, endTime: inHours(48) })).toMatchObject({ code: 0 });
    expect(await kit.post('batchDelete', { ids: [id] })).toMatchObject({ data: { skipped: [{ id }] } });
    const other = await kit.added();
    expect(await kit.post('batchDelete', { ids: [other.id] })).toMatchObject({ code: 0 });
  });

  test('what is over, or leads nowhere, is not published', async () => {
    const over = await kit.added();
    await t.app.pool.query(
      `update ps_promotion set start_time = now() - interval '2 days', end_time = now() - interval '1 day' where id = $1`,
      [over.id],
    );
    expect(await kit.move(over.id, 'publish')).toMatchObject(refused('endTime'));
    const { id } = await kit.added({ landingType: codes.JumpType.none, landingUrl: null });
    expect(await kit.move(id, 'publish')).toMatchObject(refused('landingType'));
  });
});

/** Pixels of a PNG as `encodePng` writes it: three bytes each, every row the difference from the one above. */
function pixelsOf(png: Buffer): { width: number; height: number; data: Uint8Array } {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const start = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  const data = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width * 3; x++) {
      const at = (row: number) => (row * width + Math.floor(x / 3)) * 4 + (x % 3);
      data[at(y)] = (rows[y * (width * 3 + 1) + 1 + x] ?? 0) + (y === 0 ? 0 : (data[at(y - 1)] ?? 0));
    }
  return { width, height, data };
}

describe('the QR code', () => {
  test.each([128, 500, 1_024])('of %i pixels is read as the address of the promotion', async (size) => {
    const { id, promoCode } = await kit.added();
    const { data } = await kit.post<QrImages>('qrcode', { id, size });
    expect(data.address).toMatch(new RegExp(`^https?://[^/]+/p/${promoCode}$`));
    const image = pixelsOf(Buffer.from(data.png, 'base64'));
    expect(image).toMatchObject({ width: size, height: size });
    expect(decodeQR(image)).toBe(data.address);
    expect(data.svg).toMatch(/^<svg[^>]*viewBox/);
  });

  test.each([127, 2_049, 300.5])('is not drawn with %d pixels', async (size) => {
    const { id } = await kit.added();
    expect(await kit.post('qrcode', { id, size })).toMatchObject(refused('size'));
  });
});
