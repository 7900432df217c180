import type { Row } from '@wheelhouse/entities/fields';
import { isRecord } from '@wheelhouse/contract/object';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sumOfParts } from '@wheelhouse/entities/repairs/repair-actions';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { changedRefusal, differences } from '../../entity/approval/compare.ts';
import { authorsOf, standingApproval } from '../../entity/approval/keep.ts';
import type { ReviewInput, ReviewOf } from '../../entity/approval/rules.ts';
import { notSubmitted, sealApproved, sealSubmitted } from '../../entity/approval/steps.ts';
import type { WireRow } from '../../entity/read.ts';
import { AppError } from '../../http/errors.ts';

export const repairOrder = entityNamed('repairOrder');

/** A part of a sheet, as after-sales approve it. */
export interface ReviewedPart {
  readonly deviceType: number;
  readonly partName: string | null;
  readonly oldSn: string | null;
  readonly newSn: string | null;
  readonly qty: number;
  readonly priceFen: number;
}

async function storedParts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, readonly ReviewedPart[]>> {
  const { rows } = await sql<ReviewedPart & { orderId: string }>`
    select order_id::text as order_id, device_type::int as device_type, part_name, old_sn, new_sn, qty, price_fen::float8 as price_fen
    from cs_repair_part where order_id = any(${[...ids]}::bigint[]) and not deleted order by order_id, cs_repair_part.id`.execute(
    tx,
  );
  return new Map(
    ids.map((id) => [id, rows.filter(({ orderId }) => orderId === id).map(({ orderId: _of, ...part }) => part)]),
  );
}

const parts: ReviewInput<Pick<WireRow, 'id'>> = {
  label: { zh: '维修用件', en: 'Parts' },
  read: (tx, rows) =>
    storedParts(
      tx,
      rows.map(({ id }) => id),
    ),
};

const yuan = 100;
/** In yuan, as people read it. */
const sumOf = (listed: readonly ReviewedPart[]): number => sumOfParts(listed) / yuan;

const sum: ReviewInput<Pick<WireRow, 'id'>> = {
  label: { zh: '用件金额（元）', en: 'Sum of the parts (CNY)' },
  async read(tx, rows) {
    const all = await storedParts(
      tx,
      rows.map(({ id }) => id),
    );
    return new Map(rows.map(({ id }) => [id, sumOf(all.get(id) ?? [])]));
  },
};

const isPart = (value: unknown): value is ReviewedPart => isRecord(value) && 'priceFen' in value;
const partsOf = (content: Row): readonly ReviewedPart[] => {
  const { parts: listed } = content;
  return Array.isArray(listed) ? listed.filter(isPart) : [];
};

/** The same part at the same price. A number that nobody knew before the repair may be filled in. */
const isSame = (now: ReviewedPart, approved: ReviewedPart): boolean =>
  now.deviceType === approved.deviceType &&
  now.partName === approved.partName &&
  now.qty === approved.qty &&
  now.priceFen === approved.priceFen &&
  (approved.oldSn === null || approved.oldSn === now.oldSn) &&
  (approved.newSn === null || approved.newSn === now.newSn);

function areSame(approved: Row, now: Row): boolean {
  const [before, after] = [partsOf(approved), partsOf(now)];
  return before.length === after.length && after.every((part, at) => isSame(part, before[at] ?? part));
}

/** What the warranty review of an order covers: what was found, what it costs, and which parts. */
export const repairReview: ReviewOf<'repairOrder'> = {
  fields: ['vehicleId', 'odometerKm', 'diagnosis', 'causeCode', 'warrantyResult'],
  inputs: { parts, sum },
  allows: { parts: areSame },
};

/** Keeps the sheet as after-sales are shown it. */
export const keepRequest = (tx: Tx, row: WireRow, userId: string): Promise<void> =>
  sealSubmitted(tx, repairOrder, [row], userId);

/** Whoever asked for the review or wrote a part of the sheet is no second person. @throws AppError 5002; 1024, 1025 */
export async function refuseOwnAudit(tx: Tx, row: WireRow, userId: string): Promise<void> {
  const authors = (await authorsOf(tx, repairOrder, [row])).get(row.id) ?? [];
  if (authors.includes(userId)) throw new AppError(5002);
  const refusal = (await notSubmitted(tx, repairOrder, [row])).get(row.id);
  if (refusal !== undefined) throw refusal;
}

/** Keeps what after-sales decided about. */
export const keepAudit = (tx: Tx, row: WireRow, userId: string): Promise<void> =>
  sealApproved(tx, repairOrder, [row], userId);

/**
 * What is billed under warranty is what was reviewed, part by part.
 * @returns false where nothing was reviewed, or before contents were kept
 * @throws AppError 1023 naming what differs
 */
export async function refuseOtherParts(tx: Tx, row: WireRow, now: readonly ReviewedPart[]): Promise<boolean> {
  const approval = await standingApproval(tx, repairOrder, row.id);
  const kept = approval?.content ?? undefined;
  if (kept === undefined) return false;
  const changes = differences(repairOrder, kept, { parts: now, sum: sumOf(now) }, row);
  if (changes.length > 0) throw changedRefusal(changes);
  return true;
}
