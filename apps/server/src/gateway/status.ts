import type { PoolClient } from 'pg';
import { Fold, foldedColumns, forgettableColumns } from './fold.ts';
import { geoCell } from './geo.ts';
import type { Suspect } from './repeats.ts';
import type { Device, Item, TelemetryItem } from './types.ts';
import { notKnown } from './values.ts';

/** A change of presence that happened. */
export interface PresenceChange {
  readonly vehicleId: number;
  readonly online: boolean;
  readonly at: number;
}

const plainColumns = [
  'recv_time',
  'online',
  'online_since',
  'offline_time',
  'session',
  'estimated_range_km',
  'geo_cell',
  'gps_time',
  'report_time',
  'boot',
  'seq',
  'fold_keys',
];
const setList = [...foldedColumns, ...plainColumns]
  .map((column) => {
    const value = `coalesce(u.${column}, s.${column})`;
    return `${column} = ${forgettableColumns.has(column) ? `nullif(${value}, ${notKnown})` : value}`;
  })
  .join(', ');
const updateSql = `update veh_vehicle_status s set ${setList} from json_populate_recordset(null::veh_vehicle_status, $1) u where s.vehicle_id = u.vehicle_id`;

interface StatusRow {
  readonly vehicle_id: string;
  readonly fold_keys: string;
  readonly online: number;
  readonly session: string | null;
}

/** Columns of `veh_vehicle_status` to write. */
interface StatusDocument extends Readonly<Record<string, unknown>> {
  readonly vehicle_id: number;
  readonly online: 0 | 1;
  fold_keys?: string;
  session?: string | null;
  recv_time?: string;
  online_since?: string;
  offline_time?: string;
  estimated_range_km?: number;
  geo_cell?: number;
  extra?: unknown;
}

/** One vehicle's row while a batch is applied to it, message by message in the order of arrival. */
class VehicleState {
  readonly #device: Device;
  readonly #row: StatusRow;
  #fold: Fold | undefined;
  #online: boolean;
  #session: string | null;
  #onlineSince: number | undefined;
  #offlineTime: number | undefined;
  #recv = 0;
  readonly suspects: Suspect[] = [];

  constructor(device: Device, row: StatusRow) {
    this.#device = device;
    this.#row = row;
    this.#online = row.online === 1;
    this.#session = row.session;
  }

  get fold(): Fold {
    return (this.#fold ??= new Fold(this.#row.fold_keys));
  }
  get late(): { from: number; to: number } | undefined {
    return this.#fold?.late;
  }

  apply(item: Item, isNew: boolean): PresenceChange | undefined {
    if (item.type === 'presence' && item.change === 'disconnect') return undefined;
    if (item.type === 'presence' && item.change === 'offline') return this.#goOffline(item.session, item.recv);
    if (item.type === 'presence' && item.session !== null) this.#session = item.session;
    if (item.type === 'telemetry' && isNew)
      for (const reading of item.readings)
        if (!this.fold.add(item.boot, item.seq, reading)) this.suspects.push({ item, reading });
    this.#recv = Math.max(this.#recv, item.recv);
    if (this.#online) return undefined;
    this.#online = true;
    this.#onlineSince = item.recv;
    return { vehicleId: this.#device.vehicleId, online: true, at: item.recv };
  }

  /** A will counts only for the connection that holds the device online: one of an earlier connection comes late and says nothing. */
  #goOffline(session: string | null, at: number): PresenceChange | undefined {
    if (!this.#online || (session !== null && this.#session !== null && session !== this.#session)) return undefined;
    this.#online = false;
    this.#offlineTime = at;
    return { vehicleId: this.#device.vehicleId, online: false, at };
  }

  /** The row to write, as JSON; absent columns stay. */
  document(): StatusDocument {
    const change: StatusDocument = {
      ...this.#fold?.change(),
      vehicle_id: this.#device.vehicleId,
      online: this.#online ? 1 : 0,
    };
    if (this.#fold) change.fold_keys = this.#fold.stored();
    if (this.#session !== this.#row.session) change.session = this.#session;
    if (this.#recv > 0) change.recv_time = new Date(this.#recv).toISOString();
    if (this.#onlineSince !== undefined) change.online_since = new Date(this.#onlineSince).toISOString();
    if (this.#offlineTime !== undefined) change.offline_time = new Date(this.#offlineTime).toISOString();
    const { soc, gps_lng: lng, gps_lat: lat, extra } = change;
    if (typeof soc === 'number' && this.#device.rangeKm !== null)
      change.estimated_range_km = Math.round((this.#device.rangeKm * soc) / 100);
    if (typeof lng === 'number' && typeof lat === 'number') change.geo_cell = geoCell(lng, lat);
    if (typeof extra === 'string') change.extra = JSON.parse(extra) as unknown;
    return change;
  }
}

async function lockRows(client: PoolClient, ids: readonly number[]): Promise<StatusRow[]> {
  const { rows } = await client.query<StatusRow>({
    name: 'gateway-lock',
    text: 'select vehicle_id, fold_keys, online, session from veh_vehicle_status where vehicle_id = any($1::bigint[]) order by vehicle_id for update',
    values: [ids],
  });
  return rows;
}

/** Latest states of the batch's vehicles, locked in vehicle order; rows that are missing are made. */
async function lockStates(
  client: PoolClient,
  devices: ReadonlyMap<number, Device>,
): Promise<Map<number, VehicleState>> {
  const rows = await lockRows(client, [...devices.keys()]);
  if (rows.length < devices.size) {
    const there = new Set(rows.map((row) => Number(row.vehicle_id)));
    const missing = [...devices.keys()].filter((id) => !there.has(id));
    await client.query(
      'insert into veh_vehicle_status (vehicle_id) select id from unnest($1::bigint[]) id order by id on conflict do nothing',
      [missing],
    );
    rows.push(...(await lockRows(client, missing)));
  }
  const states = new Map<number, VehicleState>();
  for (const row of rows) {
    const device = devices.get(Number(row.vehicle_id));
    if (device) states.set(device.vehicleId, new VehicleState(device, row));
  }
  return states;
}

export interface Applied {
  readonly presence: readonly PresenceChange[];
  /** Stretches of device time that arrived behind newer samples: trips and mileage over them are to be computed again. */
  readonly late: readonly { vehicleId: number; from: number; to: number }[];
  /** Samples that are no newer than others of their vehicle. */
  readonly suspects: readonly Suspect[];
}

/** Brings the batch into the latest states, in the client's transaction. @param fresh items that were not stored before */
export async function applyStatus(
  client: PoolClient,
  items: readonly Item[],
  fresh: ReadonlySet<Item>,
): Promise<Applied> {
  const devices = new Map(items.map((item) => [item.device.vehicleId, item.device]));
  const states = await lockStates(client, devices);
  const presence: PresenceChange[] = [];
  for (const item of items) {
    const change = states.get(item.device.vehicleId)?.apply(item, fresh.has(item));
    if (change) presence.push(change);
  }
  const documents = [...states.values()].map((state) => state.document());
  await client.query({ name: 'gateway-status', text: updateSql, values: [JSON.stringify(documents)] });
  const late = [...states].flatMap(([vehicleId, state]) => (state.late ? [{ vehicleId, ...state.late }] : []));
  return { presence, late, suspects: [...states.values()].flatMap((state) => state.suspects) };
}

/** Items of telemetry that are new. */
export function newTelemetry(items: readonly Item[], fresh: ReadonlySet<Item>): TelemetryItem[] {
  return items.filter((item): item is TelemetryItem => item.type === 'telemetry' && fresh.has(item));
}
