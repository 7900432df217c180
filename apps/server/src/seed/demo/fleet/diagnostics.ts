import { createHash } from 'node:crypto';
import { formatDay } from '@wheelhouse/contract/time';
import type { PoolClient } from 'pg';
import { after, day, hour, minute } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import type { Vehicle } from '../vehicles/fleet.ts';
import type { World } from '../world.ts';

/** Number of vehicles with connection records: enough to look at, few enough to load at once. */
const connected = 400;
// prettier-ignore
const endings = [['keepalive', 5], ['will', 4], ['closed', 3], ['replaced', 2], ['shutdown', 1]] as const;

interface Wrong {
  readonly reason: string;
  readonly sample: string;
  readonly payload: string;
}

/** What devices get wrong in the field. */
const wrongs: readonly Wrong[] = [
  {
    reason: 'position',
    sample: 'lat=0 lng=0',
    payload: '{"v":1,"mid":"31-118","s":[{"ts":0,"pos":{"lat":0,"lng":0,"fix":0}}]}',
  },
  {
    reason: 'ts',
    sample: 'ts=4102444800000',
    payload: '{"v":1,"mid":"12-4","s":[{"ts":4102444800000,"tsq":"none","bat":[{"soc":64}]}]}',
  },
  { reason: 'json', sample: '{"v":1,"mid":"8-77","s":[{"ts":17', payload: '{"v":1,"mid":"8-77","s":[{"ts":17' },
  { reason: 'soc', sample: 'bat.soc=255', payload: '{"v":1,"mid":"19-902","s":[{"ts":0,"bat":[{"soc":255}]}]}' },
  { reason: 'field', sample: 'net.csq=255', payload: '{"v":1,"mid":"5-33","s":[{"ts":0,"net":{"csq":255}}]}' },
];

/** The same for the same name, as everything in the demo. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

function sessionsOf({ now, random }: World, { id, imei }: Vehicle): CopyRow[] {
  const dice = random.fork(`sessions ${imei}`);
  const rows: CopyRow[] = [];
  let start = after(now, -dice.between(2.5, 4) * day);
  for (;;) {
    const end = after(start, dice.between(0.2, 22) * hour);
    if (end.getTime() > now.getTime() - 10 * minute) return rows;
    rows.push({
      session: uuidOf(`session ${imei} ${rows.length}`),
      vehicle_id: id,
      ip: `100.${dice.int(64, 127)}.${dice.int(0, 255)}.${dice.int(1, 254)}`,
      connect_time: start,
      disconnect_time: end,
      reason: dice.weighted(endings),
    });
    start = after(end, dice.between(0.2, 40) * minute);
  }
}

function refusalsOf({ now, random }: World, { id, imei }: Vehicle): { counts: CopyRow[]; messages: CopyRow[] } {
  const dice = random.fork(`refused ${imei}`);
  const [counts, messages]: [CopyRow[], CopyRow[]] = [[], []];
  if (!dice.chance(0.22)) return { counts, messages };
  const wrong = dice.pick(wrongs);
  for (let ago = dice.int(1, 6); ago > 0; ago -= dice.int(1, 3)) {
    const last = after(now, -ago * day + dice.between(0, 20) * hour);
    const count = dice.int(1, 40);
    const first = after(last, -dice.between(1, 120) * minute);
    const stamp = { device_id: imei, day: formatDay(last), reason: wrong.reason, vehicle_id: id, count };
    counts.push({ ...stamp, first_time: first, last_time: last, sample: wrong.sample });
    messages.push({
      vehicle_id: id,
      recv_time: last,
      kind: 'telemetry',
      size: Buffer.byteLength(wrong.payload),
      outcome: wrong.reason === 'field' ? 'partial' : 'refused',
      reasons: [wrong.reason],
      payload: wrong.payload.replace('"ts":0', `"ts":${last.getTime()}`),
    });
  }
  return { counts, messages };
}

/** The last days of the fleet's connections, with what goes wrong in any fleet. */
export async function makeDiagnostics(client: PoolClient, world: World): Promise<void> {
  const vehicles = world.fleet.filter(({ activated }) => activated !== null).slice(0, connected);
  const refused = vehicles.map((vehicle) => refusalsOf(world, vehicle));
  const days = new Map(
    refused.flatMap(({ counts }) => counts).map((row) => [`${String(row['device_id'])} ${String(row['day'])}`, row]),
  );
  await copyRows(
    client,
    'dev_connection',
    vehicles.flatMap((vehicle) => sessionsOf(world, vehicle)),
  );
  await copyRows(client, 'dev_refusal', [...days.values()]);
  await copyRows(
    client,
    'dev_message',
    refused.flatMap(({ messages }) => messages),
  );
  const repeated = [...days.values()].map((row) => ({
    vehicle_id: row['vehicle_id'] ?? null,
    day: row['day'] ?? null,
    duplicates: Number(row['count']) * 2,
  }));
  await copyRows(client, 'dev_device_day', repeated);
}
