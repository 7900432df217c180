import { Alert } from 'antd';
import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { RecordLink } from '../../../entity-ui/cells/ref.tsx';
import { refName, textOf } from '../../../entity-ui/model.ts';
import { isToDealWith } from '../feedback.override.tsx';
import { useFeedbackTexts } from '../texts.ts';
import { useUser } from '../../../session/session.ts';

/** Whether a colleague has it: then nobody else writes to the user. */
export function useOther(row: RowOf<'feedback'>): string | undefined {
  const user = useUser();
  const handlerId = textOf(row.handlerId);
  if (!isToDealWith(row.status) || handlerId === '' || handlerId === user.id) return undefined;
  return refName(row, 'handlerId') ?? handlerId;
}

/** Who else reads a reply: users of merged feedback, or this one with those of another. */
function Merged({ row }: { readonly row: RowOf<'feedback'> }): ReactNode {
  const texts = useFeedbackTexts();
  const intoId = textOf(row.mergedIntoId);
  const n = Number(row.mergedCount);
  if (intoId !== '')
    return (
      <Alert
        type="info"
        showIcon
        title={texts('mergedInto', { no: refName(row, 'mergedIntoId') ?? intoId })}
        action={
          <RecordLink entity="feedback" id={intoId}>
            {texts('open')}
          </RecordLink>
        }
      />
    );
  return n > 0 && isToDealWith(row.status) ? <Alert type="info" showIcon title={texts('mergedHere', { n })} /> : null;
}

/** What must be known before anything else: who is on it, that it waits too long, and who else reads the reply. */
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
      <Merged row={row} />
      {Number(row.overdue) === 1 ? (
        <Alert type="error" showIcon title={texts('late', { n: Number(row.waitHours) })} />
      ) : null}
    </>
  );
}
