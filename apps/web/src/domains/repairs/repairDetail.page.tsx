import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { repairOrder } from '@wheelhouse/entities/repairs/repair-order';
import { repairPart } from '@wheelhouse/entities/repairs/repair-part';
import { invalidate } from '../../api/query.ts';
import { useRecordActions } from '../../entity-ui/actions/useRecordActions.tsx';
import { DecisionPage } from '../../entity-ui/detail/DecisionPage.tsx';
import { RecordPage } from '../../entity-ui/detail/RecordPage.tsx';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { repairOverride } from './order/repairOrder.override.tsx';
import { useRepairTexts } from './order/texts.ts';
import { useCan } from '../../session/session.ts';
import { Section } from '../../ui/Layout.tsx';
import { AlarmsCard, Surroundings, VehicleCard } from './order/Around.tsx';
import { OwnerContact } from './order/Contact.tsx';
import { canDispatch, Dealers } from './order/Dealers.tsx';
import { Log } from './order/Log.tsx';
import { Notices } from './order/Notices.tsx';
import { sheetStarts } from './order/sheet.ts';

const entity = plain(repairOrder);
const facts = ['vehicleId', 'serviceType', 'dealerId', 'technicianId', 'appointmentTime', 'slaLeft'];

/** One repair order: what is wrong, who repairs it, and the vehicle as it is now. */
export default function RepairDetail(): ReactNode {
  return <RecordPage entity={entity}>{(row, reload) => <Desk row={row} reload={reload} />}</RecordPage>;
}

function Desk({ row, reload }: { readonly row: RowOf<'repairOrder'>; readonly reload: () => void }): ReactNode {
  const texts = useRepairTexts();
  const can = useCan();
  const done = (): void => {
    reload();
    // The sheet of a step writes them.
    void invalidate('/cs/crm/repairPart', '/veh/crm/replacementRecord');
  };
  const actions = useRecordActions(entity, done, { starts: sheetStarts(row) });
  return (
    <DecisionPage
      entity={entity}
      override={repairOverride}
      row={row}
      actions={actions}
      without={['note']}
      facts={facts}
      notices={<Notices row={row} />}
      evidence={
        can('repairListsManage.dispatch') && canDispatch(row.status) ? (
          <div className="rp-screen">
            <Dealers row={row} reload={reload} />
          </div>
        ) : null
      }
      raw={
        <>
          <Section title={texts('parts')} flush>
            <RelatedList entity={plain(repairPart)} fixed={{ orderId: row.id }} />
          </Section>
          <p className="rp-sign">
            <span>{texts('signOwner')}</span>
            <span>{texts('signTechnician')}</span>
            <span>{texts('signDate')}</span>
          </p>
        </>
      }
      steps={<Log record={row} actions={actions} />}
      around={
        <>
          <OwnerContact row={row} />
          <VehicleCard row={row} />
          <AlarmsCard row={row} />
        </>
      }
      below={
        <div className="rp-screen eu-stack">
          <Surroundings row={row} />
        </div>
      }
    />
  );
}
