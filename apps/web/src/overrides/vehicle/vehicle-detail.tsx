import { lazy, type ReactNode } from 'react';
import type { EntityRow } from '../../entity-ui/model.ts';
import { plain } from '@wheelhouse/entities/registry';
import { vehicle } from '@wheelhouse/entities/vehicles/vehicle';
import type { Override } from '../define.ts';
import { Facts } from '../Facts.tsx';
import { texts } from '../texts.ts';
import { BatteriesTab, BindingLogTab, EcusTab } from './related-tabs.tsx';
import { vehicleOverride } from './vehicle.tsx';

const LiveTab = lazy(() => import('./LiveTab.tsx'));
const OwnerTab = lazy(() => import('./OwnerTab.tsx'));

const entity = plain(vehicle);
/** What kind of vehicle it is and whose, in one line. */
const VehicleFacts = ({ row }: { readonly row: EntityRow }): ReactNode => (
  <Facts entity={entity} row={row} names={['vehicleTypeId', 'color', 'plateNo', 'dealerId', 'ownerMobile']} />
);

/** A vehicle's detail: live first. */
export const vehicleDetailOverride: Override = {
  ...vehicleOverride,
  facts: VehicleFacts,
  tabsBefore: [{ key: 'live', label: texts.live, component: LiveTab }],
  tabs: [
    { key: 'owner', label: texts.owner, component: OwnerTab },
    { key: 'batteries', label: texts.batteries, code: 'batteryManage.query', component: BatteriesTab },
    { key: 'ecus', label: texts.ecus, component: EcusTab },
    { key: 'bindingLog', label: texts.bindingLog, component: BindingLogTab },
  ],
};
