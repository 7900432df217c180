import { repairLog } from './repair-log.ts';
import { repairOrder } from './repair-order.ts';
import { repairPart } from './repair-part.ts';
import { replacementRecord } from './replacement-record.ts';

/** Entities of the domain: repair orders and replaced parts. A new one is added here, one line. */
export const repairsEntities = {
  replacementRecord,
  repairOrder,
  repairLog,
  repairPart,
} as const;
