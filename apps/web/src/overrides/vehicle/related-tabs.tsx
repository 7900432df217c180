import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { battery } from '@wheelhouse/entities/vehicles/battery';
import { bindingLog } from '@wheelhouse/entities/vehicles/binding-log';
import { ecu } from '@wheelhouse/entities/vehicles/ecu';
import type { EntityRow } from '../../entity-ui/model.ts';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { batteryOverride } from '../battery/battery.tsx';

type TabProps = { readonly row: EntityRow };

export const BatteriesTab = ({ row }: TabProps): ReactNode => (
  <RelatedList entity={plain(battery)} override={batteryOverride} fixed={{ vehicleId: row.id }} without={['vin']} />
);
export const EcusTab = ({ row }: TabProps): ReactNode => (
  <RelatedList entity={plain(ecu)} fixed={{ vehicleId: row.id }} without={['vin']} />
);
export const BindingLogTab = ({ row }: TabProps): ReactNode => (
  <RelatedList entity={plain(bindingLog)} fixed={{ vehicleId: row.id }} without={['vin']} filters />
);
