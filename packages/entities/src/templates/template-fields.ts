import { alarmTemplate as generalAlarmTemplate } from './alarm-texts.ts';
import type { Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import {
  builtInTemplate,
  isKnownVariable,
  type TemplateKind,
  type TemplateScene,
  variablesIn,
  variablesOf,
} from './template-text.ts';

/** Fields of a template that hold text with variables. */
export const templateTexts = [
  'pushTitle',
  'pushTitleEn',
  'pushBody',
  'pushBodyEn',
  'inboxBody',
  'inboxBodyEn',
  'smsBody',
  'voiceText',
] as const;

/** D:PushChannel. */
const smsChannel = '3';
export const callChannel = '4';

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
/** Of the platform's own messages the platform decides the channels, and an SMS says what the push says. */
const isPlatformOwn = (row: Row): boolean => builtInTemplate(text(row['templateCode'])) !== undefined;
export const goesBy =
  (channel: string) =>
  (row: Row): boolean =>
    !isPlatformOwn(row) && Array.isArray(row['channels']) && row['channels'].map(String).includes(channel);

/** Texts that the platform sends by themselves, and alarm texts that serve any type, have no scene. */
export const isBuiltInTemplate = (row: Row): boolean =>
  isPlatformOwn(row) || generalAlarmTemplate(text(row['templateCode'])) !== undefined;
export const hasScene = (row: Row): boolean => !isBuiltInTemplate(row);

export const sceneOf = (kind: TemplateKind, row: Row): TemplateScene => ({
  kind,
  templateCode: text(row['templateCode']),
  reminderType: text(row['reminderType']),
});

/** A variable that is unknown (5008) or that the scene does not have (5006). */
export const variableIssue =
  (kind: TemplateKind) =>
  (row: Row): Issue | undefined => {
    const allowed: readonly string[] = variablesOf(sceneOf(kind, row));
    for (const field of templateTexts)
      for (const name of variablesIn(text(row[field]))) {
        if (!isKnownVariable(kind, name)) return { field, code: 5008, params: { v: `\${${name}}` } };
        if (!allowed.includes(name)) return { field, code: 5006, params: { v: `\${${name}}` } };
      }
    return undefined;
  };

/** A code that is sent must be in every text that may be sent. */
export function neededVariable(row: Row): Issue | undefined {
  const name = builtInTemplate(text(row['templateCode']))?.needs;
  if (name === undefined) return undefined;
  const field = (['pushBody', 'pushBodyEn', 'smsBody'] as const).find(
    (one) => text(row[one]) !== '' && !variablesIn(text(row[one])).includes(name),
  );
  return field && { field, text: { zh: `须包含\${${name}}`, en: `Must contain \${${name}}` } };
}

const help = {
  zh: '用下方的变量插入会变的内容',
  en: 'Insert what changes by the variables below',
};

export const texts = {
  ...f.bilingual('name', 'text', { required: true, min: 2, max: 40 }, { max: 80 }),
  ...f.bilingual('pushTitle', 'text', { required: true, min: 2, max: 30, help }, { max: 60 }),
  ...f.bilingual('pushBody', 'longText', { required: true, min: 5, max: 120 }, { max: 240 }),
  ...f.bilingual('inboxBody', 'longText', {
    max: 500,
    help: { zh: '空为与推送内容相同', en: 'Empty: the same as the push' },
  }),
  channels: f.dictMany('PushChannel', {
    required: true,
    min: 1,
    default: ['1', '2'],
    fixed: isPlatformOwn,
    help: {
      zh: '短信和语音可另写内容，否则用推送内容',
      en: 'SMS and calls may have texts of their own, otherwise they say what the push says',
    },
  }),
  smsTemplateId: f.text({
    required: true,
    max: 16,
    pattern: /^SMS_\d{6,12}$/,
    visible: goesBy(smsChannel),
    help: { zh: '短信服务商审核通过的模板号，如SMS_123456', en: 'As approved by the provider, e.g. SMS_123456' },
  }),
  smsBody: f.longText({ required: true, max: 134, visible: goesBy(smsChannel) }),
  sound: f.dict('PushSound'),
  version: f.int({ required: true, default: 1, readonly: true }),
  enabled: f.dict('EnableStatus', { required: true, default: 1 }),
} as const;

export const columns = ['channels', 'pushTitle', 'version', 'enabled', 'updateTime'] as const;
export const filters = { name: 'like', templateCode: 'like', channels: 'eq', enabled: 'eq' } as const;
export const textSection = {
  title: { zh: '内容', en: 'Text' },
  fields: ['pushTitle', 'pushTitleEn', 'pushBody', 'pushBodyEn', 'inboxBody', 'inboxBodyEn'],
} as const;

export const test = {
  label: { zh: '发送测试', en: 'Send test' },
  path: 'test',
  effect: 'irreversible',
  button: 'messageTemplateManage.test',
  where: ['row', 'detail'],
  input: {
    mobile: f.text({
      required: true,
      format: 'mobile',
      max: 11,
      label: { zh: '测试手机号', en: 'Test mobile' },
      help: {
        zh: '以示例数据发送一条短信；仅限本人手机号和测试账号',
        en: 'Sends one SMS with sample data, to your own number or a test account',
      },
    }),
  },
} as const;
