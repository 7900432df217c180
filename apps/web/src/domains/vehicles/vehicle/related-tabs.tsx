import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { plain } from '@wheelhouse/entities/registry';
import { replacementRecord } from '@wheelhouse/entities/repairs/replacement-record';
import { bindingLog } from '@wheelhouse/entities/binding/binding-log';
import { ecu } from '@wheelhouse/entities/vehicles/ecu';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';

type TabProps = { readonly row: RowOf<'vehicle'> };

export const EcusTab = ({ row }: TabProps): ReactNode => (
  <RelatedList entity={plain(ecu)} fixed={{ vehicleId: row.id }} without={['vehicleId']} />
);
export const ReplacementsTab = ({ row }: TabProps): ReactNode => (
  <RelatedList entity={plain(replacementRecord)} fixed={{ vehicleId: row.id }} without={['vin']} />
);
export const BindingLogTab = ({ row }: TabProps): ReactNode => (
  <RelatedList entity={plain(bindingLog)} fixed={{ vehicleId: row.id }} without={['vehicleId']} filters />
);
