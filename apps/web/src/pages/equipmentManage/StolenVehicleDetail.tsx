import { vehiclesMachines } from '@wheelhouse/entities/machines/vehicles';
import { Alert, Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { stolenCase } from '@wheelhouse/entities/vehicles/stolen-case';
import { useRecordActions } from '../../entity-ui/actions/useRecordActions.tsx';
import { FieldValue } from '../../entity-ui/cells/index.tsx';
import { History } from '../../entity-ui/detail/History.tsx';
import { RecordPage } from '../../entity-ui/detail/RecordPage.tsx';
import { RecordSections } from '../../entity-ui/detail/Sections.tsx';
import { refName, textOf, titleOf, type EntityRow } from '../../entity-ui/model.ts';
import { useEntityTexts } from '../../entity-ui/texts.ts';
import { usePick } from '../../i18n/lang.ts';
import { Facts } from '../../overrides/Facts.tsx';
import { PageBody, PageHeader } from '../../ui/Layout.tsx';
import type { LngLat } from '../../ui/map/types.ts';
import { PendingState } from '../../ui/States.tsx';
import { CaseActions } from './theft/CaseActions.tsx';
import { Links } from './theft/Links.tsx';
import { LiveMap } from './theft/LiveMap.tsx';
import { Signals } from './theft/Signals.tsx';
import { useTheftTexts } from '../../overrides/theft/texts.ts';
import { Timeline } from './theft/Timeline.tsx';
import { useCaseLive } from './theft/useCaseLive.ts';
import '../../entity-ui/entity-ui.css';
import './theft/theft.css';

const entity = plain(stolenCase);
const facts = ['vehicleId', 'vehicleTypeId', 'plateNo', 'ownerMobile', 'stolenTime', 'handlerId'];
const { monitoring } = vehiclesMachines['SM-Stolen'].states;
/** D:StolenLockStatus to be approved. */
const requested = 1;

/** The search for a stolen vehicle, as it happens. */
export default function StolenVehicleDetail(): ReactNode {
  return <RecordPage entity={entity}>{(row, reload) => <Case row={row} reload={reload} />}</RecordPage>;
}

function LockNotice({ row }: { readonly row: EntityRow }): ReactNode {
  const texts = useTheftTexts();
  if (Number(row['lockStatus']) !== requested) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={texts('lockWaits', {
        name: refName(row, 'lockRequestBy') ?? '',
        time: textOf(row['lockRequestTime']),
        reason: textOf(row['lockReason']),
      })}
    />
  );
}

function Case({ row, reload }: { readonly row: EntityRow; readonly reload: () => void }): ReactNode {
  const pick = usePick();
  const texts = useEntityTexts();
  const actions = useRecordActions(entity, reload);
  const { live, error, retry } = useCaseLive(row.id);
  const [spot, setSpot] = useState<LngLat | null>(null);
  const note = actions.offered('detail', row).find((action) => action.key === 'note');
  return (
    <PageBody>
      <PageHeader
        title={<span className="wh-num">{titleOf(entity, row)}</span>}
        extra={['status', 'lockStatus'].map((name) => (
          <FieldValue key={name} entity={entity} name={name} row={row} place="detail" />
        ))}
        description={<Facts entity={entity} row={row} names={facts} />}
        actions={<CaseActions entity={entity} row={row} actions={actions} without={['note']} />}
      />
      <LockNotice row={row} />
      <div className="th-columns">
        <div className="eu-stack">
          {live === undefined ? (
            <section className="wh-section th-map-waits">
              <PendingState error={error} onRetry={retry} />
            </section>
          ) : (
            <LiveMap live={live} spot={spot} />
          )}
          <Timeline
            caseId={row.id}
            addLabel={note === undefined ? '' : pick(note.label)}
            onAdd={note === undefined ? undefined : () => void actions.run(note, [row])}
            onSpot={setSpot}
          />
        </div>
        <div className="eu-stack">
          {live === undefined ? <section className="wh-section th-signals-wait" /> : <Signals live={live} />}
          <Links caseId={row.id} open={Number(row['status']) === monitoring} />
        </div>
      </div>
      <Tabs
        className="eu-tabs"
        items={[
          {
            key: 'case',
            label: texts('overview'),
            children: (
              <div className="eu-stack">
                <RecordSections entity={entity} row={row} />
              </div>
            ),
          },
          { key: 'history', label: texts('history'), children: <History entity={entity} id={row.id} /> },
        ]}
      />
    </PageBody>
  );
}
