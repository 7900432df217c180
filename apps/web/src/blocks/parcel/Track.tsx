import { SyncOutlined } from '@ant-design/icons';
import type { ExpressParcel } from '@wheelhouse/contract/calls/prizes/express';
import { codes } from '@wheelhouse/entities/codes';
import { useState, type ReactNode } from 'react';
import { useAction, useCall } from '../../api/query.ts';
import { usePick, type Text } from '../../i18n/lang.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Layout.tsx';
import { SourceTag } from '../../ui/SourceTag.tsx';
import { PendingState } from '../../ui/States.tsx';
import { Timeline, TimelineEntry } from '../../ui/Timeline.tsx';
import { CopyText, DateTime, StatusTag, TimeAgo } from '../../ui/Values.tsx';
import { useTrackTexts } from './texts.ts';
import './track.css';

const { signed, returned, returning, refused } = codes.ExpressState;
const goesBack: ReadonlySet<number | null> = new Set([returned, returning, refused]);
const everyMs = 30_000;
/** Steps in view before the others are asked for. */
const inView = 3;

/** What is sent: its calls, and whose right it is to ship, who may also ask. */
const kinds = {
  winningRecord: { base: '/act/crm/winningRecord', ship: 'winningRecord.ship' },
  goodsOrder: { base: '/order/crm/goodsOrder', ship: 'orderList.ship' },
} as const;

interface Of {
  readonly of: keyof typeof kinds;
}

interface TrackProps extends Of {
  readonly row: { readonly id: string; readonly expressNo: string | null };
  /** It is on its way. */
  readonly isOpen: boolean;
  /** What to do about one that does not reach its receiver. */
  readonly comesBack: Text;
}

/** Who ships may ask, until the parcel is signed for. */
const useMayAsk = (of: Of['of'], { isCurrent, state }: ExpressParcel): boolean =>
  useCan()(kinds[of].ship) && isCurrent && state !== signed;

function AskButton({ of, id, parcel }: Of & { readonly id: string; readonly parcel: ExpressParcel }): ReactNode {
  const words = useTrackTexts();
  const mayAsk = useMayAsk(of, parcel);
  const { base } = kinds[of];
  const ask = useAction(`${base}/askTrack` as const, { invalidates: [base], done: words('asked') });
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
        <Button type="link" className="ov-track-all" onClick={() => setWhole(true)}>
          {words('all', { n: steps.length })}
        </Button>
      ) : null}
    </>
  );
}

/** Company, number, state, how old the news are, and from when on one may ask for others. */
function Head({ of, parcel }: Of & { readonly parcel: ExpressParcel }): ReactNode {
  const words = useTrackTexts();
  const dict = useDictLookup();
  const state = dict('ExpressState', parcel.state);
  const mayAsk = useMayAsk(of, parcel);
  return (
    <div className="ov-track-head">
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

function Parcel({
  of,
  parcel,
  isOpen,
  comesBack,
}: Omit<TrackProps, 'row'> & { readonly parcel: ExpressParcel }): ReactNode {
  const words = useTrackTexts();
  const pick = usePick();
  const { following, state, steps } = parcel;
  const isTrouble = following !== 'followed' && following !== 'done' && following !== 'waiting';
  const says = isOpen && goesBack.has(state) ? pick(comesBack) : isTrouble ? words(following) : undefined;
  return (
    <>
      <Head of={of} parcel={parcel} />
      {says === undefined ? null : <p className="ov-track-says">{says}</p>}
      {steps.length > 0 ? <Steps steps={steps} /> : null}
      {steps.length === 0 && !isTrouble ? (
        <p className="wh-faint ov-track-none">{words(following === 'waiting' ? 'waiting' : 'nothing')}</p>
      ) : null}
    </>
  );
}

function Shown({ of, row, ...others }: TrackProps): ReactNode {
  const words = useTrackTexts();
  const options = { inlineErrors: true, refetchInterval: everyMs } as const;
  const { data, error, refetch } = useCall(`${kinds[of].base}/track` as const, { id: row.id }, options);
  const [current, ...before] = data?.parcels ?? [];
  if (data !== undefined && current === undefined) return null;
  return (
    <Section
      title={words('title')}
      extra={
        <>
          <SourceTag name={words('service')} source={data?.source} />
          {current === undefined ? null : <AskButton of={of} id={row.id} parcel={current} />}
        </>
      }
    >
      {current === undefined ? (
        <PendingState error={error} onRetry={() => void refetch()} small />
      ) : (
        <Parcel of={of} parcel={current} {...others} />
      )}
      {before.map((parcel) => (
        <details key={`${parcel.company} ${parcel.number}`} className="ov-track-before">
          <summary>
            {words('before')} <span className="wh-num">{parcel.number}</span>
          </summary>
          <Parcel of={of} parcel={parcel} {...others} isOpen={false} />
        </details>
      ))}
    </Section>
  );
}

/**
 * Where the parcel of a record is, as the express service says, and which service that is.
 * @for what is sent by a parcel: its company, number and track: `winningRecord`, `goodsOrder`
 */
export default function Track(props: TrackProps): ReactNode {
  return props.row.expressNo === null ? null : <Shown {...props} />;
}
