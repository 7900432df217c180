import type { Page } from '@wheelhouse/contract';
import type { VersionStep } from '@wheelhouse/contract/calls/kit';
import type { RecordApprovals } from '@wheelhouse/contract/calls/access/logs';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { activitySource } from '../../src/modules/messages/activity/source.ts';
import { advance } from '../../src/modules/messages/broadcast.ts';
import { advanceReminders, reminderParts } from '../../src/modules/messages/reminders/runs.ts';
import { makeVehicle, makeWorld } from '../fleet/world.ts';
import { addSample, bindOwner } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { campaigns, inMinutes, states, type Campaigns } from './campaign-kit.ts';

let t: TestApp;
let kit: Campaigns;
let third: { readonly token: string; readonly userId: string };

beforeAll(async () => {
  t = await createTestApp();
  await makeWorld(t.app);
  kit = await campaigns(t);
  third = await signInAs(t, { roles: ['admin'] });
});
afterAll(() => t.stop());
beforeEach(() => t.app.pool.query('update msg_activity set deleted = true'));

const rows = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await t.app.pool.query<Row>(text, [...values])).rows;
const call = <Data = { id: string; rev: number }>(
  path: string,
  body: object,
  as = kit.author.token,
  lang?: 'zh' | 'en',
) => t.call<Data>('POST', path, body, { as, ...(lang && { lang }) });
const approvalsOf = async (entity: string, id: string): Promise<RecordApprovals> =>
  (await call<RecordApprovals>('/system/crm/approval/ofRecord', { entity, id })).data;

/** A tag that people are put into by hand. */
async function tagWith(users: number): Promise<string> {
  const tagId = await addSample(t, entityNamed('userTag'));
  await rows('update usr_tag set tag_type = 1, rule = null, enabled = 1, expire_time = null where id = $1', [tagId]);
  if (users > 0) await putInto(tagId, users);
  return tagId;
}
async function putInto(tagId: string, users: number, as = third.token): Promise<string[]> {
  const userIds: string[] = [];
  for (let n = 0; n < users; n++) userIds.push(await kit.owner());
  expect((await call('/user/crm/userTag/addUsers', { tagId, userIds }, as)).code).toBe(0);
  return userIds;
}
const forTag = (tagId: string) => ({ audienceType: 2, tagIds: [tagId], cityCodes: undefined });

describe('a campaign for a tag', () => {
  test('is not sent when the tag was filled after its approval: it is a draft again, which says why', async () => {
    const tagId = await tagWith(1);
    const id = await kit.approved(forTag(tagId));
    await putInto(tagId, 30);
    const { changes, steps } = await approvalsOf('activityMessage', id);
    expect(changes).toMatchObject([{ label: '目标人群', labelEn: 'Audience', before: 1, after: 31, own: false }]);
    expect(steps.map(({ step, reached, kept }) => [step, reached, kept])).toEqual([
      ['approved', 1, true],
      ['submitted', 1, true],
    ]);
    const refused = await call(
      '/msg/crm/activityMessage/transition',
      { id, action: 'publish' },
      kit.author.token,
      'en',
    );
    expect(refused).toMatchObject({ code: 1023, message: 'Not what was approved: Audience (1 → 31)' });
    expect(await kit.read(id)).toMatchObject({ status: states.draft, targetCount: 0 });
    expect(await rows('select 1 from msg_audience where ref_id = $1', [id])).toEqual([]);
  });

  test('nor by itself at its time', async () => {
    const tagId = await tagWith(1);
    const id = await kit.approved({ ...forTag(tagId), sendTime: inMinutes(30) });
    await putInto(tagId, 30);
    await rows("update msg_activity set send_time = now() - interval '1 minute' where id = $1", [id]);
    await advance(t.app, [activitySource]);
    expect(await kit.read(id)).toMatchObject({ status: states.draft });
    const notices = await rows<{ body_zh: string }>(
      'select body_zh from msg_notice where user_id = $1 and path like $2',
      [kit.author.userId, `%Detail?id=${id}`],
    );
    expect(notices).toEqual([{ body_zh: '与审批通过的内容不同：目标人群（1 → 31）' }]);
  });

  test('goes to those alone who were in the tag when it was approved, and still are', async () => {
    const tagId = await tagWith(0);
    const [stays, leaves] = await putInto(tagId, 2);
    const id = await kit.approved(forTag(tagId));
    await putInto(tagId, 3);
    expect((await call('/user/crm/userTag/removeUsers', { tagId, userIds: [leaves] }, third.token)).code).toBe(0);
    expect((await kit.move(id, 'publish', kit.author.token)).code).toBe(0);
    const reached = await rows<{ id: string }>('select user_id::text as id from msg_audience where ref_id = $1', [id]);
    expect(reached).toEqual([{ id: stays }]);
  });

  test('is not approved by who put people into the tag, nor by its last editor', async () => {
    const tagId = await tagWith(2);
    const id = await kit.added(forTag(tagId));
    expect((await kit.move(id, 'submit', kit.author.token)).code).toBe(0);
    expect((await kit.move(id, 'approve', third.token)).code).toBe(5002);
    expect((await kit.move(id, 'reject', kit.reviewer.token, { remark: '请修改标题' })).code).toBe(0);
    const { rev } = (await call<{ rev: number }>('/msg/crm/activityMessage/detail', { id })).data;
    const edit = { id, rev, summary: '审核人自己改写的一句推送正文' };
    expect((await call('/msg/crm/activityMessage/update', edit, kit.reviewer.token)).code).toBe(0);
    expect((await kit.move(id, 'submit', kit.author.token)).code).toBe(0);
    expect((await kit.move(id, 'approve', kit.reviewer.token)).code).toBe(5002);
  });

  test('is not approved when the tag was filled or its rule changed while it was reviewed', async () => {
    const tagId = await tagWith(1);
    const id = await kit.added(forTag(tagId));
    expect((await kit.move(id, 'submit', kit.author.token)).code).toBe(0);
    await putInto(tagId, 30);
    const refused = await kit.move(id, 'approve', kit.reviewer.token);
    expect([refused.code, refused.message]).toEqual([
      1024,
      '提交审核后有变化：目标人群（1 → 31）。请驳回，修改后重新提交',
    ]);
    await rows("update usr_tag set name = '已改名' where id = $1", [tagId]);
    expect((await kit.move(id, 'approve', kit.reviewer.token)).message).toContain('用户标签');
    expect(await kit.read(id)).toMatchObject({ status: states.inReview });
  });
});

describe('what is approved', () => {
  test('is a version, as is what was handed in and what was sent', async () => {
    const id = await kit.approved(forTag(await tagWith(1)));
    expect((await kit.move(id, 'publish', kit.author.token)).code).toBe(0);
    const { data } = await call<Page<VersionStep>>('/msg/crm/activityMessage/versions', { id });
    expect(data.list.map(({ number, why, current }) => [number, why, current])).toEqual([
      [3, 'published', true],
      [2, 'approved', true],
      [1, 'submitted', true],
    ]);
    const named = await rows(
      `select a.step, a.version, a.hash = v.hash and a.content = v.content as same from sys_approval a
       join sys_version v on v.entity = a.entity and v.entity_id = a.entity_id and v.number = a.version
       where a.entity = 'activityMessage' and a.entity_id = $1 order by a.id`,
      [id],
    );
    expect(named).toEqual([
      { step: 'submitted', version: 1, same: true },
      { step: 'approved', version: 2, same: true },
    ]);
  });

  test('is kept as it is, and nobody approves what he has written', async () => {
    const tagId = await tagWith(1);
    const id = await kit.approved(forTag(tagId));
    const approval = "entity = 'activityMessage' and entity_id = $1 and step = 'approved'";
    await expect(rows(`update sys_approval set content = '{}' where ${approval}`, [id])).rejects.toThrow(
      'never changed',
    );
    await expect(rows(`delete from sys_approval where ${approval}`, [id])).rejects.toThrow('never changed');
    const again = (step: string, more: string) =>
      rows(
        `insert into sys_approval (entity, entity_id, round, step, user_id, authors, content)
         select entity, entity_id, round ${more}, '${step}', user_id, authors, content || '{"title": "x"}' from sys_approval where ${approval}`,
        [id],
      );
    await expect(again('approved', '+ 1')).rejects.toThrow('nothing was submitted');
    await again('submitted', '+ 1');
    await expect(
      rows(
        `insert into sys_approval (entity, entity_id, round, step, user_id, authors, content)
         select entity, entity_id, round + 1, 'approved', user_id, authors, content from sys_approval where ${approval}`,
        [id],
      ),
    ).rejects.toThrow('another content was submitted');
    await expect(
      rows(
        `insert into sys_approval (entity, entity_id, round, step, user_id, authors, content)
         select entity, entity_id, round + 1, 'approved', user_id, array[user_id], content || '{"title": "x"}' from sys_approval where ${approval}`,
        [id],
      ),
    ).rejects.toThrow('ck_sys_approval_another');
  });
});

describe('a reminder that is sent once', () => {
  let n = 0;
  const template = async (): Promise<{ id: string; rev: number }> => {
    const form = {
      templateCode: `SVC_APPROVED_${++n}`,
      name: `审核模板${n}`,
      reminderType: '1',
      jumpPage: 'vehicle',
      enabled: 1,
    };
    const text = { pushTitle: '保养提醒', pushBody: '您的${vehicleName}该保养了。', channels: ['1', '2'] };
    const { code, data } = await call('/msg/crm/serviceTemplate/add', { ...form, ...text }, third.token);
    expect(code).toBe(0);
    return { ...data, rev: 1 };
  };
  async function approved(templateId: string): Promise<{ id: string; userId: string }> {
    await rows('update veh_vehicle set deleted = true');
    const made = await makeVehicle(t.app, { activationTime: new Date(Date.now() - 10 * 86_400_000) });
    await rows('update veh_vehicle_status set odometer_km = 3200 where vehicle_id = $1', [made.id]);
    const userId = await bindOwner(t, made.id);
    const form = { name: `一次提醒${++n}`, reminderType: '1', mode: 1, templateId, condition: { mileageKm: 3000 } };
    const { code, data } = await call('/msg/crm/serviceMessage/add', {
      ...form,
      channels: ['1', '2'],
      includeDealerContact: 0,
      sendTime: inMinutes(30),
    });
    expect({ code, data }).toMatchObject({ code: 0 });
    for (const [action, as] of [
      ['submit', kit.author.token],
      ['approve', kit.reviewer.token],
    ] as const)
      expect(await call('/msg/crm/serviceMessage/transition', { id: data.id, action }, as)).toMatchObject({ code: 0 });
    return { id: data.id, userId };
  }
  const rewrite = async ({ id }: { id: string }, as = third.token) => {
    const { data } = await call<{ rev: number }>('/msg/crm/serviceTemplate/detail', { id });
    const text = { id, rev: data.rev, pushBody: '点击领取您的${vehicleName}专属红包。' };
    expect((await call('/msg/crm/serviceTemplate/update', text, as)).code).toBe(0);
  };
  const stateOf = async (id: string) =>
    (await rows<{ status: number }>('select status from msg_service where id = $1', [id]))[0]?.status;

  test('is not sent with another text than the approved one', async () => {
    const texts = await template();
    const { id } = await approved(texts.id);
    await rewrite(texts);
    const refused = await call('/msg/crm/serviceMessage/transition', { id, action: 'publish' }, kit.author.token);
    expect(refused).toMatchObject({ code: 1023, message: '与审批通过的内容不同：消息模板' });
    expect(await stateOf(id)).toBe(states.draft);
    const other = await approved(texts.id);
    await rewrite({ ...texts }, kit.reviewer.token).catch(() => undefined);
    await rows("update msg_template set push_body = push_body || '！', version = version + 1 where id = $1", [
      texts.id,
    ]);
    await rows("update msg_service set send_time = now() - interval '1 minute' where id = $1", [other.id]);
    await advanceReminders(t.app);
    expect(await stateOf(other.id)).toBe(states.draft);
    expect(
      await rows("select 1 from msg_inbox where ref_type = 'serviceMessage' and user_id = $1", [other.userId]),
    ).toEqual([]);
  });

  test('keeps its text from the moment at which it begins', async () => {
    const texts = await template();
    const { id, userId } = await approved(texts.id);
    expect((await call('/msg/crm/serviceMessage/transition', { id, action: 'publish' }, kit.author.token)).code).toBe(
      0,
    );
    await rewrite(texts);
    await reminderParts.round(t.app);
    const inbox = await rows<{ body_zh: string }>(
      "select body_zh from msg_inbox where ref_type = 'serviceMessage' and user_id = $1",
      [userId],
    );
    expect(inbox.map(({ body_zh }) => body_zh)).toEqual(['您的测试车型该保养了。']);
  });

  test('is not approved by who wrote its template', async () => {
    const texts = await template();
    await approved(texts.id);
    const form = {
      name: `一次提醒${++n}`,
      reminderType: '1',
      mode: 1,
      templateId: texts.id,
      condition: { mileageKm: 3000 },
    };
    const { data } = await call('/msg/crm/serviceMessage/add', {
      ...form,
      channels: ['1', '2'],
      includeDealerContact: 0,
    });
    await rows('delete from msg_service_last');
    expect((await call('/msg/crm/serviceMessage/transition', { id: data.id, action: 'submit' })).code).toBe(0);
    const own = await call('/msg/crm/serviceMessage/transition', { id: data.id, action: 'approve' }, third.token);
    expect(own.code).toBe(5002);
  });
});
