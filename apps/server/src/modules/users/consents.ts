import type { Consent } from '@wheelhouse/contract/calls/users';
import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { consentLinks } from '@wheelhouse/entities/users/app-user-consent';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { findInScope, list } from '../../entity/read.ts';
import { withCondition } from '../../entity/with-condition.ts';
import { defineAppCall, type AppContext } from '../../http/app-call.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { refuseField } from '../../http/field-texts.ts';
import { digit, id, listQuery } from '../../http/kit.ts';
import { allowCampaignSms } from '../messages/service.ts';

const kinds = codes.ConsentKind;
const newer = { zh: '协议已更新，请阅读新版本', en: 'There is a newer version: read it first' } as const;
const links = JSON.stringify(Object.entries(consentLinks).map(([kind, code]) => ({ kind: Number(kind), code })));

/** The version that a user may agree to; null for kinds without a text of their own. */
async function versionOf(tx: Tx, kind: number): Promise<number | null> {
  const { rows } = await sql<{ versionNo: number }>`
    select l.version_no as "versionNo" from jsonb_to_recordset(${links}::jsonb) as k (kind int, code text)
      join ps_link l on l.link_code = k.code and not l.deleted where k.kind = ${kind}`.execute(tx);
  return rows[0]?.versionNo ?? null;
}

/** Keeps an answer beside those before it. */
async function keep(
  tx: Tx,
  userId: string,
  { kind, versionNo, agreed }: { kind: number; versionNo: number | null; agreed: number },
): Promise<void> {
  await sql`
    insert into usr_consent (user_id, kind, version_no, agreed, time) values (${userId}, ${kind}, ${versionNo}, ${agreed}, now())`.execute(
    tx,
  );
}

const consent = defineAppCall('POST /app/v1/user/consent', {
  limit: { most: 60, within: 'hour' },
  body: z.object({
    kind: digit.pipe(z.enum(kinds)),
    agreed: z.union([z.literal(0), z.literal(1)]),
    versionNo: z.int().min(1).max(9999).optional(),
  }),
  summary: { zh: '同意或撤回授权', en: 'Give or withdraw consent' },
  run: (ctx, { kind, agreed, versionNo }) =>
    withTransaction(ctx.app.db, async (tx) => {
      // What campaigns may send is the user's own setting; the database keeps the answer with it.
      if (kind === kinds.marketing) return allowCampaignSms(tx, ctx.appUser.id, agreed === 1);
      const current = await versionOf(tx, kind);
      if (current !== null && versionNo === undefined) throw refuseField(ctx, 'versionNo', 'required');
      if (current !== null && versionNo !== current) throw refuseField(ctx, 'versionNo', newer);
      await keep(tx, ctx.appUser.id, { kind, versionNo: current, agreed });
    }),
});

const consents = defineAppCall('GET /app/v1/user/consents', {
  summary: { zh: '我的授权', en: 'What the user agreed to' },
  run: (ctx) => standOf(ctx),
});

/** The newest answer of each kind. A user is asked again when a version above the one agreed to is in force. */
async function standOf({ app, appUser }: AppContext): Promise<Consent[]> {
  const { rows } = await sql<Consent>`
    select k.kind, l.version_no as "currentVersion", a.version_no as "versionNo", a.agreed, ${wallClock('a.time')} as time,
      case when l.id is null then a.kind is null
        else a.agreed is distinct from 1 or (a.version_no < l.version_no and l.effective_time <= now()) end::int as due
    from unnest(${Object.values(kinds)}::int[]) k (kind)
      left join jsonb_to_recordset(${links}::jsonb) as v (kind int, code text) on v.kind = k.kind
      left join ps_link l on l.link_code = v.code and not l.deleted
      left join lateral (
        select c.* from usr_consent c where c.user_id = ${appUser.id} and c.kind = k.kind and not c.deleted order by c.id desc limit 1) a on true
    order by k.kind`.execute(app.db);
  return rows;
}

const [appUser, appUserConsent] = [entityNamed('appUser'), entityNamed('appUserConsent')];

const answers = defineCall('POST /user/crm/appUser/consents', {
  access: 'appuserManager.query',
  body: listQuery.extend({ id: id.optional() }),
  summary: { zh: '用户的授权记录', en: 'What an app user answered when asked for consent' },
  async run(ctx, { id: userId, ...input }) {
    if (userId !== undefined) await findInScope(ctx, appUser, userId);
    return list(ctx, appUserConsent, withCondition(input, 'userId', userId));
  },
});

/** Consent of the app's users: they answer in the app, the console shows the answers. */
export const consentCalls: readonly Call[] = [consent, consents, answers];
