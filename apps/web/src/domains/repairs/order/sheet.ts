import type { Row } from '@wheelhouse/entities';
import type { RowOf } from '@wheelhouse/entities/rows';
import { attempt } from '../../../api/attempt.ts';
import { call } from '../../../api/client.ts';
import { fileUrls } from '../../../entity-ui/cells/files.tsx';
import { rememberUrl } from '../../../entity-ui/files/fresh.ts';
import { textOf } from '../../../entity-ui/model.ts';

/** Parts that a sheet can have. */
const mostParts = 20;

/** Pictures of a field of the order; the form shows them by their addresses. */
function picturesOf(
  row: RowOf<'repairOrder'>,
  name: 'beforeImages' | 'afterImages' | 'checkInImages',
): readonly string[] {
  const [ids, urls] = [row[name] ?? [], fileUrls(row, name)];
  for (const [at, id] of ids.entries()) rememberUrl(id, urls[at] ?? '');
  return ids;
}

/** The photos that the order has: from its completion before the owner disputed it, else from its check-in. */
function photosOf(row: RowOf<'repairOrder'>): Row {
  const before = picturesOf(row, 'beforeImages');
  return {
    beforeImages: before.length > 0 ? before : picturesOf(row, 'checkInImages'),
    afterImages: picturesOf(row, 'afterImages'),
  };
}

/** What was entered for a warranty review, or before the owner disputed: nobody types it, or takes its pictures, twice. */
export const sheetStarts = (row: RowOf<'repairOrder'>) => ({
  requestAudit: () => lastSheet(row, {}),
  complete: () => lastSheet(row, photosOf(row)),
});

async function lastSheet(row: RowOf<'repairOrder'>, photos: Row): Promise<Row> {
  if (textOf(row.diagnosis) === '') return photos;
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
  return { diagnosis, causeCode, measures, warrantyResult, laborFen, partsFen, otherFen, parts, ...photos };
}
