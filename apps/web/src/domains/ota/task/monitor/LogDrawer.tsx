import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../../../../api/query.ts';
import { useDictLookup } from '../../../../reference/reference.ts';
import { EmptyState, PendingState } from '../../../../ui/States.tsx';
import { Timeline, TimelineEntry } from '../../../../ui/Timeline.tsx';
import { DateTime, LabelTag, StatusTag } from '../../../../ui/Values.tsx';
import { useMonitorTexts } from './texts.ts';

const parties = ['system', 'vehicle', 'owner'] as const;
const isParty = (actor: string): actor is (typeof parties)[number] => parties.some((party) => party === actor);

interface Props {
  readonly executionId: string;
  readonly vin: string;
  readonly onClose: () => void;
}

/** What happened with one vehicle, step by step; it goes on while it is open. */
export default function LogDrawer({ executionId, vin, onClose }: Props): ReactNode {
  const texts = useMonitorTexts();
  return (
    <Drawer open title={texts('logOf', { vin })} styles={{ wrapper: { width: 'min(560px, 100vw)' } }} onClose={onClose}>
      <Entries executionId={executionId} />
    </Drawer>
  );
}

function Entries({ executionId }: { readonly executionId: string }): ReactNode {
  const texts = useMonitorTexts();
  const dict = useDictLookup();
  const { data, error, refetch } = useCall('/ps/crm/otaTask/executionLog', { executionId }, { inlineErrors: true });
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <EmptyState small title={texts('noLog')} />;
  return (
    <Timeline>
      {data.map(({ time, status, phase, progress, code, text, actor }, at) => {
        const state = dict('OtaExecStatus', status);
        const step = phase === null ? undefined : dict('OtaPhase', phase)?.name;
        return (
          <TimelineEntry
            // Entries are only ever added at one end.
            key={data.length - at}
            title={state?.name ?? step ?? ''}
            tone={state?.color}
            tags={
              <>
                {state === undefined || step === undefined ? null : <LabelTag>{step}</LabelTag>}
                {progress === null ? null : <span className="wh-num">{progress}%</span>}
                {code === null || code === '' ? null : (
                  <StatusTag color="danger">
                    {code} {dict('OtaFailCode', code)?.name}
                  </StatusTag>
                )}
              </>
            }
            actor={isParty(actor) ? texts(actor) : actor}
            time={<DateTime value={time} />}
            text={text}
          />
        );
      })}
    </Timeline>
  );
}
