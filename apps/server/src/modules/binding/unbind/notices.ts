import { machines } from '@wheelhouse/entities/machines';
import { inCodes } from '../../../db/in-codes.ts';
import type { Text } from '@wheelhouse/contract/lang';
import { sql } from 'kysely';
import { sendSms } from '../../../adapters/sms/index.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { unseal } from '../../../entity/seal.ts';
import type { App } from '../../../http/context.ts';
import { notifyOwner } from '../../messages/service.ts';
import { builtInSms, builtInText, type TemplateValues } from '../../templates/service.ts';

const { unbound, rejected } = machines['SM-Unbind'].states;

/** Hours in which the owner may object. */
export const noticeHours = 48;

/** Facts of an application that its notices name. */
export interface NoticeFacts {
  readonly id: string;
  readonly applicationNo: string;
  readonly vehicleId: string;
  readonly currentOwnerId: string | null;
  readonly applicantUserId: string | null;
}

const ref = (id: string) => ({ type: 'unbindApplication', id });

/** The owner has 48 hours to say no. */
export async function announce(tx: Db | Tx, facts: NoticeFacts): Promise<void> {
  const { id, applicationNo, vehicleId, currentOwnerId } = facts;
  if (currentOwnerId === null) return;
  await notifyOwner(tx, {
    userId: currentOwnerId,
    kind: 'service',
    ...(await builtInText(tx, 'UNBIND_NOTICE', { applicationNo, hours: String(noticeHours) })),
    route: `/unbind/${applicationNo}`,
    vehicleId,
    dedupeKey: `unbind-notice-${id}`,
    ref: ref(id),
  });
}

const outcomes = {
  unbound: { zh: '已通过，车辆已解绑', en: 'was approved; the vehicle is unbound' },
  rejected: { zh: '未通过', en: 'was rejected' },
  withdrawn: { zh: '已失效：车辆已解绑', en: 'has lapsed because the vehicle is already unbound' },
} as const satisfies Record<string, Text>;
export type Outcome = keyof typeof outcomes;

/** Values of an outcome's template. */
function outcomeValues(applicationNo: string, outcome: Outcome, why: string | null): TemplateValues {
  const { zh, en } = outcomes[outcome];
  return {
    applicationNo,
    outcome: { zh: why ? `${zh}：${why}` : zh, en: why ? `${en}: ${why}` : en },
  };
}

/** Notifies an applicant who is a user of the app. @returns false for an applicant without an account */
export async function notifyApplicant(
  tx: Db | Tx,
  facts: NoticeFacts,
  outcome: Outcome,
  why: string | null,
): Promise<boolean> {
  if (facts.applicantUserId === null) return false;
  await notifyOwner(tx, {
    userId: facts.applicantUserId,
    kind: 'service',
    ...(await builtInText(tx, 'UNBIND_OUTCOME', outcomeValues(facts.applicationNo, outcome, why))),
    dedupeKey: `unbind-outcome-${facts.id}-${outcome}`,
    ref: ref(facts.id),
  });
  return true;
}

const outcomeOf: Readonly<Record<number, Outcome>> = { [unbound]: 'unbound', [rejected]: 'rejected' };

/** Notifies applicants without an account by SMS, after the decision is stored. */
export async function notifyByMobile(app: App, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ no: string; status: number; mobile: Buffer; why: string | null }>`
    select application_no as no, status, applicant_mobile_enc as mobile, coalesce(second_remark, review_remark) as why from veh_unbind_application
    where id = any(${[...ids]}::bigint[]) and applicant_user_id is null and status ${inCodes([unbound, rejected])}`.execute(
    app.db,
  );
  for (const { no, status, mobile, why } of rows) {
    const values = outcomeValues(no, outcomeOf[status] ?? 'rejected', status === rejected ? why : null);
    const sms = await builtInSms(app.db, 'UNBIND_OUTCOME', values);
    await sendSms(app, { mobile: unseal(app.secrets, mobile), ...sms });
  }
}
