import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { codes } from '@wheelhouse/entities/codes';
import { plain } from '@wheelhouse/entities/registry';
import { battery } from '@wheelhouse/entities/vehicles/battery';
import { batteryBinding } from '@wheelhouse/entities/vehicles/battery-binding';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { defineOverride } from '../../../entity-ui/override.ts';
import { Facts } from '../../../entity-ui/detail/Facts.tsx';
import { vehicleTexts } from '../texts.ts';
import { batteryOverride } from './battery.override.tsx';
import { batteryHead } from './head.tsx';
import { batteryHistoryOverride } from './batteryBinding.override.tsx';
import { batteryTexts, useBatteryTexts } from './texts.ts';
import { part } from '../../../ui/part.tsx';

type RowProps = { readonly row: RowOf<'battery'> };
const CurveTab = part(() => import('./CurveTab.tsx'));
const BatteryLead = part(() => import('./BatteryLead.tsx'));
const EcuFaultsTab = part(() => import('../../alarms/FaultList.tsx'));
const ChargesTab = part(() => import('./ChargesTab.tsx'));
const entity = plain(battery);

const BatteryFacts = ({ row }: RowProps): ReactNode => (
  <Facts
    entity={entity}
    override={batteryOverride}
    row={row}
    names={['batteryType', 'model', 'vehicleId', 'slot', 'warrantyEnd']}
  />
);

const BindingsTab = ({ row }: RowProps): ReactNode => (
  <RelatedList
    entity={plain(batteryBinding)}
    override={batteryHistoryOverride}
    fixed={{ batteryId: row.id }}
    without={['batterySn']}
  />
);

/** The faults of its BMS are the battery's, of the vehicle it sits in. */
const { battery: bms } = codes.DeviceType;
function FaultsTab({ row: { vehicleId } }: RowProps): ReactNode {
  const texts = useBatteryTexts();
  return vehicleId === null ? (
    <EmptyState title={texts('inNoVehicle')} />
  ) : (
    <EcuFaultsTab row={{ vehicleId, deviceType: bms }} />
  );
}

const batteryDetailOverride = {
  ...batteryOverride,
  ...defineOverride('battery', {
    head: { line: BatteryFacts, ...batteryHead },
    lead: BatteryLead,
    tabs: [
      { key: 'curve', label: vehicleTexts.curve, component: CurveTab },
      { key: 'charges', label: batteryTexts.charges, component: ChargesTab },
      { key: 'faults', label: batteryTexts.faults, code: 'alarmManage.query', component: FaultsTab },
      { key: 'bindings', label: vehicleTexts.bindings, code: 'batteryHistory.query', component: BindingsTab },
    ],
  }),
};

export { batteryDetailOverride as default };
