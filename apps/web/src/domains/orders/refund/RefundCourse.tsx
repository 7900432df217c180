import type { ReactNode } from 'react';
import type { EntityDef } from '@wheelhouse/entities';
import type { RowOf } from '@wheelhouse/entities/rows';
import { RecordSteps, type Step } from '../../../entity-ui/detail/RecordSteps.tsx';
import { Section } from '../../../ui/Layout.tsx';
import { orderTexts, useOrderTexts } from '../goods/texts.ts';

/** What happens to a refund, in this order. */
const steps: readonly Step<keyof RowOf<'refund'>>[] = [
  { label: orderTexts.applied, time: 'submitTime', by: ['submitterId', 'userId'], text: ['reasonCode', 'remark'] },
  { label: orderTexts.firstApproved, time: 'firstAuditTime', by: ['firstAuditorId'] },
  { label: orderTexts.decided, time: 'auditTime', by: ['auditorId'], text: ['auditRemark'] },
  { label: orderTexts.paidBack, time: 'successTime', text: ['channelRefundNo', 'accountLast4'] },
];

interface RefundCourseProps {
  readonly entity: EntityDef;
  readonly row: RowOf<'refund'>;
}

/** How far a refund has come, of whatever kind its order is. */
export function RefundCourse({ entity, row }: RefundCourseProps): ReactNode {
  const texts = useOrderTexts();
  return (
    <Section title={texts('refundSteps')}>
      <RecordSteps entity={entity} row={row} steps={steps} />
    </Section>
  );
}
