import { isDay, ListQueryError, readListQuery } from '@wheelhouse/contract';
import { sapAdoptableFields, sapComparedFields, type SapComparedField } from '@wheelhouse/contract/sap';
import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { sapOf, type SapFilter, type SapVehicle } from '../../adapters/sap/index.ts';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { touched } from '../../entity/hooks.ts';
import { findInScope } from '../../entity/read.ts';
import { update } from '../../entity/update.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { exportFound, withLocal } from './export.ts';
import { importVehicles } from './import.ts';
import { differences, localStatusOf, localVehicles, mapVehicles } from './match.ts';
import { serial } from '../../http/kit.ts';
import { checkRange, instantOf } from '../../http/day-range.ts';

const keys = ['vin', 'deliveryNo', 'sapOrderNo', 'materialCode'] as const;
const maxDays = 31;

/** @throws AppError 2031 none of the keys, 1012 posting dates over 31 days, 1001 naming what cannot be read */
function readFilter(
  ctx: CallContext,
  input: Readonly<Record<string, unknown>>,
): { filter: SapFilter; page: number; pageSize: number } {
  let query: ReturnType<typeof readListQuery>;
  try {
    query = readListQuery(input, { pageSize: 20, maxPageSize: 100 });
  } catch (error) {
    if (error instanceof ListQueryError) throw refuseField(ctx, error.field, 'invalid');
    throw error;
  }
  const filter: Record<string, string> = {};
  for (const { field, op, value } of query.conditions) {
    const name =
      field === 'postingDate' ? (op === 'ge' ? 'postedFrom' : op === 'le' ? 'postedTo' : '') : op === 'eq' ? field : '';
    const known = name !== '' && [...keys, 'plant', 'postedFrom', 'postedTo'].includes(name);
    const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    if (!known || text === '' || text.length > 40) throw refuseField(ctx, field, 'invalid');
    filter[name] = name.startsWith('posted') ? text.slice(0, 10) : text.toUpperCase();
    if (name.startsWith('posted') && !isDay(filter[name])) throw refuseField(ctx, 'postingDate', 'day');
  }
  if (!keys.some((key) => filter[key] !== undefined)) throw new AppError(2031);
  if (filter['deliveryNo'] !== undefined && !/^\d{10}$/.test(filter['deliveryNo']))
    throw refuseField(ctx, 'deliveryNo', 'tenDigits');
  const [from, to] = [instantOf(filter['postedFrom'], false), instantOf(filter['postedTo'], true)];
  if (from && to) checkRange({ from, to }, { days: maxDays });
  return { filter, page: query.page, pageSize: query.pageSize };
}

async function oneOf(ctx: CallContext, vin: string): Promise<SapVehicle> {
  const { list } = await (await sapOf(ctx.app)).searchVehicles({ vin }, 1, 1);
  const [found] = list;
  if (!found) throw new AppError(1002);
  return found;
}

/** A vehicle in SAP and here, field by field; our values only when it is in the user's scope. */
async function compare(ctx: CallContext, vin: string) {
  const [mapped] = await mapVehicles(ctx.app.db, [await oneOf(ctx, vin)]);
  if (!mapped) throw new AppError(1002);
  const local = (await localVehicles(ctx.app.db, [mapped.sap.vin])).get(mapped.sap.vin);
  const row = local && (await findInScope(ctx, entityNamed('vehicle'), local.id));
  const differing = new Set(local ? differences(mapped.side, local.side) : []);
  const shown = (name: SapComparedField, side: 'sap' | 'local'): string | null => {
    const given = side === 'sap' ? mapped : local;
    if (!given) return null;
    if (name === 'vehicleTypeId') return side === 'sap' ? (mapped.typeName ?? mapped.sap.materialCode) : given.typeName;
    if (name === 'dealerId') return side === 'sap' ? (mapped.dealerName ?? mapped.sap.customerCode) : given.dealerName;
    return given.side[name];
  };
  return {
    vin: mapped.sap.vin,
    vehicleId: local?.id ?? null,
    rev: row?.rev ?? null,
    localStatus: localStatusOf(mapped.side, local?.side),
    fields: sapComparedFields.map((name) => ({
      name,
      sap: shown(name, 'sap'),
      local: shown(name, 'local'),
      same: local !== undefined && !differing.has(name),
      adoptable: differing.has(name) && (sapAdoptableFields as readonly string[]).includes(name),
    })),
  };
}

/** Takes SAP's values of some fields over into our record, under the rules of the record. */
async function adopt(ctx: CallContext, { vin, fields, rev }: { vin: string; fields: readonly string[]; rev: number }) {
  const [mapped] = await mapVehicles(ctx.app.db, [await oneOf(ctx, vin)]);
  const local = mapped && (await localVehicles(ctx.app.db, [mapped.sap.vin])).get(mapped.sap.vin);
  if (!mapped || !local) throw new AppError(1002);
  if (fields.includes('dealerId') && mapped.side.dealerId === null)
    throw new AppError(2032, { c: mapped.sap.customerCode ?? '-' });
  const wanted = Object.fromEntries(
    fields.filter((name) => name !== 'shipDate').map((name) => [name, mapped.side[name as SapComparedField]]),
  );
  const row = await findInScope(ctx, entityNamed('vehicle'), local.id);
  if (row.rev !== rev) throw new AppError(1005);
  if (Object.keys(wanted).length > 0) await update(ctx, entityNamed('vehicle'), { id: local.id, rev, ...wanted });
  if (!fields.includes('shipDate') || mapped.side.shipDate === null) return;
  const { shipDate } = mapped.side;
  await withTransaction(ctx.app.db, async (tx) => {
    await tx
      .updateTable('veh_vehicle')
      .set({ ...touched(ctx), shipDate })
      .where('id', '=', local.id)
      .execute();
    await audit(tx, ctx, {
      action: 'update',
      entity: 'vehicle',
      entityId: local.id,
      before: { shipDate: local.side.shipDate },
      after: { shipDate },
      path: '/veh/crm/sapVehicle/adopt',
      functionCode: 'SAPvehicleSearch.import',
    });
  });
}

const anyBody = z.record(z.string(), z.unknown());
const vin = serial(1, 17);

export const sapSearch = defineCall('POST /veh/crm/sapVehicle/search', {
  access: 'SAPvehicleSearch.query',
  body: anyBody,
  summary: { zh: 'SAP车辆查询', en: 'Search vehicles in SAP' },
  async run(ctx, input) {
    const { filter, page, pageSize } = readFilter(ctx, input);
    const sap = await sapOf(ctx.app);
    const { total, list } = await sap.searchVehicles(filter, page, pageSize);
    return { list: await withLocal(ctx, list), total, page, pageSize, source: sap.source };
  },
});

export const sapCalls: readonly Call[] = [
  sapSearch,
  defineCall('POST /veh/crm/sapVehicle/source', {
    access: 'SAPvehicleSearch.query',
    summary: { zh: 'SAP地址', en: 'SAP address' },
    run: async (ctx) => (await sapOf(ctx.app)).source,
  }),
  defineCall('POST /veh/crm/sapVehicle/compare', {
    access: 'SAPvehicleSearch.compare',
    effect: 'reads',
    traced: true,
    body: z.object({ vin }),
    summary: { zh: '差异对比', en: 'Compare SAP with the local record' },
    run: (ctx, input) => compare(ctx, input.vin),
  }),
  defineCall('POST /veh/crm/sapVehicle/adopt', {
    access: 'SAPvehicleSearch.import',
    body: z.object({ vin, rev: z.int().min(1), fields: z.array(z.enum(sapAdoptableFields)).min(1) }),
    summary: { zh: '采用SAP值', en: 'Apply SAP values' },
    async run(ctx, input) {
      await adopt(ctx, input);
      return compare(ctx, input.vin);
    },
  }),
  defineCall('POST /veh/crm/sapVehicle/importVehicle', {
    access: 'SAPvehicleSearch.import',
    body: z.object({ vins: z.array(vin).min(1).max(100) }),
    summary: { zh: '导入SAP车辆', en: 'Import vehicles from SAP' },
    async run(ctx, { vins }) {
      const sap = await sapOf(ctx.app);
      const wanted = [...new Set(vins.map((one) => one.toUpperCase()))];
      const found: SapVehicle[] = [];
      // Several requests at a time: SAP answers slowly.
      for (let at = 0; at < wanted.length; at += 8) {
        const pages = wanted.slice(at, at + 8).map((one) => sap.searchVehicles({ vin: one }, 1, 1));
        for (const { list } of await Promise.all(pages)) found.push(...list);
      }
      const unknown = wanted.filter((one) => !found.some((row) => row.vin === one));
      const outcome = await importVehicles(ctx, found);
      const missing = unknown.map((one) => ({ vin: one, message: new AppError(1002).textIn(ctx.lang) }));
      return { ...outcome, failed: [...outcome.failed, ...missing] };
    },
  }),
  defineCall('POST /veh/crm/sapVehicle/export', {
    access: 'SAPvehicleSearch.export',
    body: anyBody,
    summary: { zh: '导出SAP车辆', en: 'Export vehicles of SAP' },
    run: (ctx, input) => exportFound(ctx, readFilter(ctx, input).filter),
  }),
];
