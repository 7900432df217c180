import { cleanCode } from '@wheelhouse/contract/text';
import { formatDay } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { audit, leftOutEntries, unchanged } from '../../entity/audit.ts';
import {
  type ActionHandlers,
  type HooksOf,
  type Judged,
  only,
  type RefusesOf,
  type SavingOf,
  touched,
} from '../../entity/hooks.ts';
import { each } from '../../entity/refusals.ts';
import { holds, idsInScope } from '../../entity/read.ts';
import { skip } from '../../entity/write.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { openOrdersOfDealer } from '../repairs/service.ts';

const { dispatched, toConfirm } = machines['SM-Repair'].states;

async function nextDealerCode(tx: Tx): Promise<string> {
  const { rows } = await sql<{
    code: string;
  }>`select 'D' || lpad(nextval('seq_dealer_code')::text, 6, '0') as code`.execute(tx);
  return rows[0]?.code ?? '';
}

async function checkOrganization({ ctx, tx, values }: SavingOf<'dealer'>): Promise<void> {
  const code = values.organizationCode;
  if (typeof code !== 'string') return;
  const known = await tx
    .selectFrom('sys_organization')
    .select('id')
    .where('code', '=', code)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!known) throw refuseField(ctx, 'organizationCode', 'organization');
}

const expired = { zh: '合同已到期', en: 'the contract has ended' } as const;
const endsBefore = { zh: '合同结束不能早于今天', en: 'The contract must not end before today' } as const;

/** @throws AppError 5122 orders that are not done, 5123 vehicles that are not sold */
async function refuseBusy({ id }: { readonly id: string }, { tx }: Judged): Promise<void> {
  const open = await openOrdersOfDealer(tx, id);
  if (open > 0) throw new AppError(5122, { n: open });
  const stock = await tx
    .selectFrom('veh_vehicle')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('dealerId', '=', id)
    .where('activationStatus', '=', machines['SM-VehicleActivation'].states.notActivated)
    .where('deleted', '=', false)
    .executeTakeFirstOrThrow();
  if (Number(stock.n) > 0) throw new AppError(5123, { n: Number(stock.n) });
}

const refuses: RefusesOf<'dealer'> = {
  // What has ended is reopened with a new contract, or gets its dates first.
  reactivate: each(({ contractEnd }, { ctx }) =>
    contractEnd < formatDay(new Date()) ? new AppError(1004, { state: expired[ctx.lang] }) : undefined,
  ),
  terminate: each(refuseBusy),
};

const dealerActions: ActionHandlers<'dealer'> = {
  async reopen(action) {
    const { contractStart, contractEnd } = action.input;
    if (contractEnd <= contractStart) throw refuseField(action.ctx, 'contractEnd', 'contractEnd');
    // The nightly job would suspend it at once.
    if (contractEnd < formatDay(new Date())) throw refuseField(action.ctx, 'contractEnd', endsBefore);
    action.store({ contractStart, contractEnd });
  },
  async transferStock(action) {
    if (action.input.toId === only(action).id) throw new AppError(unchanged);
    const vins = action.input.vins.map((vin) => cleanCode(vin).toUpperCase());
    const found = await action.tx
      .selectFrom('veh_vehicle')
      .select(['id', 'vin', 'frameNo', 'activationStatus'])
      .where('dealerId', '=', only(action).id)
      .where('deleted', '=', false)
      .where((eb) => eb.or([eb('vin', 'in', vins), eb('frameNo', 'in', vins)]))
      .forUpdate()
      .execute();
    const movable = found.filter((vehicle) => Number(vehicle.activationStatus) === 0);
    const visible = await idsInScope(
      action.tx,
      entityNamed('vehicle'),
      action.ctx.user,
      movable.map((vehicle) => vehicle.id),
    );
    const moved = movable.filter((vehicle) => visible.has(vehicle.id));
    const movedNames = new Set(moved.flatMap((vehicle) => [vehicle.vin, vehicle.frameNo]));
    const skipped = vins
      .filter((vin) => !movedNames.has(vin))
      .map((vin) => {
        const isKnown = found.some((vehicle) => vehicle.vin === vin || vehicle.frameNo === vin);
        return skip(action.ctx, vin, new AppError(isKnown ? 2014 : 1002));
      });
    if (moved.length === 0) action.leaveOut(only(action).id, new AppError(2014));
    else
      await action.tx
        .updateTable('veh_vehicle')
        .set({ ...touched(action.ctx), dealerId: action.input.toId })
        .where(
          'id',
          'in',
          moved.map((vehicle) => vehicle.id),
        )
        .execute();
    const dealerIds = { before: { dealerId: only(action).id }, after: { dealerId: action.input.toId } };
    const entry = {
      action: 'transferStock',
      entity: 'vehicle',
      functionCode: 'dealerManage.transferStock',
      path: '/data/crm/dealer/transferStock',
    };
    const left = found.filter((vehicle) => !moved.includes(vehicle)).map(({ id }) => ({ id, code: 2014 }));
    await audit(
      action.tx,
      action.ctx,
      ...moved.map(({ id }) => ({ ...entry, entityId: id, ...dealerIds })),
      ...leftOutEntries(entry, left),
    );
    return { changed: moved.length, skipped };
  },
};

/** Repair orders of the dealer of an alias. */
const orders = (t: string): string => `from cs_repair_order o where o.dealer_id = ${t}.id and not o.deleted`;

export const dealerHooks: HooksOf<'dealer'> = {
  computed: {
    openRepairs: (t) => `(select count(*)::int ${orders(t)} and o.status between ${dispatched} and ${toConfirm})`,
    rating: (t) => `(select round(avg(o.rating), 1)::float8 ${orders(t)} and o.rating_time is not null)`,
  },
  async beforeSave(saving) {
    await checkOrganization(saving);
    const { old, values, ctx } = saving;
    if (!old && !values.dealerCode) values.dealerCode = await nextDealerCode(saving.tx);
    if (old && values.licenseImage !== undefined && !holds(ctx.user, 'dealerManage.viewLicense'))
      delete values.licenseImage;
  },
  actions: dealerActions,
  refuses,
};
