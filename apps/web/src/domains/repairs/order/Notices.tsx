import { Alert } from 'antd';
import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useDuration } from '../../../ui/format.ts';
import { useRepairTexts } from './texts.ts';

/** What must be known first: that its time is over, that it was escalated, that a review is due. */
export function Notices({ row }: { readonly row: RowOf<'repairOrder'> }): ReactNode {
  const texts = useRepairTexts();
  const duration = useDuration();
  const left = Number(row.slaLeft ?? 0);
  return (
    <>
      {Number(row.overdue) === 1 ? (
        <Alert type="error" showIcon title={texts('overdue', { t: duration(-left * 60) })} />
      ) : null}
      {Number(row.escalated) === 1 ? <Alert type="warning" showIcon title={texts('escalated')} /> : null}
      {Number(row.auditRequested) === 1 ? <Alert type="info" showIcon title={texts('auditDue')} /> : null}
    </>
  );
}
