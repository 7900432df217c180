import { formatInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { afterEach, expect, test } from 'vitest';
import { owners, startApp } from './app-server.ts';
import { midnight } from './fixture.ts';

const day = 24 * 3_600_000;
const { amount, external } = codes.CouponType;
const { themes, mall } = codes.CouponScope;

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

test('owners buy with the coupon that fits what they buy, and is over first', async () => {
  const coupon = (id: string, more: object = {}) => ({
    id,
    couponType: amount,
    scope: themes,
    themeIds: [],
    thresholdFen: 500,
    startTime: formatInstant(new Date(midnight - day)),
    expireTime: formatInstant(new Date(midnight + 40 * day)),
    ...more,
  });
  const app = await startApp({
    'GET /app/v1/theme/list': () => ({
      data: [{ id: '31', saleMode: codes.ThemeSaleMode.paid, owned: 0, priceFen: 600 }],
    }),
    'GET /app/v1/coupon/mine': () => ({
      data: [
        coupon('1', { scope: mall }),
        coupon('2', { thresholdFen: 601 }),
        coupon('3', { themeIds: ['32'] }),
        coupon('4', { couponType: external }),
        coupon('5', { startTime: formatInstant(new Date(midnight + 30 * day)) }),
        coupon('6'),
        coupon('7', { expireTime: formatInstant(new Date(midnight + 20 * day)), themeIds: ['31'] }),
      ],
    }),
  });
  stop = () => app.stop();
  await app.live(app.crowdOf(owners(24), midnight), midnight + 2 * day);
  const bought = app.asked.filter(({ key }) => key === 'POST /app/v1/order/create');
  expect(bought.length).toBeGreaterThan(0);
  for (const { input } of bought) expect(input).toMatchObject({ goodsId: '31', couponId: '7' });
  const asked = app.asked.filter(({ key }) => key === 'GET /app/v1/coupon/mine');
  expect(new Set(asked.map(({ input }) => input['status']))).toEqual(new Set(['0']));
});
