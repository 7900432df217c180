import type { Row } from '@wheelhouse/entities/fields';
import { labelOf } from '@wheelhouse/entities/registry';
import { validate } from '@wheelhouse/entities/validate';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { codeErrors } from '../../entity/check-codes.ts';
import { refuseErrors, validationContext } from '../../entity/check.ts';
import { wrongState } from '../../entity/state-text.ts';
import { assignments } from '../../entity/store.ts';
import { defineAppCall, type AppContext } from '../../http/app-call.ts';
import type { Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { code, fileId } from '../../http/kit.ts';
import { notifyStaff } from '../messages/service.ts';
import { bindingOf } from '../binding/service.ts';
import { refuseForeignFiles, vehicleByName, vinInput } from '../fleet/shared/service.ts';
import { repairList } from './app-list.ts';
import { ratingDays, repairBy } from './clock.ts';
import { addLine, byApp, repairEntity, repairPath, repairStatus } from './records.ts';
import { announce, fillNew } from './saving.ts';

const { unhandled, dispatched, accepted, inRepair, toConfirm, done, cancelled } = repairStatus;
const orderNo = code(/^RP\d{14}$/);

/** @throws AppError 1001 a category or an area that there is not */
async function refuseUnknownCodes(tx: Tx, { lang }: AppContext, values: Row): Promise<void> {
  const label = (name: string) => labelOf(repairEntity, name)[lang];
  refuseErrors(await codeErrors(tx, lang, repairEntity.fields, values, undefined, label));
  for (const name of ['provinceId', 'cityId', 'districtId']) {
    const area = values[name];
    if (typeof area !== 'string') continue;
    const { rows } = await sql`select 1 from sys_area where id = ${area}`.execute(tx);
    if (rows.length === 0) throw refuseField({ lang }, name, 'invalid');
  }
}

/** Owners have one open order a vehicle at a time. Of two at the same moment, the second waits and sees the first. @throws AppError 3004 {no} */
async function refuseSecond(tx: Tx, vehicleId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`order of an owner ${vehicleId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ no: string }>`
    select order_no as no from cs_repair_order
    where vehicle_id = ${vehicleId} and source = ${codes.RepairSource.owner} and status < ${done} and not deleted limit 1`.execute(
    tx,
  );
  if (rows[0]) throw new AppError(3004, { no: rows[0].no });
}

const submit = defineAppCall('POST /app/v1/repair/submit', {
  limit: { most: 30, within: 'day', ofVehicle: 20 },
  body: z.looseObject({ vin: vinInput, images: z.array(fileId).max(9).optional() }),
  summary: { zh: 'APP：提交报修', en: 'App: report a fault' },
  async run(ctx, { vin, ...form }) {
    const { app, appUser } = ctx;
    const vehicle = await vehicleByName(app.db, vin);
    if ((await bindingOf(app.db, vehicle.id, appUser.id)) === undefined) throw new AppError(1011);
    await ctx.countVehicle(vehicle.id);
    const given = { ...form, vehicleId: vehicle.id };
    const { values, errors } = validate(repairEntity, given, undefined, validationContext(ctx));
    refuseErrors(errors);
    return withTransaction(app.db, async (tx) => {
      await refuseSecond(tx, vehicle.id);
      for (const name of ['images', 'video']) await refuseForeignFiles(tx, ctx, repairEntity, name, values[name]);
      await refuseUnknownCodes(tx, ctx, values);
      const no = await fillNew(tx, ctx, values, codes.RepairSource.owner);
      const columns = assignments(repairEntity, { ...values, userId: appUser.id }, app.secrets);
      const { rows } = await sql<{ id: string }>`
        insert into cs_repair_order (${sql.raw(columns.map((c) => c.column).join(', '))})
        values (${sql.join(columns.map((c) => c.value))}) returning id::text as id`.execute(tx);
      const id = rows[0]?.id ?? '';
      await addLine(tx, { ...byApp, orderId: id, action: 'add', to: unhandled, shown: true });
      await announce(tx, id, no);
      return { orderNo: no };
    });
  },
});

interface Own {
  readonly id: string;
  readonly orderNo: string;
  readonly status: number;
  readonly rating: number | null;
  /** It ended too long ago to be rated. */
  readonly late: boolean;
}

/** An order of the caller, locked. @throws AppError 1002 */
async function lockOwn({ appUser }: AppContext, tx: Tx, no: string): Promise<Own> {
  const { rows } = await sql<Own>`
    select id::text as id, order_no, status, rating, coalesce(finish_time <= now() - make_interval(days => ${ratingDays}), false) as late
    from cs_repair_order where order_no = ${no} and user_id = ${appUser.id} and not deleted for update`.execute(tx);
  const [row] = rows;
  if (!row) throw new AppError(1002);
  return row;
}

/** Moves an order along its machine for its owner, and logs it as the app's. */
async function move(
  tx: Tx,
  { id, status }: Own,
  action: string,
  to: number,
  more: { readonly content?: string | null; readonly endReason?: string } = {},
): Promise<void> {
  const isEnd = to === cancelled || to === done;
  await sql`update cs_repair_order set status = ${to}, finish_time = case when ${isEnd} then now() end,
      due_time = ${isEnd ? null : repairBy(new Date())}, end_reason = coalesce(${more.endReason ?? null}, end_reason),
      escalated = case when ${action === 'dispute'} then 1 else escalated end,
      rev = rev + 1, update_by = null, update_time = now()
    where id = ${id}`.execute(tx);
  await addLine(tx, { ...byApp, orderId: id, action, from: status, to, content: more.content, shown: true });
  const [before, after] = [JSON.stringify({ status }), JSON.stringify({ status: to })];
  await sql`insert into sys_operation_log (username, action, entity, entity_id, before, after)
    values ('app', ${action}, 'repairOrder', ${id}, ${before}::jsonb, ${after}::jsonb)`.execute(tx);
}

const cancel = defineAppCall('POST /app/v1/repair/cancel', {
  limit: { most: 20, within: 'day' },
  body: z.object({ orderNo, reason: z.string().trim().min(2).max(200) }),
  summary: { zh: 'APP：取消报修', en: 'App: cancel a repair order' },
  run: (ctx, { orderNo: no, reason }) =>
    withTransaction(ctx.app.db, async (tx) => {
      const own = await lockOwn(ctx, tx, no);
      if ([inRepair, toConfirm, done].some((state) => state === own.status)) throw new AppError(5151);
      if (![unhandled, dispatched, accepted].some((state) => state === own.status))
        throw wrongState('RepairStatus', own.status, ctx);
      await move(tx, own, 'cancel', cancelled, { content: reason, endReason: reason });
    }),
});

const confirm = defineAppCall('POST /app/v1/repair/confirm', {
  limit: { most: 20, within: 'day' },
  body: z.object({
    orderNo,
    ok: z.union([z.literal(0), z.literal(1)]),
    text: z.string().trim().max(200).nullish(),
  }),
  summary: { zh: 'APP：确认或异议', en: 'App: confirm or dispute a repair' },
  run: (ctx, { orderNo: no, ok, text }) =>
    withTransaction(ctx.app.db, async (tx) => {
      const own = await lockOwn(ctx, tx, no);
      if (own.status !== toConfirm) throw wrongState('RepairStatus', own.status, ctx);
      const content = text ?? null;
      if (ok === 1) return move(tx, own, 'confirm', done, { content });
      await move(tx, own, 'dispute', inRepair, { content });
      await notifyStaff(tx, {
        functionCode: 'repairListsManage.dispatch',
        level: 3,
        title: { zh: '车主对维修有异议', en: 'An owner disputes a repair' },
        body: { zh: `报修单${own.orderNo}请跟进。`, en: `Please follow up repair order ${own.orderNo}.` },
        path: repairPath(own.id),
      });
    }),
});

/** Stars that call for a follow-up. */
const poor = 2;

const rate = defineAppCall('POST /app/v1/repair/rate', {
  limit: { most: 20, within: 'day' },
  body: z.object({
    orderNo,
    score: z.int().min(1).max(5),
    tags: z.array(z.string().trim().min(1).max(20)).max(6).default([]),
    text: z.string().trim().max(200).nullish(),
  }),
  summary: { zh: 'APP：评价维修', en: 'App: rate a repair' },
  run: (ctx, { orderNo: no, score, tags, text }) =>
    withTransaction(ctx.app.db, async (tx) => {
      const own = await lockOwn(ctx, tx, no);
      if (own.status !== done || own.late || own.rating !== null) throw wrongState('RepairStatus', own.status, ctx);
      await sql`update cs_repair_order set rating = ${score}, rating_tags = ${tags.length > 0 ? tags : null}::text[],
          rating_text = ${text ?? null}, rating_time = now(), rev = rev + 1, update_by = null, update_time = now()
        where id = ${own.id}`.execute(tx);
      await addLine(tx, {
        ...byApp,
        orderId: own.id,
        action: 'rate',
        content: `${score}★ ${text ?? ''}`.trim(),
        shown: true,
      });
      if (score > poor) return;
      await notifyStaff(tx, {
        functionCode: 'repairListsManage.dispatch',
        level: 3,
        title: { zh: '维修差评待回访', en: 'A poor rating to follow up' },
        body: { zh: `报修单${own.orderNo}评分${score}星。`, en: `Repair order ${own.orderNo} got ${score} stars.` },
        path: repairPath(own.id),
      });
    }),
});

/** Calls of owners about their repair orders. */
export const repairAppCalls: readonly Call[] = [submit, repairList, cancel, confirm, rate];
