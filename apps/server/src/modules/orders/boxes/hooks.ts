import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { HooksOf } from '../../../entity/hooks.ts';
import { only } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { wrongState } from '../../../entity/state-text.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { checkRangeOf } from '../../../http/day-range.ts';
import type { Job } from '../../module.ts';
import { moveDue } from '../../../entity/due.ts';
import { logOrder } from '../log.ts';
import { refuseHeld, returnHeld } from '../refunds/held.ts';
import { checkRefund, refuseRefund } from '../refunds/rules.ts';
import { boxKind } from './kind.ts';
import { isArrived } from './follow.ts';
import { grantBoxesAgain } from './grant.ts';
import { openBoxes } from './open.ts';
import { refundBoxes } from './refund.ts';

const { entity } = boxKind;
const { paid } = machines['SM-BlindOrder'].states;
const { unopened, refunding } = codes.BoxState;
const mostDays = 366;
/** Days after which boxes open by themselves. Source: chapter 10, §2 of the catalogue. */
const openAfterDays = 7;

export const boxOrderHooks: HooksOf<'blindBoxOrder'> = {
  computed: {
    results: (
      t,
    ) => `(select array_agg(b.item_image order by b.box_no) filter (where b.item_image is not null) from ord_blind_box b
      where b.blind_box_order_id = ${t}.id and not b.deleted)`,
  },
  checkQuery(_user, { conditions }) {
    for (const field of ['createTime', 'payTime']) checkRangeOf(conditions, field, { days: mostDays });
  },
  refuses: { refund: each((row) => refuseRefund(row)), returnHeld: each((row) => refuseHeld(row)) },
  actions: {
    refund: async (action) => {
      const { tx, ctx, input } = action;
      const row = only(action);
      checkRefund(ctx, { ...row, grantTime: null }, input);
      const refundNo = await refundBoxes(tx, ctx, row.id, {
        ...input,
        evidence: input.evidence ?? [],
        submitterId: ctx.user.id,
      });
      return { refundNo };
    },
    returnHeld: async (action) => {
      const { tx, ctx, input } = action;
      const { id, payIssue } = only(action);
      return { refundNo: await returnHeld(tx, id, { remark: input.remark, submitterId: ctx.user.id, payIssue }) };
    },
    regrant: async (action) => {
      const { tx, ctx, input, store } = action;
      const { id } = only(action);
      if ((await grantBoxesAgain(tx, id, input.boxNo)) === 0) {
        if (input.boxNo !== null)
          throw refuseField(ctx, 'boxNo', { zh: '该盒没有发放失败', en: 'That box did not fail' });
        throw wrongState('GrantState', codes.GrantState.waiting, ctx);
      }
      const { rows } = await sql`
        select 1 from ord_blind_box where blind_box_order_id = ${id}::bigint and grant_state = ${codes.GrantState.failed} limit 1`.execute(
        tx,
      );
      store({ grantFailed: rows.length > 0 ? 1 : 0 });
    },
    note: async ({ tx, ctx, rows, input }) => {
      for (const { id: orderId } of rows)
        await logOrder(tx, { orderId, event: 'note', content: input.content, operatorId: ctx.user.id });
    },
  },
};

/** What boxes do by themselves: they open, and their order ends when all has arrived. */
export const boxJob: Job = {
  name: 'orders.boxes',
  cron: '*/10 * * * *',
  async run(app) {
    await moveDue(app, {
      entity,
      field: 'orderStatus',
      action: 'open',
      // A refund decides first.
      when: sql`t.kind = ${codes.OrderKind.blindBox} and t.order_status = ${paid} and t.pay_time <= now() - make_interval(days => ${openAfterDays})
        and exists (select from ord_blind_box b where b.blind_box_order_id = t.id and b.box_state = ${unopened})
        and not exists (select from ord_blind_box b where b.blind_box_order_id = t.id and b.box_state = ${refunding})`,
      async effect(tx, orderId) {
        await openBoxes(tx, orderId);
        return { openStatus: codes.BoxOpenStatus.all };
      },
    });
    await moveDue(app, {
      entity,
      field: 'orderStatus',
      action: 'finish',
      when: sql`t.kind = ${codes.OrderKind.blindBox} and ${isArrived}`,
      effect: async () => ({ finishTime: new Date() }),
    });
  },
};
