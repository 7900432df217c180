import { sql } from 'kysely';
import { z } from 'zod';
import { findInScope, holds } from '../../entity/read.ts';
import { unseal } from '../../entity/seal.ts';
import { logSensitive } from '../../entity/sensitive.ts';
import { defineCall } from '../../http/call.ts';
import type { SessionUser } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { id } from '../../http/kit.ts';
import { repairEntity, repairStatus } from './records.ts';

const { dispatched, toConfirm } = repairStatus;
const isDealer = ({ userType }: Pick<SessionUser, 'userType'>): boolean => userType === 2;

/** Accounts of dealers see whom to call only while the order is theirs to work on: from dispatch to the owner's confirmation. */
export const mayContact = (user: Pick<SessionUser, 'userType'>, { status }: { readonly status: unknown }): boolean =>
  !isDealer(user) || (Number(status) >= dispatched && Number(status) <= toConfirm);

const reason = { zh: '处理报修单', en: 'Works on the order' } as const;

interface Sealed {
  readonly name: Buffer;
  readonly mobile: Buffer;
  readonly address: Buffer | null;
}

/** The contact in full, for the dealer who works on the order; each look is logged. Staff reveal single values with a reason. */
export const contact = defineCall('POST /cs/crm/repairOrder/contact', {
  access: 'repairListsManage.query',
  body: z.object({ id }),
  summary: { zh: '网点查看车主联系方式', en: 'Contact of an order, for its dealer' },
  async run(ctx, input) {
    const { app, user } = ctx;
    const order = await findInScope(ctx, repairEntity, input.id);
    if (!isDealer(user) || !holds(user, 'privacy.viewPhone') || !mayContact(user, order)) throw new AppError(1003);
    await logSensitive(app.db, ctx, {
      entity: repairEntity.name,
      entityId: order.id,
      field: 'contactMobile',
      reason: reason[ctx.lang],
    });
    const { rows } = await sql<Sealed>`
      select contact_name_enc as name, contact_mobile_enc as mobile, address_enc as address from cs_repair_order
      where id = ${order.id}`.execute(app.db);
    const [row] = rows;
    if (row === undefined) throw new AppError(1002);
    const mayAddress = row.address !== null && holds(user, 'privacy.viewAddress');
    return {
      contactName: unseal(app.secrets, row.name),
      contactMobile: unseal(app.secrets, row.mobile),
      address: mayAddress && row.address !== null ? unseal(app.secrets, row.address) : null,
    };
  },
});
