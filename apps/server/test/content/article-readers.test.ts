import type {
  AppArticle,
  AppArticleCard,
  ArticleComment,
  ArticleDay,
} from '@wheelhouse/contract/calls/content/publications';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { goLive, leaveLive } from '../../src/modules/content/articles/live.ts';
import { eraseDue } from '../../src/modules/users/deletion.ts';
import { sampleForm } from '../registry/samples.ts';
import { entityNamed } from '@wheelhouse/entities/registry';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

let t: TestApp;
/** Of readers of the app. */
let tokens: string[] = [];
const userIds: string[] = [];
/** Of somebody who may look at articles, and nothing else. */
let onlooker = '';
beforeAll(async () => {
  t = await createTestApp();
  for (let n = 0; n < 6; n++) userIds.push(await addAppUser(t));
  tokens = await Promise.all(userIds.map((id) => issueAppToken(t.app, id)));
  await t.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('onlooker', '旁观', 1, 0, 0, 1)`,
  );
  await t.app.pool.query(
    `insert into sys_role_function (role_code, function_code) values ('onlooker', 'article.query')`,
  );
  onlooker = (await signInAs(t, { roles: ['onlooker'] })).token;
});
afterAll(() => t.stop());

/** An article that the app shows. */
async function shown(more: object = {}): Promise<string> {
  const form = { ...(await sampleForm(t, entityNamed('article'))), vehicleTypeIds: [], allowComment: 1, allowShare: 1 };
  const { data, message } = await t.call<{ id: string } | null>(
    'POST',
    '/ps/crm/article/add',
    { ...form, ...more },
    { as: 'admin' },
  );
  if (data === null) throw new Error(message);
  await withTransaction(t.app.db, (tx) => goLive(tx, data.id));
  return data.id;
}

const inApp = <Data = unknown>(method: 'GET' | 'POST', path: string, reader = 0, body?: object) =>
  t.call<Data>(method, `/app/v1/article/${path}`, body, { as: tokens[reader] ?? '' });
const event = (id: string, name: string, reader = 0) =>
  inApp<{ viewCount: number; likeCount: number; shareCount: number }>('POST', 'event', reader, { id, event: name });
const comment = (id: string, text: string, reader = 0) =>
  inApp<{ id: string }>('POST', 'comment', reader, { id, text });
const call = <Data>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `/ps/crm/article/${path}`, body, { as });
const operate = (ids: readonly string[], op: string, more: object = {}, as = 'admin') =>
  call<{ changed: number; skipped: { code: number }[] }>('commentOp', { ids, op, ...more }, as);
const readInApp = async (id: string, reader = 0) =>
  (await inApp<readonly ArticleComment[]>('GET', `comments?id=${id}`, reader)).data;
interface Numbers {
  readonly viewCount: number;
  readonly likeCount: number;
  readonly commentCount: number;
  readonly shareCount: number;
}
const numbers = async (id: string) => (await call<Numbers>('detail', { id })).data;
const todayOf = async (id: string, as = 'admin') => {
  const { data } = await call<readonly ArticleDay[]>('statistics', { id }, as);
  expect(data).toHaveLength(30);
  return data.at(-1);
};

describe('readers', () => {
  test('of one article at the same time are all counted, and each likes it once', async () => {
    const id = await shown();
    const answers = await Promise.all([
      ...tokens.flatMap((_, reader) => ['view', 'like', 'like', 'share'].map((name) => event(id, name, reader))),
      ...tokens.map((_, reader) => comment(id, `第${reader + 1}位读者的评论`, reader)),
    ]);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));
    expect(await numbers(id)).toMatchObject({ viewCount: 6, likeCount: 6, shareCount: 6, commentCount: 6 });
    expect(await todayOf(id)).toMatchObject({ views: 6, likes: 6, shares: 6, comments: 6 });
    await Promise.all([event(id, 'unlike'), event(id, 'unlike'), event(id, 'unlike', 1)]);
    expect(await numbers(id)).toMatchObject({ likeCount: 4 });
    expect(await todayOf(id)).toMatchObject({ likes: 4 });
  });

  test('find again what they like and have commented on', async () => {
    const id = await shown();
    await event(id, 'like');
    await comment(id, '收藏了', 1);
    const detail = async (reader: number) => (await inApp<AppArticle>('GET', `detail?id=${id}`, reader)).data;
    expect(await detail(0)).toMatchObject({ liked: 1, commented: 0, likeCount: 1, commentCount: 1 });
    expect(await detail(1)).toMatchObject({ liked: 0, commented: 1 });
    const { data } = await inApp<readonly AppArticleCard[]>('GET', 'list?pageSize=50', 1);
    expect(data.find((card) => card.id === id)).toMatchObject({ liked: 0, commented: 1 });
  });

  test('a like is taken back from the day on which it was given', async () => {
    const id = await shown();
    await event(id, 'like');
    await t.app.pool.query(
      `update cnt_article_like set like_time = like_time - interval '3 days' where article_id = $1`,
      [id],
    );
    await t.app.pool.query(`update cnt_article_day set stat_date = stat_date - 3 where article_id = $1`, [id]);
    await event(id, 'unlike');
    const { data } = await call<readonly ArticleDay[]>('statistics', { id });
    expect(data.reduce((sum, { likes }) => sum + likes, 0)).toBe(0);
    expect(Math.min(...data.map(({ likes }) => likes))).toBe(0);
  });

  test('do nothing with an article that is not live, does not take comments, or is not to be shared', async () => {
    const [off, closed] = [await shown(), await shown({ allowComment: 0, allowShare: 0 })];
    await withTransaction(t.app.db, (tx) => leaveLive(tx, off));
    expect((await event(off, 'view')).code).toBe(1002);
    expect((await comment(off, '还在吗')).code).toBe(1002);
    expect((await inApp('GET', `comments?id=${off}`)).code).toBe(1002);
    expect((await comment(closed, '可以评论吗')).code).toBe(5204);
    expect((await event(closed, 'share')).code).toBe(5205);
    expect((await event(closed, 'like')).code).toBe(0);
    expect(await numbers(closed)).toMatchObject({ commentCount: 0, shareCount: 0, likeCount: 1 });
  });

  test('what is not asked for properly is refused, and changes nothing', async () => {
    const id = await shown();
    for (const text of ['', '  ', '字'.repeat(201)]) expect((await comment(id, text)).code).toBe(1001);
    expect((await comment(id, '字'.repeat(200))).code).toBe(0);
    expect((await event(id, 'love')).code).toBe(1001);
    expect((await inApp('POST', 'comment', 0, { id: "1' or 1=1", text: '好' })).code).toBe(1001);
    expect((await event('9007199254740993', 'view')).code).toBe(1002);
    expect((await t.call('POST', '/app/v1/article/event', { id, event: 'view' })).code).not.toBe(0);
    expect(await numbers(id)).toMatchObject({ viewCount: 0, commentCount: 1 });
  });

  test('blocked words are refused, also with something between their letters', async () => {
    await t.app.pool.query(
      `insert into sys_item_code (category, category_desc, code, name, name_en, built_in, enabled, sort)
        values ('SensitiveWord', '敏感词', 'unlocker', '解限速', '解限速', 0, 1, 1)`,
    );
    const id = await shown();
    expect((await comment(id, '低价解 限-速')).code).toBe(1001);
    // A word that nobody may take as a name is a word like others here.
    expect((await comment(id, '请官方客服看一下')).code).toBe(0);
    expect(await numbers(id)).toMatchObject({ commentCount: 1 });
  });

  test('an owner who writes without end is stopped', async () => {
    const id = await shown();
    const codes: number[] = [];
    for (let n = 0; n < 31; n++) codes.push((await comment(id, `第${n}条`, 5)).code);
    expect(codes.at(-1)).toBe(1104);
    expect((await comment(id, '别人照常评论', 4)).code).toBe(0);
  });

  test('who has left is forgotten, and the numbers follow', async () => {
    const id = await shown();
    const gone = await addAppUser(t);
    tokens.push(await issueAppToken(t.app, gone));
    const reader = tokens.length - 1;
    await event(id, 'like', reader);
    await comment(id, '我要注销了', reader);
    await event(id, 'like', 1);
    await t.app.pool.query(
      `update usr_app_user set status = 3, deletion_time = now() - interval '16 days' where id = $1`,
      [gone],
    );
    await eraseDue(t.app);
    expect(await numbers(id)).toMatchObject({ likeCount: 1, commentCount: 0 });
    expect(await todayOf(id)).toMatchObject({ likes: 1, comments: 0 });
    expect(await readInApp(id)).toEqual([]);
  });
});

describe('comments', () => {
  test('are hidden and shown again: the app and the numbers follow, once', async () => {
    const id = await shown();
    const first = (await comment(id, '第一条')).data.id;
    const second = (await comment(id, '第二条', 1)).data.id;
    expect((await readInApp(id)).map(({ text, mine }) => [text, mine])).toEqual([
      ['第二条', 0],
      ['第一条', 1],
    ]);
    const both = await Promise.all([operate([first, second], 'hide'), operate([first], 'hide')]);
    expect(both.reduce((sum, { data }) => sum + (data?.changed ?? 0), 0)).toBe(2);
    expect(await readInApp(id)).toEqual([]);
    expect(await numbers(id)).toMatchObject({ commentCount: 0 });
    expect((await operate([second], 'restore')).data.changed).toBe(1);
    expect((await operate([second], 'restore')).data).toMatchObject({ changed: 0, skipped: [{ code: 1004 }] });
    expect((await readInApp(id)).map(({ text }) => text)).toEqual(['第二条']);
    expect(await numbers(id)).toMatchObject({ commentCount: 1 });
    expect(await todayOf(id)).toMatchObject({ comments: 1 });
  });

  test('are answered, and the answer is corrected', async () => {
    const id = await shown();
    const asked = (await comment(id, '首保要预约吗？')).data.id;
    expect((await operate([asked], 'reply')).code).toBe(1001);
    expect((await operate([asked], 'reply', { content: '字'.repeat(201) })).code).toBe(1001);
    await operate([asked], 'reply', { content: '需要预约。' });
    await operate([asked], 'reply', { content: '需要，请在APP中预约。' });
    const [only] = await readInApp(id, 1);
    expect(only).toMatchObject({ reply: '需要，请在APP中预约。', mine: 0 });
    expect(only?.replyTime).toMatch(/^\d{4}-\d{2}-\d{2} /);
  });

  test('stay the text that was written, whatever it is', async () => {
    const id = await shown();
    const text = `<script>alert(1)</script><img src=x onerror=alert(1)> & "' \\ 😀`;
    await comment(id, text);
    expect((await readInApp(id))[0]?.text).toBe(text);
    const { data } = await call<{ list: { text: string }[] }>('comments', { articleId: id });
    expect(data.list[0]?.text).toBe(text);
  });

  test('are listed by article with the nicknames of their writers, and nothing else about them', async () => {
    const [id, other] = [await shown(), await shown()];
    await comment(id, '这一篇的');
    await comment(other, '另一篇的');
    const { data } = await call<{ total: number; list: Record<string, unknown>[] }>(
      'comments',
      { articleId: id, page: 1, pageSize: 10 },
      onlooker,
    );
    expect(data.total).toBe(1);
    const { rows } = await t.app.pool.query<{ nickname: string; mobile: string }>(
      'select nickname, mobile_mask as mobile from usr_app_user where id = $1',
      [userIds[0]],
    );
    expect(data.list[0]).toMatchObject({ text: '这一篇的', nickname: rows[0]?.nickname });
    expect(data.list[0]).not.toHaveProperty('userId');
    expect(JSON.stringify(data)).not.toContain(rows[0]?.mobile);
    expect((await call<{ total: number }>('comments', { articleId: id, query: { hidden: 1 } })).data.total).toBe(0);
    expect((await call('comments', { articleId: 'x' })).code).toBe(1001);
  });

  test('are touched only by those who may', async () => {
    const id = await shown();
    const written = (await comment(id, '谁能隐藏我')).data.id;
    for (const op of ['hide', 'restore', 'reply'])
      expect((await operate([written], op, { content: '不行' }, onlooker)).code).toBe(1003);
    expect((await operate([written], 'delete')).code).toBe(1001);
    expect((await operate(['999999999'], 'hide')).data.skipped).toMatchObject([{ code: 1002 }]);
    expect((await operate([], 'hide')).code).toBe(1001);
    expect(await todayOf(id, onlooker)).toMatchObject({ comments: 1 });
    expect((await call('statistics', { id: '999999999' })).code).toBe(1002);
    const [only] = await readInApp(id);
    expect(only).toMatchObject({ text: '谁能隐藏我', reply: null });
  });
});
