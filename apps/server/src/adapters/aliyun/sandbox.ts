import { formatInstant } from '@wheelhouse/contract/time';
import { recordOf } from '@wheelhouse/contract/object';
import { codes } from '@wheelhouse/entities/codes';
import { smsSignature } from '@wheelhouse/entities/templates/sms';
import { fillTemplate, variablesIn } from '@wheelhouse/entities/templates/template-text';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Secrets } from '../../config.ts';
import type { SmsConfig, VoiceConfig } from '../../config-parts.ts';
import { hashOf, maskOf, seal } from '../../entity/seal.ts';
import { perSecondCounter } from '../partner/per-second.ts';
import { startHttpSandbox, type SandboxAnswer } from '../partner/sandbox-server.ts';
import { makeSignatureCheck } from './signature-check.ts';

interface Backend {
  readonly pool: Pool;
  readonly secrets: Pick<Secrets, 'sealKey'>;
}
type Query = Readonly<Partial<Record<string, string>>>;

const [leastMs, mostMs] = [2, 12];
const [smsTemplate, voiceTemplate] = ['SMS_000000', 'TTS_000000'];
const sign = smsSignature.slice(1, -1);
/** Numbers that answer with a fault. */
const faults: Query = {
  '19900009001': 'isv.BUSINESS_LIMIT_CONTROL',
  '19900009002': 'isv.MOBILE_NUMBER_ILLEGAL',
  '19900009003': 'isv.AMOUNT_NOT_ENOUGH',
};
/** A number whose texts are taken and do not arrive. */
const unreached = '19900009004';
const mobilePattern = /^1[3-9]\d{9}$/;

const answer = (Code: string, more: object = {}, status = 200): SandboxAnswer => ({
  status,
  body: { Code, Message: Code, RequestId: randomUUID().toUpperCase(), ...more },
});
const ok = (more: object): SandboxAnswer => answer('OK', more);

function valuesOf(json: string | undefined): Readonly<Record<string, string>> | undefined {
  try {
    const values = Object.entries(recordOf(JSON.parse(json ?? '{}')));
    const texts = values.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
    return texts.length === values.length ? Object.fromEntries(texts) : undefined;
  } catch {
    return undefined;
  }
}

/** The text that a template makes; the code of the refusal where it makes none. */
function fillFromJson(template: string, json: string | undefined): { readonly text: string } | string {
  const values = valuesOf(json);
  if (values === undefined) return 'isv.INVALID_JSON_PARAM';
  if (variablesIn(template).some((name) => !Object.hasOwn(values, name))) return 'isv.TEMPLATE_MISSING_PARAMETERS';
  return { text: fillTemplate(template, values, 'zh') };
}

/** The text of an approved template: here, of the template of ours that names it. */
async function approved({ pool }: Backend, code: string): Promise<string | undefined> {
  if (code === smsTemplate) return '${content}';
  const { rows } = await pool.query<{ body: string | null }>(
    'select sms_body as body from msg_template where sms_template_id = $1 and not deleted order by enabled desc, id limit 1',
    [code],
  );
  return rows[0]?.body ?? undefined;
}

async function sendSms(backend: Backend, query: Query): Promise<SandboxAnswer> {
  const { PhoneNumbers: mobile = '', SignName: given, TemplateCode: code = '', TemplateParam: json } = query;
  if (!mobilePattern.test(mobile)) return answer('isv.MOBILE_NUMBER_ILLEGAL');
  if (given !== sign) return answer('isv.SMS_SIGNATURE_ILLEGAL');
  const fault = faults[mobile];
  if (fault !== undefined) return answer(fault);
  const template = await approved(backend, code);
  if (template === undefined) return answer('isv.SMS_TEMPLATE_ILLEGAL');
  const made = fillFromJson(template, json);
  if (typeof made === 'string') return answer(made);
  const { enc, hash, mask } = seal(backend.secrets, 'mobile', mobile);
  const { rows } = await backend.pool.query<{ id: string }>(
    `insert into sys_sms_outbox (mobile_enc, mobile_hash, mobile_mask, body, status, sent_time) values ($1, $2, $3, $4, 1, now()) returning id`,
    [enc, hash, mask, `${smsSignature}${made.text}`],
  );
  return ok({ BizId: `${String(rows[0]?.id)}^0` });
}

async function querySms({ pool, secrets }: Backend, query: Query): Promise<SandboxAnswer> {
  const { PhoneNumber: mobile = '', BizId: bizId = '', SendDate: day = '' } = query;
  if (!/^\d{8}$/.test(day)) return answer('isv.INVALID_PARAMETERS');
  const { rows } = await pool.query<{ sent: Date; arrived: boolean }>(
    `select sent_time as sent, sent_time < now() - make_interval(secs => 0.5 + id % 4 * 0.5) as arrived from sys_sms_outbox
     where id::text || '^0' = $1 and mobile_hash = $2`,
    [bizId, hashOf(secrets, mobile)],
  );
  const [sms] = rows;
  const outcome =
    mobile === unreached
      ? { SendStatus: 2, ErrCode: 'MOBILE_NOT_ON_SERVICE' }
      : { SendStatus: 3, ErrCode: 'DELIVERED' };
  const detail = sms && {
    PhoneNum: mobile,
    SendDate: formatInstant(sms.sent),
    ...(sms.arrived ? { ...outcome, ReceiveDate: formatInstant(new Date()) } : { SendStatus: 1 }),
  };
  return ok({
    TotalCount: detail ? '1' : '0',
    SmsSendDetailDTOs: { SmsSendDetailDTO: detail ? [detail] : [] },
  });
}

async function call({ pool }: Backend, query: Query): Promise<SandboxAnswer> {
  const { CalledNumber: mobile = '', TtsCode: code, TtsParam: json, OutId: key = randomUUID() } = query;
  if (!mobilePattern.test(mobile)) return answer('isv.CALLED_NUMBER_ILLEGAL');
  if (code !== voiceTemplate) return answer('isv.TTS_TEMPLATE_ILLEGAL');
  const fault = faults[mobile];
  if (fault !== undefined) return answer(fault);
  const made = fillFromJson('${content}', json);
  if (typeof made === 'string') return answer(made);
  const { rows } = await pool.query<{ id: string; attempts: number }>(
    `insert into msg_push_outbox as o (key, channel, target_mask, body) values ($1, $2, $3, $4)
     on conflict (key) do update set attempts = o.attempts + 1 returning id, attempts`,
    [key, codes.PushChannel.call, maskOf('mobile', mobile), made.text],
  );
  const { id, attempts } = rows[0] ?? { id: '0', attempts: 1 };
  const n = Number(id);
  if (n % 19 === 7 && attempts === 1) return answer('isv.BUSINESS_LIMIT_CONTROL');
  await pool.query(
    `update msg_push_outbox set result = $2, due_time = now() + make_interval(secs => $3::float8) where id = $1 and result is null`,
    [id, n % 47 === 31 ? '200010' : '200000', 0.5 + (n % 4) * 0.5],
  );
  return ok({ CallId: `${id}^1000` });
}

async function queryCall({ pool }: Backend, query: Query): Promise<SandboxAnswer> {
  const { CallId: callId = '', ProdId: product, QueryDate: time = '' } = query;
  if (product !== '11000000300006' || !/^\d{13}$/.test(time)) return answer('isv.INVALID_PARAMETERS');
  const { rows } = await pool.query<{ result: string; due: Date; callee: string }>(
    `select result, due_time as due, target_mask as callee from msg_push_outbox
     where id::text || '^1000' = $1 and channel = $2 and due_time <= now()`,
    [callId, codes.PushChannel.call],
  );
  const [done] = rows;
  if (done === undefined) return ok({});
  const { result: state, due, callee } = done;
  return ok({ Data: JSON.stringify({ callId, callee, state, stateDesc: state, endDate: formatInstant(due) }) });
}

const actions: Readonly<Partial<Record<string, (backend: Backend, query: Query) => Promise<SandboxAnswer>>>> = {
  SendSms: sendSms,
  QuerySendDetails: querySms,
  SingleCallByTts: call,
  QueryCallDetailByCallId: queryCall,
};

export interface AliyunSandbox {
  readonly sms: SmsConfig;
  readonly voice: VoiceConfig;
}

/**
 * A stand-in for Aliyun's Dysmsapi and Dyvmsapi, with delays; it checks signatures. What it was given is in `sys_sms_outbox`, the number
 * sealed, and in `msg_push_outbox`. A text or call has its outcome half a second to two seconds later; one call in nineteen is refused at
 * first, one in forty-seven finds the phone off. No text is refused at random, since people wait for their codes: the numbers
 * 19900009001 to 19900009004 fail. More than `perSecond` requests in a second are throttled.
 */
export async function startAliyunSandbox(backend: Backend, { perSecond = 1_000 } = {}): Promise<AliyunSandbox> {
  const key = { keyId: 'wheelhouse-sandbox', keySecret: randomBytes(24).toString('base64url') };
  const refusal = makeSignatureCheck(key);
  const within = perSecondCounter(perSecond);
  const url = await startHttpSandbox(async (request) => {
    await sleep(leastMs + Math.random() * (mostMs - leastMs), undefined, { ref: false });
    const refused = refusal(request);
    if (refused) return answer(refused[1], {}, refused[0]);
    if (!within()) return answer('Throttling.User', {}, 400);
    const action = actions[String(request.headers['x-acs-action'])];
    if (action === undefined) return answer('InvalidAction.NotFound', {}, 404);
    return action(backend, Object.fromEntries(request.url.searchParams));
  });
  return {
    sms: { ...key, url, sign, template: smsTemplate },
    voice: { ...key, url, template: voiceTemplate, number: undefined },
  };
}
