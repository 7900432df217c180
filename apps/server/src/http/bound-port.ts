import type { Server } from 'node:net';

/** The port that a listening server has. @throws Error when it does not listen on one */
export function boundPort(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server listens on no port');
  return address.port;
}
