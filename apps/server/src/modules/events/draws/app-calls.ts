import type { DrawResult } from '@wheelhouse/contract/calls/events/raffles';
import { sql } from 'kysely';
import { z } from 'zod';
import { runPrepared } from '../../../db/run-prepared.ts';
import { defineAppCall, type AppContext } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { code, id, sixDigits } from '../../../http/kit.ts';
import { signedUrl } from '../../files/service.ts';
import { draw, type Drawn } from './draw.ts';
import { shownRaffle, shownRaffles } from './show.ts';
import { ticketFor } from './scan.ts';

const token = (least: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${least},64}$`));

const list = defineAppCall('GET /app/v1/raffle/list', {
  query: z.object({ type: code(/^[1-4]$/).optional(), cityId: sixDigits.optional() }),
  summary: { zh: 'APP：活动列表', en: 'App: events with draws' },
  run: (ctx, { type, cityId }) => shownRaffles(ctx, { type: type ?? null, cityId: cityId ?? null }),
});

const detail = defineAppCall('GET /app/v1/raffle/detail', {
  query: z.object({ id }),
  summary: { zh: 'APP：活动详情', en: 'App: an event with its odds' },
  run: (ctx, input) => shownRaffle(ctx, input.id),
});

const scan = defineAppCall('POST /app/v1/raffle/scan', {
  limit: { most: 60, within: 'minute' },
  body: z.object({
    activityId: id,
    targetIndex: z.int().min(0).max(9).optional(),
    lng: z.number().min(-180).max(180).optional(),
    lat: z.number().min(-90).max(90).optional(),
  }),
  summary: { zh: 'APP：扫描或到达地点', en: 'App: a mark was scanned or a place reached' },
  async run(ctx, { activityId, targetIndex, lng, lat }) {
    return { ticket: await ticketFor(ctx, { activityId, targetIndex, lng, lat }) };
  },
});

interface Won {
  readonly prizeKind: number;
  readonly levelName: string;
  readonly name: string;
  readonly recordNo: string;
  readonly image: string | null;
}

async function wonBy({ app }: AppContext, winningId: string): Promise<Won> {
  const rows = await runPrepared(
    app.db,
    sql<Won>`
    select w.prize_kind, w.level_name, w.prize_name as name, w.record_no,
      coalesce(a.prizes -> (d.given - 1) ->> 'displayImage', p.images[1], t.cover) as image
    from act_winning_record w join act_raffle_draw d on d.winning_id = w.id join act_raffle_activity a on a.id = d.activity_id
    left join act_prize p on p.id = w.prize_id left join cnt_app_theme t on t.id = w.theme_id where w.id = ${winningId}`,
  );
  const [won] = rows;
  if (won === undefined) throw new Error('a win has a record');
  return won;
}

async function resultOf(ctx: AppContext, { lane, n, hash, leftTimes, winningId }: Drawn): Promise<DrawResult> {
  const receipt = { lane, n, hash: hash.toString('hex') };
  if (winningId === null)
    return { win: 0, prizeKind: null, levelName: null, name: null, image: null, recordNo: null, leftTimes, receipt };
  const { image, ...won } = await wonBy(ctx, winningId);
  return { win: 1, ...won, image: image === null ? null : signedUrl(ctx.app, image), leftTimes, receipt };
}

const drawCall = defineAppCall('POST /app/v1/raffle/draw', {
  limit: { most: 60, within: 'minute' },
  body: z.object({
    activityId: id,
    requestId: token(8),
    ticket: token(1).optional(),
    nonce: token(0).default(''),
    deviceId: z.string().min(1).max(100).optional(),
    emulator: z.literal([0, 1]).default(0),
  }),
  summary: { zh: 'APP：抽奖', en: 'App: draw' },
  async run(ctx, { activityId, requestId, ticket, nonce, deviceId, emulator }) {
    const order = { activityId, userId: ctx.appUser.id, requestNo: requestId, nonce, ticket, deviceId, ip: ctx.ip };
    return resultOf(ctx, await draw(ctx.app, { ...order, isEmulated: emulator === 1 }));
  },
});

export const drawAppCalls: readonly Call[] = [list, detail, scan, drawCall];
