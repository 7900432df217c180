import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { plain } from '@wheelhouse/entities/registry';
import { vehicle } from '@wheelhouse/entities/vehicles/vehicle';
import { defineOverride } from '../../../entity-ui/override.ts';
import { Facts } from '../../../entity-ui/detail/Facts.tsx';
import type { HeadAction, HeadDef } from '../../../entity-ui/detail/head.ts';
import { vehicleTexts } from '../texts.ts';
import { texts as diagnosticTexts } from './diagnostics/texts.ts';
import { debugLinks } from './control-links.tsx';
import { alarmsOf, operationsOf, repairsOf } from '../../../blocks/open-counts.ts';
import { ChargeFact, OnlineFact, PlaceFact, stateTexts, VehicleAge } from '../../fleet/state-facts.tsx';
import { useVehicleWays } from '../../fleet/ways.tsx';
import { BindingLogTab, EcusTab, ReplacementsTab } from './related-tabs.tsx';
import { mileageTexts } from '../../trips/mileage/texts.ts';
import { texts as otaTexts } from '../../ota/equipment/texts.ts';
import { theftTexts } from '../../theft/texts.ts';
import { vehicleOverride } from './vehicle.override.tsx';
import { part } from '../../../ui/part.tsx';

const LiveTab = part(() => import('./LiveTab.tsx'));
const VehicleBatteriesTab = part(() => import('../battery/VehicleBatteriesTab.tsx'));
const DiagnosticsTab = part(() => import('./diagnostics/DiagnosticsTab.tsx'));
const VehicleAlarmsTab = part(() => import('../../alarms/VehicleAlarmsTab.tsx'));
const MileageTab = part(() => import('../../trips/mileage/MileageTab.tsx'));
const ControlTab = part(() => import('./ControlTab.tsx'));
const OwnerTab = part(() => import('./OwnerTab.tsx'));
const SapTab = part(() => import('./SapTab.tsx'));
const CasesTab = part(() => import('./CasesTab.tsx'));
const SimTab = part(() => import('../../sim/VehicleTab.tsx'));
const OtaTab = part(() => import('../../ota/equipment/VehicleTab.tsx'));
const VehicleRepairsTab = part(async () => ({
  default: (await import('../../repairs/order/RepairsTab.tsx')).VehicleRepairsTab,
}));

const entity = plain(vehicle);
/** What kind of vehicle it is and whose, in one line. */
const VehicleFacts = ({ row }: { readonly row: RowOf<'vehicle'> }): ReactNode => (
  <Facts entity={entity} row={row} names={['vehicleTypeId', 'color', 'plateNo', 'dealerId', 'ownerMobile']} />
);

const useWays = ({ id, vin, frameNo, imei }: RowOf<'vehicle'>): readonly HeadAction[] =>
  useVehicleWays({ id, name: vin ?? frameNo ?? '', imei });

const head: HeadDef<RowOf<'vehicle'>> = {
  line: VehicleFacts,
  facts: [
    { key: 'online', label: stateTexts.state, component: ({ row }) => <OnlineFact vehicleId={row.id} /> },
    { key: 'place', label: stateTexts.place, component: ({ row }) => <PlaceFact vehicleId={row.id} /> },
    { key: 'charge', label: stateTexts.charge, component: ({ row }) => <ChargeFact vehicleId={row.id} /> },
  ],
  age: ({ row }) => <VehicleAge vehicleId={row.id} />,
  counts: [alarmsOf(({ id }) => id), repairsOf(({ id }) => id), operationsOf(({ iccid }) => iccid)],
  useActions: useWays,
};

/** A vehicle's detail: how it is at a glance, then live. */
const vehicleDetailOverride = {
  ...vehicleOverride,
  ...defineOverride('vehicle', {
    head,
    // Remote control and trace are in the head.
    links: debugLinks,
    tabOrder: ['live', 'overview', 'alarms', 'repairs', 'owner', 'control'],
    tabs: [
      { key: 'live', label: vehicleTexts.live, component: LiveTab },
      { key: 'owner', label: vehicleTexts.owner, component: OwnerTab },
      { key: 'batteries', label: vehicleTexts.batteries, code: 'batteryManage.query', component: VehicleBatteriesTab },
      { key: 'ecus', label: vehicleTexts.ecus, component: EcusTab },
      { key: 'ota', label: otaTexts.parts, code: 'otaEquipmentManage.query', component: OtaTab },
      { key: 'diagnostics', label: diagnosticTexts.tab, component: DiagnosticsTab },
      {
        key: 'alarms',
        label: { zh: '报警与故障', en: 'Alarms and faults' },
        code: 'alarmManage.query',
        component: VehicleAlarmsTab,
      },
      { key: 'mileage', label: mileageTexts.last30, code: 'mileage.query', component: MileageTab },
      {
        key: 'control',
        label: { zh: '控车与调试记录', en: 'Commands & debugging' },
        code: ['remoteControl.query', 'vehicleRemoteDebugging.query'],
        component: ControlTab,
      },
      {
        key: 'replacements',
        label: { zh: '换件记录', en: 'Replaced parts' },
        code: 'replacementRecord.query',
        component: ReplacementsTab,
      },
      {
        key: 'repairs',
        label: { zh: '报修单', en: 'Repair orders' },
        code: 'repairListsManage.query',
        component: VehicleRepairsTab,
      },
      { key: 'sim', label: { zh: 'SIM卡', en: 'SIM card' }, code: 'simIndex.query', component: SimTab },
      { key: 'bindingLog', label: vehicleTexts.bindingLog, component: BindingLogTab },
      { key: 'cases', label: theftTexts.cases, component: CasesTab },
      { key: 'sap', label: { zh: 'SAP', en: 'SAP' }, code: 'SAPvehicleSearch.compare', component: SapTab },
    ],
  }),
};

export { vehicleDetailOverride as default };
