import { boundPort } from '../../http/bound-port.ts';
import { recordOf } from '@wheelhouse/contract/object';
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { PartnerConfig } from '../../config.ts';

export interface SandboxRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: Readonly<Record<string, unknown>>;
}
export interface SandboxAnswer {
  readonly status: number;
  readonly body: unknown;
}

const mostBytes = 64 * 1024;

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = '';
  for await (const part of request) if ((text += String(part)).length > mostBytes) throw new Error('body too large');
  const parsed: unknown = text === '' ? {} : JSON.parse(text);
  return recordOf(parsed);
}

/**
 * Starts a stand-in for a partner's system on this machine: an HTTP server of its own that the platform asks as it would ask the real one,
 * with a key only this process knows. It ends with the process.
 */
export function startSandboxServer(
  answer: (request: SandboxRequest) => Promise<SandboxAnswer>,
): Promise<PartnerConfig> {
  const authorization = `Bearer ${randomBytes(24).toString('base64url')}`;
  const server = createServer((request, response) => {
    const reply = ({ status, body }: SandboxAnswer): void => {
      if (response.destroyed) return;
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
    };
    if (request.headers.authorization !== authorization) return reply({ status: 401, body: { error: 'unauthorized' } });
    bodyOf(request)
      .then((body) =>
        answer({ method: request.method ?? 'GET', url: new URL(request.url ?? '/', 'http://sandbox'), body }),
      )
      .then(reply, () => reply({ status: 500, body: { error: 'internal' } }));
  });
  // Neither the server nor a waiting answer keeps the process alive.
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve({ url: `http://127.0.0.1:${boundPort(server)}`, authorization }));
  });
}
