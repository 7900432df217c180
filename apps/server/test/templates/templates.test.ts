import { alarmTemplates } from '@wheelhouse/entities/templates/alarm-texts';
import { builtInCodes } from '@wheelhouse/entities/templates/template-text';
import { alarmTemplate } from '@wheelhouse/entities/templates/alarm-template';
import { serviceTemplate } from '@wheelhouse/entities/templates/service-template';
import { plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { notifyOwner } from '../../src/modules/messages/service.ts';
import { builtInSms, builtInText } from '../../src/modules/templates/service.ts';
import { sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

interface Answered {
  readonly id: string;
  readonly rev: number;
  readonly templateCode: string;
  readonly version: number;
  readonly enabled: number;
  readonly usedBy: number;
  readonly text: string;
  readonly skipped: readonly { readonly code: number }[];
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}
type Kind = 'serviceTemplate' | 'alarmTemplate';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const post = <Data = Answered>(kind: string, path: string, body: object) =>
  t.call<Data>('POST', `/msg/crm/${kind}/${path}`, body, { as: 'admin' });
const formOf = async (kind: Kind, more: object) => ({
  ...(await sampleForm(t, kind === 'alarmTemplate' ? plain(alarmTemplate) : plain(serviceTemplate))),
  ...more,
});
async function added(kind: Kind, more: object = {}): Promise<Answered> {
  const answer = await post(kind, 'add', await formOf(kind, more));
  expect(answer).toMatchObject({ code: 0 });
  return (await post(kind, 'detail', { id: answer.data.id })).data;
}
async function stored(kind: Kind, templateCode: string): Promise<Answered> {
  const { data } = await post<{ list: Answered[] }>(kind, 'list', { query: { 'templateCode.like': templateCode } });
  const found = data.list.find((row) => row.templateCode === templateCode);
  if (found === undefined) throw new Error(`no ${templateCode}`);
  return found;
}
const query = async (text: string, values: unknown[] = []): Promise<readonly object[]> =>
  (await t.app.pool.query<object>(text, values)).rows;

test('the platform’s own texts are there from the beginning, and cannot be deleted', async () => {
  for (const [kind, codes] of [
    ['serviceTemplate', builtInCodes],
    ['alarmTemplate', alarmTemplates.map(({ id }) => id)],
  ] as const)
    for (const code of codes) {
      const { id } = await stored(kind, code);
      await post(kind, 'batchDelete', { ids: [id] });
      expect((await post(kind, 'detail', { id })).code).toBe(0);
    }
});

test('a reminder is offered templates that it may send, not those that the platform sends', async () => {
  const choose = async (input: object) => {
    const field = 'serviceMessage.templateId';
    const body = { entity: 'serviceTemplate', field, limit: 50, ...input };
    const { data } = await t.call<{ id: string }[]>('POST', '/ref/options', body, { as: 'admin' });
    return data.map(({ id }) => id);
  };
  const own = await added('serviceTemplate');
  const builtIns = await Promise.all(builtInCodes.map(async (code) => (await stored('serviceTemplate', code)).id));
  const offered = await choose({});
  expect(offered).toContain(own.id);
  expect(offered.filter((id) => builtIns.includes(id))).toEqual([]);
  expect(await choose({ ids: builtIns.slice(0, 1) }), 'the name of one that is chosen').toEqual(builtIns.slice(0, 1));
});

test('a variable that is unknown or not of the scene is refused with its name', async () => {
  const unknown = await post(
    'alarmTemplate',
    'add',
    await formOf('alarmTemplate', { pushBody: '您的${plateNo}有报警' }),
  );
  expect(unknown).toMatchObject({ code: 1001, data: { errors: [{ field: 'pushBody' }] } });
  expect(unknown.data.errors[0]?.message).toBe('未知变量${plateNo}');
  // Service and alarm templates have sets of their own.
  expect(
    await post('serviceTemplate', 'add', await formOf('serviceTemplate', { pushBody: '您的车发生${alarmName}' })),
  ).toMatchObject({ code: 1001, data: { errors: [{ field: 'pushBody', message: '未知变量${alarmName}' }] } });
  // Battery health is no matter of a warranty.
  expect(
    await post(
      'serviceTemplate',
      'add',
      await formOf('serviceTemplate', { reminderType: '2', pushTitle: '健康度${soh}' }),
    ),
  ).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'pushTitle', message: '模板变量${soh}不适用于该提醒类型' }] },
  });
  expect(
    await post('serviceTemplate', 'add', await formOf('serviceTemplate', { pushTitle: '第一行\n第二行' })),
  ).toMatchObject({ code: 1001, data: { errors: [{ field: 'pushTitle' }] } });
  expect(await post('alarmTemplate', 'preview', { body: '${nobody}' })).toMatchObject({ code: 5008 });
  const preview = await post('alarmTemplate', 'preview', {
    body: '尾号${vin6}：${alarmName}',
    sample: { vin6: '000042' },
  });
  expect(preview.data.text).toBe('尾号000042：非法移动');
});

test('a type of alarm has one enabled template, whoever enables the other, also at the same time', async () => {
  const first = await added('alarmTemplate', { alarmType: 'TOW', enabled: 1 });
  expect(
    await post(
      'alarmTemplate',
      'add',
      await formOf('alarmTemplate', { templateCode: 'ALM_TOW_2', alarmType: 'TOW', enabled: 1 }),
    ),
  ).toMatchObject({ code: 5007, data: { errors: [{ field: 'alarmType' }] } });
  const second = await added('alarmTemplate', { templateCode: 'ALM_TOW_3', alarmType: 'TOW', enabled: 0 });
  await post('alarmTemplate', 'enable', { ids: [second.id], enabled: 1 });
  expect((await stored('alarmTemplate', 'ALM_TOW_3')).enabled).toBe(0);
  await post('alarmTemplate', 'enable', { ids: [first.id], enabled: 0 });
  await Promise.all([first, second].map(({ id }) => post('alarmTemplate', 'enable', { ids: [id], enabled: 1 })));
  expect(
    await query('select count(*)::int as n from msg_template where alarm_type = $1 and enabled = 1', ['TOW']),
  ).toEqual([{ n: 1 }]);
  await expect(
    query("update msg_template set enabled = 1 where template_code in ('ALM_TOW_3', $1)", [first.templateCode]),
  ).rejects.toThrow(/uq_msg_template_alarm_type/);
});

interface Rule {
  readonly id: string;
  readonly rev: number;
  readonly alarmType: string;
}
const rules = <Data>(path: string, body: object) =>
  t.call<Data>('POST', `/veh/crm/alarmRule/${path}`, body, { as: 'admin' });

test('a rule takes an enabled template of its type, which then cannot be disabled or given another type', async () => {
  const template = await added('alarmTemplate', { templateCode: 'ALM_CRASHED', alarmType: 'CRASH', enabled: 0 });
  const { data } = await rules<{ list: Rule[] }>('list', { pageSize: 100 });
  const sending = async (alarmType: string) => {
    const rule = data.list.find((one) => one.alarmType === alarmType);
    if (rule === undefined) throw new Error(`no rule of ${alarmType}`);
    const { id, rev } = rule;
    return rules('update', { id, rev, enabled: 1, pushOwner: 1, channels: ['2'], templateId: template.templateCode });
  };
  const refused = { code: 1001, data: { errors: [{ field: 'templateId' }] } };
  expect(await sending('CRASH')).toMatchObject(refused);
  await post('alarmTemplate', 'enable', { ids: [template.id], enabled: 1 });
  expect(await sending('TOW')).toMatchObject(refused);
  expect(await sending('CRASH')).toMatchObject({ code: 0 });

  const { rev, usedBy } = await stored('alarmTemplate', 'ALM_CRASHED');
  expect(usedBy).toBe(1);
  const off = await post('alarmTemplate', 'enable', { ids: [template.id], enabled: 0 });
  expect(off.data.skipped[0]?.code).toBe(5009);
  expect((await stored('alarmTemplate', 'ALM_CRASHED')).enabled).toBe(1);
  expect((await post('alarmTemplate', 'batchDelete', { ids: [template.id] })).data.skipped).toHaveLength(1);
  expect(await post('alarmTemplate', 'update', { id: template.id, rev, alarmType: 'VIBRATION' })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'alarmType' }] },
  });
});

test('a rule calls owners about critical alarms only', async () => {
  const { data } = await rules<{ list: Rule[] }>('list', { pageSize: 100 });
  const change = async (type: string, values: object) => {
    const { id, rev } = data.list.find(({ alarmType }) => alarmType === type) ?? {};
    return rules('update', { id, rev, ...values });
  };
  const refused = { code: 1001, data: { errors: [{ field: 'channels', message: '仅紧急报警可用语音电话' }] } };
  expect(await change('FENCE_OUT', { channels: ['2', '4'] })).toMatchObject(refused);
  expect(await change('ILLEGAL_MOVE', { level: 3 })).toMatchObject(refused);
  expect(await change('CELL_OVER_TEMP', { channels: ['4'] })).toMatchObject({ code: 0 });
});

test('each save is a version', async () => {
  const { id, rev, version } = await added('serviceTemplate', { pushTitle: '第一版' });
  expect(version).toBe(1);
  expect(await post('serviceTemplate', 'update', { id, rev, pushTitle: '第二版' })).toMatchObject({ code: 0 });
  const { data } = await post<{ version: number; values: { pushTitle: string } }[]>('serviceTemplate', 'history', {
    id,
  });
  expect(data.map((one) => [one.version, one.values.pushTitle])).toEqual([
    [2, '第二版'],
    [1, '第一版'],
  ]);
  // A service template is no alarm template.
  expect((await post('alarmTemplate', 'history', { id })).code).toBe(1002);
  expect((await post('alarmTemplate', 'detail', { id })).code).not.toBe(0);
});

test('what the platform sends follows its template; while that is off, its own text is sent', async () => {
  const { id, rev } = await stored('serviceTemplate', 'STOLEN_RECOVERED');
  const say = async () => (await builtInText(t.app.db, 'STOLEN_RECOVERED', { address: '上海' })).body;
  expect(await say()).toEqual({ zh: '您的车辆已在上海找回。', en: 'Your vehicle was recovered at 上海.' });
  expect(
    await post('serviceTemplate', 'update', {
      id,
      rev,
      pushBody: '好消息：车在${address}找到了',
      pushBodyEn: null,
      sound: 'alarm',
    }),
  ).toMatchObject({ code: 0 });
  expect(await say()).toEqual({ zh: '好消息：车在上海找到了', en: '好消息：车在上海找到了' });
  expect(await builtInText(t.app.db, 'STOLEN_RECOVERED', { address: '上海' })).toMatchObject({ sound: 'alarm' });
  await post('serviceTemplate', 'enable', { ids: [id], enabled: 0 });
  expect((await say()).zh).toBe('您的车辆已在上海找回。');
});

test('a login code is not sent without its code', async () => {
  const { id, rev } = await stored('serviceTemplate', 'LOGIN_CODE');
  expect(await post('serviceTemplate', 'update', { id, rev, pushBody: '请输入验证码' })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'pushBody' }] },
  });
  // Another text for the inbox does not get into the SMS.
  expect(await post('serviceTemplate', 'update', { id, rev, inboxBody: '请登录' })).toMatchObject({ code: 0 });
  expect((await builtInSms(t.app.db, 'LOGIN_CODE', { code: '123456', minutes: '5' })).text).toContain('123456');
});

test('the platform decides how it sends its own messages', async () => {
  const { id, rev } = await stored('serviceTemplate', 'UNBIND_NOTICE');
  expect(await post('serviceTemplate', 'update', { id, rev, channels: ['1'] })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'channels' }] },
  });
});

test('a channel says what its template has for it', async () => {
  const userId = await addAppUser(t);
  const { pushId } = await withTransaction(t.app.db, (tx) =>
    notifyOwner(tx, {
      userId,
      kind: 'service',
      title: { zh: '标题', en: 'Title' },
      body: { zh: '站内信全文', en: 'Inbox' },
      texts: { sms: { zh: '短信', en: 'SMS' } },
      channels: ['push', 'sms'],
    }),
  );
  expect(
    await query('select channel, text_zh as text from msg_push_record where inbox_id = $1 order by channel', [pushId]),
  ).toEqual([
    { channel: 2, text: null },
    { channel: 3, text: '短信' },
  ]);
});

test('a test goes to the given mobile with sample data, is logged, and is limited', async () => {
  const { id } = await added('alarmTemplate', { templateCode: 'ALM_TESTED', pushTitle: '测试报警' });
  expect((await post('alarmTemplate', 'test', { id, mobile: '123' })).code).toBe(1001);
  const owner = await addAppUser(t, 1, '13900001234');
  // Staff send to themselves and to test accounts alone.
  expect((await post('alarmTemplate', 'test', { id, mobile: '13900001234' })).code).toBe(1001);
  await query('update usr_app_user set test_account = 1 where id = $1', [owner]);
  const answer = await post('alarmTemplate', 'test', { id, mobile: '13900001234' });
  expect(answer).toMatchObject({ code: 0 });
  expect(answer.data.text).toContain('测试报警');
  expect(answer.data.text).not.toContain('${');
  expect(
    await query(
      "select action from sys_operation_log where entity = 'alarmTemplate' and entity_id = $1 and action = 'test' and result_code = 0",
      [id],
    ),
  ).toHaveLength(1);
  const codes: number[] = [];
  for (let n = 0; n < 10; n++) codes.push((await post('alarmTemplate', 'test', { id, mobile: '13900001234' })).code);
  expect(codes).toContain(1104);
});
