import type { RowOf } from '@wheelhouse/entities/rows';
import { codes } from '@wheelhouse/entities/codes';
import { theftMachines } from '@wheelhouse/entities/machines/theft';
import { Alert } from 'antd';
import { useState, type ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { stolenCase } from '@wheelhouse/entities/theft/stolen-case';
import { useRecordActions } from '../../entity-ui/actions/useRecordActions.tsx';
import { DecisionPage } from '../../entity-ui/detail/DecisionPage.tsx';
import { RecordPage } from '../../entity-ui/detail/RecordPage.tsx';
import { refName, textOf } from '../../entity-ui/model.ts';
import type { LngLat } from '../../ui/map/types.ts';
import { PendingState } from '../../ui/States.tsx';
import { Links } from './Links.tsx';
import { LiveMap } from './LiveMap.tsx';
import { Signals } from './Signals.tsx';
import { useTheftTexts } from './texts.ts';
import { Notes } from './Notes.tsx';
import { useCaseLive } from './useCaseLive.ts';
import './theft.css';

const entity = plain(stolenCase);
const facts = ['vehicleId', 'vehicleTypeId', 'plateNo', 'ownerMobile', 'stolenTime', 'handlerId'];
const { monitoring } = theftMachines['SM-Stolen'].states;
const { requested } = codes.StolenLockStatus;

/** The search for a stolen vehicle, as it happens. */
export default function StolenVehicleDetail(): ReactNode {
  return <RecordPage entity={entity}>{(row, reload) => <Case row={row} reload={reload} />}</RecordPage>;
}

function LockNotice({ row }: { readonly row: RowOf<'stolenCase'> }): ReactNode {
  const texts = useTheftTexts();
  if (Number(row.lockStatus) !== requested) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={texts('lockWaits', {
        name: refName(row, 'lockRequestBy') ?? '',
        time: textOf(row.lockRequestTime),
        reason: textOf(row.lockReason),
      })}
    />
  );
}

function Case({ row, reload }: { readonly row: RowOf<'stolenCase'>; readonly reload: () => void }): ReactNode {
  const actions = useRecordActions(entity, reload);
  const { live, error, retry } = useCaseLive(row.id);
  const [spot, setSpot] = useState<LngLat | null>(null);
  return (
    <DecisionPage
      entity={entity}
      row={row}
      actions={actions}
      without={['note']}
      states={['status', 'lockStatus']}
      facts={facts}
      notices={<LockNotice row={row} />}
      evidence={
        live !== undefined ? (
          <LiveMap live={live} spot={spot} />
        ) : (
          <section className="wh-section th-map-waits">
            <PendingState error={error} onRetry={retry} />
          </section>
        )
      }
      steps={<Notes record={row} actions={actions} onSpot={setSpot} />}
      around={
        <>
          {live === undefined ? <section className="wh-section th-signals-wait" /> : <Signals live={live} />}
          <Links caseId={row.id} open={Number(row.status) === monitoring} />
        </>
      }
    />
  );
}
