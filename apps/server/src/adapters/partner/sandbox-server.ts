import { recordOf } from '@wheelhouse/contract/object';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { PartnerConfig } from '../../config.ts';
import { boundPort } from '../../http/bound-port.ts';
import type { App } from '../../http/context.ts';

/** A request as it came. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}
export interface SandboxRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: Readonly<Record<string, unknown>>;
}
export interface SandboxAnswer {
  readonly status: number;
  /** Bytes as they are; anything else as JSON. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const mostBytes = 64 * 1024;

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const chunk = Buffer.from(part);
    if ((bytes += chunk.length) > mostBytes) throw new Error('body too large');
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * Starts a stand-in for another system on this machine: an HTTP server of its own that the platform asks as it would ask the real one. It
 * ends with the process.
 * @returns its address
 * @for another system that the platform asks: one HTTP client and a sandbox that speaks its protocol, chosen by configuration; the page shows a
 * `SourceTag`: `adapters/sap`. A rate that all processes keep: `adapters/rate.ts`
 */
export function startHttpSandbox(answer: (request: HttpRequest) => Promise<SandboxAnswer>): Promise<string> {
  const server = createServer((request, response) => {
    const reply = ({ status, body, headers = {} }: SandboxAnswer): void => {
      if (response.destroyed) return;
      response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
        .end(body instanceof Uint8Array ? body : JSON.stringify(body));
    };
    readText(request)
      .then((text) =>
        answer({
          method: request.method ?? 'GET',
          url: new URL(request.url ?? '/', 'http://sandbox'),
          headers: request.headers,
          text,
        }),
      )
      .then(reply, () => reply({ status: 500, body: { error: 'internal' } }));
  });
  // Neither the server nor a waiting answer keeps the process alive.
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${boundPort(server)}`));
  });
}

function bodyOf(text: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = text === '' ? {} : JSON.parse(text);
  return recordOf(parsed);
}

/** A sandbox that takes JSON, and a key that only this process knows. */
export async function startSandboxServer(
  answer: (request: SandboxRequest) => Promise<SandboxAnswer>,
): Promise<PartnerConfig> {
  const authorization = `Bearer ${randomBytes(24).toString('base64url')}`;
  const url = await startHttpSandbox(async ({ method, url: asked, headers, text }) =>
    headers.authorization === authorization
      ? answer({ method, url: asked, body: bodyOf(text) })
      : { status: 401, body: { error: 'unauthorized' } },
  );
  return { url, authorization };
}

/** A sandbox of each `App`, started when it is first needed. */
export function sandboxOf<Config, Base extends Pick<App, 'pool'>>(
  start: (app: Base) => Promise<Config>,
): (app: Base) => Promise<Config> {
  const started = new WeakMap<App['pool'], Promise<Config>>();
  return (app) => {
    const config = started.get(app.pool) ?? start(app);
    started.set(app.pool, config);
    return config;
  };
}
