import type { ReactNode } from 'react';
import { labelOf, plain } from '@wheelhouse/entities/registry';
import { appUser } from '@wheelhouse/entities/support/app-user';
import { bindingLog } from '@wheelhouse/entities/vehicles/binding-log';
import { useCall } from '../../api/query.ts';
import { RecordLink } from '../../entity-ui/cells/ref.tsx';
import { fileUrls } from '../../entity-ui/cells/files.tsx';
import { textOf, type EntityRow } from '../../entity-ui/model.ts';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { usePick } from '../../i18n/lang.ts';
import { vehicleBinding } from '@wheelhouse/entities/vehicles/vehicle-binding';
import { vehicle } from '@wheelhouse/entities/vehicles/vehicle';
import { useDictLookup } from '../../reference/reference.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { DateTime, StatusTag } from '../../ui/Values.tsx';
import { defineOverride } from '../../entity-ui/override.ts';
import { Facts } from '../Facts.tsx';
import { texts, useOwnWords } from '../texts.ts';
import { OnlineCell, SocCell } from '../vehicle/cells.tsx';

type RowProps = { readonly row: EntityRow };

interface OwnedVehicle {
  readonly id: string;
  readonly vehicleId: string;
  readonly vin: string | null;
  readonly vehicleTypeName: string;
  readonly color: string;
  /** 1 owner, 2 shared. */
  readonly bindType: number;
  readonly status: number;
  readonly bindTime: string;
  readonly unbindTime: string | null;
  readonly online: number | null;
  readonly soc: number | null;
}

const [binding, vehicles] = [plain(vehicleBinding), plain(vehicle)];
const shared = 2;

/** A round picture, or the first letter of the name. */
function Avatar({ row }: RowProps): ReactNode {
  const url = fileUrls(row, 'avatar')[0];
  return url === undefined ? (
    <span className="ov-avatar" aria-hidden="true">
      {[...textOf(row['nickname'])][0] ?? ''}
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
  const words = useOwnWords();
  const pick = usePick();
  const dict = useDictLookup();
  const { data, error, refetch } = useCall<readonly OwnedVehicle[]>(
    '/user/crm/appUser/vehicles',
    { id: row.id },
    { inlineErrors: true },
  );
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <EmptyState small title={words('noVehicles')} />;
  const heads = [
    labelOf(vehicles, 'vin'),
    labelOf(vehicles, 'vehicleTypeId'),
    labelOf(vehicles, 'color'),
    texts.ownerKind,
    labelOf(binding, 'status'),
    labelOf(binding, 'bindTime'),
    labelOf(binding, 'unbindTime'),
    labelOf(vehicles, 'online'),
    labelOf(vehicles, 'soc'),
  ];
  const cell = { entity: vehicles, field: { kind: 'int' } as const, row, place: 'list' as const };
  return (
    <ScrollRegion className="wh-section ov-scroll" label={words('vehicles')}>
      <table className="eu-simple ov-nowrap">
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={at} scope="col">
                {at === 3 ? `${pick(texts.ownerKind)} / ${pick(texts.shareKind)}` : pick(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((one) => {
            const status = dict('BindStatus', one.status);
            return (
              <tr key={one.id}>
                <td className="wh-num">
                  <RecordLink entity="vehicle" id={one.vehicleId}>
                    {one.vin ?? one.vehicleId}
                  </RecordLink>
                </td>
                <td>{one.vehicleTypeName}</td>
                <td>{dict('VehicleColor', one.color)?.name ?? one.color}</td>
                <td>
                  {one.bindType === shared ? (
                    <StatusTag>{words('shareKind')}</StatusTag>
                  ) : (
                    <StatusTag color="primary">{words('ownerKind')}</StatusTag>
                  )}
                </td>
                <td>
                  <StatusTag color={status?.color}>{status?.name}</StatusTag>
                </td>
                <td>
                  <DateTime value={one.bindTime} />
                </td>
                <td>
                  <DateTime value={one.unbindTime} />
                </td>
                <td>{one.status === 1 ? <OnlineCell {...cell} name="online" value={one.online} /> : null}</td>
                <td>{one.status === 1 ? <SocCell {...cell} name="soc" value={one.soc} /> : null}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const LogTab = ({ row }: RowProps): ReactNode => (
  <RelatedList entity={plain(bindingLog)} fixed={{ userId: row.id }} without={['userId', 'userMobile']} />
);

export const appUserOverride = defineOverride('appUser', {
  facts: UserFacts,
  tabs: [
    { key: 'vehicles', label: texts.vehicles, component: VehiclesTab },
    { key: 'bindingLog', label: texts.bindingLog, code: 'vehicleManage.query', component: LogTab },
  ],
});
