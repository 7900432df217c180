import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SimulatedOwner } from '@wheelhouse/contract/simulated-fleet';
import { Crowd } from '../src/owners/crowd.ts';
import { AppServer } from '../src/owners/server.ts';
import { Random } from '../src/random.ts';
import { midnight } from './fixture.ts';

/** A call that a phone has made. */
export interface Asked {
  /** Method and path. */
  readonly key: string;
  readonly token: string;
  readonly agent: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface Reply {
  readonly status?: number;
  readonly code?: number;
  readonly data?: unknown;
}
export type Answers = Readonly<Record<string, (asked: Asked) => Reply>>;

const page = { list: [], total: 0, page: 1, pageSize: 10 };
/** Of a platform on which nothing happens. */
const quiet: Readonly<Record<string, unknown>> = {
  'GET /app/v1/message/unreadCount': { activity: 0, system: 0, service: 0, alarm: 0 },
  'GET /app/v1/message/list': page,
  'GET /app/v1/feedback/list': page,
  'GET /app/v1/repair/list': page,
  'GET /app/v1/version/check': { hasUpdate: false },
  'GET /app/v1/ad/list': [],
  'GET /app/v1/guide/functions': [],
  'GET /app/v1/guide/videos': [],
  'GET /app/v1/article/list': [],
  'GET /app/v1/wish/list': [],
  'GET /app/v1/raffle/list': [],
  'GET /app/v1/theme/list': [],
  'GET /app/v1/order/list': [],
  'GET /app/v1/coupon/mine': [],
  'GET /app/v1/prize/mine': [],
  'POST /app/v1/share/report': { shareCode: 'abcd1234' },
};

async function askedBy(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const chunks: string[] = [];
  for await (const chunk of request) chunks.push(String(chunk));
  const body = chunks.join('');
  return {
    key: `${request.method} ${url.pathname}`,
    token: (request.headers.authorization ?? '').replace('Bearer ', ''),
    agent: request.headers['user-agent'] ?? '',
    input: body === '' ? Object.fromEntries(url.searchParams) : (JSON.parse(body) as Asked['input']),
  };
}

/** What phones talk to in these tests: it answers as told, and remembers what was asked. Times are as the test says. */
export async function startApp(answers: Answers = {}) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void askedBy(request).then((one) => {
      asked.push(one);
      const reply: Reply = answers[one.key]?.(one) ?? {};
      const { status = 200, code = 0, data = quiet[one.key] ?? null } = reply;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code, data, message: '' }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const clock = { now: midnight };
  const { port } = server.address() as AddressInfo;
  const faults: unknown[] = [];
  return {
    asked,
    faults,
    /** Calls with this key. */
    count: (key: string): number => asked.filter((one) => one.key === key).length,
    crowdOf(owners: readonly SimulatedOwner[], from: number, promoCodes: readonly string[] = []): Crowd {
      clock.now = from;
      return new Crowd({ owners, promoCodes }, from, {
        server: new AppServer(`http://127.0.0.1:${port}`, new Random(1), () => clock.now),
        rate: 1,
        complain: (...fault) => faults.push(fault),
      });
    },
    /** Lets them live until then. */
    async live(crowd: Crowd, until: number): Promise<void> {
      for (;;) {
        const next = await crowd.turn(clock.now);
        if (next > until) break;
        clock.now = next;
      }
      clock.now = until;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function ownerOf(n: number, more: Partial<SimulatedOwner> = {}): SimulatedOwner {
  return {
    token: `token-${n}`,
    clientOs: ([1, 2, 3] as const)[n % 3] ?? 1,
    appVersion: '5.2.0',
    vin: `LZXE3C1A9SA${String(n).padStart(6, '0')}`,
    vehicleTypeId: '7',
    waits: false,
    seed: n * 7919 + 1,
    ...more,
  };
}

export const owners = (count: number, more: Partial<SimulatedOwner> = {}): SimulatedOwner[] =>
  Array.from({ length: count }, (_, n) => ownerOf(n, more));
