import type { AudienceCount } from '@wheelhouse/contract/calls/messages/messages';
import type { TagImport, TagOption, TagStructure } from '@wheelhouse/contract/calls/users';
import { afterAll, describe, expect, test } from 'vitest';
import { heavyInAll } from '../../src/entity/turns.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { refreshDaily } from '../../src/modules/users/tags/refresh.ts';
import { workbookOf } from '../import-export/workbook.ts';
import { addFeedback } from '../support/feedback.ts';
import { signInAs } from '../support/people.ts';
import { ownedVehicle, report } from '../support/repairs.ts';
import { allOf, base, startTags } from './tag-kit.ts';

const { b, add, form, made, detail, usersOf, upload, asUploader } = await startTags({ DATABASE_POOL: '10' });
afterAll(() => b.stop());

const condition = { field: 'clientOs', cmp: 'eq', value: '1' } as const;
const ruleTag = (rule: unknown, more: object = {}) => ({ tagType: 2, refreshMode: 1, rule, ...more });
const setOs = (ids: readonly string[], os: number) =>
  b.rows('update usr_app_user set client_os = $2 where id = any($1::bigint[])', ids, os);
const people = async (n: number) => {
  const all = await Promise.all(Array.from({ length: n }, () => b.appUser()));
  return all.toSorted((one, two) => Number(one.id) - Number(two.id));
};

describe('rules', () => {
  test.each([
    ['no rule', undefined],
    ['no group', { op: 'AND', groups: [] }],
    ['four groups', { op: 'AND', groups: Array.from({ length: 4 }, () => ({ op: 'AND', items: [condition] })) }],
    ['eleven conditions', allOf(...Array.from({ length: 11 }, () => condition))],
    ['an unknown field', { op: 'AND', groups: [{ op: 'AND', items: [{ ...condition, field: 'religion' }] }] }],
    ['a comparison of another kind', allOf({ field: 'gender', cmp: 'ge', value: '1' })],
    ['an age of minors', allOf({ field: 'age', cmp: 'ge', value: 17 })],
    ['a value of another type', allOf({ field: 'km30d', cmp: 'ge', value: '300' })],
    ['a day that does not exist', allOf({ field: 'registerTime', cmp: 'ge', value: '2025-02-30' })],
    ['more days than ten years', allOf({ field: 'registerTime', cmp: 'lastDays', value: 3651 })],
  ])('%s is refused', async (_what, rule) => {
    const { code, data } = await add(ruleTag(rule));
    expect(code).toBe(1001);
    expect(data.errors?.map(({ field }) => field)).toEqual(['rule']);
  });

  test('values are bound: what looks like SQL selects nobody and harms nothing', async () => {
    const { code } = await add(ruleTag(allOf({ field: 'registerChannel', cmp: 'eq', value: "x' or 1=1 --" })));
    expect(code).toBe(1001);
    await made(ruleTag(allOf({ field: 'registerChannel', cmp: 'eq', value: 'x--' })));
  });

  test('a tag has its users as soon as it is saved, and those of its new rule after a change', async () => {
    const [one, two] = await people(2);
    await setOs([one?.id ?? ''], 1);
    await setOs([two?.id ?? ''], 2);
    const id = await made(ruleTag(allOf(condition)));
    expect(await usersOf(id)).toContain(one?.id);
    expect(await usersOf(id)).not.toContain(two?.id);
    const { rev, tagCode } = await detail(id);
    expect(tagCode).toMatch(/^T\d{6}$/);
    await b.ok(`${base}/update`, { id, rev, rule: allOf({ ...condition, value: '2' }) });
    expect(await usersOf(id)).toContain(two?.id);
    expect(await usersOf(id)).not.toContain(one?.id);
  });

  test('refresh by hand and at night bring it up to date', async () => {
    const [one, two] = await people(2);
    const id = await made(ruleTag(allOf({ field: 'vehicleCount', cmp: 'ge', value: 1 }, condition)));
    const before = await usersOf(id);
    await setOs([one?.id ?? '', two?.id ?? ''], 1);
    await b
      .vehicle()
      .then((vehicle) =>
        b.rows(
          'update veh_vehicle set owner_user_id = $2, bind_status = 1, activation_status = 1, activation_time = now() where id = $1',
          vehicle.id,
          one?.id,
        ),
      );
    expect(await b.ok(`${base}/refresh`, { id })).toMatchObject({ count: before.length + 1 });
    expect(await usersOf(id)).toContain(one?.id);
    await b.rows("update usr_tag set last_refresh_time = now() - interval '1 day' where id = $1", id);
    await setOs([one?.id ?? ''], 2);
    await refreshDaily(b.t.app);
    expect(await usersOf(id)).not.toContain(one?.id);
    expect((await detail(id)).userCount).toBe((await usersOf(id)).length);
    const days = await b.rows('select user_count as n from usr_tag_count_day where tag_id = $1', id);
    expect(days).toHaveLength(1);
    const log = await b.rows<{ username: string }>(
      "select username from sys_operation_log where entity = 'userTag' and entity_id = $1 and action = 'refresh' order by id",
      id,
    );
    expect(log.map(({ username }) => username)).toEqual(['admin', 'system']);
    expect(await b.ok(`${base}/trend`, { tagId: id })).toHaveLength(1);
  });

  test('one that takes too long is refused', async () => {
    const holder = await b.t.app.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table usr_app_user in access exclusive mode');
      const preview = b.post(`${base}/preview`, { rule: allOf(condition) });
      // Its statement is cut off as it is after 30 seconds.
      const cutOff = () =>
        b.rows(
          `select pg_cancel_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%with hit as materialized%' and pid <> pg_backend_pid()`,
        );
      await expect.poll(cutOff).toHaveLength(1);
      expect((await preview).code).toBe(9021);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  test('of one user few are evaluated at a time, structures of tags among them', async () => {
    const tagId = await made();
    const holder = await b.t.app.pool.connect();
    let answers: Promise<{ readonly code: number }>[] = [];
    try {
      await holder.query('begin');
      await holder.query('lock table usr_app_user in access exclusive mode');
      answers = [
        ...Array.from({ length: 3 }, () => b.post(`${base}/preview`, { rule: allOf(condition) })),
        b.post(`${base}/structure`, { tagId }),
      ];
      const waiting = () =>
        b.rows(
          "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%as materialized%' and pid <> pg_backend_pid()",
        );
      // Alone, a user has all turns that there are.
      const atOnce = Math.min(answers.length, heavyInAll);
      await expect.poll(waiting).toHaveLength(atOnce);
      // A later call has been answered: what did not wait for its turn would wait for the lock by now.
      await b.ok(`${base}/trend`, { tagId });
      expect(await waiting()).toHaveLength(atOnce);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect((await Promise.all(answers)).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  });

  test('minors and erased accounts are never selected', async () => {
    const [minor, adult, erased] = await people(3);
    const years = (n: number) => `${new Date().getFullYear() - n}-01-01`;
    await b.rows('update usr_app_user set birthday = $2 where id = $1', minor?.id, years(15));
    await b.rows('update usr_app_user set birthday = $2 where id = $1', adult?.id, years(30));
    await b.rows('update usr_app_user set birthday = $2, status = 4 where id = $1', erased?.id, years(30));
    const id = await made(ruleTag(allOf({ field: 'age', cmp: 'le', value: 40 })));
    const users = await usersOf(id);
    expect(users).toContain(adult?.id);
    expect(users).not.toContain(minor?.id);
    expect(users).not.toContain(erased?.id);
    await b.rows('update usr_app_user set status = 4 where id = $1', adult?.id);
    expect(await usersOf(id)).not.toContain(adult?.id);
    expect((await detail(id)).userCount).toBe((await usersOf(id)).length);
  });

  test('feedback and repairs of the last 12 months count, cancelled orders do not', async () => {
    const { vin, userId } = await ownedVehicle(b.t);
    const [quiet] = await people(1);
    const as = await issueAppToken(b.t.app, userId);
    const app = (path: string, body: object) =>
      b.t.call<{ orderNo: string }>('POST', `/app/v1/repair/${path}`, body, { as });
    const order = await app('submit', { vin, ...report() });
    expect(order.code).toBe(0);
    for (let n = 0; n < 2; n++) await addFeedback(b.t, userId);
    const withRepairs = await made(ruleTag(allOf({ field: 'repairCount12m', cmp: 'ge', value: 1 })));
    const withFeedback = await made(ruleTag(allOf({ field: 'feedbackCount12m', cmp: 'ge', value: 2 })));
    const without = await made(ruleTag(allOf({ field: 'feedbackCount12m', cmp: 'le', value: 0 })));
    expect([await usersOf(withRepairs), await usersOf(withFeedback)]).toEqual([[userId], [userId]]);
    expect(await usersOf(without)).toContain(quiet?.id);
    expect(await usersOf(without)).not.toContain(userId);
    await b.rows("update cs_feedback set create_time = now() - interval '13 months' where user_id = $1", userId);
    expect((await app('cancel', { orderNo: order.data.orderNo, reason: '已自行解决' })).code).toBe(0);
    for (const id of [withRepairs, withFeedback])
      expect(await b.ok(`${base}/refresh`, { id })).toMatchObject({ count: 0 });
  });

  test('a rule asks about tags without a rule alone, and they are not deleted meanwhile', async () => {
    const [one, two] = await people(2);
    const manual = await made();
    await b.ok(`${base}/addUsers`, { tagId: manual, userIds: [one?.id] });
    const id = await made(ruleTag(allOf({ field: 'tagId', cmp: 'has', value: [manual] })));
    expect(await usersOf(id)).toEqual([one?.id]);
    const others = await made(ruleTag(allOf({ field: 'tagId', cmp: 'hasNot', value: [manual] })));
    expect(await usersOf(others)).toContain(two?.id);
    expect(await usersOf(others)).not.toContain(one?.id);
    const circle = await add(ruleTag(allOf({ field: 'tagId', cmp: 'has', value: [id] })));
    expect(circle).toMatchObject({ code: 1001, data: { errors: [{ field: 'rule' }] } });
    expect((await detail(manual)).usedBy).toBe(2);
    expect(await b.ok<TagStructure>(`${base}/structure`, { tagId: manual })).toMatchObject({
      uses: [{ id }, { id: others }],
    });
    const refused = await b.ok<{ skipped: { code: number }[] }>(`${base}/batchDelete`, { ids: [manual] });
    expect(refused.skipped).toMatchObject([{ code: 1006 }]);
    await b.ok(`${base}/batchDelete`, { ids: [id, others] });
    expect(await b.ok(`${base}/batchDelete`, { ids: [manual] })).toMatchObject({ deleted: 1 });
  });
});

test.each([
  [{ name: '穆斯林用户' }, 'name'],
  [{ name: '糖 尿 病' }, 'name'],
  [{ name: '初中学生' }, 'name'],
  [{ name: 'Cancer list' }, 'name'],
  [{ remark: '家里有孩子的车主' }, 'remark'],
])('a tag says nothing about religion, health or minors: %j', async (more, field) => {
  expect(await add(more)).toMatchObject({ code: 1001, data: { errors: [{ field }] } });
  const id = await made();
  const { rev } = await detail(id);
  expect(await b.post(`${base}/update`, { id, rev, ...more })).toMatchObject({
    code: 1001,
    data: { errors: [{ field }] },
  });
});

test('words that only look like it are names', async () => {
  for (const name of ['Kidney red', 'Churchill 路', '成年车主']) expect(await add({ name })).toMatchObject({ code: 0 });
});

describe('users by hand and from a file', () => {
  test('each is added once, and removed', async () => {
    const [one, two] = await people(2);
    const tagId = await made();
    const ids = [one?.id ?? '', two?.id ?? ''];
    expect(await b.ok(`${base}/addUsers`, { tagId, userIds: ids })).toMatchObject({ added: 2, present: 0 });
    expect(await b.ok(`${base}/addUsers`, { tagId, userIds: [...ids, '999999999'] })).toMatchObject({
      added: 0,
      present: 2,
      errors: [{ row: 3, reason: 'unknown' }],
    });
    expect((await detail(tagId)).userCount).toBe(2);
    expect(await b.ok(`${base}/members`, { tagId, query: {} })).toMatchObject({ total: 2 });
    expect(await b.ok(`${base}/members`, { tagId, query: { mobile: one?.mobile } })).toMatchObject({
      list: [{ userId: one?.id }],
    });
    expect(await b.ok(`${base}/removeUsers`, { tagId, userIds: [one?.id] })).toEqual({ removed: 1 });
    expect(await usersOf(tagId)).toEqual([two?.id]);
    expect((await detail(tagId)).userCount).toBe(1);
  });

  test('an export holds the users of its tag alone', async () => {
    const [one] = await people(2);
    const tagId = await made();
    await b.ok(`${base}/addUsers`, { tagId, userIds: [one?.id] });
    expect(await b.ok(`${base}/export`, { tagId, reason: '核对标签用户' })).toMatchObject({ rows: 1 });
  });

  test('where a rule decides, nobody is added by hand', async () => {
    const [one] = await people(1);
    const tagId = await made(ruleTag(allOf(condition)));
    for (const call of ['addUsers', 'removeUsers'])
      expect(await b.post(`${base}/${call}`, { tagId, userIds: [one?.id] })).toMatchObject({ code: 1001 });
  });

  test('a workbook and a CSV file name users by mobile or id; of numbers that nobody has it says how many', async () => {
    const [one, two] = await people(2);
    const rows = [[Number(one?.mobile)], [two?.id ?? ''], ['abc'], ['13000000009'], [one?.mobile ?? ''], ['999999999']];
    const sheet = await workbookOf(['手机号'], rows);
    const userFile = await upload(sheet, '用户.xlsx');
    const { data } = await asUploader<{ id: string }>(`${base}/add`, form({ tagType: 3, userFile }));
    const { id } = data;
    const expected: TagImport = {
      total: 6,
      added: 2,
      present: 0,
      failed: 3,
      errors: [
        { row: 4, reason: 'format' },
        { row: 7, reason: 'unknown' },
      ],
    };
    expect((await detail(id)).importReport).toEqual(expected);
    expect(await usersOf(id)).toEqual([one?.id, two?.id]);
    const csv = `\uFEFFmobile,name\r\n"${one?.mobile}",A\r\nx,B\r\n`;
    const tagId = await made();
    const fileId = await upload(Buffer.from(csv), 'users.csv');
    expect((await asUploader<TagImport>(`${base}/addUsers`, { tagId, fileId })).data).toMatchObject({
      total: 2,
      added: 1,
      errors: [{ row: 3, reason: 'format' }],
    });
  });

  test('a file of somebody else is no file', async () => {
    const tagId = await made();
    const fileId = await upload(Buffer.from('13000000009\n'), 'users.csv');
    expect(await b.post(`${base}/addUsers`, { tagId, fileId })).toMatchObject({ code: 1017 });
  });
});

describe('what others do with tags', () => {
  test('an audience of tags is counted once a user, and none where the tag is disabled or has expired', async () => {
    const [one, two] = await people(2);
    const [first, second] = [await made(), await made()];
    await b.ok(`${base}/addUsers`, { tagId: first, userIds: [one?.id, two?.id] });
    await b.ok(`${base}/addUsers`, { tagId: second, userIds: [one?.id] });
    const count = async (...tagIds: string[]) =>
      (await b.ok<AudienceCount>('/msg/crm/activityMessage/estimate', { audience: { audienceType: 2, tagIds } })).count;
    expect(await count()).toBe(0);
    expect(await count(first, second)).toBe(2);
    expect(await count(second)).toBe(1);
    await b.rows("update usr_tag set expire_time = now() - interval '1 minute' where id = $1", second);
    expect(await count(second)).toBe(0);
    await b.ok(`${base}/enable`, { ids: [first], enabled: 0 });
    expect(await count(first)).toBe(0);
    const options = await b.ok<TagOption[]>(`${base}/all`, {});
    expect(options.map(({ id }) => id)).not.toContain(first);
  });

  test('the page of a user names the tags', async () => {
    const [one] = await people(1);
    const tagId = await made({ name: '样例名称甲' });
    await b.ok(`${base}/addUsers`, { tagId, userIds: [one?.id] });
    expect(await b.ok('/user/crm/appUser/detail', { id: one?.id })).toMatchObject({
      userTags: [tagId],
      userTagsName: ['样例名称甲'],
    });
  });

  test('vehicles are found by the tags of their owners, by who sees the users', async () => {
    const [one] = await people(1);
    const tagId = await made();
    await b.ok(`${base}/addUsers`, { tagId, userIds: [one?.id] });
    const { id } = await b.vehicle();
    await b.rows('update veh_vehicle set owner_user_id = $2, bind_status = 1 where id = $1', id, one?.id);
    const list = (as: string) =>
      b.t.call<{ list?: { id: string }[]; errors?: { field: string }[] }>(
        'POST',
        '/veh/crm/vehicle/list',
        { query: { tagId } },
        { as },
      );
    expect((await list('admin')).data.list?.map((row) => row.id)).toEqual([id]);
    expect(await b.ok('/veh/crm/vehicle/detail', { id })).toMatchObject({ ownerTags: [tagId] });
    const choose = (as: string) =>
      b.t.call('POST', '/ref/options', { entity: 'userTag', field: 'vehicle.ownerTags', ids: [tagId] }, { as });
    const service = await signInAs(b.t, { roles: ['cs'] });
    expect((await list(service.token)).data.list).toHaveLength(1);
    expect((await choose(service.token)).code).toBe(0);
    const workshop = await signInAs(b.t, { roles: ['aftersales'] });
    expect((await list(workshop.token)).data.errors?.[0]?.field).toBe('ownerTags');
    expect((await choose(workshop.token)).code).toBe(1003);
  });
});
