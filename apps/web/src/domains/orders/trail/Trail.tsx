import { useState, type ComponentType, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { MoneyTrail, TrailOrder } from '@wheelhouse/contract/calls/orders/trail';
import { codes } from '@wheelhouse/entities/codes';
import { useCall } from '../../../api/query.ts';
import { usePick } from '../../../i18n/lang.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { hrefOf, usePage } from '../../../routing/page.ts';
import { DescriptionList, PageBody, PageHeader, Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { SearchInput } from '../../../ui/inputs/Input.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { DateTime, Money, StatusTag } from '../../../ui/Values.tsx';
import { Entries } from './Entries.tsx';
import { useTrailTexts } from './texts.ts';
import './trail.css';

const amounts = { align: 'end', num: true, width: 96 } as const;
const times = { num: true, width: 150 } as const;

/** A code by its dictionary, as people read it. */
function Coded({ category, code }: { readonly category: string; readonly code: number }): ReactNode {
  const found = useDictLookup()(category, code);
  return <StatusTag color={found?.color}>{found?.name ?? code}</StatusTag>;
}

function Order({ order }: { readonly order: TrailOrder | null }): ReactNode {
  const texts = useTrailTexts();
  if (order === null) return <EmptyState small title={texts('noOrder')} />;
  const isGoods = order.kind === codes.OrderKind.goods;
  return (
    <DescriptionList
      items={[
        {
          key: 'order',
          label: texts('order'),
          value: (
            <Link to={hrefOf(isGoods ? 'orderList' : 'blindoOder', { orderNo: order.orderNo })}>{order.orderNo}</Link>
          ),
        },
        { key: 'goods', label: texts('goods'), value: order.goodsName },
        {
          key: 'status',
          label: texts('status'),
          value: <Coded category={isGoods ? 'OrderStatus' : 'BlindOrderStatus'} code={order.orderStatus} />,
        },
        { key: 'paid', label: texts('paid'), value: <Money fen={order.payFen} sign /> },
        { key: 'refunded', label: texts('refunded'), value: <Money fen={order.refundedFen} sign /> },
        { key: 'channel', label: texts('channel'), value: <Coded category="PayChannel" code={order.payChannel} /> },
        { key: 'payTime', label: texts('payTime'), value: <DateTime value={order.payTime} /> },
        { key: 'channelNo', label: texts('channelNo'), value: order.channelTradeNo ?? '–' },
      ]}
    />
  );
}

const Bill = ({ bill }: Pick<MoneyTrail, 'bill'>): ReactNode => {
  const texts = useTrailTexts();
  return (
    <DataTable
      label={texts('bill')}
      dense
      lines
      rows={bill}
      rowKey={(_, at) => String(at)}
      empty={texts('noBill')}
      columns={[
        { key: 'time', label: texts('time'), ...times, head: true, render: ({ time }) => <DateTime value={time} /> },
        {
          key: 'day',
          label: texts('day'),
          num: true,
          width: 100,
          render: ({ billDate }) => <DateTime value={billDate} />,
        },
        {
          key: 'channel',
          label: texts('channel'),
          render: ({ payChannel }) => <Coded category="PayChannel" code={payChannel} />,
        },
        { key: 'kind', label: texts('kind'), render: ({ billKind }) => <Coded category="BillKind" code={billKind} /> },
        { key: 'amount', label: texts('amount'), ...amounts, render: ({ amountFen }) => <Money fen={amountFen} /> },
        {
          key: 'fee',
          label: texts('fee'),
          ...amounts,
          render: ({ feeMilliFen }) => (feeMilliFen / 100_000).toFixed(5),
        },
        { key: 'no', label: texts('channelNo'), num: true, render: ({ channelTradeNo }) => channelTradeNo },
      ]}
    />
  );
};

const Refunds = ({ refunds }: Pick<MoneyTrail, 'refunds'>): ReactNode => {
  const texts = useTrailTexts();
  return (
    <DataTable
      label={texts('refunds')}
      dense
      lines
      rows={refunds}
      rowKey={({ refundNo }) => refundNo}
      columns={[
        {
          key: 'no',
          label: texts('refundNo'),
          num: true,
          head: true,
          render: ({ refundNo }) => <Link to={hrefOf('orderList', { view: 'refund', refundNo })}>{refundNo}</Link>,
        },
        { key: 'amount', label: texts('amount'), ...amounts, render: ({ amountFen }) => <Money fen={amountFen} /> },
        {
          key: 'status',
          label: texts('status'),
          render: ({ refundStatus }) => <Coded category="RefundStatus" code={refundStatus} />,
        },
        {
          key: 'done',
          label: texts('doneTime'),
          ...times,
          render: ({ successTime }) => <DateTime value={successTime} />,
        },
      ]}
    />
  );
};

const Differences = ({ differences }: Pick<MoneyTrail, 'differences'>): ReactNode => {
  const texts = useTrailTexts();
  return (
    <DataTable
      label={texts('differences')}
      dense
      lines
      rows={differences}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'no',
          label: texts('itemNo'),
          num: true,
          head: true,
          render: ({ itemNo }) => (
            <Link to={hrefOf('revenueManage', { view: 'reconItem', keyword: itemNo })}>{itemNo}</Link>
          ),
        },
        { key: 'kind', label: texts('kind'), render: ({ diffType }) => <Coded category="ReconDiff" code={diffType} /> },
        { key: 'amount', label: texts('amount'), ...amounts, render: ({ diffFen }) => <Money fen={diffFen} /> },
        {
          key: 'status',
          label: texts('status'),
          render: ({ itemStatus }) => <Coded category="ReconItemStatus" code={itemStatus} />,
        },
        { key: 'day', label: texts('day'), num: true, render: ({ billDate }) => <DateTime value={billDate} /> },
      ]}
    />
  );
};

const Revenue = ({ revenue }: Pick<MoneyTrail, 'revenue'>): ReactNode => {
  const texts = useTrailTexts();
  return (
    <DataTable
      label={texts('revenue')}
      dense
      lines
      rows={revenue}
      rowKey={({ entryNo }) => entryNo}
      columns={[
        { key: 'no', label: texts('entryNo'), num: true, head: true, render: ({ entryNo }) => entryNo },
        { key: 'kind', label: texts('kind'), render: ({ type }) => <Coded category="RevenueType" code={type} /> },
        { key: 'time', label: texts('time'), ...times, render: ({ occurTime }) => <DateTime value={occurTime} /> },
        { key: 'amount', label: texts('amount'), ...amounts, render: ({ payFen }) => <Money fen={payFen} /> },
        { key: 'fee', label: texts('fee'), ...amounts, render: ({ channelFeeFen }) => <Money fen={channelFeeFen} /> },
        {
          key: 'share',
          label: texts('share'),
          ...amounts,
          render: ({ partnerShareFen }) => <Money fen={partnerShareFen} />,
        },
        {
          key: 'settlement',
          label: texts('settlement'),
          num: true,
          render: ({ settlementNo }) =>
            settlementNo === null ? (
              '–'
            ) : (
              <Link to={hrefOf('revenueManage', { view: 'settlement', settlementNo })}>{settlementNo}</Link>
            ),
        },
      ]}
    />
  );
};

function Found({ number }: { readonly number: string }): ReactNode {
  const texts = useTrailTexts();
  const { data, error, refetch } = useCall('/order/crm/ledger/trail', { number }, { inlineErrors: true });
  if (data === undefined) return <PendingState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Section title={texts('bill')} flush>
        <Bill bill={data.bill} />
      </Section>
      <Section title={texts('order')}>
        <Order order={data.order} />
      </Section>
      <Section title={texts('ledger')} flush>
        <Entries ledger={data.ledger} />
      </Section>
      {data.revenue.length === 0 ? null : (
        <Section title={texts('revenue')} flush>
          <Revenue revenue={data.revenue} />
        </Section>
      )}
      {data.refunds.length === 0 ? null : (
        <Section title={texts('refunds')} flush>
          <Refunds refunds={data.refunds} />
        </Section>
      )}
      {data.differences.length === 0 ? null : (
        <Section title={texts('differences')} flush>
          <Differences differences={data.differences} />
        </Section>
      )}
    </>
  );
}

/** Money, from any of its numbers to all that is known of it: `?number=` in the address. */
export default function Trail({ nav: Nav }: { readonly nav: ComponentType }): ReactNode {
  const texts = useTrailTexts();
  const pick = usePick();
  const page = usePage();
  const number = page.search.get('number') ?? '';
  const [typed, setTyped] = useState(number);
  const search = (text: string): void => page.setSearch({ view: 'trail', number: text.trim() });
  return (
    <PageBody>
      <PageHeader title={pick(page.route)} />
      <Nav />
      <SearchInput
        className="tr-number"
        aria-label={texts('number')}
        placeholder={texts('number')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onSearch={search}
      />
      {number === '' ? (
        <EmptyState title={texts('start')} description={texts('startMore')} />
      ) : (
        <Found key={number} number={number} />
      )}
    </PageBody>
  );
}
