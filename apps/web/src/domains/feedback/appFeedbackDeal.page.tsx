import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { plain } from '@wheelhouse/entities/registry';
import { feedback } from '@wheelhouse/entities/feedback/feedback';
import { useRecordActions } from '../../entity-ui/actions/useRecordActions.tsx';
import { DetailBar } from '../../entity-ui/detail/DetailBar.tsx';
import { Facts } from '../../entity-ui/detail/Facts.tsx';
import { RecordPage } from '../../entity-ui/detail/RecordPage.tsx';
import { RecordSections } from '../../entity-ui/detail/Sections.tsx';
import { StateTags } from '../../entity-ui/detail/StateTags.tsx';
import { useTitleOf } from '../../entity-ui/title.ts';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import { feedbackOverride } from './feedback.override.tsx';
import { feedbackTexts } from './texts.ts';
import { Surroundings, VehicleCard } from './desk/Around.tsx';
import { Conversation } from './desk/Conversation.tsx';
import { Editor } from './desk/Editor.tsx';
import { Notes } from './desk/Notes.tsx';
import { Notices } from './desk/Notices.tsx';
import '../../entity-ui/entity-ui.css';
import './feedback.css';

const entity = plain(feedback);
const facts = ['userId', 'mobile', 'createTime', 'waitHours', 'appVersion'];
const stepsShown = 2;

/**
 * The desk where feedback is answered: the record on the left, the reply on the right.
 * @for a desk: a record on the left, the reply to it on the right: who deals with it, a draft for its author (`useReplyDraft`), the text kept when
 * another user has changed the record; `next` of a link leads there
 */
export default function FeedbackDeal(): ReactNode {
  return (
    <RecordPage entity={entity} doing={feedbackTexts.deal}>
      {(row, reload) => <Desk key={row.id} row={row} reload={reload} />}
    </RecordPage>
  );
}

function Desk({ row, reload }: { readonly row: RowOf<'feedback'>; readonly reload: () => void }): ReactNode {
  const titleOf = useTitleOf();
  const actions = useRecordActions(entity, reload);
  return (
    <PageBody>
      <PageHeader
        title={<span className="wh-num">{titleOf(entity, row)}</span>}
        extra={<StateTags entity={entity} row={row} />}
        description={
          <span className="eu-facts">
            <Facts entity={entity} override={feedbackOverride} row={row} names={facts} />
          </span>
        }
        actions={<DetailBar entity={entity} row={row} actions={actions} without={['note']} open={stepsShown} />}
      />
      <Notices row={row} />
      <div className="fb-desk">
        <Conversation row={row} />
        <div className="fb-editor">
          <Editor row={row} reload={reload} />
        </div>
        <div className="eu-stack">
          <RecordSections entity={entity} row={row} filled />
          <VehicleCard row={row} />
          <Surroundings row={row} />
          <Notes record={row} actions={actions} />
        </div>
      </div>
    </PageBody>
  );
}
