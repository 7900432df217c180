import type { PromotionCounts } from '@wheelhouse/contract/calls/marketing';
import { formatDay } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { dayOf } from '../../../db/wall-clock.ts';
import { findInScope } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { dayRange } from '../../../http/day-range.ts';
import { id } from '../../../http/kit.ts';
import { qrCode } from '../../files/service.ts';
import { promotionEvent } from './events.ts';
import { visit } from './visits.ts';

const qrcode = defineCall('POST /ps/crm/promotion/qrcode', {
  access: 'promotion.qrcode',
  body: z.object({ id, size: z.int().min(128).max(2_048) }),
  effect: 'reads',
  summary: { zh: '推广二维码', en: 'QR code of a promotion' },
  async run(ctx, input) {
    const { promoCode } = await findInScope(ctx, entityNamed('promotion'), input.id);
    const address = `${ctx.origin}/p/${String(promoCode)}`;
    const { svg, png } = await qrCode(address, input.size);
    return { address, svg, png: png.toString('base64') };
  },
});

const countOf = (event: number): RawBuilder<number> => sql`count(*) filter (where e.event = ${event}::smallint)::int`;

interface Day extends PromotionCounts {
  readonly day: string;
}

const sumOf = (days: readonly Day[], name: keyof PromotionCounts): number =>
  days.reduce((sum, day) => sum + day[name], 0);

const statistics = defineCall('POST /ps/crm/promotion/statistics', {
  access: 'promotion.statistics',
  body: z.object({ id, from: z.string(), to: z.string() }),
  effect: 'reads',
  summary: { zh: '推广统计', en: 'What came of a promotion' },
  async run(ctx, input) {
    const { from, to } = dayRange(ctx, ['from', 'to'], [input.from, input.to], { days: 366 });
    await findInScope(ctx, entityNamed('promotion'), input.id);
    const { rows } = await sql<Day>`
      select to_char(d.day, 'YYYY-MM-DD') as day, ${countOf(promotionEvent.scan)} as scan, ${countOf(promotionEvent.download)} as download,
        ${countOf(promotionEvent.register)} as register, ${countOf(promotionEvent.bind)} as bind, coalesce(sum(e.reward_fen), 0)::float8 as reward_fen
      from generate_series(${formatDay(from)}::date, ${formatDay(to)}::date, interval '1 day') as d(day)
      left join ps_promotion_event e on e.promotion_id = ${input.id} and e.time >= ${from} and e.time < ${to}::timestamptz + interval '1 second'
        and ${dayOf('e.time')} = d.day::date
      group by d.day order by d.day`.execute(ctx.app.db);
    const total = {
      scan: sumOf(rows, 'scan'),
      download: sumOf(rows, 'download'),
      register: sumOf(rows, 'register'),
      bind: sumOf(rows, 'bind'),
      rewardFen: sumOf(rows, 'rewardFen'),
    };
    return { total, days: rows };
  },
});

export const promotionCalls: readonly Call[] = [qrcode, statistics, visit];
