import type { PoolClient } from 'pg';
import { officeTime } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

interface DemoTemplate {
  readonly code: string;
  /** D:ReminderType or D:AlarmType. */
  readonly scene: string;
  readonly name: readonly [zh: string, en: string];
  readonly title: readonly [zh: string, en: string];
  readonly body: readonly [zh: string, en: string];
  readonly sms?: { readonly id: string; readonly text: string };
  readonly voice?: string;
  readonly disabled?: true;
}

const templates: readonly DemoTemplate[] = [
  {
    code: 'SVC_MAINTENANCE',
    scene: '1',
    name: ['保养到期提醒', 'Maintenance due'],
    title: ['车辆该保养了', 'Maintenance is due'],
    body: [
      '您的${vehicleName}（尾号${vin6}）已行驶${odometerKm}公里，请到${dealerName}保养，电话${dealerPhone}。',
      'Your ${vehicleName} (…${vin6}) has done ${odometerKm} km. Please visit ${dealerName}, ${dealerPhone}.',
    ],
    sms: {
      id: 'SMS_460012',
      text: '您的${vehicleName}（尾号${vin6}）已行驶${odometerKm}公里，请联系${dealerName}${dealerPhone}预约保养。',
    },
  },
  {
    code: 'SVC_WARRANTY_END',
    scene: '2',
    name: ['质保到期提醒', 'Warranty ending'],
    title: ['质保即将到期', 'Your warranty ends soon'],
    body: [
      '您的${vehicleName}（尾号${vin6}）质保还有${daysLeft}天，于${dueDate}到期。',
      'The warranty of your ${vehicleName} (…${vin6}) ends in ${daysLeft} days, on ${dueDate}.',
    ],
  },
  {
    code: 'SVC_BATTERY_HEALTH',
    scene: '4',
    name: ['电池健康提醒', 'Battery health'],
    title: ['请关注电池健康', 'Battery health'],
    body: [
      '您的${vehicleName}（尾号${vin6}）电池健康度为${soh}%，建议到${dealerName}检测。',
      'The battery of your ${vehicleName} (…${vin6}) is at ${soh}%. Please have it checked at ${dealerName}.',
    ],
  },
  {
    code: 'SVC_LONG_IDLE',
    scene: '6',
    name: ['长期未骑提醒', 'Long idle'],
    title: ['好久不见', 'Long time no ride'],
    disabled: true,
    body: [
      '您的${vehicleName}（尾号${vin6}）已多日未骑，请及时补电。',
      'Your ${vehicleName} (…${vin6}) has not been ridden for days. Please charge it.',
    ],
  },
  {
    code: 'ALM_ILLEGAL_MOVE',
    scene: 'ILLEGAL_MOVE',
    name: ['非法移动', 'Illegal movement'],
    title: ['车辆异常移动', 'Your vehicle is being moved'],
    body: [
      '您的${vehicleName}（尾号${vin6}）于${time}在${address}发生非法移动，请及时查看。',
      'Your ${vehicleName} (…${vin6}) was moved at ${time} in ${address}. Please check on it.',
    ],
    voice: '您的车辆于${time}发生非法移动，请立即查看。',
  },
  {
    code: 'ALM_VIBRATION',
    scene: 'VIBRATION',
    name: ['震动提醒', 'Vibration'],
    title: ['车辆震动', 'Your vehicle shakes'],
    disabled: true,
    body: [
      '您的${vehicleName}（尾号${vin6}）于${time}检测到震动，剩余电量${soc}%。',
      'Your ${vehicleName} (…${vin6}) was shaken at ${time}; charge ${soc}%.',
    ],
  },
];

function rowOf({ now }: World, admin: string | null, template: DemoTemplate, at: number): CopyRow {
  const isAlarm = template.code.startsWith('ALM_');
  const updated = officeTime(now, 9 + at * 4, at + 40);
  const extra = [...(template.sms ? ['3'] : []), ...(template.voice === undefined ? [] : ['4'])];
  return {
    kind: isAlarm ? 'alarm' : 'service',
    template_code: template.code,
    reminder_type: isAlarm ? null : template.scene,
    alarm_type: isAlarm ? template.scene : null,
    name: template.name[0],
    name_en: template.name[1],
    push_title: template.title[0],
    push_title_en: template.title[1],
    push_body: template.body[0],
    push_body_en: template.body[1],
    channels: ['1', '2', ...extra],
    sms_template_id: template.sms?.id ?? null,
    sms_body: template.sms?.text ?? null,
    voice_text: template.voice ?? null,
    jump_page: isAlarm ? 'alarm' : 'vehicle',
    version: 1,
    enabled: template.disabled ? 0 : 1,
    ...marks(now, admin, updated),
  };
}

/** Templates that operators wrote: of reminders, and of two types of alarms. */
export async function makeTemplates(client: PoolClient, world: World, admin: string | null): Promise<void> {
  await copyRows(
    client,
    'msg_template',
    templates.map((template, at) => rowOf(world, admin, template, at)),
  );
  await client.query(
    `insert into msg_template_version (template_id, version, content, create_by, create_time)
     select id, version, jsonb_strip_nulls(jsonb_build_object('templateCode', template_code, 'reminderType', reminder_type, 'alarmType', alarm_type,
       'name', name, 'nameEn', name_en, 'pushTitle', push_title, 'pushTitleEn', push_title_en, 'pushBody', push_body, 'pushBodyEn', push_body_en, 'channels', channels,
       'smsTemplateId', sms_template_id, 'smsBody', sms_body, 'voiceText', voice_text, 'jumpPage', jump_page)), create_by, create_time
     from msg_template where template_code = any($1)`,
    [templates.map(({ code }) => code)],
  );
}
