import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { mileageMonthColumns, mileageMonthLabel, mileageMonthLabels } from '@wheelhouse/entities/trips/mileage-month';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { loggedQuery } from '../../entity/export/info.ts';
import { issueSheet } from '../../entity/export/issue-sheet.ts';
import { readQuery } from '../../entity/query.ts';
import { dictionaryEntries } from '../../entity/sheet-columns.ts';
import type { Cell } from '../../sheet/write.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { readMonths, type MonthRow } from './mileage.ts';

const mileageDay = entityNamed('mileageDay');
const limit = mileageDay.exportLimit ?? 0;
const portion = 5_000;
type Column = (typeof mileageMonthColumns)[number];
const isColumn = (name: unknown): name is Column => mileageMonthColumns.some((column) => column === name);

function columnsOf(ctx: CallContext, given: unknown): readonly Column[] {
  if (given === undefined || given === null) return mileageMonthColumns;
  if (Array.isArray(given) && given.length > 0 && given.every(isColumn)) return given;
  throw refuseField(ctx, 'columns', 'invalid');
}

/** The months of a query as a workbook for the caller. @throws AppError 1001 naming what cannot be read, 1007 over the limit */
export async function exportMonths(
  ctx: CallContext,
  input: Readonly<Record<string, unknown>>,
): Promise<{ fileName: string; rows: number; masked: boolean }> {
  const { lang, app } = ctx;
  const columns = columnsOf(ctx, input['columns']);
  const { columns: _columns, ...asked } = input;
  const query = { ...readQuery(ctx, entityNamed('mileageDay'), asked), pageSize: portion };
  const first = await readMonths(ctx, { ...query, page: 1 });
  if (first.total > limit) throw new AppError(1007, { n: limit });
  const abnormal = (await dictionaryEntries(app.pool, ['MileageAbnormal'])).get('MileageAbnormal');
  const cellOf = (row: MonthRow, name: Column): Cell => {
    if (name === 'vehicleId') return row.vehicleName;
    if (name === 'vehicleTypeId') return row.vehicleTypeName;
    return name === 'abnormal' ? (abnormal?.get(String(row.abnormal))?.[lang] ?? null) : row[name];
  };
  async function* portions() {
    for (let page = 1, found = first; ; found = await readMonths(ctx, { ...query, page: ++page })) {
      yield found.list.map((row) => columns.map((name) => cellOf(row, name)));
      if (page * portion >= first.total) return;
    }
  }
  const fileName = await issueSheet(ctx, {
    title: mileageMonthLabel[lang],
    columns: columns.map((name) => ({
      title: (Object.hasOwn(mileageMonthLabels, name)
        ? mileageMonthLabels[name as keyof typeof mileageMonthLabels]
        : labelOf(mileageDay, name))[lang],
    })),
    portions: portions(),
    log: () =>
      withTransaction(app.db, (tx) =>
        audit(tx, ctx, {
          action: 'export',
          entity: 'mileageDay',
          entityId: null,
          after: { granularity: 'month', query: loggedQuery(mileageDay, query.conditions), columns, rows: first.total },
          path: '/veh/crm/mileage/export',
          functionCode: 'mileage.export',
        }),
      ),
  });
  return { fileName, rows: first.total, masked: true };
}
