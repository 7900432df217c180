import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const s3Keys = { accessKey: 'AKTEST', secretKey: 'test/secret+key', region: 'eu-test-1' } as const;

/** As much of S3 as storage needs, with signatures checked after the public description (AWS Signature Version 4). */
export interface S3Server {
  readonly endpoint: string;
  readonly objects: Map<string, Buffer>;
  /** Answers every request with this status; undefined: works. */
  failWith: number | undefined;
  /** So many removals are refused; those after them work. */
  refusedRemovals: number;
  readonly seen: string[];
  stop(): Promise<void>;
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

/** Whether the request was signed with our secret, for this host, path and method. */
function isSigned(request: IncomingMessage): boolean {
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const [accessKey, day = '', region = '', service = ''] = credential.split('/');
  if (accessKey !== s3Keys.accessKey || region !== s3Keys.region || service !== 's3') return false;
  const url = new URL(request.url ?? '', 'http://x');
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('');
  const canonical = [
    request.method,
    url.pathname,
    url.search.slice(1),
    headers,
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    `${day}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = ['aws4_request'].reduce<Buffer>(
    (made, part) => hmac(made, part),
    hmac(hmac(hmac(`AWS4${s3Keys.secretKey}`, day), region), 's3'),
  );
  return hmac(key, toSign).toString('hex') === signature;
}

async function answer(server: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '', 'http://x').pathname;
  server.seen.push(`${request.method} ${path}`);
  const body = Buffer.concat(await request.toArray());
  const end = (status: number, content?: Buffer) =>
    response.writeHead(status, content && { 'content-length': content.length }).end(content);
  if (!isSigned(request)) return void end(403);
  if (server.failWith !== undefined) return void end(server.failWith);
  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) return void end(411);
    server.objects.set(path, body);
    return void end(200);
  }
  const found = server.objects.get(path);
  if (request.method === 'DELETE') {
    if (server.refusedRemovals > 0) {
      server.refusedRemovals--;
      return void end(403);
    }
    server.objects.delete(path);
    return void end(204);
  }
  return void (found === undefined ? end(404) : end(200, found));
}

export async function startS3(): Promise<S3Server> {
  const http = createServer((request, response) => void answer(server, request, response));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const server: S3Server = {
    endpoint: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    objects: new Map(),
    failWith: undefined,
    refusedRemovals: 0,
    seen: [],
    stop: async () => {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return server;
}
