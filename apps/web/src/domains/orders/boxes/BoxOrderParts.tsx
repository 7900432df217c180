import type { ReactNode } from 'react';
import { blindBox } from '@wheelhouse/entities/orders/blind-box';
import { blindBoxOrder } from '@wheelhouse/entities/orders/blind-box-order';
import { boxOrderLog } from '@wheelhouse/entities/orders/box-order-log';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useRecordActions } from '../../../entity-ui/actions/useRecordActions.tsx';
import { RecordSteps, type Step } from '../../../entity-ui/detail/RecordSteps.tsx';
import { RecordLog } from '../../../entity-ui/related/RecordLog.tsx';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { Section } from '../../../ui/Layout.tsx';
import { orderTexts, useOrderTexts } from '../goods/texts.ts';

type RowProps = { readonly row: RowOf<'blindBoxOrder'> };

const entity = plain(blindBoxOrder);

/** What happens to an order, in this order. */
const steps: readonly Step<keyof RowOf<'blindBoxOrder'>>[] = [
  { label: orderTexts.ordered, time: 'createTime' },
  { label: orderTexts.payment, time: 'payTime', text: ['payChannel', 'payFen'] },
  { label: orderTexts.done, time: 'finishTime' },
  { label: orderTexts.closed, time: 'closeTime', text: ['closeReason'] },
];

/** How far the order has come, and its boxes: what one holds shows once it is opened. */
export function Lead({ row }: RowProps): ReactNode {
  const texts = useOrderTexts();
  return (
    <>
      <Section title={texts('course')}>
        <RecordSteps entity={entity} row={row} steps={steps} />
      </Section>
      <Section title={texts('boxes')}>
        <RelatedList entity={plain(blindBox)} fixed={{ blindBoxOrderId: row.id }} without={['blindBoxOrderId']} />
      </Section>
    </>
  );
}

/** What was done and noted. */
export function Log({ row }: RowProps): ReactNode {
  const actions = useRecordActions(entity, () => undefined);
  return <RecordLog entity={plain(boxOrderLog)} record={row} adding={{ actions, name: 'note' }} />;
}
