import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { alarm } from '@wheelhouse/entities/alarms/alarm';
import { faultReport } from '@wheelhouse/entities/alarms/fault-report';
import { plain } from '@wheelhouse/entities/registry';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { alarmOverride, faultOverride } from './alarm.tsx';
import { useAlarmCellTexts } from './cell-texts.ts';

/** Columns that the vehicle's page already says. */
const known = ['vin', 'vehicleTypeId', 'ownerMobile', 'dealerId'];

/** What a vehicle has raised, and the faults its parts have had. */
export default function VehicleAlarmsTab({ row }: { readonly row: RowOf<'vehicle'> }): ReactNode {
  const texts = useAlarmCellTexts();
  return (
    <div className="eu-stack">
      <h2 className="al-tab-title">{texts('alarms')}</h2>
      <RelatedList entity={plain(alarm)} override={alarmOverride} fixed={{ vehicleId: row.id }} without={known} />
      <h2 className="al-tab-title">{texts('faults')}</h2>
      <RelatedList entity={plain(faultReport)} override={faultOverride} fixed={{ vehicleId: row.id }} without={known} />
    </div>
  );
}
