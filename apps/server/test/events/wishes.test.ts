import type { ShownWish } from '@wheelhouse/contract/calls/events/wishes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseDue } from '../../src/modules/users/deletion.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addSample } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { draftRaffle, poolRow, runningRaffle } from '../support/raffles.ts';
import { addWish } from '../support/wishes.ts';

const { inReview, shown, hidden, rejected, granted } = machines['SM-Wish'].states;

let t: TestApp;
let marketing = '';
let reader = '';
const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
  (await t.app.pool.query<Row>(query, values)).rows;

beforeAll(async () => {
  t = await createTestApp();
  marketing = (await signInAs(t, { roles: ['marketing'] })).token;
  reader = (await signInAs(t, { roles: ['ops'] })).token;
  await rows(
    `insert into sys_item_code (category, category_desc, code, name, name_en, built_in, enabled, sort)
     values ('SensitiveWord', '敏感词', 'bet', '六合彩', '六合彩', 0, 1, 1)`,
  );
});
afterAll(() => t.stop());

const autoPass = (enabled: 0 | 1) =>
  rows(`update sys_item_code set enabled = $1 where category = 'SystemSwitch' and code = 'WISH_AUTO_PASS'`, enabled);
beforeEach(() => autoPass(0));

interface Wish {
  readonly id: string;
  readonly status: number;
  readonly flagged: number;
  readonly flaggedWords: readonly string[] | null;
  readonly content: string;
  readonly likeCount: number;
  readonly top: number;
  readonly mobile: string;
  readonly replyContent: string | null;
  readonly rejectReason: string | null;
}
interface Many {
  readonly changed: number;
  readonly skipped: readonly { readonly id: string; readonly code: number }[];
}
const crm = <Data = null>(path: string, body: object, as = marketing) =>
  t.call<Data>('POST', `/act/crm/wish/${path}`, body, { as });
const read = async (id: string) => (await crm<Wish>('detail', { id })).data;
const move = (ids: readonly string[], action: string, more: object = {}, as = marketing) =>
  crm<Many>('transition', { ids, action, ...more }, as);
const submit = async (userId: string, content = '希望仪表盘可以显示天气', more: object = {}) =>
  t.call<{ wishNo: string; shown: 0 | 1 }>(
    'POST',
    '/app/v1/wish/submit',
    { category: '1', content, ...more },
    { as: await issueAppToken(t.app, userId) },
  );
const like = async (userId: string, id: string) =>
  t.call<{ likeCount: number }>('POST', '/app/v1/wish/like', { id }, { as: await issueAppToken(t.app, userId) });
const wall = async (userId: string, query = '') =>
  (
    await t.call<ShownWish[]>('GET', `/app/v1/wish/list?pageSize=50${query}`, undefined, {
      as: await issueAppToken(t.app, userId),
    })
  ).data;
const byNo = async (wishNo: string): Promise<Wish> => {
  const [found] = await rows<{ id: string }>('select id::text as id from act_wish where wish_no = $1', wishNo);
  return read(found?.id ?? '');
};
/** A wish on the wall. */
async function onWall(): Promise<string> {
  const id = await addWish(t, await addAppUser(t));
  expect((await move([id], 'approve')).data.changed).toBe(1);
  return id;
}
const inboxOf = (userId: string) =>
  rows<{ body: string; title: string }>(
    'select title_zh as title, body_zh as body from msg_inbox where user_id = $1 order by id',
    userId,
  );
const ownerOf = async (id: string): Promise<string> =>
  (await rows<{ user: string }>('select user_id::text as user from act_wish where id = $1', id))[0]?.user ?? '';

describe('in the app', () => {
  test('three a day, of twenty that come at once', async () => {
    const userId = await addAppUser(t);
    const codes = await Promise.all(Array.from({ length: 20 }, async () => (await submit(userId)).code));
    expect(codes.filter((code) => code === 0)).toHaveLength(3);
    expect(codes.filter((code) => code === 6052)).toHaveLength(17);
    expect(await rows('select 1 from act_wish where user_id = $1', userId)).toHaveLength(3);
    await rows(`update act_wish_day set day = day - 1 where user_id = $1`, userId);
    expect((await submit(userId)).code).toBe(0);
  });

  test.each([
    ['four letters', { content: '希望便宜' }, 'content'],
    ['141 letters', { content: '望'.repeat(141) }, 'content'],
    ['no category', { category: '99' }, 'category'],
  ])('%s are refused and cost no turn', async (_what, more, field) => {
    const userId = await addAppUser(t);
    const { code, data } = await submit(userId, undefined, more);
    expect(code).toBe(1001);
    expect(data).toMatchObject({ errors: [{ field }] });
    expect(await rows('select 1 from act_wish_day where user_id = $1', userId)).toEqual([]);
  });

  test('nothing is decided by the app itself', async () => {
    const { data } = await submit(await addAppUser(t), undefined, { status: 1, likeCount: 999, top: 1, flagged: 0 });
    expect(await byNo(data.wishNo)).toMatchObject({ status: inReview, likeCount: 0, top: 0 });
  });

  test('wishes pass by themselves while the switch is on; one with sensitive words is flagged and stays', async () => {
    const userId = await addAppUser(t);
    expect((await submit(userId)).data.shown).toBe(0);
    await autoPass(1);
    const passed = await submit(userId, '希望座椅可以加热');
    expect(passed.data.shown).toBe(1);
    expect(await byNo(passed.data.wishNo)).toMatchObject({ status: shown, flagged: 0 });
    const held = await submit(userId, '希望骑车可以买六 合-彩');
    expect(held.data.shown).toBe(0);
    expect(await byNo(held.data.wishNo)).toMatchObject({ status: inReview, flagged: 1, flaggedWords: ['六合彩'] });
    const on = (await wall(userId)).map(({ content }) => content);
    expect(on).toContain('希望座椅可以加热');
    expect(on).not.toContain('希望骑车可以买六 合-彩');
  });

  test('a user likes a wish once, and no like is lost among those at once', async () => {
    const id = await onWall();
    const users = await Promise.all(Array.from({ length: 12 }, () => addAppUser(t)));
    const answers = await Promise.all([...users, ...users].map((user) => like(user, id)));
    expect(answers.every(({ code }) => code === 0)).toBe(true);
    expect((await read(id)).likeCount).toBe(12);
    const [one] = users;
    if (one === undefined) throw new Error('there are users');
    expect((await like(one, id)).data.likeCount).toBe(12);
    expect((await wall(one)).find((wish) => wish.id === id)).toMatchObject({ liked: 1, likeCount: 12 });
    expect((await wall(await addAppUser(t))).find((wish) => wish.id === id)).toMatchObject({ liked: 0 });
  });

  test('what is not on the wall is neither shown nor liked', async () => {
    const userId = await addAppUser(t);
    const waiting = await addWish(t, userId);
    const gone = await onWall();
    expect((await move([gone], 'hide')).data.changed).toBe(1);
    for (const id of [waiting, gone, '999999999']) expect((await like(userId, id)).code, id).toBe(1002);
    const on = (await wall(userId)).map(({ id }) => id);
    expect([waiting, gone].filter((id) => on.includes(id))).toEqual([]);
  });

  test('script is text, to the letter', async () => {
    const content = '<script>alert(1)</script><img src=x onerror=alert(2)>';
    await autoPass(1);
    const userId = await addAppUser(t);
    const { data } = await submit(userId, content);
    expect((await byNo(data.wishNo)).content).toBe(content);
    expect((await wall(userId)).find((wish) => wish.content === content)).toBeDefined();
  });
});

test('a wish is made in an event that runs, and in no other', async () => {
  const userId = await addAppUser(t);
  const draft = await draftRaffle(t, [await poolRow(t, {})]);
  expect(await submit(userId, '希望活动里有骑行头盔', { activityId: draft })).toMatchObject({ code: 6041 });
  const activityId = await runningRaffle(t, [await poolRow(t, {})]);
  const { data } = await submit(userId, '希望活动里有骑行手套', { activityId });
  expect(await byNo(data.wishNo)).toMatchObject({ activityId });
});

describe('moderation', () => {
  test('many are approved or rejected at once; a rejection needs a reason, which reaches the user', async () => {
    const userId = await addAppUser(t);
    const ids = [await addWish(t, userId), await addWish(t, userId), await addWish(t, userId)];
    const [first, ...others] = ids;
    expect((await move([first ?? ''], 'approve')).data).toMatchObject({ changed: 1 });
    expect((await move(others, 'reject')).code).toBe(1001);
    const { data } = await move(ids, 'reject', { remark: '与产品无关，暂不展示' });
    expect(data.changed).toBe(2);
    expect(data.skipped).toMatchObject([{ id: first, code: 1004 }]);
    for (const id of others)
      expect(await read(id)).toMatchObject({ status: rejected, rejectReason: '与产品无关，暂不展示' });
    const inbox = await inboxOf(userId);
    expect(inbox).toHaveLength(2);
    expect(inbox[0]?.body).toContain('与产品无关，暂不展示');
  });

  test('a reply stands with the wish, and reaches its user', async () => {
    const id = await onWall();
    expect((await crm('reply', { id, content: '好的' })).code).toBe(1001);
    expect((await crm('reply', { id, content: '已经列入明年的计划' })).code).toBe(0);
    expect(await read(id)).toMatchObject({ status: shown, replyContent: '已经列入明年的计划' });
    const userId = await ownerOf(id);
    expect(await inboxOf(userId)).toMatchObject([{ title: '您的心愿有新回复' }]);
    expect((await wall(userId)).find((wish) => wish.id === id)?.reply).toBe('已经列入明年的计划');
    expect((await crm('reply', { id: await addWish(t, userId), content: '已经列入计划' })).code).toBe(1004);
  });

  test('an erased account takes its wishes and likes along', async () => {
    const [userId, other] = [await addAppUser(t), await addAppUser(t)];
    const [own, liked] = [await addWish(t, userId), await addWish(t, other)];
    await move([own, liked], 'approve');
    await t.call('POST', '/app/v1/wish/like', { id: liked }, { as: await issueAppToken(t.app, userId) });
    await rows("update usr_app_user set status = 3, deletion_time = now() - interval '16 days' where id = $1", userId);
    await eraseDue(t.app);
    expect(await rows('select content, deleted from act_wish where id = $1', own)).toEqual([
      { content: '', deleted: true },
    ]);
    expect(await read(liked)).toMatchObject({ likeCount: 0 });
  });

  test('a wish is granted with a prize, if one is left, and with one alone', async () => {
    const userId = await addAppUser(t);
    const prizeId = await addSample(t, entityNamed('prize'));
    const content = '恭喜，奖品已为您准备好';
    const left = async () =>
      (
        await rows<{ available: number; reserved: number }>(
          'select available, reserved from act_prize where id = $1',
          prizeId,
        )
      )[0];
    const id = await addWish(t, userId);
    await move([id], 'approve');
    expect((await crm('grant', { id, content, prizeKind: 1, prizeId })).code).toBe(6004);
    expect(await read(id)).toMatchObject({ status: shown, replyContent: null });
    expect((await crm('grant', { id, content, prizeKind: 4, prizeId })).code).toBe(1001);
    const themeId = await addSample(t, entityNamed('appTheme'));
    expect((await crm('grant', { id, content, prizeId, themeId })).code).toBe(1001);
    const stock = await t.call(
      'POST',
      '/act/crm/prize/stock',
      { id: prizeId, type: 1, qty: 1, remark: '补货' },
      { as: 'admin' },
    );
    expect(stock.code).toBe(0);
    expect((await crm('grant', { id, content, prizeKind: 1, prizeId })).code).toBe(0);
    expect(await read(id)).toMatchObject({ status: granted, replyContent: content });
    expect(await left()).toEqual({ available: 0, reserved: 1 });
    expect(await rows('select source, user_id::text as user from act_winning_record where wish_id = $1', id)).toEqual([
      { source: 2, user: userId },
    ]);
  });

  test('a granted wish stays on the wall with its answer', async () => {
    const id = await onWall();
    expect((await crm('grant', { id })).code).toBe(1001);
    expect((await crm('grant', { id, content: '5.3版本已支持，感谢建议' })).code).toBe(0);
    expect((await read(id)).status).toBe(granted);
    const userId = await ownerOf(id);
    expect(await inboxOf(userId)).toMatchObject([{ title: '您的心愿实现了' }]);
    expect((await wall(userId)).find((wish) => wish.id === id)).toMatchObject({ granted: 1 });
    expect((await crm('grant', { id, content: '5.3版本已支持' })).code).toBe(1004);
  });

  test('the mobile is masked, and the list says what the review goes by', async () => {
    const id = await addWish(t, await addAppUser(t));
    const { data } = await crm<{ list: Wish[] }>('list', { query: { status: inReview } });
    expect(data.list.find((one) => one.id === id)?.mobile).toMatch(/^\d{3}\*{4}\d{4}$/);
    expect(Object.keys(data.list[0] ?? {})).toEqual(expect.arrayContaining(['flagged', 'flaggedWords', 'content']));
  });

  test('five are pinned, also when more are pinned at once; a hidden one makes room', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => onWall()));
    const answers = await Promise.all(ids.map(async (id) => ({ id, code: (await crm('top', { id, top: 1 })).code })));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 6051)).toHaveLength(3);
    const pinned = answers.filter(({ code }) => code === 0).map(({ id }) => id);
    const [waits] = answers.filter(({ code }) => code !== 0);
    expect((await wall(await addAppUser(t))).slice(0, 5).map(({ id }) => id)).toEqual(expect.arrayContaining(pinned));
    await move(pinned.slice(0, 1), 'hide');
    expect(await read(pinned[0] ?? '')).toMatchObject({ status: hidden, top: 0 });
    expect((await crm('top', { id: waits?.id, top: 1 })).code).toBe(0);
    expect((await crm('top', { id: waits?.id, top: 0 })).code).toBe(0);
    expect((await crm('top', { id: await addWish(t, await addAppUser(t)), top: 1 })).code).toBe(1004);
  });

  test('who only reads changes nothing', async () => {
    const [waiting, on] = [await addWish(t, await addAppUser(t)), await onWall()];
    expect((await crm('list', {}, reader)).code).toBe(0);
    expect((await move([waiting], 'approve', {}, reader)).code).toBe(1003);
    expect((await move([waiting], 'reject', { remark: '不合适' }, reader)).code).toBe(1003);
    expect((await move([on], 'hide', {}, reader)).code).toBe(1003);
    expect((await crm('reply', { id: on, content: '已经列入计划' }, reader)).code).toBe(1003);
    expect((await crm('grant', { id: on, content: '已经列入计划' }, reader)).code).toBe(1003);
    expect((await crm('top', { id: on, top: 1 }, reader)).code).toBe(1003);
    expect((await crm('batchDelete', { ids: [on] }, reader)).code).toBe(1003);
    expect(await read(on)).toMatchObject({ status: shown, top: 0, replyContent: null });
  });
});
