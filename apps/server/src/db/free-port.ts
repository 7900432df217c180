import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, one of which could take it before the program that it is for. */
const [lowest, highest] = [10_000, 32_000];
const mostTries = 100;
/** A port that nobody listens on yet is free for whoever asks next, too. */
const given = new Set<number>();

/** A port of this machine that nobody listens on, for another program; each time another one. @throws Error when none is found */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = randomInt(lowest, highest);
    if (given.has(port)) continue;
    const probe = createServer().listen(port, '127.0.0.1');
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    await once(probe.close(), 'close');
    given.add(port);
    return port;
  }
  throw new Error('no port is free');
}
