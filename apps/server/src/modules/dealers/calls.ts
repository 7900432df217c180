import type { DealerContract, DealerMonth } from '@wheelhouse/contract/calls/dealers';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { isTrue } from '../../db/facts.ts';
import { dayOf, startOfDay, today, wallClock } from '../../db/wall-clock.ts';
import { nameFor } from '../../entity/hidden.ts';
import { findInScope } from '../../entity/read.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { id } from '../../http/kit.ts';

const dealer = entityNamed('dealer');
const { done } = machines['SM-Repair'].states;
const months = 12;
const mostContracts = 200;

/** The month of an instant in Asia/Shanghai, as `YYYY-MM`. `at` is SQL of the product's own. */
const monthOf = (at: string): RawBuilder<string> => sql`to_char(${dayOf(at)}::timestamp, 'YYYY-MM')`;

/** When an order came to its dealer: it was dispatched, or the dealer took it in. */
const received = 'coalesce(o.dispatch_time, o.create_time)';

const performance = defineCall('POST /data/crm/dealer/performance', {
  access: 'dealerManage.query',
  body: z.object({ id }),
  summary: { zh: '经销商近12个月业绩', en: 'What a dealer did in each of the last 12 months' },
  async run(ctx, input) {
    const { id: dealerId } = await findInScope(ctx, dealer, input.id);
    const first = sql`(date_trunc('month', ${today}::timestamp) - make_interval(months => ${months - 1}))`;
    const since = startOfDay(first);
    const orders = sql`cs_repair_order o where o.dealer_id = ${dealerId} and not o.deleted`;
    const { rows } = await sql<DealerMonth>`
      with came as (
        select ${monthOf(received)} as month, count(*)::int as n from ${orders} and ${sql.raw(received)} >= ${since} group by 1),
      finished as (
        select ${monthOf('o.finish_time')} as month, count(*)::int as n,
          round((avg(extract(epoch from o.complete_time - o.accept_time)) / 3600)::numeric, 1)::float8 as hours
        from ${orders} and o.status = ${done} and o.finish_time >= ${since} group by 1),
      rated as (
        select ${monthOf('o.rating_time')} as month, count(*)::int as n, round(avg(o.rating), 1)::float8 as mean
        from ${orders} and o.rating_time >= ${since} group by 1),
      sold as (
        select ${monthOf('v.first_activation_time')} as month, count(*)::int as n from veh_vehicle v
        where v.dealer_id = ${dealerId} and not v.deleted and ${isTrue('activated', 'v')} and v.first_activation_time >= ${since} group by 1)
      select m.month, coalesce(came.n, 0) as orders, coalesce(finished.n, 0) as finished, finished.hours as repair_hours,
        rated.mean as rating, coalesce(rated.n, 0) as rating_count, coalesce(sold.n, 0) as sold
      from (select to_char(d, 'YYYY-MM') as month
          from generate_series(${first}, date_trunc('month', ${today}::timestamp), interval '1 month') d) m
        left join came using (month) left join finished using (month) left join rated using (month) left join sold using (month)
      order by m.month`.execute(ctx.app.db);
    return { months: rows };
  },
});

interface ContractRow extends DealerContract {
  readonly operatorId: string | null;
  readonly operatorDealerId: string | null;
}

/** @for values of a record that must outlive the operation log: a table that a trigger writes, filled by its migration from the log: `dlr_contract` */
const contracts = defineCall('POST /data/crm/dealer/contracts', {
  access: 'dealerManage.query',
  body: z.object({ id }),
  summary: { zh: '经销商合同记录', en: 'Contracts of a dealer' },
  async run(ctx, input) {
    const { id: dealerId } = await findInScope(ctx, dealer, input.id);
    const { rows } = await sql<ContractRow>`
      select c.id::text as id, c.contract_start::text as contract_start, c.contract_end::text as contract_end, ${wallClock('c.time')} as time,
        c.operator_id::text as operator_id, u.dealer_id::text as operator_dealer_id, u.real_name as operator_name
      from dlr_contract c left join sys_user u on u.id = c.operator_id
      where c.dealer_id = ${dealerId} order by c.time desc, c.id desc limit ${mostContracts}`.execute(ctx.app.db);
    return rows.map(({ operatorId, operatorDealerId, operatorName, ...row }): DealerContract => ({
      ...row,
      operatorName: nameFor(ctx, { id: operatorId ?? '', dealerId: operatorDealerId, name: operatorName }),
    }));
  },
});

/** What the page of a dealer shows beside its fields. */
export const dealerCalls: readonly Call[] = [performance, contracts];
