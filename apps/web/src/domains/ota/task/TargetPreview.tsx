import type { ReactNode } from 'react';
import { ownJson } from '@wheelhouse/contract/object';
import type { OutputOf } from '@wheelhouse/entities/calls';
import type { Row } from '@wheelhouse/entities';
import { useCall } from '../../../api/query.ts';
import type { StepPartProps } from '../../../entity-ui/form/StepForm.tsx';
import { isEmpty } from '../../../entity-ui/model.ts';
import { useRefNames, useSettled } from '../../../entity-ui/refs/useRefOptions.ts';
import { usePick } from '../../../i18n/lang.ts';
import { usePage } from '../../../routing/page.ts';
import { formatNumber, none } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { exclusionTexts, useOtaTexts } from './texts.ts';
import './ota.css';

export type TargetCount = OutputOf<'POST /ps/crm/otaTask/previewTarget'>;

/** Fields of a task that say which vehicles it is for. */
const asked = [
  'firmwareId',
  'taskType',
  'targetMode',
  'vehicleTypeIds',
  'fromVersions',
  'hardwareVersions',
  'cityCodes',
  'dealerIds',
  'productionFrom',
  'productionTo',
  'tagIds',
  'vinFile',
  'vins',
  'testGroups',
  'excludeVins',
] as const;

const pauseMs = 400;
const asPreview = { inlineErrors: true, keepPrevious: true } as const;

/** The vehicles that a task would have now, asked a moment after each change. */
export function useTarget(values: Row, id: string | undefined) {
  const given: Row = Object.fromEntries(
    asked.flatMap((name) => (isEmpty(values[name]) ? [] : [[name, values[name]] as const])),
  );
  const current = JSON.stringify({ ...given, ...(id === undefined ? {} : { id }) });
  const settled = useSettled(current, pauseMs);
  const { firmwareId, targetMode } = given;
  const isReady = !isEmpty(firmwareId) && !isEmpty(targetMode);
  const answer = useCall('/ps/crm/otaTask/previewTarget', ownJson<Row>(settled), { ...asPreview, enabled: isReady });
  return { ...answer, isReady, isStale: settled !== current || answer.isPlaceholderData };
}

function Excluded({ excluded }: { readonly excluded: TargetCount['excluded'] }): ReactNode {
  const texts = useOtaTexts();
  const pick = usePick();
  const all = excluded.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...excluded.map(({ count }) => count));
  if (all === 0) return null;
  return (
    <>
      <h3 className="ot-heading">{texts('excluded', { n: formatNumber(all) })}</h3>
      <ul className="ot-bars">
        {excluded
          .filter(({ count }) => count > 0)
          .toSorted((a, b) => b.count - a.count)
          .map(({ reason, count }) => (
            <li key={reason}>
              <span>{pick(exclusionTexts[reason])}</span>
              <span className="wh-num">{formatNumber(count)}</span>
              <i aria-hidden="true">
                <span style={{ width: `${Math.max(1, (count / most) * 100)}%` }} />
              </i>
            </li>
          ))}
      </ul>
    </>
  );
}

interface Shown {
  /** Who asks for the names of models. */
  readonly field: 'otaTask.vehicleTypeIds' | 'firmwareOld.vehicleTypeIds';
}

function Sample({ sample, field }: Shown & { readonly sample: TargetCount['sample'] }): ReactNode {
  const texts = useOtaTexts();
  const ids = [...new Set(sample.map(({ vehicleTypeId }) => vehicleTypeId))];
  const models = useRefNames({ entity: 'vehicleType', field, all: true }, ids);
  if (sample.length === 0) return null;
  return (
    <>
      <h3 className="ot-heading">{texts('sample', { n: sample.length })}</h3>
      <DataTable
        dense
        lines
        height={232}
        label={texts('sample', { n: sample.length })}
        rows={sample}
        rowKey={({ vin }) => vin}
        columns={[
          { key: 'vin', label: texts('vin'), head: true, num: true, render: ({ vin }) => vin },
          { key: 'from', label: texts('fromVersion'), num: true, render: ({ fromVersion }) => fromVersion ?? none },
          { key: 'hw', label: texts('hardware'), num: true, render: ({ hardwareVersion }) => hardwareVersion ?? none },
          {
            key: 'model',
            label: texts('model'),
            render: ({ vehicleTypeId }) => models.get(vehicleTypeId) ?? none,
          },
        ]}
      />
    </>
  );
}

/** The vehicles that a task of the first platform would have now. */
function useOldTarget({ firmwareId, vins }: Row) {
  // The vehicles of the task that is edited are not in another one.
  const id = usePage().search.get('id') ?? undefined;
  const current = JSON.stringify({ firmwareId, vins, id });
  const settled = useSettled(current, pauseMs);
  const isReady = !isEmpty(firmwareId) && !isEmpty(vins);
  const answer = useCall('/ps/crm/otaTaskOld/previewTarget', ownJson<Row>(settled), { ...asPreview, enabled: isReady });
  return { ...answer, isReady, isStale: settled !== current || answer.isPlaceholderData };
}

/** Beside the target of a task: how many vehicles that are, who is left out and why, and some of them. */
export function TargetPreview({ values, stored }: StepPartProps): ReactNode {
  return <Preview {...useTarget(values, stored?.id)} field="otaTask.vehicleTypeIds" />;
}

/** The same beside the form of a task of the first platform. */
export function OldTargetPreview({ values }: { readonly values: Row }): ReactNode {
  return <Preview {...useOldTarget(values)} field="firmwareOld.vehicleTypeIds" />;
}

type Answer = Pick<ReturnType<typeof useTarget>, 'data' | 'error' | 'refetch' | 'isReady' | 'isStale'>;

function Preview({ data, error, refetch, isReady, isStale, field }: Answer & Shown): ReactNode {
  const texts = useOtaTexts();
  return (
    <Section title={texts('preview')}>
      {!isReady ? (
        <EmptyState small title={texts('previewHint')} />
      ) : data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={`eu-stack${isStale ? ' ot-stale' : ''}`} aria-busy={isStale}>
          <output aria-live="polite">
            {data.count === 0 ? (
              <strong>{texts('nobody')}</strong>
            ) : (
              <span className="ot-count">
                <strong className="wh-num">{formatNumber(data.count)}</strong>
                <span>{texts(data.count === 1 ? 'willUpgradeOne' : 'willUpgrade')}</span>
              </span>
            )}
            <p className="eu-hint">{texts(data.count === 0 ? 'nobodyHint' : 'frozenAtStart')}</p>
          </output>
          <Excluded excluded={data.excluded} />
          <Sample sample={data.sample} field={field} />
        </div>
      )}
    </Section>
  );
}
