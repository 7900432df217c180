import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export interface Shot {
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Result {
  /** Answers a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

/** One POST over a kept-alive connection; the body is read to its end. */
function post(agent: Agent, base: URL, shot: Shot): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const payload = JSON.stringify(shot.body);
    const req = request(
      {
        agent,
        host: base.hostname,
        port: base.port,
        path: shot.path,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload), ...shot.headers },
      },
      (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('end', () => resolve({ status: res.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
        res.on('error', reject);
      },
    );
    req.on('error', reject);
    req.end(payload);
  });
}

/** A single call outside of any measurement. */
export async function callOnce<T>(base: string, shot: Shot): Promise<T> {
  const agent = new Agent();
  const { text } = await post(agent, new URL(base), shot);
  agent.destroy();
  return JSON.parse(text) as T;
}

/** Keeps `connections` busy for `seconds`; `next` makes each request. */
export async function load(
  base: string,
  next: (i: number) => Shot,
  { connections = 8, seconds = 4 }: { connections?: number; seconds?: number } = {},
): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const url = new URL(base);
  const times: number[] = [];
  let failed = 0;
  let i = 0;
  const end = performance.now() + seconds * 1000;
  const worker = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      const { status, text } = await post(agent, url, next(i++));
      times.push(performance.now() - start);
      if (status !== 200 || text.startsWith('{"code":1')) failed++;
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const took = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (q: number) => times[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0;
  return { rate: times.length / took, p50: at(0.5), p99: at(0.99), failed };
}
