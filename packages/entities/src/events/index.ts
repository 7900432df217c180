import { raffleActivity } from './raffle-activity.ts';
import { shareRecord } from './share-record.ts';
import { wish } from './wish.ts';

/** Entities of the domain: AR events, wishes and shares. A new one is added here, one line. */
export const eventsEntities = {
  raffleActivity,
  shareRecord,
  wish,
} as const;
