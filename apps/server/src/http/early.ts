import { createServer } from 'node:http';

/** Answers while the process is not ready yet. */
export interface Early {
  stop(): Promise<void>;
}

/**
 * Says that the process lives, while the tables are brought up to its release: `/healthz` 200, everything else 503 with the reason. The port is free
 * again for the platform when it has stopped. @throws Error when the port cannot be listened on
 */
export async function answerEarly({ host, port }: { readonly host: string; readonly port: number }): Promise<Early> {
  const server = createServer((request, response) => {
    const isAlive = request.url === '/healthz';
    response
      .writeHead(isAlive ? 200 : 503, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
      .end(JSON.stringify(isAlive ? { status: 'up' } : { status: 'down', reason: 'migrations' }));
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
  return {
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
