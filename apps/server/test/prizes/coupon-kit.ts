import type { CodeImport, GrantReport, OwnCoupon } from '@wheelhouse/contract/calls/prizes/coupons';
import { formatInstant } from '@wheelhouse/contract/time';
import { expect } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { couponJobs } from '../../src/modules/prizes/coupons/jobs.ts';
import { addAppUser } from '../support/app-user.ts';
import type { TestApp } from '../support/app.ts';

export const base = '/act/crm/coupon';
const hourMs = 3_600_000;
export const inHours = (hours: number): string => formatInstant(new Date(Date.now() + hours * hourMs));

export interface CouponRow {
  readonly id: string;
  readonly rev: number;
  readonly couponNo: string;
  readonly status: number;
  readonly total: number;
  readonly issued: number;
  readonly used: number;
  readonly expired: number;
  readonly useRate: number | null;
  readonly codeCount: number | null;
  readonly face: string | null;
  readonly validity: string;
}

export interface UserCouponRow {
  readonly id: string;
  readonly userId: string;
  readonly mobile: string;
  readonly status: number;
  readonly source: number;
  readonly grantReason: string | null;
  readonly voidReason: string | null;
}

export interface Owner {
  readonly id: string;
  readonly token: string;
}

let names = 0;

/** What tests do with coupons, through the calls of the console and of the app. */
export function couponKit(t: TestApp) {
  const post = <Data = { readonly id: string }>(path: string, body: object, as = 'admin') =>
    t.call<Data>('POST', `${base}/${path}`, body, { as });
  const form = (more: object = {}): Record<string, unknown> => ({
    name: `满减券${++names}`,
    couponType: 1,
    amountFen: 500,
    thresholdFen: 5_000,
    scope: 3,
    total: 100,
    perUserLimit: 1,
    validMode: 1,
    validStart: inHours(-1),
    validEnd: inHours(48),
    description: '全场通用，每单限用一张。',
    ...more,
  });
  const one = async (id: string): Promise<CouponRow> => (await post<CouponRow>('detail', { id })).data;
  const added = async (more: object = {}): Promise<CouponRow> => {
    const answer = await post('add', form(more));
    expect(answer).toMatchObject({ code: 0 });
    return one(answer.data.id);
  };
  const move = async (id: string, action: string, as = 'admin') =>
    post('transition', { id, rev: (await one(id)).rev, action }, as);
  const published = async (more: object = {}): Promise<CouponRow> => {
    const { id } = await added(more);
    expect(await move(id, 'publish')).toMatchObject({ code: 0 });
    return one(id);
  };
  const owner = async (): Promise<Owner> => {
    const id = await addAppUser(t);
    return { id, token: await issueAppToken(t.app, id) };
  };
  const receive = ({ token }: Owner, couponNo: string) =>
    t.call<OwnCoupon>('POST', '/app/v1/coupon/receive', { couponNo }, { as: token });
  const mine = async ({ token }: Owner, status?: number): Promise<readonly OwnCoupon[]> =>
    (await t.call<OwnCoupon[]>('GET', '/app/v1/coupon/mine', status === undefined ? {} : { status }, { as: token }))
      .data;
  const upload = async (
    id: string,
    content: Buffer | string,
    more: Record<string, string> = {},
    name = 'codes.csv',
  ) => {
    const body = new FormData();
    for (const [key, value] of Object.entries({ id, ...more })) body.append(key, value);
    body.append('file', new Blob([Uint8Array.from(Buffer.from(content))]), name);
    const request = new Request('http://localhost', { method: 'POST', body });
    const response = await t.http.inject({
      method: 'POST',
      url: `${base}/importCodes`,
      headers: {
        authorization: `Bearer ${await t.login('admin', 'Test-Admin-2026')}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return response.json<{ code: number; message: string; data: CodeImport & { errors: { field?: string }[] } }>();
  };
  const grant = (id: string, body: object, as = 'admin') =>
    post<GrantReport & { errors?: { field: string }[] }>('grant', { id, reason: '活动补偿', ...body }, as);
  const held = async (couponId: string, query: object = {}, as = 'admin') =>
    (await post<{ list: UserCouponRow[]; total: number }>('userCoupons', { couponId, query }, as)).data.list;
  const runJob = () => couponJobs[0]?.run(t.app);
  /** What a coupon's numbers are, and what its rows say. */
  const counted = async (id: string) => {
    const { rows } = await t.app.pool.query<Record<string, number>>(
      `select c.issued, c.used, c.expired, count(u.id)::int as rows, (count(u.id) filter (where u.status = 2))::int as rows_used,
         (count(u.id) filter (where u.status = 3))::int as rows_expired
       from act_coupon c left join act_user_coupon u on u.coupon_id = c.id where c.id = $1 group by c.id`,
      [id],
    );
    return rows[0];
  };
  return { post, form, one, added, move, published, owner, receive, mine, upload, grant, held, runJob, counted };
}
