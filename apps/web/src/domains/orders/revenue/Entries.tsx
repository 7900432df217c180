import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ExportButton } from '../../../entity-ui/export/ExportButton.tsx';
import { EntityList } from '../../../entity-ui/list/EntityList.tsx';
import { useList } from '../../../entity-ui/list/useList.ts';
import type { ListStateHandle } from '../../../entity-ui/list/useListState.ts';
import { defineOverride } from '../../../entity-ui/override.ts';
import { hrefOf } from '../../../routing/page.ts';
import { none } from '../../../ui/format.ts';
import { RevenueFrame, revenueEntity, type RevenuePartProps } from './RevenueFrame.tsx';

/** A number as the way to its list. */
const linked =
  (hrefTo: (number: string) => string) =>
  ({ value }: { readonly value?: string | null | undefined }): ReactNode =>
    typeof value === 'string' && value !== '' ? <Link to={hrefTo(value)}>{value}</Link> : none;

const override = defineOverride('themeRevenue', {
  cell: {
    orderNo: linked((orderNo) => hrefOf('orderList', { orderNo })),
    refundNo: linked((refundNo) => hrefOf('orderList', { view: 'refund', refundNo })),
    settlementNo: linked((settlementNo) => hrefOf('revenueManage', { view: 'settlement', settlementNo })),
  },
});

function Rows({ handle }: { readonly handle: ListStateHandle }): ReactNode {
  const data = useList(revenueEntity, handle.state);
  return <EntityList entity={revenueEntity} override={override} handle={handle} data={data} readOnly />;
}

/** Every sale and refund, with what channel and partner get of it. */
export default function Entries({ nav }: RevenuePartProps): ReactNode {
  return (
    <RevenueFrame
      nav={nav}
      entries
      actions={({ state }) => <ExportButton entity={revenueEntity} data={{ query: state.query }} />}
    >
      {(handle) => <Rows handle={handle} />}
    </RevenueFrame>
  );
}
