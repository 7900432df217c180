import type { ReactNode } from 'react';
import { otaTask } from '@wheelhouse/entities/ota/ota-task';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { ByCode } from './ByCode.tsx';
import { otaTaskOverride } from './otaTask.override.tsx';
import { useOtaTexts } from './texts.ts';
import './ota.css';

const whole = 100;

/** What became of the vehicles of all its tasks: how many of each, and why some failed. */
function Results({ id }: { readonly id: string }): ReactNode {
  const texts = useOtaTexts();
  const { data, error, refetch } = useCall('/ps/crm/otaFirmware/results', { id }, { inlineErrors: true });
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  const { succeeded, failed, rolledBack, byCode } = data;
  const all = succeeded + failed + rolledBack;
  if (all === 0)
    return (
      <Section title={texts('ofTasks')}>
        <EmptyState small title={texts('noResults')} />
      </Section>
    );
  const counts = [
    { part: 'succeeded', n: succeeded },
    { part: 'failed', n: failed },
    { part: 'rolledBack', n: rolledBack },
  ] as const;
  return (
    <div className="ot-results">
      <Section title={texts('ofTasks')}>
        <p className="ot-rate wh-num">{texts('rate', { n: formatNumber((succeeded * whole) / all, 1) })}</p>
        <span className="ot-bar" aria-hidden="true">
          {counts
            .filter(({ n }) => n > 0)
            .map(({ part, n }) => (
              <span key={part} data-part={part === 'succeeded' ? part : 'failed'} style={{ flex: n }} />
            ))}
        </span>
        <ul className="ot-legend">
          {counts.map(({ part, n }) => (
            <li key={part} data-part={part === 'succeeded' ? part : 'failed'}>
              {texts(part)} <b className="wh-num">{formatNumber(n)}</b>
            </li>
          ))}
        </ul>
      </Section>
      <ByCode byCode={byCode} />
    </div>
  );
}

/** The tasks that use a firmware, and what they came to. */
export default function FirmwareTasks({ row }: { readonly row: RowOf<'firmware'> }): ReactNode {
  return (
    <div className="eu-stack">
      <Results id={row.id} />
      <RelatedList
        entity={plain(otaTask)}
        override={otaTaskOverride}
        fixed={{ firmwareId: row.id }}
        without={['firmwareId', 'deviceType']}
      />
    </div>
  );
}
