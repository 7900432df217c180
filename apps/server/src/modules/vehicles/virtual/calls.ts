import { machines } from '@wheelhouse/entities/machines';
import { formatDay } from '@wheelhouse/contract';
import { virtualVinForm } from '@wheelhouse/entities/vehicles/virtual-vin';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { checkedInput } from '../../../entity/check.ts';
import { defineAppCall } from '../../../http/app-call.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import type { Job } from '../../module.ts';
import { readExpiry, releaseExpired } from './hooks.ts';
import { virtualState } from './state.ts';
import { virtualVinOf } from './vin.ts';
import { form as anyForm, serial } from '../../../http/kit.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { wallClock } from '../../../db/wall-clock.ts';

const { unused, inUse, released } = machines['SM-VirtualVin'].states;

/** Makes a batch of virtual vehicles. @throws AppError 1001 with all errors */
async function generate(ctx: CallContext, tx: Tx, input: Readonly<Record<string, unknown>>) {
  const values = await checkedInput(tx, ctx, virtualVinForm, input);
  const expireTime = readExpiry(ctx, values.expireTime);
  const model = await tx
    .selectFrom('veh_type')
    .select(['id', 'colors', 'vinPrefix'])
    .where('id', '=', values.vehicleTypeId)
    .executeTakeFirstOrThrow();
  if (!model.colors.includes(values.color)) throw refuseField(ctx, 'color', 'color');
  const count = values.quantity;
  const now = new Date();
  const { rows } = await sql<{ batch: string; serial: string }>`
    select lpad((b.n % 10000)::text, 4, '0') as batch, nextval('seq_virtual_vin')::text as serial
    from (select nextval('seq_virtual_batch') as n) b, generate_series(1, ${count})`.execute(tx);
  const batchNo = `VB${formatDay(now).replaceAll('-', '')}${rows[0]?.batch ?? '0000'}`;
  const made = await tx
    .insertInto('veh_virtual_vin')
    .values(
      rows.map(({ serial }) => ({
        virtualVin: virtualVinOf(model.vinPrefix, now, Number(serial)),
        vehicleTypeId: model.id,
        color: values.color,
        purpose: values.purpose,
        script: values.script,
        status: unused,
        expireTime,
        batchNo,
        remark: values.remark ?? null,
        createBy: ctx.user.id,
        updateBy: ctx.user.id,
      })),
    )
    .returning('id')
    .execute();
  await audit(
    tx,
    ctx,
    ...made.map(({ id }) => ({
      action: 'generate',
      entity: 'virtualVin',
      entityId: id,
      after: { ...values, batchNo },
      path: '/veh/crm/virtualVin/generate',
      functionCode: 'virtualVehicle.add',
    })),
  );
  return { batchNo, count: made.length };
}

/** Purpose of vehicles that anybody may try: D:VirtualPurpose APP体验. */
const trial = '1';

/** Takes a free virtual vehicle for a user: the one named, or any for trial. One user has one at a time. */
async function bindVirtual(tx: Tx, userId: string, vin: string | undefined) {
  await sql`select pg_advisory_xact_lock(hashtext(${`veh_virtual_vin.user.${userId}`}))`.execute(tx);
  const { rows } = await sql<{ vin: string; expireTime: string }>`
    update veh_virtual_vin set status = ${inUse}, bound_user_id = ${userId}, bind_time = now(), rev = rev + 1, update_time = now()
    where id = (select id from veh_virtual_vin v where status = ${sql.lit(unused)} and expire_time > now() and not deleted
        and (${vin ?? null}::text is null and purpose = ${trial} or virtual_vin = ${vin ?? null})
        and not exists (select from veh_virtual_vin o where o.bound_user_id = ${userId} and o.status = ${sql.lit(inUse)} and not o.deleted)
      order by id limit 1 for update skip locked)
    returning virtual_vin as vin, ${wallClock('expire_time')} as "expireTime"`.execute(tx);
  const [bound] = rows;
  if (!bound) throw new AppError(vin === undefined ? 1002 : 2301);
  return bound;
}

const vinInput = serial(17, 17);

export const virtualCalls: readonly Call[] = [
  defineCall('POST /veh/crm/virtualVin/generate', {
    access: 'virtualVehicle.add',
    body: anyForm,
    summary: { zh: '批量生成虚拟车辆', en: 'Generate virtual vehicles' },
    run: (ctx, input) => withTransaction(ctx.app.db, (tx) => generate(ctx, tx, input)),
  }),
  defineAppCall('POST /app/v1/virtual/bind', {
    limit: { most: 30, within: 'hour' },
    body: z.object({ vin: vinInput.optional() }),
    summary: { zh: 'APP：体验模式绑定虚拟车辆', en: 'App: take a virtual vehicle for a trial' },
    run: ({ app, appUser }, { vin }) => withTransaction(app.db, (tx) => bindVirtual(tx, appUser.id, vin)),
  }),
  defineAppCall('POST /app/v1/virtual/unbind', {
    limit: { most: 30, within: 'hour' },
    body: z.object({ vin: vinInput }),
    summary: { zh: 'APP：结束体验', en: 'App: end the trial' },
    async run({ app, appUser }, { vin }) {
      const { numAffectedRows } = await sql`
        update veh_virtual_vin set status = ${released}, bound_user_id = null, bind_time = null, rev = rev + 1, update_time = now()
        where virtual_vin = ${vin} and bound_user_id = ${appUser.id} and status = ${sql.lit(inUse)} and not deleted`.execute(
        app.db,
      );
      if (numAffectedRows !== 1n) throw new AppError(2302);
      return {};
    },
  }),
  defineAppCall('GET /app/v1/virtual/status', {
    query: z.object({ vin: vinInput }),
    summary: { zh: 'APP：虚拟车辆状态', en: 'App: state of a virtual vehicle' },
    async run({ app, appUser }, { vin }) {
      const { rows } = await sql<{ script: number; id: string }>`
        select script, id::text as id from veh_virtual_vin where virtual_vin = ${vin} and bound_user_id = ${appUser.id} and status = ${sql.lit(inUse)}
          and expire_time > now() and not deleted`.execute(app.db);
      const [found] = rows;
      if (!found) throw new AppError(1011);
      return virtualState(found.script, Number(found.id) % 1_000_000, new Date());
    },
  }),
];

/** Time over: released, as if the user had ended the trial. */
export const virtualExpiry: Job = {
  name: 'vehicles.virtualExpiry',
  cron: '*/5 * * * *',
  async run({ db }) {
    while ((await withTransaction(db, releaseExpired)) === 500);
  },
};
