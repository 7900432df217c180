import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { holds, idsInScope } from '../../entity/read.ts';
import type { App } from '../../http/context.ts';
import type { TopicStream, TopicKind } from '../../http/live-stream.ts';
import { statusInCase, watchedCase } from './case-status.ts';
import { caseTopic } from './notes.ts';
import { idPattern } from '@wheelhouse/contract/text';

const stolenCase = entityNamed('stolenCase');
const reported = z.object({ ids: z.array(z.number()) });
const changed = z.object({ id: z.string() });
/** One reading in such a time; whoever has this much unread waits for the next. */
const everyMs = 900;
const mostUnread = 64 * 1024;

/** Follows one case for one reader. */
class CaseWatch {
  readonly #stream: TopicStream;
  readonly #vehicle: Promise<string | undefined>;
  readonly #off: (() => void)[];
  #timer: NodeJS.Timeout | undefined;
  #lastRead = 0;
  #caseChanged = false;
  #stopped = false;

  constructor(stream: TopicStream) {
    this.#stream = stream;
    const { app, id } = stream;
    this.#vehicle = watchedCase(app, id).then(
      (watched) => watched?.vehicleId,
      () => undefined,
    );
    this.#off = [
      app.live.subscribe('telemetry', (data) => void this.#reported(data)),
      app.live.subscribe(caseTopic, (data) => this.#changed(data)),
      app.live.onResync(() => this.#schedule()),
    ];
    this.#schedule();
  }

  async #reported(data: unknown): Promise<void> {
    const parsed = reported.safeParse(data);
    const vehicleId = await this.#vehicle;
    if (parsed.success && parsed.data.ids.some((id) => String(id) === vehicleId)) this.#schedule();
  }

  #changed(data: unknown): void {
    const parsed = changed.safeParse(data);
    if (!parsed.success || parsed.data.id !== this.#stream.id) return;
    this.#caseChanged = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer ??= setTimeout(() => void this.#send(), Math.max(10, this.#lastRead + everyMs - Date.now())).unref();
  }

  async #send(): Promise<void> {
    this.#lastRead = Date.now();
    const { app, id } = this.#stream;
    const caseChanged = this.#caseChanged;
    this.#caseChanged = false;
    try {
      const watched = await watchedCase(app, id);
      const status =
        watched && (await statusInCase(app, { user: this.#stream.user(), lang: this.#stream.lang }, watched));
      if (!this.#stopped && this.#stream.unread() < mostUnread)
        this.#stream.push({ status: status ?? null, caseChanged });
    } catch (error) {
      app.log.warn({ err: error }, 'stolen case could not be read');
      this.#caseChanged ||= caseChanged;
    }
    this.#timer = undefined;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const off of this.#off) off();
  }
}

async function mayFollow(app: App, user: Parameters<typeof holds>[0], id: string): Promise<boolean> {
  if (!idPattern.test(id) || !holds(user, 'stolenMonitorManage.query')) return false;
  return (await idsInScope(app.pool, stolenCase, user, [id])).has(id);
}

/** Topic `stolen:<case id>`: `{status, caseChanged}` within a second of each message of the vehicle and each change of the case. */
export const stolenTopic: TopicKind = {
  authorize: (user, id, app) => mayFollow(app, user, id),
  open(stream) {
    const watch = new CaseWatch(stream);
    return () => watch.stop();
  },
};
