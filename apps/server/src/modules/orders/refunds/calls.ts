import { codes } from '@wheelhouse/entities/codes';
import type { EntityDef } from '@wheelhouse/entities/define';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { runAction } from '../../../entity/actions.ts';
import { recordNamedIn } from '../../../entity/numbered.ts';
import { list } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { actionBody, type ActionBody, listQuery } from '../../../http/kit.ts';

const [goods, boxes] = [entityNamed('refund'), entityNamed('boxRefund')];
const audits = ['orderList.refundAudit', 'blindoOder.refundAudit'] as const;
const applies = ['orderList.refund', 'blindoOder.refund'] as const;

/** Refunds of all kinds of orders share these calls; the right that counts is that of the page of the refund's own kind. */
async function act(ctx: CallContext, path: string, body: ActionBody): Promise<unknown> {
  const id = await recordNamedIn(ctx, goods, body);
  const { rows } = await sql<{ kind: number }>`
    select order_kind as kind from ord_refund where id::text = ${id}`.execute(ctx.app.db);
  const entity: EntityDef = rows[0]?.kind === codes.OrderKind.blindBox ? boxes : goods;
  return runAction(ctx, entity, path, { ...body, id });
}

const shown = defineCall('POST /order/crm/refund/list', {
  access: ['orderList.query', 'blindoOder.query'],
  body: listQuery,
  summary: { zh: '退款单列表', en: 'Refunds of orders' },
  run: (ctx, input) => list(ctx, goods, input),
});

const audit = defineCall('POST /order/crm/refund/audit', {
  access: audits,
  body: actionBody,
  summary: { zh: '退款审核', en: 'Approve or reject a refund' },
  run: (ctx, body) => act(ctx, 'audit', body),
});

const retry = defineCall('POST /order/crm/refund/retry', {
  access: audits,
  body: actionBody,
  summary: { zh: '重试退款', en: 'Ask the channel for a refund again' },
  run: (ctx, body) => act(ctx, 'retry', body),
});

const offline = defineCall('POST /order/crm/refund/offline', {
  access: audits,
  body: actionBody,
  summary: { zh: '登记线下退款', en: 'Record a refund that was paid off-line' },
  run: (ctx, body) => act(ctx, 'offline', body),
});

const cancel = defineCall('POST /order/crm/refund/cancel', {
  access: applies,
  body: actionBody,
  summary: { zh: '撤销退款申请', en: 'Withdraw a refund' },
  run: (ctx, body) => act(ctx, 'cancel', body),
});

export const refundCalls: readonly Call[] = [shown, audit, retry, offline, cancel];
