import { criticalLevel } from '@wheelhouse/entities/templates/alarm-texts';
import { codes } from '@wheelhouse/entities/codes';
import { formatInstant } from '@wheelhouse/contract/time';
import type { Text } from '@wheelhouse/contract/lang';
import { sql } from 'kysely';
import { notifyOwner, notifyStaff } from '../messages/service.ts';
import { filledTemplate, storedTemplate, type MessageText, type TemplateValues } from '../templates/service.ts';
import type { Scene, VehicleFacts } from './facts.ts';
import { isQuiet, type Rule } from './rule.ts';
import { logAlarms, type Work } from './tables.ts';

/** PushChannel → channel of the message service; the inbox is a push that stays. */
const channelOf: Readonly<Record<string, 'push' | 'sms' | 'call'>> = {
  [codes.PushChannel.inbox]: 'push',
  [codes.PushChannel.push]: 'push',
  [codes.PushChannel.sms]: 'sms',
  [codes.PushChannel.call]: 'call',
};
/** The channels that a rule's codes name; an alarm may be of a lower level than its rule, and is not called about then. */
const channelsOf = (rule: Rule, level: number) =>
  [...new Set(rule.channels.flatMap((code) => channelOf[code] ?? []))].filter(
    (channel) => channel !== 'call' || level >= criticalLevel,
  );
/** Alarms older than this are not sent. */
const freshMs = 3_600_000;
/** More new alarms of a type than this in five minutes are a storm. */
const stormLimit = 200;
const vibrationGapMs = 5 * 60_000;
const callCentre = '400-000-0000';

interface NewAlarm {
  readonly id: string;
  readonly type: string;
  readonly level: number;
  readonly time: Date;
  readonly isOver: boolean;
}

/** Name of a type in both languages, as the operator's dictionary has it. */
export async function typeName(tx: Work, type: string): Promise<Text> {
  const { rows } = await sql<{ zh: string; en: string | null }>`
    select name as zh, name_en as en from sys_item_code where category = 'AlarmType' and code = ${type} and not deleted`.execute(
    tx,
  );
  const [row] = rows;
  return { zh: row?.zh ?? type, en: row?.en ?? row?.zh ?? type };
}

/** Values of a template's variables; a message never holds the full VIN or the owner's phone number. */
export function templateValues(
  name: Text,
  facts: VehicleFacts,
  at: { readonly time: Date; readonly address: string | null },
): Record<string, Text | string> {
  return {
    nickname: facts.ownerNickname ?? '',
    alarmName: name,
    vehicleName: { zh: facts.modelName, en: facts.modelNameEn ?? facts.modelName },
    vin6: (facts.vin ?? facts.frameNo ?? '').slice(-6),
    time: formatInstant(at.time).slice(5, 16),
    address: at.address ?? { zh: '未知位置', en: 'an unknown location' },
    soc: facts.soc === null ? '–' : String(facts.soc),
    servicePhone: facts.servicePhone ?? callCentre,
  };
}

/** Whether a type is in a storm; begins one, and says so once, when its new alarms are too many. */
async function isStorm(tx: Work, type: string, name: Text): Promise<boolean> {
  const { rows } = await sql<{ active: boolean; n: number }>`
    select exists (select from alm_storm where alarm_type = ${type} and until_time > now()) as active,
      (select count(*)::int from (select from alm_alarm where alarm_type = ${type} and create_time > now() - interval '5 minutes' limit ${stormLimit + 1}) c) as n`.execute(
    tx,
  );
  const { active = false, n = 0 } = rows[0] ?? {};
  if (n <= stormLimit) return active;
  const begun = await sql<{ begun: boolean }>`
    insert into alm_storm as s (alarm_type, start_time, until_time) values (${type}, now(), now() + interval '5 minutes')
    on conflict (alarm_type) do update set start_time = case when s.until_time < now() then now() else s.start_time end, until_time = now() + interval '5 minutes'
      where s.until_time < now() + interval '4 minutes'
    returning start_time = now() as begun`.execute(tx);
  if (begun.rows[0]?.begun)
    await notifyStaff(tx, {
      functionCode: 'alarmManage.assign',
      level: 4,
      title: { zh: `报警风暴：${name.zh}`, en: `Alarm storm: ${name.en}` },
      body: {
        zh: `5分钟内新增「${name.zh}」超过${stormLimit}条，已暂停通知车主，请尽快排查。`,
        en: `More than ${stormLimit} new “${name.en}” alarms within 5 minutes. Owner notifications are paused. Please investigate.`,
      },
      path: `/alarmManage/alarmManage?alarmType.in=${type}`,
    });
  return true;
}

/** An owner is notified of a vibration at most every five minutes. */
async function wasShaken(tx: Work, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from alm_alarm_log l join alm_alarm a on a.id = l.alarm_id
    where l.action = 'push' and l.operator_id is null and l.time > ${new Date(Date.now() - vibrationGapMs)} and a.user_id = ${userId} and a.alarm_type = 'VIBRATION' limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** What a template says of an alarm, and the page of the app it opens. */
export interface OwnerText {
  readonly text: MessageText;
  readonly page: string;
}

export const ownerText = (
  template: NonNullable<Awaited<ReturnType<typeof storedTemplate>>>,
  values: TemplateValues,
): OwnerText => ({ text: filledTemplate(template, values), page: template.jumpPage ?? 'alarm' });

async function notifyAlarmOwner(
  tx: Work,
  alarm: NewAlarm,
  facts: VehicleFacts,
  rule: Rule,
  { text, page }: OwnerText,
): Promise<void> {
  const { ownerUserId } = facts;
  if (!rule.pushOwner || ownerUserId === null) return;
  if (alarm.level < 4 && isQuiet(rule.quietHours, new Date())) return;
  if (alarm.type === 'VIBRATION' && (await wasShaken(tx, ownerUserId))) return;
  const channels = channelsOf(rule, alarm.level);
  await notifyOwner(tx, {
    userId: ownerUserId,
    kind: 'alarm',
    ...text,
    route: page,
    urgent: alarm.level >= criticalLevel,
    // What is critical is heard, unless its template has a sound of its own.
    ...(alarm.level >= criticalLevel && text.sound === undefined && { sound: 'alarm' }),
    channels: channels.length > 0 ? channels : ['push'],
    dedupeKey: `alarm ${alarm.id}`,
    vehicleId: facts.id,
    ref: { type: 'alarm', id: alarm.id },
  });
  await logAlarms(tx, [{ alarmId: alarm.id, action: 'push', remark: channels.join(' ') }]);
}

/** The template that the rule names; else the one of the type, else the general one. */
async function templateOf(tx: Work, rule: Rule, alarmType: string) {
  const named = rule.templateId === null ? undefined : await storedTemplate(tx, rule.templateId);
  if (named !== undefined) return named;
  const { rows } = await sql<{ code: string }>`
    select template_code as code from msg_template where alarm_type = ${alarmType} and enabled = 1 and not deleted`.execute(
    tx,
  );
  return storedTemplate(tx, rows[0]?.code ?? 'ALM_DEFAULT');
}

/** Notifies owner and staff of a new alarm, as its rule says. */
export async function notifyOfNew(
  tx: Work,
  alarm: NewAlarm,
  facts: VehicleFacts,
  rule: Rule,
  scene: Scene,
): Promise<void> {
  if (alarm.isOver || Date.now() - alarm.time.getTime() > freshMs) return;
  const name = await typeName(tx, alarm.type);
  if (await isStorm(tx, alarm.type, name)) return;
  const template = await templateOf(tx, rule, alarm.type);
  if (template)
    await notifyAlarmOwner(
      tx,
      alarm,
      facts,
      rule,
      ownerText(template, templateValues(name, facts, { time: alarm.time, address: scene.address })),
    );
  if (alarm.level < 3 && rule.notifyRoles.length === 0) return;
  const vehicle = facts.vin ?? facts.frameNo ?? '';
  await notifyStaff(tx, {
    roleCodes: rule.notifyRoles.length > 0 ? rule.notifyRoles : ['cs', 'aftersales'],
    level: alarm.level === 4 ? 4 : alarm.level === 3 ? 3 : 2,
    title: name,
    body: {
      zh: `${vehicle} ${facts.modelName} ${scene.address ?? ''}`.trim(),
      en: `${vehicle} ${facts.modelNameEn ?? facts.modelName}`.trim(),
    },
    path: `/alarmManage/alarmDetail?id=${alarm.id}`,
    vehicleId: facts.id,
  });
}

/** A message to the owner by hand. @returns the message */
export async function pushByHand(
  tx: Work,
  alarm: { readonly id: string; readonly userId: string; readonly vehicleId: string },
  { text, page }: OwnerText,
  channelCodes: readonly string[],
): Promise<string> {
  const channels = [...new Set(channelCodes.flatMap((code) => channelOf[code] ?? []))];
  const { pushId } = await notifyOwner(tx, {
    userId: alarm.userId,
    kind: 'alarm',
    ...text,
    route: page,
    channels,
    vehicleId: alarm.vehicleId,
    ref: { type: 'alarm', id: alarm.id },
  });
  return pushId;
}
