import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { plain } from '@wheelhouse/entities/registry';
import { feedback } from '@wheelhouse/entities/feedback/feedback';
import { invalidate } from '../../api/query.ts';
import { useRecordActions } from '../../entity-ui/actions/useRecordActions.tsx';
import { DecisionPage } from '../../entity-ui/detail/DecisionPage.tsx';
import { RecordPage } from '../../entity-ui/detail/RecordPage.tsx';
import { feedbackOverride } from './feedback.override.tsx';
import { Surroundings, VehicleCard } from './desk/Around.tsx';
import { Conversation } from './desk/Conversation.tsx';
import { Notes } from './desk/Notes.tsx';
import { Notices } from './desk/Notices.tsx';

const entity = plain(feedback);
const facts = ['userId', 'createTime', 'waitHours', 'handlerId'];

/** One feedback: what was said, what was done, and who and what it is about. */
export default function FeedbackDetail(): ReactNode {
  return <RecordPage entity={entity}>{(row, reload) => <Feedback row={row} reload={reload} />}</RecordPage>;
}

function Feedback({ row, reload }: { readonly row: RowOf<'feedback'>; readonly reload: () => void }): ReactNode {
  const actions = useRecordActions(entity, () => {
    reload();
    // A repair order leaves the feedback as it is, and a line in its log.
    void invalidate('/cs/crm/feedbackNote', '/cs/crm/repairOrder');
  });
  return (
    <DecisionPage
      entity={entity}
      override={feedbackOverride}
      row={row}
      actions={actions}
      without={['note']}
      facts={facts}
      notices={<Notices row={row} />}
      evidence={<Conversation row={row} />}
      steps={<Notes record={row} actions={actions} />}
      around={<VehicleCard row={row} />}
      below={<Surroundings row={row} />}
    />
  );
}
