import { writeFile } from 'node:fs/promises';
import { entityNamed } from '@wheelhouse/entities/registry';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import { runAction } from '../../../entity/actions.ts';
import { issueMade } from '../../../entity/issue.ts';
import { recordNamedIn } from '../../../entity/numbered.ts';
import { findInScope, holds } from '../../../entity/read.ts';
import { wrongState } from '../../../entity/state-text.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { actionBody } from '../../../http/kit.ts';
import { documentOf } from './document.ts';
import { endOfMonth } from './freeze.ts';
import { generate } from './generate.ts';
import { linesOf } from './statement.ts';
import { writeStatement } from './workbook.ts';

const entity = entityNamed('settlement');
const access = 'revenueManage.settle';
const { confirmed, paid } = machines['SM-Settlement'].states;
const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/);
const settlementNo = z.string().min(1).max(14);
const [name, names] = [z.string().min(1).max(40), z.object({ settlementNo })];

const generateCall = defineCall('POST /order/crm/settlement/generate', {
  access,
  body: z.object({ month, partnerName: name.optional() }),
  summary: { zh: '生成结算单', en: 'Generate statements' },
  async run(ctx, asked) {
    const { rows } = await sql<{ isOver: boolean }>`
      select ${endOfMonth(sql`${asked.month}::text`)} <= now() as is_over`.execute(ctx.app.db);
    if (rows[0]?.isOver !== true) throw refuseField(ctx, 'month', 'invalid');
    return { settlementNos: await generate(ctx.app, { ...asked, userId: ctx.user.id }) };
  },
});

/** Adjustments that a caller sends along, as they stand in the record. */
const sent = z.array(z.looseObject({ amountFen: z.int(), reason: z.string() }));
const textOf = (rows: readonly { readonly amountFen: number; readonly reason: string }[]): string =>
  JSON.stringify(rows.map(({ amountFen, reason }) => [amountFen, reason.trim()]));

/**
 * Confirmed and paid is what was read: the revision says which. Whoever sends the adjustments along has read those.
 * @throws AppError 1001 no revision, 1005 other adjustments
 */
async function checkRead(ctx: CallContext, id: string, body: z.output<typeof actionBody>): Promise<void> {
  if (body.rev === undefined || body.rev === null) throw refuseField(ctx, 'rev', 'required');
  const { adjustments } = body;
  if (!Array.isArray(adjustments) || adjustments.length === 0) return;
  const given = sent.safeParse(adjustments);
  const { adjustments: stored } = await findInScope(ctx, entity, id);
  if (!given.success || textOf(given.data) !== textOf(stored ?? [])) throw new AppError(1005);
}

/** One shape for all steps, as the catalogue has it: what a step does not take is left out. */
const transition = defineCall('POST /order/crm/settlement/transition', {
  access: ['revenueManage.settle', 'revenueManage.confirm', 'revenueManage.pay'],
  body: actionBody,
  summary: { zh: '结算单办理', en: 'Steps of a statement' },
  async run(ctx, body) {
    const { adjustments, voucherFileId, ...rest } = body;
    const { action } = body;
    const id = await recordNamedIn(ctx, entity, body);
    const may = typeof action === 'string' && holds(ctx.user, `revenueManage.${action}`);
    if (may && (action === 'confirm' || action === 'pay')) await checkRead(ctx, id, body);
    const own = { ...(action === 'adjust' && { adjustments }), ...(action === 'pay' && { voucherFileId }) };
    return runAction(ctx, entity, 'transition', { ...rest, ...own, id });
  },
});

const lines = defineCall('POST /order/crm/settlement/lines', {
  access,
  effect: 'reads',
  body: names,
  summary: { zh: '结算单按主题汇总', en: 'Themes of a statement' },
  async run(ctx, body) {
    await recordNamedIn(ctx, entity, body);
    return { list: await linesOf(ctx.app.db, body.settlementNo) };
  },
});

const statement = defineCall('POST /order/crm/settlement/statement', {
  access: 'revenueManage.export',
  effect: 'reads',
  traced: true,
  body: z.object({ settlementNo, format: z.enum(['pdf', 'xlsx']) }),
  summary: { zh: '导出结算单', en: 'A statement as a file' },
  async run(ctx, { format, ...body }) {
    if (!holds(ctx.user, access)) throw new AppError(1003);
    const row = await findInScope(ctx, entity, await recordNamedIn(ctx, entity, body));
    const { status, month: of, partnerName } = row;
    if (format === 'pdf' && status !== confirmed && status !== paid) throw wrongState('SettlementStatus', status, ctx);
    const found = await linesOf(ctx.app.db, row.settlementNo);
    const fileName = await issueMade(ctx, `${row.settlementNo} ${partnerName} ${of}.${format}`, async (path) =>
      format === 'pdf'
        ? writeFile(path, await documentOf(row, found), { mode: 0o600 })
        : writeStatement(ctx, path, row, found),
    );
    return { fileName };
  },
});

export const settlementCalls: readonly Call[] = [generateCall, transition, lines, statement];
