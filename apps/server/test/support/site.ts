import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

interface Site {
  readonly url: string;
  readonly port: number;
  /** Methods and paths of the requests that arrived. */
  readonly seen: string[];
}

/** Somebody's web site on this machine, until the test ends. */
export async function site(answer: RequestListener, host = '127.0.0.1'): Promise<Site> {
  const seen: string[] = [];
  const server = createServer({ maxHeaderSize: 256 * 1024 }, (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, host, done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://${host}:${port}`, port, seen };
}
