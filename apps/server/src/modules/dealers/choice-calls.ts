import type { DealerOption } from '@wheelhouse/contract/calls/dealers';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { runAction } from '../../entity/actions.ts';
import { scopeWhere } from '../../entity/scope.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { actionBody, id } from '../../http/kit.ts';

const dealer = entityNamed('dealer');
const { active } = machines['SM-Dealer'].states;

/** The dealer who gives is `fromId`, or `id` as in every action. */
const transferStock = defineCall('POST /data/crm/dealer/transferStock', {
  access: 'dealerManage.transferStock',
  body: actionBody.extend({ fromId: id.optional() }),
  summary: { zh: '转移库存', en: 'Transfer stock to another dealer' },
  run: (ctx, { fromId, ...body }) =>
    runAction(ctx, dealer, 'transferStock', fromId === undefined ? body : { ...body, id: fromId }),
});

const options = defineCall('POST /data/crm/dealer/options', {
  access: 'login',
  effect: 'reads',
  body: z.object({ keyword: z.string().max(60).optional(), limit: z.int().min(1).max(50).default(20) }),
  summary: { zh: '经销商候选项', en: 'Dealers by part of name or code' },
  async run(ctx, input) {
    const scope = scopeWhere(dealer, 't', ctx.user.scope, ctx.user.id);
    const typed = `%${(input.keyword ?? '').replace(/\s+/g, '').replace(/[\\%_]/g, '\\$&')}%`;
    const { rows } = await sql<DealerOption>`
      select t.id::text as id, t.dealer_code as "dealerCode", t.name from dlr_dealer t
      where not t.deleted and t.status = ${active} and (replace(t.name, ' ', '') ilike ${typed} or t.dealer_code ilike ${typed}) and ${scope ?? sql`true`} order by t.dealer_code limit ${input.limit}`.execute(
      ctx.app.db,
    );
    return rows;
  },
});

export const dealerChoiceCalls: readonly Call[] = [transferStock, options];
