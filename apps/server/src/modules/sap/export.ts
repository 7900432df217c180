import type { Lang, Text } from '@wheelhouse/contract';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { sapOf, type SapFilter, type SapVehicle } from '../../adapters/sap/index.ts';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { issueSheet } from '../../entity/export/issue-sheet.ts';
import { idsInScope } from '../../entity/read.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { dealerIdsOf, localStatusOf, localVehicles, mapVehicles } from './match.ts';

const texts = {
  batteries: { zh: '电池', en: 'Batteries' },
  sheet: { zh: 'SAP车辆', en: 'SAP vehicles' },
} as const satisfies Record<string, Text>;
const exportLimit = 5000;
const exportPage = 500;

/** SAP's rows with what they are here, as far as the user's scope shows it. */
export async function withLocal(ctx: CallContext, list: readonly SapVehicle[]) {
  const mapped = await mapVehicles(ctx.app.db, list);
  const local = await localVehicles(
    ctx.app.db,
    list.map(({ vin }) => vin),
  );
  const ids = [...local.values()].map(({ id }) => id);
  const vehicles = await idsInScope(ctx.app.pool, entityNamed('vehicle'), ctx.user, ids);
  const dealers = await idsInScope(ctx.app.pool, entityNamed('dealer'), ctx.user, dealerIdsOf(mapped));
  return mapped.map(({ sap, side, typeName, dealerName }) => {
    const found = local.get(sap.vin);
    const shown = found && vehicles.has(found.id) ? found : undefined;
    return {
      ...sap,
      vehicleTypeName: typeName,
      dealerName: side.dealerId !== null && dealers.has(side.dealerId) ? dealerName : null,
      vehicleId: shown?.id ?? null,
      localStatus: localStatusOf(side, shown?.side),
    };
  });
}

const statusTexts = [
  { zh: '未导入', en: 'Not imported' },
  { zh: '一致', en: 'Matches' },
  { zh: '有差异', en: 'Differs' },
] as const;
const labels = {
  materialCode: { zh: '物料号', en: 'Material' },
  materialDesc: { zh: '物料描述', en: 'Description' },
  sapOrderNo: { zh: '生产订单', en: 'Production order' },
  deliveryNo: { zh: '交货单', en: 'Delivery' },
  customerCode: { zh: '客户编码', en: 'Customer code' },
  customerName: { zh: '客户名称', en: 'Customer' },
  plant: { zh: '工厂', en: 'Plant' },
  goodsIssueDate: { zh: '发货过账日期', en: 'Goods issue' },
  localStatus: { zh: '本地状态', en: 'Local status' },
} as const;
const columns = [
  'vin',
  'materialCode',
  'materialDesc',
  'color',
  'sapOrderNo',
  'deliveryNo',
  'customerCode',
  'customerName',
  'plant',
  'productionDate',
  'goodsIssueDate',
  'imei',
  'ecuSn',
  'batterySns',
  'localStatus',
] as const;

function titleOf(name: (typeof columns)[number], lang: Lang): string {
  if (name === 'batterySns') return texts.batteries[lang];
  return name in labels ? labels[name as keyof typeof labels][lang] : labelOf(entityNamed('vehicle'), name)[lang];
}
const nameOf = (category: string, code: string | null, lang: Lang) =>
  dictionaries.find((one) => one.category === category)?.entries.find((entry) => entry.code === code)?.[lang] ?? code;

/** Everything that SAP finds, as a workbook for the caller. @throws AppError 1007 over the limit, 1020 */
export async function exportFound(ctx: CallContext, filter: SapFilter): Promise<{ fileName: string; rows: number }> {
  const { lang, app } = ctx;
  const sap = await sapOf(app);
  const first = await sap.searchVehicles(filter, 1, exportPage);
  if (first.total > exportLimit) throw new AppError(1007, { n: exportLimit });
  async function* portions() {
    for (let page = 1, found = first; ; found = await sap.searchVehicles(filter, ++page, exportPage)) {
      const rows = await withLocal(ctx, found.list);
      yield rows.map((row) =>
        columns.map((name) => {
          if (name === 'batterySns') return row.batterySns.join(', ');
          if (name === 'localStatus') return statusTexts[row.localStatus][lang];
          if (name === 'color') return nameOf('VehicleColor', row.color, lang);
          return name === 'plant' ? nameOf('SapPlant', row.plant, lang) : row[name];
        }),
      );
      if (page * exportPage >= first.total) return;
    }
  }
  const fileName = await issueSheet(ctx, {
    title: texts.sheet[lang],
    columns: columns.map((name) => ({ title: titleOf(name, lang) })),
    portions: portions(),
    log: () =>
      withTransaction(app.db, (tx) =>
        audit(tx, ctx, {
          action: 'export',
          entity: 'sapVehicle',
          entityId: null,
          after: { ...filter, rows: first.total },
          path: '/veh/crm/sapVehicle/export',
          functionCode: 'SAPvehicleSearch.export',
        }),
      ),
  });
  return { fileName, rows: first.total };
}
