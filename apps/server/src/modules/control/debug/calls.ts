import type { DebugSession } from '@wheelhouse/contract/calls/control';
import { entityNamed } from '@wheelhouse/entities/registry';
import { formatInstant } from '@wheelhouse/contract';
import { z } from 'zod';
import { withTransaction } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { idsInScope } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { numberInput, vehicleNamed, vinInput } from '../input.ts';
import { framesAfter } from './frames.ts';
import { logLevels, switchLog } from './logs.ts';
import { sendDebug } from './send.ts';
import { closeSession, openSession, ownSession, type Session } from './session.ts';
import { code } from '../../../http/kit.ts';

const base = '/veh/crm/debug';
const use = 'vehicleRemoteDebugging.use';
const sessionId = numberInput;
const workOrderNo = code(/^[A-Za-z0-9-]{4,30}$/).optional();
const vehicle = entityNamed('vehicle');

/** A session as its page sees it; times of the wire, `…Ms` for clocks that count down. */
const shown = (session: Session): DebugSession => ({
  sessionId: session.sessionId,
  vehicleId: session.vehicleId,
  workOrderNo: session.workOrderNo,
  openTime: formatInstant(new Date(session.openTime)),
  expireTime: formatInstant(new Date(session.expireTime)),
  leftMs: session.closeTime === null ? Math.max(0, Math.round(session.expireTime - Date.now())) : 0,
  closed: session.closeTime !== null || session.expireTime <= Date.now() ? 1 : 0,
  log: {
    on: session.logUntil !== null && session.logUntil > Date.now() ? 1 : 0,
    level: session.logLevel,
    bytes: session.logBytes,
    left: session.logLeft,
    leftMs: session.logUntil === null ? 0 : Math.max(0, Math.round(session.logUntil - Date.now())),
  },
});

/** One's own session on a vehicle that is still in scope. @throws AppError 1002, 1011, 2414 */
async function mine(ctx: CallContext, id: string, past = false): Promise<Session> {
  const session = await ownSession(ctx.app.db, ctx.user.id, id, past);
  if (!(await idsInScope(ctx.app.pool, vehicle, ctx.user, [session.vehicleId])).has(session.vehicleId))
    throw new AppError(1011);
  return session;
}

const open = defineCall('POST /veh/crm/debug/openSession', {
  access: use,
  body: z.object({ vin: vinInput, workOrderNo }),
  summary: { zh: '开始或延长调试会话', en: 'Open or extend a debug session' },
  async run(ctx, input) {
    const found = await vehicleNamed(ctx, input.vin);
    return withTransaction(ctx.app.db, async (tx) => {
      const session = await openSession(tx, {
        userId: ctx.user.id,
        vehicleId: found.id,
        workOrderNo: input.workOrderNo,
      });
      await audit(tx, ctx, {
        action: 'openDebugSession',
        entity: 'vehicle',
        entityId: found.id,
        after: { sessionId: session.sessionId, expireTime: formatInstant(new Date(session.expireTime)) },
        path: `${base}/openSession`,
        functionCode: use,
      });
      return shown(session);
    });
  },
});

const close = defineCall('POST /veh/crm/debug/closeSession', {
  access: use,
  body: z.object({ sessionId }),
  summary: { zh: '结束调试会话', en: 'Close a debug session' },
  async run(ctx, input) {
    const session = await mine(ctx, input.sessionId, true);
    await withTransaction(ctx.app.db, (tx) => closeSession(tx, session));
    return { sessionId: session.sessionId };
  },
});

const send = defineCall('POST /veh/crm/debug/send', {
  effect: 'irreversible',
  access: use,
  body: z.object({
    sessionId,
    cmdCode: z.string().max(32),
    params: z.record(z.string().max(40), z.unknown()).nullish(),
    confirmVin6: z.string().max(30).optional(),
    workOrderNo,
    reason: z.string().max(200).optional(),
  }),
  summary: { zh: '下发调试指令', en: 'Send a debug command' },
  async run(ctx, input) {
    const session = await mine(ctx, input.sessionId);
    const order = { ...input, params: input.params ?? {} };
    return withTransaction(ctx.app.db, async (tx) => {
      const sent = await sendDebug(tx, ctx, session, order);
      await audit(tx, ctx, {
        action: 'debug',
        entity: 'vehicle',
        entityId: session.vehicleId,
        after: {
          cmdCode: input.cmdCode,
          ...order.params,
          commandId: sent.commandId,
          ...(input.reason && { '@reason': input.reason }),
        },
        path: `${base}/send`,
        functionCode: use,
      });
      return sent;
    });
  },
});

const stream = defineCall('POST /veh/crm/debug/stream', {
  access: use,
  body: z.object({ sessionId, afterSeq: z.int().min(0).max(1e9).default(0) }),
  summary: { zh: '会话中新的帧', en: 'New frames of a session' },
  effect: 'reads',
  async run(ctx, input) {
    const session = await mine(ctx, input.sessionId, true);
    const frames = await framesAfter(ctx.app.db, session.id, input.afterSeq);
    return { frames, seq: frames.at(-1)?.seq ?? input.afterSeq, session: shown(session) };
  },
});

const log = defineCall('POST /veh/crm/debug/log', {
  access: use,
  body: z.object({
    sessionId,
    on: z.union([z.literal(0), z.literal(1)]),
    level: z.enum(logLevels).default('I'),
    bytes: z.int().min(1024).max(1_048_576).default(65_536),
    minutes: z.int().min(1).max(10).default(5),
  }),
  summary: { zh: '开启或停止设备日志流', en: 'Start or stop the log of the device' },
  async run(ctx, input) {
    const session = await mine(ctx, input.sessionId);
    await withTransaction(ctx.app.db, (tx) => switchLog(tx, session, { ...input, on: input.on === 1 }));
    return shown(await ownSession(ctx.app.db, ctx.user.id, session.sessionId));
  },
});

/** Calls of remote debugging besides records and library, which are entities. */
export const debugCalls: readonly Call[] = [open, close, send, stream, log];
