import { Alert } from 'antd';
import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { refName, textOf } from '../../../entity-ui/model.ts';
import { isLate, isToDealWith } from '../../../overrides/feedback/feedback.tsx';
import { useFeedbackTexts } from '../../../overrides/feedback/texts.ts';
import { useUser } from '../../../session/session.ts';

/** Whether a colleague has it: then nobody else writes to the user. */
export function useOther(row: RowOf<'feedback'>): string | undefined {
  const user = useUser();
  const handlerId = textOf(row.handlerId);
  if (!isToDealWith(row.status) || handlerId === '' || handlerId === user.id) return undefined;
  return refName(row, 'handlerId') ?? handlerId;
}

/** What must be known before anything else: who is on it, and that it waits too long. */
export function Notices({ row }: { readonly row: RowOf<'feedback'> }): ReactNode {
  const texts = useFeedbackTexts();
  const other = useOther(row);
  return (
    <>
      {other === undefined ? null : (
        <Alert
          type="warning"
          showIcon
          title={texts('handledBy', { user: other })}
          description={texts('handledByHint')}
        />
      )}
      {isLate(row.status, row.waitHours) ? (
        <Alert type="error" showIcon title={texts('late', { n: Number(row.waitHours) })} />
      ) : null}
    </>
  );
}
