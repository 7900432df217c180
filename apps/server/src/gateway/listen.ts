import { readFileSync } from 'node:fs';
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import type { Logger } from 'pino';
import { ConfigError } from '../config.ts';
import { boundPort } from '../http/bound-port.ts';
import { readProxyHeader } from './proxy-header.ts';

/** Listen backlog: connections that the operating system queues while a whole fleet reconnects. */
const backlog = 4096;
/** A chunk that waits unread in a socket; small, since a hundred thousand sockets may have one. */
const readAhead = 4 * 1024;
/** That a device may take to agree on its keys. */
const handshakeMs = 30_000;
const socketOptions = { noDelay: true, keepAlive: true, highWaterMark: readAhead };

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Files of certificate and key; absent: the plain port alone. */
  readonly tls: { readonly port: number; readonly cert: string; readonly key: string } | undefined;
  /** Connections come through a load balancer, which says whose they are before anything else. */
  readonly isProxied: boolean;
  readonly log: Logger;
}

/** Takes a connection of a device at this address. */
type Admit = (socket: Socket, ip: string | undefined) => void;

/** The ports of the embedded broker. */
export class Listeners {
  readonly #servers: net.Server[] = [];

  /** @returns the plain port in use @throws ConfigError when a port is taken; Error when the certificate cannot be read */
  async open({ host, port, tls: secure, isProxied, log }: ListenOptions, admit: Admit): Promise<number> {
    const plain = net.createServer(socketOptions, (socket) => {
      if (isProxied) readProxyHeader(socket, (ip) => admit(socket, ip ?? socket.remoteAddress));
      else admit(socket, socket.remoteAddress);
    });
    await this.#listen(plain, { port, host, log });
    if (secure) await this.#listen(secureServer(secure, isProxied, admit), { port: secure.port, host, log });
    return boundPort(plain);
  }

  #listen(
    server: net.Server,
    { port, host, log }: { readonly port: number; readonly host: string; readonly log: Logger },
  ): Promise<void> {
    this.#servers.push(server);
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

  /** Takes no new connections. */
  close(): void {
    for (const server of this.#servers) server.close();
  }
}

function secureServer(files: { readonly cert: string; readonly key: string }, isProxied: boolean, admit: Admit) {
  const identity = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
  if (!isProxied) {
    const server = tls.createServer({ ...socketOptions, ...identity }, (socket) => admit(socket, socket.remoteAddress));
    return server.on('tlsClientError', () => undefined);
  }
  const secureContext = tls.createSecureContext(identity);
  return net.createServer(socketOptions, (socket) =>
    readProxyHeader(socket, (ip) => {
      const secured = new tls.TLSSocket(socket, { isServer: true, secureContext });
      const end = () => void secured.destroy();
      secured.once('error', end).setTimeout(handshakeMs, end);
      secured.once('secure', () => {
        secured.off('error', end).setTimeout(0).off('timeout', end);
        admit(secured, ip ?? socket.remoteAddress);
      });
    }),
  );
}
