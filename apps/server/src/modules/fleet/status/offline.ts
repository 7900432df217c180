import type { OfflineCause, VehicleOffline } from '@wheelhouse/contract/calls/fleet';
import { machines } from '@wheelhouse/entities/machines';
import { holds } from '../../../entity/read.ts';
import type { SessionUser } from '../../../http/context.ts';

/** What a stored state tells about why a vehicle is silent. */
export interface Silence {
  readonly online: number;
  /** Seconds between the last message and the moment from which the vehicle counts as offline; null: it never reported. */
  readonly quietSec: number | null;
  readonly offlineSince: string | null;
  readonly onlineTimeoutSec: number;
  /** D:SimStatus of the card it is known to have. */
  readonly simStatus: number | null;
  readonly soc: number | null;
  readonly csq: number | null;
}

const { suspended, preCancelled, cancelled } = machines['SM-Sim'].states;
const stopped: readonly (number | null)[] = [suspended, preCancelled, cancelled];
/** Percent of charge with which a vehicle soon falls silent. */
const nearlyEmpty = 5;
/** Signal quality (0–31) below which messages get lost. */
const weakSignal = 8;

function causeOf(user: SessionUser, row: Silence): OfflineCause {
  if (row.quietSec === null) return 'never';
  // Of cards those know who may look at them.
  if (stopped.includes(row.simStatus) && holds(user, 'simIndex.query')) return 'simStopped';
  if (row.soc !== null && row.soc <= nearlyEmpty) return 'lowBattery';
  if (row.csq !== null && row.csq < weakSignal) return 'weakSignal';
  // A broken connection is noticed at once, silence only when the model's time is over.
  return row.quietSec < row.onlineTimeoutSec ? 'lost' : 'silent';
}

/** Since when a vehicle is offline, and the likeliest reason that is known; null while it is online. */
export const offlineOf = (user: SessionUser, row: Silence): VehicleOffline | null =>
  row.online === 1 ? null : { since: row.offlineSince, cause: causeOf(user, row) };
