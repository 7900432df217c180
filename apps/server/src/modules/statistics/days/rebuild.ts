import { keysOf } from '@wheelhouse/contract/object';
import { isDay } from '@wheelhouse/contract/time';
import { addDays, countDays } from '@wheelhouse/entities/statistics/period';
import { z } from 'zod';
import { withTransaction } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { defineCall } from '../../../http/call.ts';
import { checkRange } from '../../../http/day-range.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { buildDays, dayTables, type DayTable } from './build.ts';

const dayStart = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Most days of one call (catalogue 11, §8). */
const mostDays = 31;
const names = keysOf(dayTables);
const isTable = (name: string): name is DayTable => (names as readonly string[]).includes(name);

/** `POST /stat/crm/rebuild` {from,to,tables?} → {days,rows}: days of statistics from their records again. @throws AppError 1001, 1012, 8002, 8003 */
export const rebuildCall = defineCall('POST /stat/crm/rebuild', {
  access: 'operatorManage.work',
  effect: 'changes',
  body: z.object({
    from: z.string().max(10),
    to: z.string().max(10),
    tables: z.array(z.string().max(40)).max(20).optional(),
  }),
  summary: { zh: '重建统计', en: 'Build statistics again' },
  async run(ctx, { from, to, tables = [...names] }) {
    const { app } = ctx;
    for (const [name, day] of [
      ['from', from],
      ['to', to],
    ] as const)
      if (!isDay(day)) throw refuseField(ctx, name, 'day');
    const unknown = tables.find((name) => !isTable(name));
    if (unknown !== undefined) throw refuseField(ctx, 'tables', 'invalid');
    const days = countDays({ from, to });
    checkRange({ from: dayStart(from), to: dayStart(to) }, { days: mostDays - 1 });
    const rows = await buildDays(
      app,
      tables.filter(isTable),
      Array.from({ length: days }, (_, n) => addDays(from, n)),
    );
    await withTransaction(app.db, (tx) =>
      audit(tx, ctx, {
        action: 'rebuild',
        entity: 'statistics',
        entityId: null,
        after: { from, to, tables, rows },
        path: '/stat/crm/rebuild',
        functionCode: 'operatorManage.work',
      }),
    );
    return { days, rows };
  },
});
