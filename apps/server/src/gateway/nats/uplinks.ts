import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { parseUplink } from '@wheelhouse/contract/device/topics';
import type { Ingest } from '../ingest.ts';
import { ackWaitMs, topicOf } from './stream.ts';

/**
 * Messages that a process asks for ahead of what it works on. A node that dies forgets what it was asked: two missed heartbeats, and it is
 * asked of another one.
 */
const asking = { max_messages: 1_000, expires: 3_000, idle_heartbeat: 1_000, abort_on_missing_resource: true };
/** A message older than this was waiting: the platform had been away, or is behind. */
const lateMs = 30_000;
/** What is still being stored is claimed again so often, well before it would go to another process. */
const claimEveryMs = ackWaitMs / 3;
const giveBackMs = 500;

interface Options {
  readonly consumer: Consumer;
  readonly ingest: Ingest;
  /** Resolves when everything that the cluster has sent so far is here. */
  readonly flush: () => Promise<void>;
  /** A message has been taken, so many milliseconds after the broker took it. */
  readonly onAge: (ms: number, isLate: boolean) => void;
  /** A device has said that it is online. */
  readonly onOnline: (deviceId: string) => void;
}

/** Takes messages from the stream and acknowledges each when its rows are committed. */
export class Uplinks {
  readonly #options: Options;
  readonly #inFlight = new Map<JsMsg, number>();
  readonly #timer: NodeJS.Timeout;
  #messages: ConsumerMessages | undefined;
  #wake: (() => void) | undefined;
  #stopping = false;

  constructor(options: Options) {
    this.#options = options;
    this.#timer = setInterval(() => this.#claim(), claimEveryMs);
  }

  /** Resolves when it is stopped or the connection is closed. @throws Error where the consumer is gone */
  async run(): Promise<void> {
    const { consumer, ingest } = this.#options;
    this.#messages = await consumer.consume(asking);
    if (this.#stopping) this.#messages.stop();
    for await (const message of this.#messages) {
      // Not taken, so that nothing more is asked for: what comes stays in the stream.
      if (!ingest.window.isOpen && !this.#stopping) await this.#room();
      if (this.#stopping) giveBack(message);
      else this.#take(message);
    }
  }

  /** Resolves when there is room again, or when it stops. */
  #room(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#options.ingest.window.wait(resolve);
    });
  }

  #take(message: JsMsg): void {
    const { ingest, onAge, onOnline } = this.#options;
    const now = Date.now();
    const age = now - message.time.getTime();
    onAge(age, age > lateMs);
    this.#inFlight.set(message, now);
    const topic = topicOf(message.subject);
    const payload = Buffer.from(message.data.buffer, message.data.byteOffset, message.data.byteLength);
    const done = (error?: Error) => {
      this.#inFlight.delete(message);
      if (error) return giveBack(message);
      quietly(() => message.ack());
      const uplink = parseUplink(topic);
      if (uplink?.kind === 'status' && !payload.includes('offline')) onOnline(uplink.deviceId);
    };
    ingest.accept({ topic, payload, done });
  }

  #claim(): void {
    const old = Date.now() - claimEveryMs;
    for (const [message, since] of this.#inFlight) if (since < old) quietly(() => message.working());
  }

  /** Takes no more; acknowledgements still go out, and what comes until the cluster knows goes to the other processes. */
  async refuseNew(): Promise<void> {
    this.#stopping = true;
    if (this.#wake) {
      this.#options.ingest.window.cancel(this.#wake);
      this.#wake();
    }
    await this.#options.flush().catch(() => undefined);
    this.#messages?.stop();
  }

  stop(): void {
    void this.refuseNew();
    this.#messages?.stop();
    clearInterval(this.#timer);
  }
}

/** Not at once: until it is known that this process takes no more, it would come here again. */
const giveBack = (message: JsMsg): void => quietly(() => message.nak(giveBackMs));

/** On a connection that is closed nothing can be said: the message comes again. */
function quietly(say: () => void): void {
  try {
    say();
  } catch {
    // See above.
  }
}
