import type pg from 'pg';
import type { Fleet } from './fleet.ts';

export interface Pause {
  readonly kind: 'automatic' | 'by hand';
  /** Jobs that had gone out when it began, by the database, and when it ended. */
  readonly sentBefore: number;
  readonly sentAfter: number;
  /** Jobs that still waited to be handed over when it had begun. */
  readonly waiting: number;
  /** Sent while they were away: their jobs were taken back. */
  readonly held: number;
  /** Jobs first heard in the first second: they were on the wire. */
  readonly onTheWire: number;
  /** Jobs first heard later. */
  readonly heard: number;
  readonly seconds: number;
}

interface Watched {
  readonly pool: pg.Pool;
  readonly fleet: Fleet;
  readonly taskId: string;
  readonly kind: Pause['kind'];
}

const wireMs = 1_000;

async function numbers({ pool, taskId }: Watched) {
  const { rows } = await pool.query<{ sent: number; held: number; waiting: number }>(
    `select (select count(*) from ota_execution_log l join ota_execution x on x.id = l.execution_id where x.task_id = $1 and l.event = 'download')::int as sent,
       (select count(*) from ota_execution where task_id = $1 and status = 1 and attempt > 0 and deadline is null and report_rank = 0)::int as held,
       (select count(*) from dev_downlink where kind = 'ota' and payload::jsonb -> 'pkgs' <> '[]')::int as waiting`,
    [taskId],
  );
  return rows[0] ?? { sent: 0, held: 0, waiting: 0 };
}

/** What becomes of a task from the moment it is seen to be paused. */
export class PauseWatch {
  readonly #of: Watched;
  readonly #begun: number;
  readonly #before: { readonly sent: number; readonly held: number; readonly waiting: number };

  private constructor(of: Watched, begun: number, before: Awaited<ReturnType<typeof numbers>>) {
    [this.#of, this.#begun, this.#before] = [of, begun, before];
  }

  static async begin(of: Watched): Promise<PauseWatch> {
    const begun = Date.now();
    return new PauseWatch(of, begun, await numbers(of));
  }

  async end(): Promise<Pause> {
    const { sent } = await numbers(this.#of);
    const [{ fleet, kind }, now] = [this.#of, Date.now()];
    return {
      kind,
      sentBefore: this.#before.sent,
      sentAfter: sent,
      waiting: this.#before.waiting,
      held: this.#before.held,
      onTheWire: fleet.heardBetween(this.#begun, this.#begun + wireMs),
      heard: fleet.heardBetween(this.#begun + wireMs, now),
      seconds: Math.round((now - this.#begun) / 100) / 10,
    };
  }
}
