import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Fleet } from './fleet.ts';
import { patienceMs } from './process.ts';

export interface Recovery {
  readonly fault: string;
  /** Until devices were acknowledged and calls answered again, and all that was acknowledged was stored. */
  readonly seconds: number;
}

export interface FaultReport {
  readonly sent: number;
  readonly acknowledged: number;
  readonly stored: number;
  /** Acknowledged, and not stored. */
  readonly missing: number;
  /** Stored more than once. */
  readonly twice: number;
  readonly recoveries: readonly Recovery[];
}

/** A loaded platform, and what became of it. */
export class Trial {
  readonly #pool: pg.Pool;
  readonly #fleet: Fleet;
  readonly #tell: (line: string) => void;
  readonly #answered: () => number;
  readonly recoveries: Recovery[] = [];

  /**
   * @param tell what has happened, line by line
   * @param answered when something else than the devices was answered last, ms since epoch: it has to be answered again too
   */
  constructor(
    pool: pg.Pool,
    fleet: Fleet,
    tell: (line: string) => void = () => undefined,
    answered: () => number = Date.now,
  ) {
    this.#tell = tell;
    this.#pool = pool;
    this.#fleet = fleet;
    this.#answered = answered;
  }

  async stored(): Promise<number> {
    const { rows } = await this.#pool.query<{ n: string }>('select count(*) as n from veh_telemetry');
    return Number(rows[0]?.n);
  }

  /** Waits until devices are no longer acknowledged: for three seconds not one was. */
  async untilRefused(): Promise<void> {
    const { acks } = this.#fleet;
    for (const end = Date.now() + patienceMs; (acks.at(-1) ?? 0) > Date.now() - 3_000; await sleep(100))
      if (Date.now() > end) throw new Error('devices are acknowledged all the same');
  }

  /** Does something bad and waits until all is well again. */
  async suffer(fault: string, harm: () => Promise<void> | void): Promise<void> {
    const begun = Date.now();
    const { acks } = this.#fleet;
    await harm();
    const known = acks.length;
    const harmed = Date.now();
    for (;;) {
      await sleep(50);
      const acked = acks.length;
      const stored = await this.stored().catch(() => -1);
      const isAnswered = this.#answered() >= harmed;
      if (acked > known && stored >= known && isAnswered && (acks.at(-1) ?? 0) > Date.now() - 500) break;
      if (Date.now() - begun > patienceMs)
        throw new Error(
          `no recovery from ${fault}: ${JSON.stringify({ known, acked, stored, isAnswered, quietMs: Date.now() - (acks.at(-1) ?? 0) })}`,
        );
    }
    const seconds = Math.round((Date.now() - begun) / 100) / 10;
    this.#tell(`${fault}: back after ${seconds} s`);
    this.recoveries.push({ fault, seconds });
  }
}

/** Lines about numbers that have to be 0 and are not. */
export const notZero = (numbers: Readonly<Record<string, number>>): string[] =>
  Object.entries(numbers).flatMap(([name, n]) => (n === 0 ? [] : [`${name}: ${n}`]));

/** Everything that was acknowledged, against what is stored. */
export async function compare(pool: pg.Pool, fleet: Fleet): Promise<Omit<FaultReport, 'recoveries'>> {
  const said = await fleet.finish();
  const acknowledged = said.reduce((sum, device) => sum + device.acked.size, 0);
  const sent = said.reduce((sum, device) => sum + device.sent, 0);
  let result = { sent, acknowledged, stored: 0, missing: acknowledged, twice: 0 };
  // An outside broker may still have some to hand over.
  for (const end = Date.now() + 20_000; result.missing > 0 && Date.now() < end; await sleep(200)) {
    const { rows } = await pool.query<{ imei: string; seq: string; n: string }>(
      'select v.imei, t.seq, count(*) as n from veh_telemetry t join veh_vehicle v on v.id = t.vehicle_id group by 1, 2',
    );
    const stored = new Set(rows.map((row) => `${row.imei} ${row.seq}`));
    const missing = said.reduce(
      (sum, device) => sum + [...device.acked].filter((seq) => !stored.has(`${device.imei} ${seq}`)).length,
      0,
    );
    result = {
      sent,
      acknowledged,
      stored: stored.size,
      missing,
      twice: rows.filter((row) => Number(row.n) > 1).length,
    };
  }
  return result;
}
