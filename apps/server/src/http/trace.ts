import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from './call.ts';
import { effectOf } from './effect.ts';
import type { App, Attempt, CallContext, PublicContext } from './context.ts';
import { refusalOf } from './translate.ts';

/** Whether a call leaves a trace in the operation log however it ends: what changes something, and what gives a workbook out. */
export const isTraced = (call: Call): boolean =>
  call.traced ??
  (call.access !== 'public' &&
    (effectOf(call) !== 'reads' || [call.access].flat().some((code) => code.endsWith('.export'))));

/** Where a call that succeeded without a trace of its own gets one: not where anybody may call, unless the call says so. */
const wantsSuccess = (call: Call): boolean => call.traced === true || (isTraced(call) && call.access !== 'login');

const tracedContexts = new WeakSet<object>();

/** Says that a call has left its own trace of what it did. */
export function markTraced(ctx: object): void {
  tracedContexts.add(ctx);
}

async function write(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  end: Pick<Attempt, 'call' | 'code' | 'fields'>,
): Promise<void> {
  await app.sessions.record?.(app, {
    ...end,
    user: request.caller,
    input: request.given,
    // Fastify's parameters are strings whatever the path is.
    params: request.params as Record<string, string>,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
    costMs: Math.round(reply.elapsedTime),
  });
}

/**
 * After a call that succeeded: its trace, where it has not left one itself. Calls that change records leave theirs in the transaction of the
 * change; what is left for here has given something out, so that a trace that cannot be written withholds the answer.
 * @throws what keeps the trace from being written
 */
export async function traceDone(
  app: App,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: CallContext | PublicContext,
): Promise<void> {
  if (!wantsSuccess(call) || tracedContexts.has(ctx)) return;
  await write(app, request, reply, { call, code: 0, fields: [] });
}

/** Not logged as refusals: 1108 is answered once and the call repeated; 1102 and 1105 have no user. */
const silent: ReadonlySet<number> = new Set([1102, 1105, 1108]);

/** After a refusal or failure, outside whatever transaction it has rolled back. */
export async function traceRefused(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<void> {
  const { call } = request.routeOptions.config;
  if (call === undefined || !isTraced(call) || (request.caller === null && call.access !== 'public')) return;
  const refusal = refusalOf(error);
  const code = refusal?.code ?? 1000;
  if (silent.has(code)) return;
  const fields = refusal?.errors?.map(({ field }) => field) ?? [];
  await write(app, request, reply, { call, code, fields }).catch((failure: unknown) =>
    // The answer is sent as it is: nothing was done that could be rolled back.
    request.log.error({ err: failure, route: call.path }, 'a trace was not kept'),
  );
}
