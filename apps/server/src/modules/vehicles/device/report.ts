import { createHmac } from 'node:crypto';
import { parseInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { z } from 'zod';
import { refuseUplink, takeUplink, type Receipt } from '../../../gateway/service.ts';
import { type Call, defineCall } from '../../../http/call.ts';
import { defineDeviceCall, type DeviceContext } from '../../../http/device-call.ts';
import { AppError } from '../../../http/errors.ts';
import { RateLimit } from '../../../http/rate.ts';
import { diagnosticsCalls } from './diagnostics.ts';
import { sampleOf } from './sample.ts';

/** How far the time of an HTTP report may be ahead, and how old it may be. */
const aheadMs = 5 * 60_000;
const oldMs = 7 * 86_400_000;
const maxSeq = 2 ** 53 - 1;

const imei = z.string().regex(/^\d{15}$/);
/** Milliseconds since epoch, or `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. */
const time = z.union([
  z.int().min(0),
  z
    .string()
    .max(30)
    .transform((text, ctx) => {
      const at = parseInstant(text);
      if (!at) ctx.addIssue({ code: 'invalid_format', format: 'datetime' });
      return at?.getTime() ?? 0;
    }),
]);

function refuseOthers(ctx: DeviceContext, of: string): void {
  if (of !== ctx.device.imei) throw new AppError(1003, undefined, { status: 403 });
}

const inTime = (at: number): boolean => at <= Date.now() + aheadMs && at >= Date.now() - oldMs;

const report = defineDeviceCall('POST /device/v1/report', {
  body: z.object({ imei, seq: z.int().min(0).max(maxSeq), time, status: z.record(z.string(), z.unknown()) }),
  summary: { zh: '上报车辆状态', en: 'Report the state of a vehicle' },
  async run(ctx, input): Promise<Receipt> {
    refuseOthers(ctx, input.imei);
    if (!inTime(input.time)) return refuseUplink(ctx.app, input.imei, 'ts', `ts=${input.time}`);
    const sample = { ...sampleOf(input.status), ts: input.time };
    return takeUplink(ctx.app, input.imei, 'telemetry', { v: 1, mid: `0-${input.seq}`, s: [sample] });
  },
});

const event = defineDeviceCall('POST /device/v1/event', {
  body: z.object({
    imei,
    seq: z.int().min(0).max(maxSeq),
    eventCode: z.string().min(1).max(64),
    time,
    /** 1 set, 0 clear; `state` is the same as text. */
    eventState: z.union([z.literal(0), z.literal(1)]).default(1),
    state: z.enum(['raise', 'clear', 'info']).optional(),
    data: z.record(z.string(), z.unknown()).optional(),
  }),
  summary: { zh: '上报事件', en: 'Report an event' },
  async run(ctx, { imei: of, seq, eventCode, eventState, time: at, state, data = {} }): Promise<Receipt> {
    refuseOthers(ctx, of);
    if (!inTime(at)) return refuseUplink(ctx.app, of, 'ts', `ts=${at}`);
    const { severity, ref, pos, ...rest } = data;
    return takeUplink(ctx.app, of, 'event', {
      v: 1,
      // Numbers of reports and of events are two series.
      mid: `1-${seq}`,
      ts: at,
      code: eventCode,
      state: state ?? (eventState === 0 ? 'clear' : 'raise'),
      severity,
      ref,
      pos,
      data: rest,
    });
  },
});

const salts = new RateLimit(30, 1);

/** A device that is not known has a salt too, always the same one: the answer does not show which devices are registered. */
const salt = defineCall('POST /device/v1/salt', {
  access: 'public',
  body: z.object({ imei }),
  summary: { zh: '设备密钥的盐值', en: "Salt of a device's secret" },
  async run({ app, ip }, input) {
    if (!salts.take(ip)) throw new AppError(1104, undefined, { status: 429 });
    const { rows } = await sql<{ salt: Buffer }>`select salt from dev_credential where imei = ${input.imei}`.execute(
      app.db,
    );
    const made = createHmac('sha256', app.secrets.sealKey).update(`salt ${input.imei}`).digest().subarray(0, 16);
    return { salt: (rows[0]?.salt ?? made).toString('hex') };
  },
});

/** Calls of devices over HTTP. */
export const deviceCalls: readonly Call[] = [report, event, salt, ...diagnosticsCalls];
