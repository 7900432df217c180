import type { PoolClient } from 'pg';
import type { Applied } from './status.ts';
import type { EventItem, Item, PresenceItem } from './types.ts';

/** Live topic of changed vehicles: `{ ids: number[] }`. */
const liveChannel = 'wh_live';
/** A notification carries less than 8000 bytes; so many ids of up to 19 digits would still fit. */
const idsPerNotice = 700;
const maxNotice = 7_500;

/** Stores uplinks other than telemetry, and changes of presence, in the client's transaction. */
export async function writeEvents(
  client: PoolClient,
  items: readonly EventItem[],
  { presence, late }: Applied,
): Promise<void> {
  const rows = [
    ...items.map((item) => ({
      vehicle_id: item.device.vehicleId,
      kind: item.kind,
      ts: new Date(item.ts),
      recv_time: new Date(item.recv),
      boot: item.boot,
      seq: item.seq,
      code: item.code,
      state: item.state,
      severity: item.severity,
      ref: item.ref,
      lat: item.lat,
      lng: item.lng,
      payload_text: item.payload,
    })),
    ...presence.map((change) => ({
      vehicle_id: change.vehicleId,
      kind: 'status',
      ts: new Date(change.at),
      recv_time: new Date(change.at),
      code: change.online ? 'online' : 'offline',
    })),
  ];
  if (rows.length > 0) {
    await client.query(
      `insert into veh_device_event (vehicle_id, kind, ts, recv_time, boot, seq, code, state, severity, ref, lat, lng, payload)
       select vehicle_id, kind, ts, recv_time, boot, seq, code, state, severity, ref, lat, lng, payload_text::jsonb
       from json_to_recordset($1) as u(vehicle_id bigint, kind text, ts timestamptz, recv_time timestamptz, boot bigint, seq bigint, code text,
         state text, severity text, ref text, lat float8, lng float8, payload_text text)`,
      [JSON.stringify(rows)],
    );
  }
  if (late.length > 0) {
    const windows = late.map((window) => ({
      vehicle_id: window.vehicleId,
      from_time: new Date(window.from),
      to_time: new Date(window.to),
    }));
    await client.query(
      `insert into veh_telemetry_late as l select * from json_populate_recordset(null::veh_telemetry_late, $1) order by vehicle_id
       on conflict (vehicle_id) do update set from_time = least(l.from_time, excluded.from_time), to_time = greatest(l.to_time, excluded.to_time)`,
      [JSON.stringify(windows)],
    );
  }
}

/** Live topic: devices connected elsewhere, so that older connections of theirs are closed: `{ taken: [deviceId, session, ms][] }`. */
export const takenTopic = 'device.taken';
const takenPerNotice = 80;

/** Keeps the log of connections to the embedded broker, in the client's transaction. */
export async function writeConnections(client: PoolClient, items: readonly Item[]): Promise<void> {
  const ofChange = (change: PresenceItem['change']) =>
    items.filter(
      (item): item is PresenceItem => item.type === 'presence' && item.change === change && item.session !== null,
    );
  const opened = ofChange('connect').map((item) => ({
    session: item.session,
    vehicle_id: item.device.vehicleId,
    ip: item.ip ?? null,
    connect_time: new Date(item.recv),
  }));
  if (opened.length > 0) {
    await notifyTaken(client, ofChange('connect'));
    // Rows left open by a process that died; a connection that was replaced closes its own row.
    await client.query(
      `update dev_connection set disconnect_time = now(), reason = 'lost' where vehicle_id = any($1::bigint[]) and disconnect_time is null`,
      [opened.map((row) => row.vehicle_id)],
    );
    await client.query(
      'insert into dev_connection select * from json_populate_recordset(null::dev_connection, $1) on conflict do nothing',
      [JSON.stringify(opened)],
    );
  }
  const closed = ofChange('disconnect').map((item) => ({
    session: item.session,
    disconnect_time: new Date(item.recv),
    reason: item.reason ?? 'closed',
  }));
  if (closed.length > 0) {
    await client.query(
      `update dev_connection c set disconnect_time = u.disconnect_time, reason = u.reason
       from json_populate_recordset(null::dev_connection, $1) u where c.session = u.session`,
      [JSON.stringify(closed)],
    );
  }
}

async function notifyTaken(client: PoolClient, opened: readonly PresenceItem[]): Promise<void> {
  const notices: string[] = [];
  for (let at = 0; at < opened.length; at += takenPerNotice) {
    const taken = opened.slice(at, at + takenPerNotice).map((item) => [item.device.deviceId, item.session, item.recv]);
    notices.push(JSON.stringify({ t: takenTopic, d: { taken } }));
  }
  await client.query('select pg_notify($1, n) from unnest($2::text[]) n', [liveChannel, notices]);
}

/** Notifies every process which vehicles changed, when the transaction commits: a few notices for a batch, not one a message. */
export async function notifyVehicles(client: PoolClient, vehicleIds: Iterable<number>): Promise<void> {
  const ids = [...vehicleIds];
  const notices: string[] = [];
  for (let at = 0; at < ids.length;) {
    let size = Math.min(idsPerNotice, ids.length - at);
    let text = notice(ids.slice(at, at + size));
    while (text.length > maxNotice) text = notice(ids.slice(at, at + (size = Math.floor(size / 2))));
    notices.push(text);
    at += size;
  }
  if (notices.length > 0)
    await client.query({
      name: 'gateway-notify',
      text: 'select pg_notify($1, n) from unnest($2::text[]) n',
      values: [liveChannel, notices],
    });
}

const notice = (ids: readonly number[]): string => JSON.stringify({ t: 'telemetry', d: { ids } });
