import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { repairOrder } from '@wheelhouse/entities/repairs/repair-order';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { repairOverride } from './repairOrder.override.tsx';

const entity = plain(repairOrder);

/** Repair orders of the record whose detail this is. */
const repairsBy =
  (...names: readonly ('vehicleId' | 'dealerId' | 'userId' | 'vehicleTypeId')[]) =>
  ({ row }: { readonly row: { readonly id: string } }): ReactNode => {
    const [by = ''] = names;
    return <RelatedList entity={entity} override={repairOverride} fixed={{ [by]: row.id }} without={names} />;
  };

export const VehicleRepairsTab = repairsBy('vehicleId', 'vehicleTypeId');
export const DealerRepairsTab = repairsBy('dealerId');
export const UserRepairsTab = repairsBy('userId');

/** Columns that say nothing about how owners rated a repair. */
const besideRatings = [
  'status',
  'slaLeft',
  'source',
  'vehicleTypeId',
  'contactName',
  'contactMobile',
  'faultCategory',
  'serviceType',
  'dealerId',
  'priority',
  'createTime',
  'appointmentTime',
];

/** Repairs of a dealer that owners have rated. */
export const DealerRatingsTab = ({ row }: { readonly row: { readonly id: string } }): ReactNode => (
  <RelatedList
    entity={entity}
    override={repairOverride}
    fixed={{ dealerId: row.id, 'rating.ge': 1 }}
    without={besideRatings}
  />
);
