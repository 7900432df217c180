import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import type { EntityDef } from '@wheelhouse/entities';
import type { RowOf } from '@wheelhouse/entities/rows';
import { plain } from '@wheelhouse/entities/registry';
import { feedback } from '@wheelhouse/entities/feedback/feedback';
import { feedbackReply } from '@wheelhouse/entities/feedback/feedback-reply';
import { useCall } from '../../../api/query.ts';
import { FieldValue } from '../../../entity-ui/cells/index.tsx';
import { isEmpty, refName, textOf, type EntityRow } from '../../../entity-ui/model.ts';
import { useFeedbackTexts } from '../texts.ts';
import { Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { DateTime } from '../../../ui/Values.tsx';

const [ofFeedback, ofReply] = [plain(feedback), plain(feedbackReply)];
const most = 200;

interface MessageProps {
  readonly who: string;
  readonly time: string;
  readonly text: string;
  /** Pictures of the message. */
  readonly files: ReactNode;
  readonly staff?: boolean;
}

function Message({ who, time, text, files, staff = false }: MessageProps): ReactNode {
  return (
    <li className={staff ? 'fb-message fb-staff' : 'fb-message'}>
      <span className="fb-meta">
        <span>{who}</span>
        <DateTime value={time} />
      </span>
      <p>{text}</p>
      {files}
    </li>
  );
}

const picturesOf = (entity: EntityDef, row: EntityRow): ReactNode => {
  const { images } = row;
  return isEmpty(images) ? null : <FieldValue entity={entity} name="images" row={row} place="detail" />;
};

/** What the user wrote, and what was said since. */
export function Conversation({ row }: { readonly row: RowOf<'feedback'> }): ReactNode {
  const texts = useFeedbackTexts();
  const { data, error, refetch } = useCall(
    '/cs/crm/feedbackReply/list',
    { page: 1, pageSize: most, orderBy: 'createTime asc', query: { feedbackId: row.id } },
    { keepPrevious: true, inlineErrors: true },
  );
  const shownRev = useRef(row.rev);
  const again = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (shownRev.current !== row.rev) again();
    shownRev.current = row.rev;
  }, [row.rev]);
  const user = row.userName ?? texts('user');
  return (
    <Section title={texts('conversation')}>
      <ol className="fb-talk" aria-label={texts('conversation')}>
        <Message who={user} time={row.createTime} text={row.content} files={picturesOf(ofFeedback, row)} />
        {(data?.list ?? []).map((reply) => {
          const staff = textOf(reply.side) === 'staff';
          return (
            <Message
              key={reply.id}
              time={textOf(reply.createTime)}
              text={textOf(reply.content)}
              files={picturesOf(ofReply, reply)}
              who={staff ? (refName(reply, 'operatorId') ?? '') : user}
              staff={staff}
            />
          );
        })}
      </ol>
      {data === undefined ? <PendingState small error={error} onRetry={() => void refetch()} /> : null}
    </Section>
  );
}
