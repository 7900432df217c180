import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { notifyLive } from '../db/live.ts';
import type { NatsConfig } from '../config-broker.ts';
import type { Db, Tx } from '../db/pool.ts';
import { makeDevicePassword } from './nats/device-passwords.ts';

export interface StoredSecret {
  readonly salt: Buffer;
  /** SHA-256(salt ‖ secret). */
  readonly hash: Buffer;
}

/** Live topic: the device `imei` has a new credential; connections made with another one are closed. `{ imei, credential }` */
export const credentialTopic = 'device.credential';

const hashSecret = (salt: Buffer, secret: Buffer | string): Buffer =>
  createHash('sha256').update(salt).update(secret).digest();

/** Identifies a credential without revealing it: its random salt. */
export const credentialId = (salt: Buffer): string => salt.toString('hex');

export function matchesSecret(stored: StoredSecret, secret: Buffer): boolean {
  return timingSafeEqual(stored.hash, hashSecret(stored.salt, secret));
}

/**
 * Sets a device's secret, for seeding and for makers who bring their own.
 * @param imei the vehicle's control unit; a credential of another IMEI of the same vehicle is replaced
 * @param natsKey names the password that was made for it at a NATS cluster; the one before is revoked
 */
export async function setDeviceSecret(
  executor: Db | Tx,
  vehicleId: string | number,
  imei: string,
  secret: string,
  natsKey: string | null = null,
): Promise<void> {
  const salt = randomBytes(16);
  // A control unit moved to another vehicle takes its IMEI along.
  await sql`delete from dev_credential where imei = ${imei} and vehicle_id <> ${vehicleId}`.execute(executor);
  await sql`
    insert into dev_credential (vehicle_id, imei, salt, secret_hash, nats_key) values (${vehicleId}, ${imei}, ${salt}, ${hashSecret(salt, secret)}, ${natsKey})
    on conflict (vehicle_id) do update set imei = excluded.imei, salt = excluded.salt, secret_hash = excluded.secret_hash,
      nats_key = excluded.nats_key, update_time = now()
  `.execute(executor);
  await notifyLive(executor, credentialTopic, { imei, credential: credentialId(salt) });
}

/** Closes the device's connection when the transaction commits, and looks it up anew: after its vehicle was deleted or got another unit. */
export async function dropDevice(executor: Db | Tx, imei: string): Promise<void> {
  await notifyLive(executor, credentialTopic, { imei, credential: '' });
}

/**
 * Gives a vehicle's device a new random secret; the old one stops working and an open connection is closed when the transaction commits.
 * @param nats with the keys of a cluster: the device gets a password for it too
 * @returns the secret, to be shown once: only its hash is kept. Undefined when there is no such vehicle or it has no IMEI
 */
export async function resetDeviceSecret(
  executor: Db | Tx,
  vehicleId: string | number,
  nats?: Pick<NatsConfig, 'keys' | 'credentials'>,
): Promise<{ deviceId: string; secret: string; mqttPassword?: string } | undefined> {
  const { rows } = await sql<{
    imei: string | null;
  }>`select imei from veh_vehicle where id = ${vehicleId} and not deleted`.execute(executor);
  const imei = rows[0]?.imei;
  if (!imei) return undefined;
  const secret = randomBytes(32).toString('base64url');
  const made = nats?.keys && nats.credentials && (await makeDevicePassword(nats.keys, nats.credentials, imei));
  await setDeviceSecret(executor, vehicleId, imei, secret, made?.key);
  return { deviceId: imei, secret, ...(made && { mqttPassword: made.password }) };
}

/** Forgets a vehicle's device: it may not connect again until it is given a new secret (its control unit was replaced). */
export async function revokeDevice(executor: Db | Tx, vehicleId: string | number): Promise<void> {
  const { rows } = await sql<{
    imei: string;
  }>`delete from dev_credential where vehicle_id = ${vehicleId} returning imei`.execute(executor);
  for (const { imei } of rows) await notifyLive(executor, credentialTopic, { imei });
}
