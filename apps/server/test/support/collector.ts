import { once } from 'node:events';
import { createServer } from 'node:http';
import { boundPort } from '../../src/http/bound-port.ts';

/** A span as OTLP has it in JSON, its attributes as an object. */
export interface SpanSeen {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  /** 2: failed. */
  readonly status: number | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** How it deals with what is sent to it. */
type Mood = 'takes' | 'refuses' | 'hangs';

/** Plays the collector of traces: OTLP in JSON over HTTP. */
export interface Collector {
  readonly url: string;
  mood: Mood;
  /** Requests so far, taken or not. */
  readonly requests: number;
  /** All that was taken, as it was sent. */
  text(): string;
  spans(): SpanSeen[];
  stop(): Promise<void>;
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<SpanSeen, 'status' | 'attributes'> & {
        readonly status: { readonly code?: number };
        readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
      })[];
    }[];
  }[];
}

function spansOf(body: string): SpanSeen[] {
  const { resourceSpans } = JSON.parse(body) as Sent;
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ status, attributes, ...span }) => ({
      ...span,
      parentSpanId: span.parentSpanId,
      status: status.code,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
}

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  let [mood, requests]: [Mood, number] = ['takes', 0];
  const server = createServer((request, response) => {
    requests++;
    const parts: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (mood === 'hangs') return;
      if (mood === 'takes') bodies.push(Buffer.concat(parts).toString());
      response.writeHead(mood === 'takes' ? 200 : 503, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${boundPort(server)}`,
    get mood() {
      return mood;
    },
    set mood(next) {
      mood = next;
    },
    get requests() {
      return requests;
    },
    text: () => bodies.join('\n'),
    spans: () => bodies.flatMap(spansOf),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
