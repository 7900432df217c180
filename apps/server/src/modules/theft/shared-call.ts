import type { SharedPosition } from '@wheelhouse/contract/calls/theft';
import { z } from 'zod';
import { defineCall, type Call } from '../../http/call.ts';
import type { App } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { readStatus } from '../fleet/status/service.ts';
import { logView, shareOf, tokenPattern, type OpenShare } from './share.ts';

const reported = z.object({ ids: z.array(z.number()) });
/** An answer that waits for news is given after this at the latest. */
const longestMs = 20_000;

/** Waits for the next message of a vehicle. */
async function nextReport(app: App, vehicleId: string, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      off();
      clearTimeout(timer);
      resolve();
    };
    const off = app.live.subscribe('telemetry', (data) => {
      const parsed = reported.safeParse(data);
      if (parsed.success && parsed.data.ids.some((id) => String(id) === vehicleId)) done();
    });
    const timer = setTimeout(done, longestMs).unref();
    signal.addEventListener('abort', done, { once: true });
  });
}

async function positionOf(app: App, share: OpenShare): Promise<SharedPosition> {
  const [row] = await readStatus(app, [share.vehicleId]);
  const { plateNo, vehicleTypeName, color, expireTime } = share;
  const { amapKey, mapTilesUrl } = app.config;
  return {
    map: { ...(amapKey !== undefined && { amapKey }), ...(mapTilesUrl !== undefined && { tilesUrl: mapTilesUrl }) },
    plateNo,
    vehicleTypeName,
    color,
    expireTime,
    ...(row && {
      position: {
        lng: row.gpsLng,
        lat: row.gpsLat,
        gpsTime: row.gpsTime,
        reportTime: row.reportTime,
        speedKmh: row.speedKmh,
        heading: row.heading,
        online: row.online,
        dataAgeSec: row.dataAgeSec,
      },
    }),
  };
}

/**
 * `POST /veh/crm/stolen/shared` {token, wait?}: what a link for the police shows: the live position and what the vehicle looks like.
 * With `wait` it answers at the vehicle's next message, or after 20 s. 1002 when the link is over.
 */
export const sharedCall: Call = defineCall('POST /veh/crm/stolen/shared', {
  access: 'public',
  body: z.object({ token: z.string().regex(tokenPattern), wait: z.boolean().default(false) }),
  summary: { zh: '分享链接的实时位置', en: 'Live position behind a link' },
  async run(ctx, { token, wait }) {
    const first = await shareOf(ctx.app, token, ctx.lang);
    if (!first) throw new AppError(1002);
    if (!wait) await logView(ctx.app, first.id, ctx.ip, ctx.userAgent);
    else await nextReport(ctx.app, first.vehicleId, ctx.signal);
    const share = wait ? await shareOf(ctx.app, token, ctx.lang) : first;
    if (!share) throw new AppError(1002);
    return positionOf(ctx.app, share);
  },
});
