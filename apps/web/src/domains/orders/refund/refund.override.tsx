import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { refund } from '@wheelhouse/entities/orders/refund';
import type { RowOf } from '@wheelhouse/entities/rows';
import { RecordSteps, type Step } from '../../../entity-ui/detail/RecordSteps.tsx';
import { defineOverride } from '../../../entity-ui/override.ts';
import { Section } from '../../../ui/Layout.tsx';
import { OrderNav } from '../goods/OrderNav.tsx';
import { orderTexts, useOrderTexts } from '../goods/texts.ts';

/** What happens to a refund, in this order. */
const steps: readonly Step<keyof RowOf<'refund'>>[] = [
  { label: orderTexts.applied, time: 'submitTime', by: ['submitterId', 'userId'], text: ['reasonCode', 'remark'] },
  { label: orderTexts.firstApproved, time: 'firstAuditTime', by: ['firstAuditorId'] },
  { label: orderTexts.decided, time: 'auditTime', by: ['auditorId'], text: ['auditRemark'] },
  { label: orderTexts.paidBack, time: 'successTime', text: ['channelRefundNo', 'accountLast4'] },
];

function Course({ row }: { readonly row: RowOf<'refund'> }): ReactNode {
  const texts = useOrderTexts();
  return (
    <Section title={texts('refundSteps')}>
      <RecordSteps entity={plain(refund)} row={row} steps={steps} />
    </Section>
  );
}

/** Refunds of all orders, with their own steps. */
export const refundOverride = defineOverride('refund', {
  view: 'refund',
  nav: () => (
    <div>
      <OrderNav list="refunds" />
    </div>
  ),
  lead: Course,
});

export { refundOverride as default };
