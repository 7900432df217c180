import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { feedbackNote } from '@wheelhouse/entities/feedback/feedback-note';
import type { RecordActions } from '../../../entity-ui/actions/useRecordActions.tsx';
import { textOf, type EntityRow } from '../../../entity-ui/model.ts';
import { RecordLog } from '../../../entity-ui/related/RecordLog.tsx';
import { feedbackTexts, useFeedbackTexts } from '../texts.ts';

const entity = plain(feedbackNote);

const isKnown = (key: string): key is keyof typeof feedbackTexts => Object.hasOwn(feedbackTexts, key);

/** What the staff did and wrote; users never see it. */
export function Notes({ record, actions }: { readonly record: EntityRow; readonly actions: RecordActions }): ReactNode {
  const texts = useFeedbackTexts();
  const nameOf = (action: string): string => {
    if (action === 'reply') return texts('replyDone');
    return isKnown(action) ? texts(action) : action;
  };
  return (
    <RecordLog
      entity={entity}
      record={record}
      title={texts('notes')}
      adding={{ actions, name: 'note' }}
      entry={({ action }) => ({ title: nameOf(textOf(action)) })}
    />
  );
}
