import type { DiagnosticsReading } from '@wheelhouse/contract/diagnostics';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { notifyLive } from '../../../db/live.ts';
import { withTransaction } from '../../../db/pool.ts';
import { findInScope, holds, idsInScope } from '../../../entity/read.ts';
import { traceTopic, watchTopic } from '../../../gateway/service.ts';
import { type Call, defineCall } from '../../../http/call.ts';
import type { App, SessionUser } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import type { TopicStream, TopicKind } from '../../../http/live-stream.ts';
import { readDiagnostics, readMessages } from './readings.ts';
import { id } from '../../../http/kit.ts';
import { idPattern } from '@wheelhouse/contract/text';

const vehicle = entityNamed('vehicle');
const right = 'vehicleManage.query';
/** How long a vehicle stays watched after the last request. */
const watchMs = 60_000;
const renewMs = 30_000;
/** Interval between two readings for a viewer. */
const everyMs = 1_000;
/** Interval of readings without new messages: connections and refusals change too. */
const quietMs = 5_000;
const mostUnread = 128 * 1024;

/** Messages and refused values may hold the position of the vehicle. */
function shownTo(user: SessionUser, { summary, messages }: DiagnosticsReading): DiagnosticsReading {
  if (holds(user, 'privacy.viewLocation')) return { summary, messages };
  return {
    summary: { ...summary, refusals: summary.refusals.map((row) => ({ ...row, sample: null })) },
    messages: messages.map((row) => ({ ...row, payload: null })),
  };
}

/** Makes all processes keep the vehicle's messages for the next minute. */
async function watch(app: App, id: string): Promise<void> {
  const until = Date.now() + watchMs;
  await withTransaction(app.db, async (tx) => {
    await sql`insert into dev_watch (vehicle_id, until_time) values (${id}, ${new Date(until)})
      on conflict (vehicle_id) do update set until_time = excluded.until_time`.execute(tx);
    await notifyLive(tx, watchTopic, { vehicleId: Number(id), until });
  });
}

/** A viewer of one vehicle. */
class Look {
  readonly #stream: TopicStream;
  readonly #offs: (() => void)[];
  readonly #timers: NodeJS.Timeout[];
  #since = '0';
  #dirty = true;
  #lastRead = 0;
  #last = '';
  #reading = false;

  constructor(stream: TopicStream) {
    this.#stream = stream;
    const { live } = stream.app;
    this.#offs = [
      live.subscribe(traceTopic, (data) => {
        if ((data as { ids: number[] }).ids.includes(Number(stream.id))) this.#dirty = true;
      }),
      live.onResync(() => (this.#dirty = true)),
    ];
    const renew = () =>
      void watch(stream.app, stream.id).catch((error: unknown) =>
        stream.app.log.warn({ err: error }, 'device could not be watched'),
      );
    renew();
    this.#timers = [setInterval(renew, renewMs).unref(), setInterval(() => void this.#turn(), everyMs).unref()];
    void this.#turn();
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const off of this.#offs) off();
  }

  async #turn(): Promise<void> {
    const { app, id } = this.#stream;
    const isDue = this.#dirty || Date.now() - this.#lastRead >= quietMs;
    if (!isDue || this.#reading || this.#stream.unread() > mostUnread) return;
    this.#reading = true;
    this.#dirty = false;
    this.#lastRead = Date.now();
    try {
      const messages = await readMessages(app, id, this.#since);
      const summary = await readDiagnostics(app, id);
      if (summary) this.#push({ summary, messages });
    } catch (error) {
      this.#dirty = true;
      app.log.warn({ err: error }, 'diagnostics could not be read');
    }
    this.#reading = false;
  }

  #push(reading: DiagnosticsReading): void {
    this.#since = reading.messages[0]?.id ?? this.#since;
    // Durations of open connections change all the time; pages count them themselves.
    const mark = JSON.stringify(reading, (key, value: unknown) => (key === 'seconds' ? undefined : value));
    if (mark === this.#last && reading.messages.length === 0) return;
    this.#last = mark;
    this.#stream.push(shownTo(this.#stream.user(), reading));
  }
}

export const diagnosticsTopic: TopicKind = {
  async authorize(user, id, app) {
    if (!idPattern.test(id) || !holds(user, right)) return false;
    return (await idsInScope(app.pool, vehicle, user, [id])).has(id);
  },
  open(stream) {
    const look = new Look(stream);
    return () => look.close();
  },
};

const diagnostics = defineCall('POST /veh/crm/vehicle/diagnostics', {
  access: right,
  body: z.object({ id }),
  summary: { zh: '设备连接诊断', en: 'Connection diagnostics of a device' },
  async run(ctx, input): Promise<DiagnosticsReading> {
    const { id } = await findInScope(ctx, vehicle, input.id);
    const [summary, messages] = await Promise.all([
      readDiagnostics(ctx.app, String(id)),
      readMessages(ctx.app, String(id)),
    ]);
    if (!summary) throw new AppError(1002);
    return shownTo(ctx.user, { summary, messages });
  },
});

export const diagnosticsCalls: readonly Call[] = [diagnostics];
