import type { ReactNode } from 'react';
import { ordersMachines } from '@wheelhouse/entities/machines/orders';
import { goodsOrder } from '@wheelhouse/entities/orders/goods-order';
import { orderLog } from '@wheelhouse/entities/orders/order-log';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useRecordActions } from '../../../entity-ui/actions/useRecordActions.tsx';
import { Facts } from '../../../entity-ui/detail/Facts.tsx';
import { RecordSteps, type Step } from '../../../entity-ui/detail/RecordSteps.tsx';
import { defineOverride } from '../../../entity-ui/override.ts';
import { RecordLog } from '../../../entity-ui/related/RecordLog.tsx';
import { Section } from '../../../ui/Layout.tsx';
import { part } from '../../../ui/part.tsx';
import { goodsOrderOverride } from './goodsOrder.override.tsx';
import { orderTexts, useOrderTexts } from './texts.ts';

type RowProps = { readonly row: RowOf<'goodsOrder'> };

const { shipped } = ordersMachines['SM-Order'].states;
const Track = part(() => import('../../../blocks/parcel/Track.tsx'));
const Refunds = part(() => import('../refund/Refunds.tsx'));
const entity = plain(goodsOrder);

/** What happens to an order, in this order. */
const steps: readonly Step<keyof RowOf<'goodsOrder'>>[] = [
  { label: orderTexts.ordered, time: 'createTime' },
  { label: orderTexts.payment, time: 'payTime', text: ['payChannel', 'payFen'] },
  { label: orderTexts.granted, time: 'grantTime' },
  { label: orderTexts.shipped, time: 'shipTime', text: ['expressCompany', 'expressNo'] },
  { label: orderTexts.done, time: 'finishTime' },
  { label: orderTexts.closed, time: 'closeTime', text: ['closeReason'] },
];

const OrderFacts = ({ row }: RowProps): ReactNode => (
  <Facts entity={entity} row={row} names={['goodsName', 'payFen', 'payChannel', 'userId', 'createTime']} />
);

function Course({ row }: RowProps): ReactNode {
  const texts = useOrderTexts();
  return (
    <>
      <Section title={texts('course')}>
        <RecordSteps entity={entity} row={row} steps={steps} />
      </Section>
      <Track of="goodsOrder" row={row} isOpen={row.orderStatus === shipped} comesBack={orderTexts.comesBack} />
    </>
  );
}

function Log({ row }: RowProps): ReactNode {
  const actions = useRecordActions(entity, () => undefined);
  return <RecordLog entity={plain(orderLog)} record={row} adding={{ actions, name: 'note' }} />;
}

/** An order: how far it has come, where its parcel is, its refunds each with its own steps, and what was done and noted. */
const orderDetailOverride = {
  ...goodsOrderOverride,
  ...defineOverride('goodsOrder', {
    head: { line: OrderFacts },
    lead: Course,
    tabs: [
      { key: 'refunds', label: orderTexts.refunds, component: Refunds },
      { key: 'log', label: orderTexts.log, component: Log },
    ],
  }),
};

export { orderDetailOverride as default };
