import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { App } from '../../../http/context.ts';
import { keepNotice, takeTrade } from '../../../modules/orders/service.ts';
import { after, minute } from '../clock.ts';

const { closed } = machines['SM-Order'].states;
const { wechat } = codes.PayChannel;
/** What came more than the order says, in fen. */
const moreFen = 100;

interface Order {
  readonly tradeNo: string;
  readonly amountFen: number;
  readonly subject: string;
}

/** For one order that was not paid in time another amount comes, as its channel tells: it is held, and finance can give it back. */
export async function payOddly(app: App, now: Date): Promise<void> {
  const { rows } = await sql<Order>`
    select o.order_no as trade_no, (o.pay_fen + ${moreFen})::float8 as amount_fen, o.goods_name as subject from ord_order o join ord_payment p on p.order_id = o.id
    where o.kind = ${codes.OrderKind.goods} and o.order_status = ${closed} and o.pay_channel = ${wechat} and o.request_id like 'demo-%'
      and p.channel_trade_no is null and o.pay_fen > 0 order by o.create_time desc limit 1`.execute(app.db);
  const [order] = rows;
  if (order === undefined) return;
  const { tradeNo, amountFen, subject } = order;
  const [channelTradeNo, payerId, paidTime] = [
    `4200009901${tradeNo.slice(-18)}`,
    'payer-demo',
    after(now, -90 * minute),
  ];
  await sql`
    insert into sbx_pay_trade (channel, trade_no, amount_fen, subject, notify_url, state, channel_trade_no, payer_id, create_time, expire_time, paid_time)
    values (${wechat}, ${tradeNo}, ${amountFen}, ${subject}, '', 'paid', ${channelTradeNo}, ${payerId}, ${paidTime}, ${paidTime}, ${paidTime})
    on conflict do nothing`.execute(app.db);
  const news = { tradeNo, state: 'paid', channelTradeNo, amountFen, paidTime, payerId } as const;
  await keepNotice(app, wechat, { kind: 'trade', id: `demo-${tradeNo}`, news }, await takeTrade(app, news));
}
