import type { Row } from '@wheelhouse/entities';
import type { RowOf } from '@wheelhouse/entities/rows';
import { attempt } from '../../../api/attempt.ts';
import { call } from '../../../api/client.ts';
import { textOf } from '../../../entity-ui/model.ts';

/** Steps that ask for the sheet of a repair. */
const asking: ReadonlySet<string> = new Set(['requestAudit', 'complete']);
/** Parts that a sheet can have. */
const mostParts = 20;

/** The sheet as it was last entered, for a warranty review or before the owner disputed: nobody types it twice. */
export async function lastSheet(step: string, row: RowOf<'repairOrder'>): Promise<Row | undefined> {
  if (!asking.has(step) || textOf(row.diagnosis) === '') return undefined;
  const found = await attempt(
    call('/cs/crm/repairPart/list', { page: 1, pageSize: mostParts, query: { orderId: row.id } }),
  );
  const { diagnosis, causeCode, measures, warrantyResult, laborFen, partsFen, otherFen } = row;
  const parts = (found?.list ?? []).map(({ deviceType, partName, oldSn, newSn, qty, priceFen }) => ({
    deviceType,
    partName,
    oldSn,
    newSn,
    qty,
    priceFen,
  }));
  return { diagnosis, causeCode, measures, warrantyResult, laborFen, partsFen, otherFen, parts };
}
