import { isDeviceId } from '@wheelhouse/contract/device/topics';
import type { Pool } from 'pg';
import { credentialId, matchesSecret, type StoredSecret } from './credentials.ts';
import type { Device } from './types.ts';

interface Known {
  readonly device: Device;
  readonly secret: StoredSecret | null;
  readonly loaded: number;
}

export type Verdict =
  | { readonly device: Device; readonly credential: string }
  | { readonly refused: 'unknownDevice' }
  | { readonly refused: 'secret'; readonly vehicleId: number };

/** The database does not answer, or more lookups wait than it can serve: try again later. */
export class LookupUnavailable extends Error {}

const freshMs = 60_000;
/** A refused secret is looked up again after this, so that a new one works at once and a flood of wrong ones stays cheap. */
const recheckMs = 1_000;
/** Vehicles that a process remembers; with more, it forgets all and begins again. */
export const maxKnown = 200_000;
const maxWaiting = 20_000;
const lookupSize = 1_000;

interface Waiter {
  readonly resolve: (known: Known | undefined) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Vehicles by IMEI. Known ones are kept for a minute; unknown ones never are, so that a vehicle added now connects now.
 * At most one lookup query runs at a time and takes everybody who waits along: a flood of unknown devices costs one small query per round trip.
 */
export class Devices {
  readonly #pool: Pool;
  readonly #known = new Map<string, Known>();
  #waiting = new Map<string, Waiter[]>();
  #waiters = 0;
  #looking = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Removes a device from the cache after its secret or vehicle changed. */
  forget(deviceId: string): void {
    this.#known.delete(deviceId);
  }

  forgetAll(): void {
    this.#known.clear();
  }

  /** The device of an IMEI; undefined when no vehicle has it. @throws LookupUnavailable */
  async find(deviceId: string): Promise<Device | undefined> {
    if (!isDeviceId(deviceId)) return undefined;
    return ((await this.#fresh(deviceId, freshMs)) ?? undefined)?.device;
  }

  /** The device without a lookup, when it is known and fresh. */
  peek(deviceId: string): Device | undefined {
    const known = this.#known.get(deviceId);
    return known && Date.now() - known.loaded < freshMs ? known.device : undefined;
  }

  /** Checks a device's secret. @throws LookupUnavailable */
  async verify(deviceId: string, secret: Buffer): Promise<Verdict> {
    if (!isDeviceId(deviceId)) return { refused: 'unknownDevice' };
    let known = await this.#fresh(deviceId, freshMs);
    if (known && !(known.secret && matchesSecret(known.secret, secret))) known = await this.#fresh(deviceId, recheckMs);
    if (!known) return { refused: 'unknownDevice' };
    if (!known.secret || !matchesSecret(known.secret, secret))
      return { refused: 'secret', vehicleId: known.device.vehicleId };
    return { device: known.device, credential: credentialId(known.secret.salt) };
  }

  #fresh(deviceId: string, maxAge: number): Promise<Known | undefined> {
    const known = this.#known.get(deviceId);
    if (known && Date.now() - known.loaded < maxAge) return Promise.resolve(known);
    if (this.#waiters >= maxWaiting) return Promise.reject(new LookupUnavailable('too many lookups wait'));
    return new Promise((resolve, reject) => {
      const waiters = this.#waiting.get(deviceId) ?? [];
      waiters.push({ resolve, reject });
      this.#waiting.set(deviceId, waiters);
      this.#waiters++;
      if (!this.#looking) void this.#look();
    });
  }

  async #look(): Promise<void> {
    this.#looking = true;
    while (this.#waiting.size > 0) {
      const ids = [...this.#waiting.keys()].slice(0, lookupSize);
      const batch = ids.map((id) => ({ id, waiters: this.#waiting.get(id) ?? [] }));
      for (const { id, waiters } of batch) {
        this.#waiting.delete(id);
        this.#waiters -= waiters.length;
      }
      try {
        const found = await this.#load(ids);
        for (const { id, waiters } of batch) for (const waiter of waiters) waiter.resolve(found.get(id));
      } catch (error) {
        const refusal = new LookupUnavailable('vehicles cannot be read', { cause: error });
        for (const { waiters } of batch) for (const waiter of waiters) waiter.reject(refusal);
      }
    }
    this.#looking = false;
  }

  async #load(ids: readonly string[]): Promise<Map<string, Known>> {
    const { rows } = await this.#pool.query<{
      imei: string;
      vehicle_id: string;
      range_km: number | string | null;
      salt: Buffer | null;
      secret_hash: Buffer | null;
    }>(
      `select v.imei, v.id as vehicle_id, t.range_km, c.salt, c.secret_hash
       from veh_vehicle v
       left join veh_type t on t.id = v.vehicle_type_id
       left join dev_credential c on c.vehicle_id = v.id and c.imei = v.imei
       where v.imei = any($1::text[]) and not v.deleted`,
      [ids],
    );
    if (this.#known.size + rows.length > maxKnown) this.#known.clear();
    const found = new Map<string, Known>();
    for (const row of rows) {
      const device: Device = {
        vehicleId: Number(row.vehicle_id),
        deviceId: row.imei,
        rangeKm: row.range_km === null ? null : Number(row.range_km),
      };
      const known: Known = {
        device,
        secret: row.salt && row.secret_hash ? { salt: row.salt, hash: row.secret_hash } : null,
        loaded: Date.now(),
      };
      this.#known.set(row.imei, known);
      found.set(row.imei, known);
    }
    return found;
  }
}
