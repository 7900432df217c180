import { sql } from 'kysely';
import { z } from 'zod';
import { hashOf } from '../../entity/seal.ts';
import { type Call, defineCall } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { readPage } from '../../entity/sql-page.ts';
import { format, paged } from '../../http/kit.ts';

/**
 * What the sandbox would have sent: without a provider this is the only way a code reaches anybody. Codes are as good as passwords, so this is
 * for administrators alone, whatever other roles are granted, and each look is in the operation log.
 */
const list = defineCall('POST /system/crm/smsOutbox/list', {
  access: 'login',
  effect: 'reads',
  traced: true,
  body: z.strictObject({ mobile: format('mobile').optional(), ...paged }),
  summary: { zh: '短信发件箱（仅超级管理员）', en: 'SMS outbox (super administrators only)' },
  async run(ctx, { mobile, ...page }) {
    const { app, user } = ctx;
    if (!user.isAdmin) throw new AppError(1003);
    return readPage(
      app.db,
      {
        select: sql`id, mobile_mask as mobile, body, status, error, ${wallClock(sql`create_time`)} as create_time`,
        from: sql`sys_sms_outbox`,
        where: mobile === undefined ? sql`true` : sql`mobile_hash = ${hashOf(app.secrets, mobile)}`,
        order: sql`id desc`,
      },
      page,
    );
  },
});

export const smsOutboxCalls: readonly Call[] = [list];
