import type { RowOf } from '@wheelhouse/entities/rows';
import { vehiclesMachines } from '@wheelhouse/entities/machines/vehicles';
import { EnvironmentOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { dealer } from '@wheelhouse/entities/dealers/dealer';
import { plain } from '@wheelhouse/entities/registry';
import { vehicle } from '@wheelhouse/entities/vehicles/vehicle';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { defineOverride } from '../../entity-ui/override.ts';
import { OrganizationCodeCell } from '../access/accounts/organization.tsx';
import { Facts } from '../../entity-ui/detail/Facts.tsx';
import { dealerTexts } from './texts.ts';
import { vehicleOverride } from '../vehicles/vehicle/vehicle.override.tsx';
import { part } from '../../ui/part.tsx';

type RowProps = { readonly row: RowOf<'dealer'> };

const DealersMap = part(() => import('./DealersMap.tsx'));
const PlaceTab = part(() => import('./PlaceTab.tsx'));
const StaffTab = part(() => import('./StaffTab.tsx'));
const AccountsTab = part(() => import('./AccountsTab.tsx'));
const PerformanceTab = part(() => import('./PerformanceTab.tsx'));
const ContractsTab = part(() => import('./ContractsTab.tsx'));
const DealerRepairsTab = part(async () => ({
  default: (await import('../repairs/order/RepairsTab.tsx')).DealerRepairsTab,
}));
const DealerRatingsTab = part(async () => ({
  default: (await import('../repairs/order/RepairsTab.tsx')).DealerRatingsTab,
}));

const dealerOverride = defineOverride('dealer', {
  views: [{ key: 'map', label: dealerTexts.map, icon: <EnvironmentOutlined />, component: DealersMap }],
});

const DealerFacts = ({ row }: RowProps): ReactNode => (
  <Facts
    entity={plain(dealer)}
    row={row}
    names={[
      'dealerCode',
      'dealerType',
      'cityId',
      'servicePhone',
      'vehicleStock',
      'openRepairs',
      'rating',
      'contractEnd',
    ]}
  />
);

/** What a dealer still has, and what it sold. */
const { notActivated: inStock, activated: sold } = vehiclesMachines['SM-VehicleActivation'].states;
const Vehicles = ({ row, status }: RowProps & { readonly status: number }): ReactNode => (
  <RelatedList
    entity={plain(vehicle)}
    override={vehicleOverride}
    fixed={{ dealerId: row.id, activationStatus: status }}
    without={['dealerId', 'activationStatus']}
    filters
  />
);
const StockTab = ({ row }: RowProps): ReactNode => <Vehicles row={row} status={inStock} />;
const SoldTab = ({ row }: RowProps): ReactNode => <Vehicles row={row} status={sold} />;

const dealerDetailOverride = {
  ...dealerOverride,
  ...defineOverride('dealer', {
    cell: { organizationCode: OrganizationCodeCell },
    head: { line: DealerFacts },
    tabs: [
      { key: 'map', label: dealerTexts.map, component: PlaceTab },
      {
        key: 'accounts',
        label: { zh: '账号', en: 'Accounts' },
        code: 'dealerAccountManage.query',
        component: AccountsTab,
      },
      { key: 'staff', label: dealerTexts.staff, code: 'dealerManage.query', component: StaffTab },
      { key: 'stock', label: dealerTexts.stock, code: 'vehicleManage.query', component: StockTab },
      { key: 'sold', label: dealerTexts.sold, code: 'vehicleManage.query', component: SoldTab },
      {
        key: 'repairs',
        label: { zh: '报修单', en: 'Repair orders' },
        code: 'repairListsManage.query',
        component: DealerRepairsTab,
      },
      {
        key: 'ratings',
        label: { zh: '评价', en: 'Ratings' },
        code: 'repairListsManage.query',
        component: DealerRatingsTab,
      },
      { key: 'performance', label: { zh: '业绩', en: 'Performance' }, component: PerformanceTab },
      { key: 'contracts', label: { zh: '合同', en: 'Contracts' }, component: ContractsTab },
    ],
  }),
};

export { dealerOverride as default, dealerDetailOverride as detail };
