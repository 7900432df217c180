import type { Downlinks } from '@wheelhouse/contract/device/payloads';
import { downlinkKinds, type DownlinkKind } from '@wheelhouse/contract/device/topics';
import { sql } from 'kysely';
import { liveChannel, notifyLive } from '../db/live.ts';
import type { Db, Tx } from '../db/pool.ts';

/** Live topic: a downlink for `deviceId` waits in `dev_downlink`. */
export const downlinkTopic = 'device.down';

/** Seconds a downlink waits for its device by default. */
const defaultTtlSec = 60;

/**
 * Sends a message to a device when the transaction commits: at once through whichever process or outside broker reaches it, or when it comes
 * back before `ttlSec` is over. Delivered at least once; the device recognises repeats by the message's own id or version.
 * @param deviceId IMEI of the control unit @param kind topic below `v1/{deviceId}/down/`
 */
export async function publishDown<Kind extends DownlinkKind>(
  executor: Db | Tx,
  deviceId: string,
  kind: Kind,
  payload: Downlinks[Kind],
  ttlSec = defaultTtlSec,
): Promise<void> {
  if (!downlinkKinds.includes(kind)) throw new RangeError(`no downlink ${kind}`);
  await sql`insert into dev_downlink (device_id, kind, payload, expire_time)
    values (${deviceId}, ${kind}, ${JSON.stringify(payload)}, now() + make_interval(secs => ${ttlSec}))`.execute(
    executor,
  );
  await notifyLive(executor, downlinkTopic, { deviceId });
}

/** The same for many devices at once. */
export async function publishDownMany<Kind extends DownlinkKind>(
  executor: Db | Tx,
  kind: Kind,
  messages: readonly { readonly deviceId: string; readonly payload: Downlinks[Kind] }[],
  ttlSec = defaultTtlSec,
): Promise<void> {
  if (messages.length === 0) return;
  const devices = messages.map(({ deviceId }) => deviceId);
  const payloads = messages.map(({ payload }) => JSON.stringify(payload));
  await sql`
    with sent as (
      insert into dev_downlink (device_id, kind, payload, expire_time)
      select device, ${kind}, payload, now() + make_interval(secs => ${ttlSec})
      from unnest(${devices}::text[], ${payloads}::text[]) as m (device, payload) returning device_id)
    select count(pg_notify(${liveChannel}, json_build_object('t', ${downlinkTopic}::text, 'd', json_build_object('deviceId', device_id))::text)) from sent`.execute(
    executor,
  );
}

/**
 * Takes back what waits for devices and has not been handed over, and waits for what is being handed over: after the commit none of it reaches
 * its device. @param messages devices, each with a part of the payload by which the message is known @returns places of those taken back in `messages`
 * @for a message that devices must not get any more: takes back what waits and waits for what is being handed over: `ota/tasks/hold.ts`
 */
export async function takeBackMany<Kind extends DownlinkKind>(
  executor: Db | Tx,
  kind: Kind,
  messages: readonly { readonly deviceId: string; readonly part: Partial<Downlinks[Kind]> }[],
): Promise<readonly number[]> {
  if (messages.length === 0) return [];
  const devices = messages.map(({ deviceId }) => deviceId);
  const parts = messages.map(({ part }) => JSON.stringify(part));
  const { rows } = await sql<{ at: number }>`
    delete from dev_downlink d using unnest(${devices}::text[], ${parts}::text[]) with ordinality as m (device, part, at)
    where d.device_id = m.device and d.kind = ${kind} and d.payload::jsonb @> m.part::jsonb returning (m.at - 1)::int as at`.execute(
    executor,
  );
  return rows.map(({ at }) => at);
}
