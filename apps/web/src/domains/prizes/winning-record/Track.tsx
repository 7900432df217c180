import { SyncOutlined } from '@ant-design/icons';
import type { ExpressParcel } from '@wheelhouse/contract/calls/prizes/express';
import { codes } from '@wheelhouse/entities/codes';
import { prizesMachines } from '@wheelhouse/entities/machines/prizes';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useState, type ReactNode } from 'react';
import { useAction, useCall } from '../../../api/query.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Layout.tsx';
import { SourceTag } from '../../../ui/SourceTag.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { Timeline, TimelineEntry } from '../../../ui/Timeline.tsx';
import { CopyText, DateTime, StatusTag, TimeAgo } from '../../../ui/Values.tsx';
import { useTrackTexts } from './texts.ts';
import './track.css';

const { shipped } = prizesMachines['SM-Winning'].states;
const { signed, returned, returning, refused } = codes.ExpressState;
const comesBack: ReadonlySet<number | null> = new Set([returned, returning, refused]);
const everyMs = 30_000;
/** Steps in view before the others are asked for. */
const inView = 3;

/** Who ships may ask, until the parcel is signed for. */
const useMayAsk = ({ isCurrent, state }: ExpressParcel): boolean =>
  useCan()('winningRecord.ship') && isCurrent && state !== signed;

function AskButton({ id, parcel }: { readonly id: string; readonly parcel: ExpressParcel }): ReactNode {
  const words = useTrackTexts();
  const mayAsk = useMayAsk(parcel);
  const ask = useAction('/act/crm/winningRecord/askTrack', {
    invalidates: ['/act/crm/winningRecord'],
    done: words('asked'),
  });
  if (!mayAsk) return null;
  return (
    <Button
      size="small"
      icon={<SyncOutlined aria-hidden="true" />}
      loading={ask.isPending}
      disabled={parcel.askAfter !== null}
      onClick={() => ask.mutate({ id })}
    >
      {words('ask')}
    </Button>
  );
}

function Steps({ steps }: Pick<ExpressParcel, 'steps'>): ReactNode {
  const words = useTrackTexts();
  const dict = useDictLookup();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? steps : steps.slice(0, inView);
  return (
    <>
      <Timeline label={words('title')}>
        {shown.map(({ time, text, state }, at) => {
          const entry = dict('ExpressState', state);
          return (
            <TimelineEntry
              key={`${time} ${text}`}
              title={entry?.name}
              time={<DateTime value={time} />}
              text={text}
              tone={at === 0 ? entry?.color : undefined}
            />
          );
        })}
      </Timeline>
      {shown.length < steps.length ? (
        <Button type="link" className="pz-track-all" onClick={() => setWhole(true)}>
          {words('all', { n: steps.length })}
        </Button>
      ) : null}
    </>
  );
}

/** Company, number, state, how old the news are, and from when on one may ask for others. */
function Head({ parcel }: { readonly parcel: ExpressParcel }): ReactNode {
  const words = useTrackTexts();
  const dict = useDictLookup();
  const state = dict('ExpressState', parcel.state);
  const mayAsk = useMayAsk(parcel);
  return (
    <div className="pz-track-head">
      <span>{dict('ExpressCompany', parcel.company)?.name ?? parcel.company}</span>
      <CopyText value={parcel.number} />
      {state === undefined ? null : <StatusTag color={state.color}>{state.name}</StatusTag>}
      {parcel.newsTime === null ? null : (
        <span className="wh-faint">
          {words('updated')} <TimeAgo value={parcel.newsTime} />
        </span>
      )}
      {mayAsk && parcel.askAfter !== null ? (
        <span className="wh-faint">{words('askedLately', { time: parcel.askAfter.slice(11, 16) })}</span>
      ) : null}
    </div>
  );
}

function Parcel({ parcel, isOpen }: { readonly parcel: ExpressParcel; readonly isOpen: boolean }): ReactNode {
  const words = useTrackTexts();
  const { following, state, steps } = parcel;
  const isTrouble = following !== 'followed' && following !== 'done' && following !== 'waiting';
  const says = isOpen && comesBack.has(state) ? 'comesBack' : isTrouble ? following : undefined;
  return (
    <>
      <Head parcel={parcel} />
      {says === undefined ? null : <p className="pz-track-says">{words(says)}</p>}
      {steps.length > 0 ? <Steps steps={steps} /> : null}
      {steps.length === 0 && !isTrouble ? (
        <p className="wh-faint pz-track-none">{words(following === 'waiting' ? 'waiting' : 'nothing')}</p>
      ) : null}
    </>
  );
}

function Shown({ row }: { readonly row: RowOf<'winningRecord'> }): ReactNode {
  const words = useTrackTexts();
  const { data, error, refetch } = useCall(
    '/act/crm/winningRecord/track',
    { id: row.id },
    { inlineErrors: true, refetchInterval: everyMs },
  );
  const [current, ...others] = data?.parcels ?? [];
  if (data !== undefined && current === undefined) return null;
  return (
    <Section
      title={words('title')}
      extra={
        <>
          <SourceTag name={words('service')} source={data?.source} />
          {current === undefined ? null : <AskButton id={row.id} parcel={current} />}
        </>
      }
    >
      {current === undefined ? (
        <PendingState error={error} onRetry={() => void refetch()} small />
      ) : (
        <Parcel parcel={current} isOpen={row.status === shipped} />
      )}
      {others.map((parcel) => (
        <details key={`${parcel.company} ${parcel.number}`} className="pz-track-before">
          <summary>
            {words('before')} <span className="wh-num">{parcel.number}</span>
          </summary>
          <Parcel parcel={parcel} isOpen={false} />
        </details>
      ))}
    </Section>
  );
}

/** Where the parcel of a prize is, as the express service says, and which service that is. */
export default function Track({ row }: { readonly row: RowOf<'winningRecord'> }): ReactNode {
  return row.expressNo === null ? null : <Shown row={row} />;
}
