import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** A keep-alive connection without a request for this long (ms), the notice included, is closed. */
const quietTime = 2_000;
const drainTime = 10_000;

interface Draining {
  begun: boolean;
  /** Called when no more connections are taken, to end long-running responses such as live streams: what they are followed by goes elsewhere. */
  readonly onClose: Set<() => void>;
}
const states = new WeakMap<FastifyInstance, Draining>();

function stateOf(server: FastifyInstance): Draining {
  const known = states.get(server) ?? { begun: false, onClose: new Set() };
  states.set(server, known);
  return known;
}

/** Lets a server be drained: from its beginning each answer is the last of its connection. */
export function prepareDrain(server: FastifyInstance): void {
  const state = stateOf(server);
  server.addHook('onSend', async (_request, reply) => {
    if (state.begun) reply.header('connection', 'close');
  });
}

/** Whether the server is about to stop. */
export function isDraining(server: FastifyInstance): boolean {
  return stateOf(server).begun;
}

/** Calls `let go` when the server takes no more connections. */
export function onDrain(server: FastifyInstance, letGo: () => void): void {
  stateOf(server).onClose.add(letGo);
}

/**
 * Is not ready any more, and answers as ever for `noticeMs`, the time that a load balancer takes to see it. Then takes no new connections,
 * answers what was sent on the others, and closes each after its answer; quiet ones after two seconds. What still runs after ten is cut off.
 */
export async function drain(server: FastifyInstance, log: Logger, noticeMs = 0): Promise<void> {
  const state = stateOf(server);
  state.begun = true;
  const { server: http } = server;
  // A connection that the operating system has taken and this process has not is reset when the listener closes.
  if (noticeMs > 0) await sleep(noticeMs);
  // As `http.Server.close` would, without its closing of idle connections: on those a request may be on its way.
  const ended = new Promise<void>((resolve) => Server.prototype.close.call(http, () => resolve()));
  for (const letGo of state.onClose) letGo();
  const quiet = setTimeout(() => http.closeIdleConnections(), Math.max(0, quietTime - noticeMs));
  const overdue = setTimeout(() => {
    log.warn('requests still running are cut off');
    http.closeAllConnections();
  }, drainTime);
  await Promise.race([ended, sleep(drainTime + quietTime, undefined, { ref: false })]);
  clearTimeout(quiet);
  clearTimeout(overdue);
  await server.close();
}
