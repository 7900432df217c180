import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { parseUplink } from '@wheelhouse/contract/device/topics';
import type { Ingest } from '../ingest.ts';
import { ackWaitMs, topicOf } from './stream.ts';

/** Messages that a process asks for ahead of what it works on. */
const ahead = 1_000;
/** A message older than this was waiting: the platform had been away, or is behind. */
const lateMs = 30_000;
/** What is still being stored is claimed again so often, well before it would go to another process. */
const claimEveryMs = ackWaitMs / 3;

interface Options {
  readonly consumer: Consumer;
  readonly ingest: Ingest;
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
  #stopping = false;

  constructor(options: Options) {
    this.#options = options;
    this.#timer = setInterval(() => this.#claim(), claimEveryMs);
  }

  /** Resolves when it is stopped or the connection is closed. @throws Error where the consumer is gone */
  async run(): Promise<void> {
    const { consumer, ingest } = this.#options;
    this.#messages = await consumer.consume({ max_messages: ahead, abort_on_missing_resource: true });
    if (this.#stopping) this.#messages.stop();
    for await (const message of this.#messages) {
      // Not taken, so that nothing more is asked for: what comes stays in the stream.
      if (!ingest.window.isOpen && !this.#stopping) await new Promise<void>((resolve) => ingest.window.wait(resolve));
      if (this.#stopping) giveBack(message);
      else this.#take(message);
    }
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

  /** Takes no more; acknowledgements still go out, and what has come ahead goes to the other processes. */
  refuseNew(): void {
    this.#stopping = true;
    this.#messages?.stop();
  }

  stop(): void {
    this.refuseNew();
    clearInterval(this.#timer);
  }
}

const giveBack = (message: JsMsg): void => quietly(() => message.nak());

/** On a connection that is closed nothing can be said: the message comes again. */
function quietly(say: () => void): void {
  try {
    say();
  } catch {
    // See above.
  }
}
