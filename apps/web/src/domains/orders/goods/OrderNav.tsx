import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { usePage } from '../../../routing/page.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { Money } from '../../../ui/Values.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useOrderTexts } from './texts.ts';
import './orders.css';

const lists = ['orders', 'refunds'] as const;

/** Orders, or the refunds of all of them: `?view=refund` in the address. */
export function OrderNav({ list }: { readonly list: (typeof lists)[number] }): ReactNode {
  const texts = useOrderTexts();
  const page = usePage();
  return (
    <Segments
      label={texts('lists')}
      options={lists.map((key) => ({ key, label: texts(key) }))}
      value={list}
      onChange={(key) => page.setSearch({ view: key === 'refunds' ? 'refund' : undefined })}
    />
  );
}

type QueryProps = { readonly query: Readonly<Record<string, unknown>> };

/** What the orders of the list come to, whatever page is shown. */
function Sums({ of, query }: QueryProps & { readonly of: 'goodsOrder' | 'blindBoxOrder' }): ReactNode {
  const texts = useOrderTexts();
  const options = { inlineErrors: true, keepPrevious: true } as const;
  const { data } = useCall(`/order/crm/${of}/summary` as const, { query }, options);
  return (
    <dl className="ov-sums" aria-label={texts('sums')} aria-busy={data === undefined}>
      <div>
        <dt>{texts('count')}</dt>
        <dd className="wh-num">{data === undefined ? '–' : formatNumber(data.orders)}</dd>
      </div>
      {(['paid', 'refunded', 'net'] as const).map((key) => (
        <div key={key}>
          <dt>{texts(key)}</dt>
          <dd>{data === undefined ? '–' : <Money fen={data[`${key}Fen`]} />}</dd>
        </div>
      ))}
    </dl>
  );
}

const Nav = (props: Parameters<typeof Sums>[0]): ReactNode => (
  <div className="ov-orders-nav">
    <OrderNav list="orders" />
    <Sums {...props} />
  </div>
);

/** Over the list of orders: its other list, and its sums. */
export const OrdersNav = ({ query }: QueryProps): ReactNode => <Nav of="goodsOrder" query={query} />;

/** The same over the list of orders of blind boxes. */
export const BoxesNav = ({ query }: QueryProps): ReactNode => <Nav of="blindBoxOrder" query={query} />;
