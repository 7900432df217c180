import type pg from 'pg';
import type { Said } from '../../faults/fleet.ts';
import type { Stage } from './stage.ts';
import { codeOf } from './writers.ts';

/** What devices and people had got acknowledged at a moment, and what they had begun. */
export interface Moment {
  readonly said: readonly Said[];
  readonly records: ReadonlySet<string>;
  readonly begun: number;
}

export const momentOf = ({ fleet, writers }: Stage): Moment => ({
  said: fleet.said(),
  records: new Set(writers.acked),
  begun: writers.begun,
});

const without = <T>(all: ReadonlySet<T>, known: ReadonlySet<T> | undefined): Set<T> =>
  new Set([...all].filter((one) => !known?.has(one)));

/** What was acknowledged between two moments. */
export const between = (first: Moment, last: Moment): Moment => ({
  said: last.said.map((device, n) => ({ ...device, acked: without(device.acked, first.said[n]?.acked) })),
  records: without(last.records, first.records),
  begun: last.begun,
});

interface Stored {
  /** `imei seq` of each message, and how often it is there. */
  readonly messages: ReadonlyMap<string, number>;
  readonly records: ReadonlySet<string>;
}

export async function storedIn(pool: pg.Pool): Promise<Stored> {
  const messages = await pool.query<{ key: string; n: number }>(
    `select v.imei || ' ' || t.seq as key, count(*)::int as n from veh_telemetry t join veh_vehicle v on v.id = t.vehicle_id group by 1`,
  );
  const records = await pool.query<{ code: string }>('select series_code as code from veh_series where not deleted');
  return {
    messages: new Map(messages.rows.map(({ key, n }) => [key, n])),
    records: new Set(records.rows.map(({ code }) => code)),
  };
}

/** What was acknowledged at a moment and is not stored. */
export function missingOf({ said, records }: Moment, stored: Stored): { messages: number; records: number } {
  const lost = said.map(({ imei, acked }) => [...acked].filter((seq) => !stored.messages.has(`${imei} ${seq}`)).length);
  return {
    messages: lost.reduce((sum, n) => sum + n, 0),
    records: [...records].filter((code) => !stored.records.has(code)).length,
  };
}

/** What is stored and had not been begun at a moment. */
export function laterOf({ said, begun }: Moment, stored: Stored): number {
  const sent = new Map(said.map((device) => [device.imei, device.sent]));
  const messages = [...stored.messages.keys()].filter((key) => {
    const [imei = '', seq] = key.split(' ');
    return Number(seq) >= (sent.get(imei) ?? 0);
  });
  const first = codeOf(begun);
  return messages.length + [...stored.records].filter((code) => /^B\d{6}$/.test(code) && code >= first).length;
}

export const acknowledgedOf = ({ said }: Moment): number => said.reduce((sum, { acked }) => sum + acked.size, 0);

export const twiceOf = ({ messages }: Stored): number => [...messages.values()].filter((n) => n > 1).length;
