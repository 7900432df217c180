import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** A keep-alive connection without a request for this long (ms) is closed. */
const quietTime = 2_000;
const drainTime = 10_000;

interface Draining {
  begun: boolean;
  /** Called when draining begins, to end long-running responses such as live streams. */
  readonly onBegin: Set<() => void>;
}
const states = new WeakMap<FastifyInstance, Draining>();

function stateOf(server: FastifyInstance): Draining {
  const known = states.get(server) ?? { begun: false, onBegin: new Set() };
  states.set(server, known);
  return known;
}

/** Lets a server be drained: from then on each answer is the last of its connection. */
export function prepareDrain(server: FastifyInstance): void {
  const state = stateOf(server);
  server.addHook('onSend', async (_request, reply) => {
    if (state.begun) reply.header('connection', 'close');
  });
}

/** Calls `let go` when the server begins to drain. */
export function onDrain(server: FastifyInstance, letGo: () => void): void {
  stateOf(server).onBegin.add(letGo);
}

/**
 * Takes no new connections, answers what was sent on the others, and closes each after its answer; quiet ones after two seconds. What
 * still runs after ten is cut off.
 */
export async function drain(server: FastifyInstance, log: Logger): Promise<void> {
  const state = stateOf(server);
  state.begun = true;
  const { server: http } = server;
  // As `http.Server.close` would, without its closing of idle connections: on those a request may be on its way.
  const ended = new Promise<void>((resolve) => Server.prototype.close.call(http, () => resolve()));
  for (const letGo of state.onBegin) letGo();
  const quiet = setTimeout(() => http.closeIdleConnections(), quietTime);
  const overdue = setTimeout(() => {
    log.warn('requests still running are cut off');
    http.closeAllConnections();
  }, drainTime);
  await Promise.race([ended, sleep(drainTime + quietTime, undefined, { ref: false })]);
  clearTimeout(quiet);
  clearTimeout(overdue);
  await server.close();
}
