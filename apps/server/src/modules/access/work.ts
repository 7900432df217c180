import type { WorkRow } from '@wheelhouse/contract/calls/access/work';
import { formatInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { readPage } from '../../entity/sql-page.ts';
import { type Call, defineCall } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { paged } from '../../http/kit.ts';
import { works } from '../../work/list.ts';
import { numbersOf } from '../../work/statements.ts';
import type { Work } from '../../work/work.ts';

const name = z.string().max(60);

/** @throws AppError 1002 */
function workOf(wanted: string): Work {
  const found = works().find((one) => one.name === wanted);
  if (found === undefined) throw new AppError(1002);
  return found;
}

const list = defineCall('POST /system/crm/work/list', {
  access: 'operatorManage.query',
  body: z.strictObject({}),
  summary: { zh: '后台任务', en: 'Background work' },
  async run({ app }) {
    const numbers = new Map((await numbersOf(app.db, works())).map((row) => [row.name, row]));
    return works().map(({ name: code, label }) => {
      const { waiting = 0, oldest = 0, leased = 0, failing = 0 } = numbers.get(code) ?? {};
      const since = waiting === 0 ? null : formatInstant(new Date(Date.now() - oldest * 1000));
      return { code, label, waiting, since, leased, failing };
    });
  },
});

const rows = defineCall('POST /system/crm/work/rows', {
  access: 'operatorManage.query',
  body: z.strictObject({ work: name, ...paged }),
  summary: { zh: '后台任务：等待的记录', en: 'Background work: rows that wait' },
  run: async ({ app }, { work, ...page }) => {
    const { select, from, where, order } = workOf(work).statements.rows;
    return readPage<WorkRow>(
      app.db,
      { select: sql.raw(select), from: sql.raw(from), where: sql.raw(where), order: sql.raw(order) },
      page,
    );
  },
});

const retry = defineCall('POST /system/crm/work/retry', {
  access: 'operatorManage.work',
  body: z.strictObject({ work: name, row: z.string().max(120).optional() }),
  summary: { zh: '立即重试后台任务', en: 'Try background work again now' },
  async run(ctx, input) {
    const work = workOf(input.work);
    return withTransaction(ctx.app.db, async (tx) => {
      const changed = await work.statements.again(tx, input.row ?? null);
      await audit(tx, ctx, {
        action: 'retry',
        entity: 'work',
        entityId: work.name,
        functionCode: 'operatorManage.work',
        path: '/system/crm/work/retry',
        after: { changed, ...(input.row !== undefined && { row: input.row }) },
      });
      return { changed };
    });
  },
});

/** What waits to be done later or elsewhere, why it has failed, and another attempt at once. */
export const workCalls: readonly Call[] = [list, rows, retry];
