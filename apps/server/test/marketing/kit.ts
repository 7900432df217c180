import { formatInstant } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { expect } from 'vitest';
import { sampleForm } from '../registry/samples.ts';
import type { TestApp } from '../support/app.ts';

const minute = 60_000;
const hour = 60 * minute;
export const base = '/ps/crm/promotion';
export const phone = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';
export const inHours = (hours: number): string => formatInstant(new Date(Date.now() + hours * hour));

interface PromotionRow {
  readonly id: string;
  readonly rev: number;
  readonly promoCode: string;
  readonly status: number;
  readonly scanCount: number;
  readonly downloadCount: number;
  readonly registerCount: number;
  readonly bindCount: number;
  readonly rewardFen: number;
  readonly endTime: string;
}

/** What tests do with promotions, through the calls of the console and the public one. */
export function promotionKit(t: TestApp) {
  const post = <Data = { readonly id: string }>(path: string, body: object) =>
    t.call<Data>('POST', `${base}/${path}`, body, { as: 'admin' });
  const one = async (id: string): Promise<PromotionRow> => (await post<PromotionRow>('detail', { id })).data;
  const formOf = async (more: object = {}): Promise<Record<string, unknown>> => ({
    ...(await sampleForm(t, entityNamed('promotion'))),
    landingUrl: 'https://m.example.com/landing',
    startTime: inHours(-1),
    endTime: inHours(24),
    registerRewardFen: null,
    bindRewardFen: null,
    rewardCapFen: null,
    ...more,
  });
  const added = async (more: object = {}): Promise<PromotionRow> => {
    const answer = await post('add', await formOf(more));
    expect(answer).toMatchObject({ code: 0 });
    return one(answer.data.id);
  };
  const move = async (id: string, action: 'publish' | 'pause' | 'resume') =>
    post('transition', { id, rev: (await one(id)).rev, action });
  const published = async (more: object = {}): Promise<PromotionRow> => {
    const { id } = await added(more);
    expect(await move(id, 'publish')).toMatchObject({ code: 0 });
    return one(id);
  };
  const scan = (code: string, { ip = '127.0.0.1', userAgent = phone, to = '', lang = 'zh' } = {}) =>
    t.http.inject({
      method: 'GET',
      url: `/p/${code}${to}`,
      remoteAddress: ip,
      headers: { 'user-agent': userAgent, 'accept-language': lang },
    });
  const events = async (id: string): Promise<number> => {
    const { rows } = await t.app.pool.query<{ n: number }>(
      'select count(*)::int as n from ps_promotion_event where promotion_id = $1 and event = 1',
      [id],
    );
    return rows[0]?.n ?? -1;
  };
  return { post, one, formOf, added, move, published, scan, events };
}
