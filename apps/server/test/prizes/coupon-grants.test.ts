import type { GrantReport } from '@wheelhouse/contract/calls/prizes/coupons';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRole, addUser, password } from '../access/fixture.ts';
import { addSample } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { keepFile } from '../support/keep-file.ts';
import { couponKit } from './coupon-kit.ts';

let t: TestApp;
let kit: ReturnType<typeof couponKit>;
let numbers = 0;
beforeAll(async () => {
  t = await createTestApp();
  kit = couponKit(t);
});
afterAll(() => t.stop());

const number = (): string => `136${String(++numbers).padStart(8, '0')}`;
async function known(n: number): Promise<{ readonly id: string; readonly mobile: string }[]> {
  const made = [];
  for (let at = 0; at < n; at++) {
    const mobile = number();
    made.push({ mobile, id: await addAppUser(t, 1, mobile) });
  }
  return made;
}
async function fileOf(lines: readonly string[]): Promise<string> {
  const { rows } = await t.app.pool.query<{ id: string }>(
    `select id::text as id from sys_user where username = 'admin'`,
  );
  return keepFile(t.app, {
    name: 'users.csv',
    contentType: 'text/csv',
    bytes: Buffer.from(`手机号\n${lines.join('\n')}\n`),
    biz: 'import',
    uploader: { type: 'user', id: String(rows[0]?.id) },
  });
}

describe('a grant', () => {
  test('gives users by number a coupon, and says why others get none', async () => {
    const { id, couponNo } = await kit.published({ total: 3 });
    const [one, two, three, four] = await known(4);
    if (!one || !two || !three || !four) throw new Error('no users');
    const owner = await kit.owner();
    expect(await kit.receive(owner, couponNo)).toMatchObject({ code: 0 });
    const mobiles = [one.mobile, 'abc', owner.id, one.mobile, one.id, number(), two.mobile, three.mobile];
    const expected = {
      total: 8,
      granted: 2,
      skipped: [
        { row: 2, reason: 'format', mobile: null },
        { row: 3, reason: 'limit' },
        { row: 4, reason: 'duplicate', mobile: `136****${one.mobile.slice(-4)}` },
        { row: 5, reason: 'duplicate' },
        { row: 6, reason: 'unknown' },
        { row: 8, reason: 'soldOut' },
      ],
      counts: { format: 1, limit: 1, duplicate: 2, unknown: 1, soldOut: 1 },
    };
    const preview = await kit.post<GrantReport>('grantPreview', { id, mobiles });
    expect(preview.data).toMatchObject(expected);
    expect(await kit.counted(id)).toMatchObject({ issued: 1 });
    expect((await kit.grant(id, { mobiles })).data).toMatchObject(expected);
    expect(await kit.counted(id)).toMatchObject({ issued: 3, rows: 3 });
    expect(await kit.held(id, { source: 2 })).toMatchObject([
      { userId: two.id, grantReason: '活动补偿', status: 0 },
      { userId: one.id, grantReason: '活动补偿' },
    ]);
    expect((await kit.grant(id, { mobiles: [four.mobile] })).data).toMatchObject({
      granted: 0,
      counts: { soldOut: 1 },
    });
  });

  test('of a list tells nobody whose numbers are known', async () => {
    const { id } = await kit.published({ total: 1_000 });
    const users = await known(100);
    const mobiles = [...users.map(({ mobile }) => mobile), number(), 'abc'];
    const { data } = await kit.grant(id, { mobiles });
    expect(data).toMatchObject({ granted: 100, counts: { unknown: 1, format: 1 } });
    expect(data.skipped).toMatchObject([{ row: 102, reason: 'format' }]);
  });

  test('takes a file, or the users of a tag', async () => {
    const users = await known(3);
    const { id } = await kit.published();
    const fileId = await fileOf([...users.map((user) => user.id), '0', users[0]?.id ?? '']);
    expect((await kit.grant(id, { fileId })).data).toMatchObject({ granted: 3, counts: { duplicate: 1 } });
    const tagId = await addSample(t, entityNamed('userTag'));
    await t.call(
      'POST',
      '/user/crm/userTag/addUsers',
      { tagId, userIds: users.map((user) => user.id) },
      { as: 'admin' },
    );
    const other = await kit.published();
    expect((await kit.grant(other.id, { tagId })).data).toMatchObject({ total: 3, granted: 3, skipped: [] });
    const again = (await kit.grant(other.id, { tagId })).data;
    expect(again).toMatchObject({ granted: 0, counts: { limit: 3 } });
    expect(again.skipped[0]?.mobile).toMatch(/^136\*{4}\d{4}$/);
  });

  test('is refused where nothing is issued, without a reason, and for nobody or everybody', async () => {
    const [user] = await known(1);
    const mobiles = [user?.mobile ?? ''];
    const draft = await kit.added();
    expect(await kit.grant(draft.id, { mobiles })).toMatchObject({ code: 1004 });
    const { id } = await kit.published();
    expect(await kit.grant(id, { mobiles, reason: 'x' })).toMatchObject({ code: 1001 });
    expect(await kit.grant(id, {})).toMatchObject({ code: 1001 });
    expect(await kit.grant(id, { mobiles, tagId: '1' })).toMatchObject({ code: 1001 });
    expect(await kit.grant(id, { fileId: 'somebody-elses-file' })).toMatchObject({ code: 1017 });
    expect(await kit.grant('999999', { mobiles })).toMatchObject({ code: 1002 });
    expect(await kit.counted(id)).toMatchObject({ issued: 0, rows: 0 });
  });

  test('is in the log of the coupon', async () => {
    const [user] = await known(1);
    const { id } = await kit.published();
    await kit.grant(id, { mobiles: [user?.mobile] });
    const { rows } = await t.app.pool.query<{ after: object }>(
      `select after from sys_operation_log where entity = 'coupon' and entity_id = $1 and action = 'grant'`,
      [id],
    );
    expect(rows).toMatchObject([{ after: { issued: 1, '@reason': '活动补偿' } }]);
  });

  test('of 20,000 gives to all of them while others receive it', async () => {
    const { id, couponNo } = await kit.published({ total: 30_000 });
    const { rows } = await t.app.pool.query<{ id: string }>(
      `insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, real_name_status, register_time, status)
       select '批量' || n, '\\x00', decode(md5('bulk' || n), 'hex'), '135****0000', 0, now(), 1 from generate_series(1, 20000) n returning id::text as id`,
    );
    const mobiles = rows.map((row) => row.id);
    const owners = await Promise.all(Array.from({ length: 20 }, () => kit.owner()));
    const [granted, ...received] = await Promise.all([
      kit.grant(id, { mobiles }),
      ...owners.map((owner) => kit.receive(owner, couponNo)),
    ]);
    expect(granted).toMatchObject({ code: 0, data: { granted: 20_000, skipped: [] } });
    expect(received.every(({ code }) => code === 0)).toBe(true);
    expect(await kit.counted(id)).toMatchObject({ issued: 20_020, rows: 20_020 });
  });
});

describe('rights', () => {
  test('each button is asked for; numbers are masked; users of other regions are not seen', async () => {
    const { id, couponNo } = await kit.published();
    const owner = await kit.owner();
    await kit.receive(owner, couponNo);
    await t.app.pool.query(`update usr_app_user set city_id = '310100' where id = $1`, [owner.id]);
    await addRole(t, 'looks', ['coupon.query']);
    await addUser(t, { username: 'coupon.looks', roles: ['looks'] });
    const looks = await t.login('coupon.looks', password);
    expect(await kit.held(id, {}, looks)).toMatchObject([
      { userId: owner.id, mobile: expect.stringMatching(/^137\*{4}\d{4}$/) },
    ]);
    for (const [path, body] of [
      ['add', kit.form()],
      ['transition', { id, action: 'pause' }],
      ['grant', { id, mobiles: ['13600000001'], reason: '补偿' }],
      ['grantPreview', { id, mobiles: ['13600000001'] }],
      ['void', { userCouponIds: ['1'], reason: '误发' }],
      ['export', {}],
    ] as const)
      expect(await kit.post(path, body, looks), path).toMatchObject({ code: 1003 });
    await addRole(t, 'grants', ['coupon.query', 'coupon.grant']);
    await addUser(t, { username: 'coupon.grants', roles: ['grants'], regionScope: ['440000'] });
    const far = await t.login('coupon.grants', password);
    expect(await kit.held(id, {}, far)).toEqual([]);
    const other = await kit.published();
    expect((await kit.grant(other.id, { mobiles: [owner.id] }, far)).data).toMatchObject({
      granted: 0,
      counts: { unknown: 1 },
    });
    // Fewer than a hundred numbers are searches, each of which takes the right to.
    expect(await kit.grant(other.id, { mobiles: ['13600000001'] }, far)).toMatchObject({ code: 1001 });
  });
});
