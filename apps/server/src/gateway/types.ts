import type { UplinkKind } from '@wheelhouse/contract/device/topics';
import type { Reading } from './samples.ts';

/** An authenticated device and its vehicle. */
export interface Device {
  readonly vehicleId: number;
  /** IMEI of its control unit. */
  readonly deviceId: string;
  /** Range of a full battery by the model, km; null when unknown. */
  readonly rangeKm: number | null;
}

/** One live connection of a device to the embedded broker. */
export interface Session {
  readonly id: string;
  readonly device: Device;
}

/** A message from a device, whichever broker brought it. */
export interface Uplink {
  readonly topic: string;
  readonly payload: Buffer;
  /** Present when the embedded broker has authenticated the sender. */
  readonly session?: Session;
  /** The payload was over the limit and has been cut off. */
  readonly oversize?: true;
  /** Called once: without an error when the message is stored (or refused for good) and may be acknowledged. */
  readonly done: (error?: Error) => void;
}

interface ItemBase {
  readonly device: Device;
  /** Platform time, ms since epoch. */
  readonly recv: number;
  readonly done?: (error?: Error) => void;
}

/** Samples of one message; `boot`, `seq` make it unique. */
export interface TelemetryItem extends ItemBase {
  readonly type: 'telemetry';
  readonly boot: number;
  readonly seq: number;
  readonly readings: readonly Reading[];
}

/** Any other uplink. */
export interface EventItem extends ItemBase {
  readonly type: 'event';
  readonly kind: Exclude<UplinkKind, 'telemetry'>;
  readonly boot: number | null;
  readonly seq: number | null;
  /** Device time, ms since epoch; where that cannot be right, the time of receipt. */
  readonly ts: number;
  /** The device time that gave way. */
  readonly said: number | null;
  readonly code: string | null;
  readonly state: string | null;
  readonly severity: string | null;
  readonly ref: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  /** JSON text fit for jsonb. */
  readonly payload: string;
}

/** The device came online (connected, or sent `online`), went offline (its will, or sent `offline`), or its connection ended without a message. */
export interface PresenceItem extends ItemBase {
  readonly type: 'presence';
  readonly change: 'connect' | 'online' | 'offline' | 'disconnect';
  readonly session: string | null;
  readonly ip?: string;
  readonly reason?: string;
}

/** Refused for good: only waits for its turn to be acknowledged, since MQTT wants acknowledgements in order. */
export interface RefusedItem extends ItemBase {
  readonly type: 'refused';
}

/** What is stored. */
export type Item = TelemetryItem | EventItem | PresenceItem;
/** What goes through a batcher. */
export type BatchItem = Item | RefusedItem;
