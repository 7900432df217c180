import type net from 'node:net';
import type { Logger } from 'pino';
import { ConfigError } from '../config.ts';

/** Listen backlog: connections that the operating system queues while a whole fleet reconnects. */
const backlog = 4096;

/** Listens. @throws ConfigError when the port is taken */
export function listen(server: net.Server, port: number, host: string, log: Logger): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const taken = 'code' in error && error.code === 'EADDRINUSE';
      reject(taken ? new ConfigError(`MQTT_PORT: ${port} is in use on ${host}`) : error);
    });
    server.listen({ port, host, backlog }, () => {
      server.removeAllListeners('error').on('error', (error) => log.error({ err: error }, 'MQTT listener'));
      resolve();
    });
  });
}
