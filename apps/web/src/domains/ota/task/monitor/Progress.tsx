import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { Counters } from '../../../../entity-ui/list/Counters.tsx';
import type { ListStateHandle } from '../../../../entity-ui/list/useListState.ts';
import { Pulse } from '../../../../blocks/Pulse.tsx';
import { ProgressBar, ProgressLegend } from '../Progress.tsx';
import { formatNumber } from '../../../../ui/format.ts';
import { Section } from '../../../../ui/Layout.tsx';
import { LiveBadge } from '../../../../ui/LiveBadge.tsx';
import { figures, isBad, type Monitor } from './model.ts';
import { useMonitorTexts } from './texts.ts';
import './monitor.css';

interface Props {
  readonly row: RowOf<'otaTask'>;
  readonly data: Monitor;
  /** State of the table of vehicles: a number shows those that it counts. */
  readonly handle: ListStateHandle;
  readonly isRunning: boolean;
}

/** How far a task is: rates, shares, and the number of vehicles in every state. */
export function Progress({ row, data, handle, isRunning }: Props): ReactNode {
  const texts = useMonitorTexts();
  const { counts, successRate, failRate, isAbortArmed } = data;
  const running = counts.notified + counts.downloading + counts.ready + counts.installing;
  const shares = {
    target: counts.target,
    succeeded: counts.succeeded,
    failed: counts.failed + counts.rolledBack,
    running,
    notStarted: counts.notStarted,
  };
  return (
    <Section title={texts('progress')} extra={isRunning ? <LiveBadge /> : undefined}>
      <div className="om-head">
        <div className="om-rate">
          {successRate === null ? (
            <span className="wh-faint">{texts('noRate')}</span>
          ) : (
            <span>
              {texts('successRate')}{' '}
              <strong className="wh-num">
                <Pulse value={successRate}>{formatNumber(successRate, 1)}%</Pulse>
              </strong>
            </span>
          )}
          {failRate === null ? null : (
            <span>
              {texts('failRate')} <b className="wh-num">{formatNumber(failRate, 1)}%</b>{' '}
              <span className="wh-faint">
                {isAbortArmed
                  ? texts('abortArmed', { p: row.abortFailRate ?? 0 })
                  : texts('abortWaits', { n: formatNumber(row.minExecuted) })}
              </span>
            </span>
          )}
        </div>
        <div className="ot-large">
          <ProgressBar counts={shares} />
        </div>
        <ProgressLegend counts={shares} />
        <Counters
          label={texts('progress')}
          handle={handle}
          counters={figures.map(({ key, state }) => ({
            key,
            label: texts(key),
            count: counts[key],
            query: state === undefined ? {} : { 'status.in': String(state) },
            urgent: isBad(key),
          }))}
        />
      </div>
    </Section>
  );
}
