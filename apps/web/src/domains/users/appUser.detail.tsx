import type { OwnedVehicle } from '@wheelhouse/contract/calls/users';
import type { ReactNode } from 'react';
import { labelOf, plain } from '@wheelhouse/entities/registry';
import { appUser } from '@wheelhouse/entities/users/app-user';
import { appUserConsent } from '@wheelhouse/entities/users/app-user-consent';
import { appUserDevice } from '@wheelhouse/entities/users/app-user-device';
import { bindingLog } from '@wheelhouse/entities/binding/binding-log';
import { useCall } from '../../api/query.ts';
import { RecordLink } from '../../entity-ui/cells/ref.tsx';
import type { RowOf } from '@wheelhouse/entities/rows';
import { fileUrls } from '../../entity-ui/cells/files.tsx';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { usePick } from '../../i18n/lang.ts';
import { vehicleBinding } from '@wheelhouse/entities/binding/vehicle-binding';
import { vehicle } from '@wheelhouse/entities/vehicles/vehicle';
import { useDictLookup } from '../../reference/reference.ts';
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx';
import { DateTime, StatusTag } from '../../ui/Values.tsx';
import { defineOverride } from '../../entity-ui/override.ts';
import { part } from '../../ui/part.tsx';
import { Facts } from '../../entity-ui/detail/Facts.tsx';
import { userTexts, useUserTexts } from './texts.ts';
import { OnlineCell, SocCell } from '../fleet/cells.tsx';
import { BothCodesInput, NewCodeInput } from './CodesInput.tsx';

type RowProps = { readonly row: RowOf<'appUser'> };

const [binding, vehicles] = [plain(vehicleBinding), plain(vehicle)];
const shared = 2;
const MessagesTab = part(() => import('./MessagesTab.tsx'));
const UserFeedbackTab = part(() => import('./FeedbackTab.tsx'));
const UserRepairsTab = part(async () => ({
  default: (await import('../repairs/order/RepairsTab.tsx')).UserRepairsTab,
}));

/** A round picture, or the first letter of the name. */
function Avatar({ row }: RowProps): ReactNode {
  const url = fileUrls(row, 'avatar')[0];
  return url === undefined ? (
    <span className="ov-avatar" aria-hidden="true">
      {[...(row.nickname ?? '')][0] ?? ''}
    </span>
  ) : (
    <img className="ov-avatar" src={url} alt="" />
  );
}

const UserFacts = ({ row }: RowProps): ReactNode => (
  <span className="ov-inline">
    <Avatar row={row} />
    <Facts
      entity={plain(appUser)}
      row={row}
      names={['id', 'mobile', 'cityId', 'realNameStatus', 'registerTime', 'lastActiveTime']}
    />
  </span>
);

/** Vehicles a user owns or shares, and those of before. */
function VehiclesTab({ row }: RowProps): ReactNode {
  const texts = useUserTexts();
  const pick = usePick();
  const dict = useDictLookup();
  const { data, error, refetch } = useCall('/user/crm/appUser/vehicles', { id: row.id }, { inlineErrors: true });
  const cell = { entity: vehicles, field: { kind: 'int' } as const, row, place: 'list' as const };
  const columns: readonly TableColumn<OwnedVehicle>[] = [
    {
      key: 'vin',
      label: pick(labelOf(vehicles, 'vin')),
      num: true,
      render: (one) => (
        <RecordLink entity="vehicle" id={one.vehicleId}>
          {one.vin ?? one.vehicleId}
        </RecordLink>
      ),
    },
    { key: 'type', label: pick(labelOf(vehicles, 'vehicleTypeId')), render: (one) => one.vehicleTypeName },
    {
      key: 'color',
      label: pick(labelOf(vehicles, 'color')),
      render: (one) => dict('VehicleColor', one.color)?.name ?? one.color,
    },
    {
      key: 'kind',
      label: `${texts('ownerKind')} / ${texts('shareKind')}`,
      render: (one) =>
        one.bindType === shared ? (
          <StatusTag>{texts('shareKind')}</StatusTag>
        ) : (
          <StatusTag color="primary">{texts('ownerKind')}</StatusTag>
        ),
    },
    {
      key: 'status',
      label: pick(labelOf(binding, 'status')),
      render: (one) => {
        const status = dict('BindStatus', one.status);
        return <StatusTag color={status?.color}>{status?.name}</StatusTag>;
      },
    },
    { key: 'bind', label: pick(labelOf(binding, 'bindTime')), render: (one) => <DateTime value={one.bindTime} /> },
    {
      key: 'unbind',
      label: pick(labelOf(binding, 'unbindTime')),
      render: (one) => <DateTime value={one.unbindTime} />,
    },
    {
      key: 'online',
      label: pick(labelOf(vehicles, 'online')),
      render: (one) => (one.status === 1 ? <OnlineCell {...cell} name="online" value={one.online} /> : null),
    },
    {
      key: 'soc',
      label: pick(labelOf(vehicles, 'soc')),
      render: (one) => (one.status === 1 ? <SocCell {...cell} name="soc" value={one.soc} /> : null),
    },
  ];
  return (
    <div className="wh-section">
      <DataTable
        lines
        label={texts('vehicles')}
        empty={texts('noVehicles')}
        columns={columns}
        rows={data}
        rowKey={(one) => one.id}
        error={error}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

const LogTab = ({ row }: RowProps): ReactNode => (
  <RelatedList entity={plain(bindingLog)} fixed={{ userId: row.id }} without={['userId', 'userMobile']} />
);

/** Phones on which the user has signed in. */
const DevicesTab = ({ row }: RowProps): ReactNode => (
  <RelatedList entity={plain(appUserDevice)} fixed={{ userId: row.id }} without={['userId']} />
);

/** What the user agreed to, and when. */
const ConsentsTab = ({ row }: RowProps): ReactNode => (
  <RelatedList entity={plain(appUserConsent)} fixed={{ userId: row.id }} without={['userId']} />
);

const appUserOverride = defineOverride('appUser', {
  actionInputs: { changeMobile: { oldCode: BothCodesInput }, requestMobile: { newCode: NewCodeInput } },
  head: { line: UserFacts },
  tabs: [
    { key: 'vehicles', label: userTexts.vehicles, component: VehiclesTab },
    { key: 'bindingLog', label: userTexts.bindingLog, code: 'vehicleManage.query', component: LogTab },
    { key: 'messages', label: { zh: '消息', en: 'Messages' }, component: MessagesTab },
    { key: 'devices', label: { zh: '登录设备', en: 'Devices' }, component: DevicesTab },
    { key: 'consents', label: { zh: '授权', en: 'Consents' }, component: ConsentsTab },
    {
      key: 'feedback',
      label: { zh: '反馈', en: 'Feedback' },
      code: 'appFeedbackManage.query',
      component: UserFeedbackTab,
    },
    {
      key: 'repairs',
      label: { zh: '报修单', en: 'Repair orders' },
      code: 'repairListsManage.query',
      component: UserRepairsTab,
    },
  ],
});

export { appUserOverride as default };
