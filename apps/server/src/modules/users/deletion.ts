import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import { sendSms } from '../../adapters/sms/index.ts';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { wrongState } from '../../entity/state-text.ts';
import { seal, unseal } from '../../entity/seal.ts';
import { defineAppCall, type AppContext } from '../../http/app-call.ts';
import type { Call } from '../../http/call.ts';
import type { App } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { forgetRequestsAbout } from '../changes/service.ts';
import { checkCode, makeCode, useCode } from '../access/service.ts';
import { forgetMessages, forgetPhones } from '../messages/service.ts';
import { forgetDraws } from '../events/draws/service.ts';
import { forgetWishes } from '../events/wishes/service.ts';
import { forgetBuyer } from '../orders/service.ts';
import { forgetWinner } from '../prizes/service.ts';
import { forgetContacts, hasOpenOrder } from '../repairs/service.ts';
import { forgetFeedbackContacts } from '../feedback/service.ts';
import { endSharesWith } from '../binding/service.ts';
import { openCaseOfOwner } from '../fleet/shared/service.ts';
import { codeSms } from '../templates/service.ts';
import { forgetAttempts } from '../bluetooth/service.ts';
import { sixDigits } from '../../http/kit.ts';
import { wallClock } from '../../db/wall-clock.ts';

const { states } = machines['SM-AppUser'];
/** Days in which a deletion can be withdrawn. */
export const graceDays = 15;
const atOnce = 200;

interface Move {
  readonly by: 'app' | 'system';
  readonly action: 'applyDeletion' | 'cancelDeletion' | 'erase';
  readonly from: number;
  readonly to: number;
}

/** Logs a step that nobody of the console took. */
async function logMove(tx: Tx, id: string, { by, action, from, to }: Move): Promise<void> {
  const [before, after] = [JSON.stringify({ status: from }), JSON.stringify({ status: to })];
  await sql`
    insert into sys_operation_log (username, action, entity, entity_id, before, after)
    values (${by}, ${action}, 'appUser', ${id}, ${before}::jsonb, ${after}::jsonb)`.execute(tx);
}

/** Erases all personal data; only the row id stays, which orders and trips refer to. */
async function eraseOne(tx: Tx, app: Pick<App, 'secrets'>, id: string): Promise<void> {
  // Each account keeps a number of its own, since the column is unique.
  const nobody = seal(app.secrets, 'name', `erased ${id}`);
  await sql`
    update usr_app_user set status = ${states.deleted}, nickname = '已注销用户', avatar = null, mobile_enc = ${nobody.enc}, mobile_hash = ${nobody.hash}, mobile_mask = '已注销',
      real_name_enc = null, real_name_hash = null, real_name_mask = null, id_number_enc = null, id_number_hash = null, id_number_mask = null,
      address_enc = null, address_hash = null, address_mask = null, emergency_name_enc = null, emergency_name_hash = null, emergency_name_mask = null,
      emergency_mobile_enc = null, emergency_mobile_hash = null, emergency_mobile_mask = null, birthday = null, gender = null, remark = null, status_reason = null,
      token_version = token_version + 1, rev = rev + 1, update_time = now(), update_by = null
    where id = ${id}`.execute(tx);
  await forgetContacts(tx, id, nobody);
  await forgetRequestsAbout(tx, id);
  await forgetFeedbackContacts(tx, id);
  await endSharesWith(tx, id);
  await sql`delete from cnt_faq_vote where user_id = ${id}`.execute(tx);
  await sql`delete from cnt_article_like where user_id = ${id}`.execute(tx);
  await sql`update cnt_article_comment set text = '', deleted = true where user_id = ${id}`.execute(tx);
  await forgetDraws(tx, id);
  await forgetWishes(tx, id);
  await forgetAttempts(tx, id);
  await sql`delete from usr_device where user_id = ${id}`.execute(tx);
  await forgetPhones(tx, [id]);
  await forgetMessages(tx, id);
  await forgetWinner(tx, id);
  await forgetBuyer(tx, id);
  await logMove(tx, id, { by: 'system', action: 'erase', from: states.deleting, to: states.deleted });
}

/** Why an account cannot be deleted: it still owns a vehicle, or has an open repair order or stolen case. */
async function refusal(tx: Tx, userId: string): Promise<AppError | undefined> {
  const owned = await tx
    .selectFrom('veh_vehicle')
    .select('id')
    .where('ownerUserId', '=', userId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (owned) return new AppError(5133);
  if (await hasOpenOrder(tx, userId)) return new AppError(5134);
  return (await openCaseOfOwner(tx, userId)) ? new AppError(2019) : undefined;
}

/** Erases the accounts whose 15 days are over; an account that could not be deleted now stays. */
export async function eraseDue(app: App): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from usr_app_user
    where status = ${states.deleting} and not deleted and deletion_time < now() - make_interval(days => ${graceDays}) order by id limit ${atOnce}`.execute(
    app.db,
  );
  for (const { id } of rows)
    await withTransaction(app.db, async (tx) => {
      const locked = await sql`
        select 1 from usr_app_user where id = ${id} and status = ${states.deleting} and deletion_time < now() - make_interval(days => ${graceDays}) for update skip locked`.execute(
        tx,
      );
      if (locked.rows.length === 0 || (await refusal(tx, id))) return;
      await eraseOne(tx, app, id);
    });
}

async function mobileOf({ app, appUser }: AppContext): Promise<string> {
  const { rows } = await sql<{
    enc: Buffer;
  }>`select mobile_enc as enc from usr_app_user where id = ${appUser.id}`.execute(app.db);
  const [row] = rows;
  if (!row) throw new AppError(1002);
  return unseal(app.secrets, row.enc);
}

const sendCode = defineAppCall('POST /app/v1/user/deleteAccountCode', {
  effect: 'irreversible',
  limit: { most: 10, within: 'hour' },
  summary: { zh: '发送注销验证码', en: 'Send the code that deletion needs' },
  async run(ctx) {
    const mobile = await mobileOf(ctx);
    const code = await makeCode(ctx, { mobile, scene: codes.SmsScene.deleteAccount });
    await sendSms(ctx.app, { mobile, ...(await codeSms(ctx, 'DELETE_CODE', code)) });
  },
});

const deleteAccount = defineAppCall('POST /app/v1/user/deleteAccount', {
  limit: { most: 20, within: 'hour' },
  body: z.object({
    smsCode: sixDigits,
  }),
  summary: { zh: '申请注销账号', en: 'Request account deletion' },
  async run(ctx, { smsCode }) {
    const code = await checkCode(ctx, {
      mobile: await mobileOf(ctx),
      scene: codes.SmsScene.deleteAccount,
      code: smsCode,
    });
    return withTransaction(ctx.app.db, async (tx) => {
      const refused = await refusal(tx, ctx.appUser.id);
      if (refused) throw refused;
      await useCode(tx, code);
      const { rows } = await sql<{ eraseTime: string }>`
        update usr_app_user set status = ${states.deleting}, deletion_time = now(), rev = rev + 1, update_time = now()
        where id = ${ctx.appUser.id} and status = ${states.normal}
        returning ${wallClock(sql`(deletion_time + make_interval(days => ${graceDays}))`)} as erase_time`.execute(tx);
      const [asked] = rows;
      if (!asked) throw wrongState('AppUserStatus', states.deleting, ctx);
      await logMove(tx, ctx.appUser.id, {
        by: 'app',
        action: 'applyDeletion',
        from: states.normal,
        to: states.deleting,
      });
      return asked;
    });
  },
});

const cancel = defineAppCall('POST /app/v1/user/cancelDeletion', {
  limit: { most: 20, within: 'hour' },
  summary: { zh: '撤销注销', en: 'Cancel account deletion' },
  run: (ctx) =>
    withTransaction(ctx.app.db, async (tx) => {
      const { id } = ctx.appUser;
      const { rows } = await sql`
        update usr_app_user set status = ${states.normal}, deletion_time = null, rev = rev + 1, update_time = now()
        where id = ${id} and status = ${states.deleting} returning id`.execute(tx);
      if (rows.length === 0) throw wrongState('AppUserStatus', states.normal, ctx);
      await logMove(tx, id, { by: 'app', action: 'cancelDeletion', from: states.deleting, to: states.normal });
    }),
});

/** Calls of app users about the end of their account. */
export const deletionAppCalls: readonly Call[] = [sendCode, deleteAccount, cancel];
