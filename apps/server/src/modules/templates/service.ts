import type { Lang, Text } from '@wheelhouse/contract/lang';
import { alarmTemplate } from '@wheelhouse/entities/templates/alarm-texts';
import { codes } from '@wheelhouse/entities/codes';
import {
  builtInTemplate,
  fillTemplate,
  variablesIn,
  type BuiltInCode,
  type TemplateValues,
} from '@wheelhouse/entities/templates/template-text';
import { sql } from 'kysely';
import type { SmsTemplate } from '../../adapters/sms/index.ts';
import type { Db, Tx } from '../../db/pool.ts';

// What other modules may use of the templates: the text of a message, as operators wrote it.

export type { TemplateValues } from '@wheelhouse/entities/templates/template-text';

/** A message's texts with all variables filled in. */
export interface MessageText {
  readonly title: Text;
  /** In the inbox. */
  readonly body: Text;
  /** Whole texts of channels that say something else than the inbox. */
  readonly texts: { readonly push?: Text; readonly sms?: Text; readonly call?: Text };
  /** The approved template that makes the text of the SMS, with its values. */
  readonly smsTemplate?: SmsTemplate;
  /** D:PushSound. */
  readonly sound?: string;
}

/** A template as it is kept. */
export interface StoredTemplate {
  readonly name: string;
  readonly pushTitle: string;
  readonly pushTitleEn: string | null;
  readonly pushBody: string;
  readonly pushBodyEn: string | null;
  readonly inboxBody: string | null;
  readonly inboxBodyEn: string | null;
  readonly smsTemplateId: string | null;
  readonly smsBody: string | null;
  readonly voiceText: string | null;
  readonly channels: readonly string[];
  /** D:AppPage. */
  readonly jumpPage: string | null;
  /** D:PushSound. */
  readonly sound: string | null;
}

const smsChannel = String(codes.PushChannel.sms);
const callChannel = String(codes.PushChannel.call);

const columns = sql`name, push_title, push_title_en, push_body, push_body_en, inbox_body, inbox_body_en, sms_template_id, sms_body, voice_text,
  channels, jump_page, sound`;

/** The template of a code as operators wrote it, enabled or not. */
export async function writtenTemplate(
  db: Db | Tx,
  code: string,
): Promise<(StoredTemplate & { enabled: 0 | 1 }) | undefined> {
  const { rows } = await sql<StoredTemplate & { enabled: 0 | 1 }>`
    select ${columns}, enabled
    from msg_template where template_code = ${code} and not deleted`.execute(db);
  return rows[0];
}

/** A template by its id, as it is now. */
export async function templateById(db: Db | Tx, id: string): Promise<StoredTemplate | undefined> {
  const { rows } = await sql<StoredTemplate>`
    select ${columns}
    from msg_template where id = ${id} and not deleted`.execute(db);
  return rows[0];
}

/** The enabled template of a code; else the platform's own text, which a disabled template gives way to. */
export async function storedTemplate(db: Db | Tx, code: string): Promise<StoredTemplate | undefined> {
  const written = await writtenTemplate(db, code);
  if (written?.enabled === 1) return written;
  const own = builtInTemplate(code) ?? alarmTemplate(code);
  if (own === undefined) return undefined;
  return {
    name: own.name.zh,
    pushTitle: own.title.zh,
    pushTitleEn: own.title.en,
    pushBody: own.body.zh,
    pushBodyEn: own.body.en,
    inboxBody: null,
    inboxBodyEn: null,
    smsTemplateId: null,
    smsBody: null,
    voiceText: null,
    channels: [],
    jumpPage: null,
    sound: null,
  };
}

/** The texts of a template with its variables filled in. Where there is no English text, all of it is Chinese. */
export function filledTemplate(stored: StoredTemplate, values: TemplateValues): MessageText {
  const fill = (zh: string, en: string | null): Text => ({
    zh: fillTemplate(zh, values, 'zh'),
    en: en === null ? fillTemplate(zh, values, 'zh') : fillTemplate(en, values, 'en'),
  });
  const title = fill(stored.pushTitle, stored.pushTitleEn);
  const push = fill(stored.pushBody, stored.pushBodyEn);
  const titled = { zh: `${title.zh}：${push.zh}`, en: `${title.en}: ${push.en}` };
  const inbox = stored.inboxBody === null ? undefined : fill(stored.inboxBody, stored.inboxBodyEn);
  const sms = stored.smsBody !== null && stored.channels.includes(smsChannel) ? fill(stored.smsBody, null) : undefined;
  const smsTemplate = sms && smsTemplateOf(stored, values);
  const voice =
    stored.voiceText !== null && stored.channels.includes(callChannel) ? fill(stored.voiceText, null) : undefined;
  const own = inbox && { push, sms: titled, call: push };
  return {
    title,
    body: inbox ?? push,
    texts: { ...own, ...(sms && { sms }), ...(voice && { call: voice }) },
    ...(smsTemplate && { smsTemplate }),
    ...(stored.sound !== null && { sound: stored.sound }),
  };
}

/** What the provider makes the text of: its template, and each variable's value. SMS are in Chinese, as they were approved. */
function smsTemplateOf({ smsTemplateId, smsBody }: StoredTemplate, values: TemplateValues): SmsTemplate | undefined {
  if (smsTemplateId === null || smsBody === null) return undefined;
  const filled = variablesIn(smsBody).map((name) => [name, fillTemplate(`\${${name}}`, values, 'zh')] as const);
  return { id: smsTemplateId, values: Object.fromEntries(filled) };
}

/**
 * The text of a message that the platform sends by itself, and the channels beside the inbox.
 * @for a message that the platform sends by itself: an entry of `builtInTemplates` (`entities/templates/template-text.ts`) and
 * `notifyOwner(tx, { …, ...(await builtInText(tx, CODE, values)) })`: operators change the text; codes by SMS: `sendSms` with `codeSms`
 */
export async function builtInText(
  db: Db | Tx,
  code: BuiltInCode,
  values: TemplateValues,
): Promise<MessageText & { readonly channels: ('push' | 'sms')[] }> {
  const stored = await storedTemplate(db, code);
  const own = builtInTemplate(code);
  if (stored === undefined || own === undefined) throw new Error(`no text of its own for ${code}`);
  const channels = (['push', 'sms'] as const).filter((name) => own.channels.includes(String(codes.PushChannel[name])));
  return { ...filledTemplate(stored, values), channels };
}

/** A text message, which the provider signs, and the approved template that makes it, where there is one. */
export interface SmsText {
  readonly text: string;
  readonly template?: SmsTemplate;
}

/** A text message in full: codes and other messages to people who need no account. An approved text goes before one in the caller's language. */
export async function builtInSms(
  db: Db | Tx,
  code: BuiltInCode,
  values: TemplateValues,
  lang: Lang = 'zh',
): Promise<SmsText> {
  const { body, texts, smsTemplate: template } = await builtInText(db, code, values);
  const text = (template && texts.sms) ?? texts.push ?? body;
  return { text: text[lang], ...(template && { template }) };
}

/** A code by SMS, in the language of the caller. Codes are good for five minutes. */
export const codeSms = (
  { app, lang }: { readonly app: { readonly db: Db }; readonly lang: Lang },
  template: 'LOGIN_CODE' | 'UNBIND_CODE' | 'DELETE_CODE',
  code: string,
): Promise<SmsText> => builtInSms(app.db, template, { code, minutes: '5' }, lang);
