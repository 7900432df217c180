import { AimOutlined, CloseOutlined } from '@ant-design/icons';
import { Pagination } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { FleetState, FleetVehicle } from '@wheelhouse/contract/fleet';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/common.ts';
import { useTexts } from '../../../i18n/lang.ts';
import { hrefOf } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import type { Bounds } from '../../../ui/map/MapCanvas.tsx';
import { none } from '../../../ui/format.ts';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { DataAge, StateMark } from './StateMark.tsx';
import { texts } from './texts.ts';

export interface VehicleTableProps {
  readonly title: string;
  readonly bounds: Bounds;
  readonly query: Readonly<Record<string, unknown>>;
  readonly states: readonly FleetState[] | undefined;
  readonly onLocate: (vehicle: FleetVehicle) => void;
  readonly onClose: () => void;
}

const pageSize = 20;
const refreshMs = 10_000;

/** The vehicles of an area as a table: what stands in one spot, and the map for those who do not use a pointer. */
export function VehicleTable({ title, bounds, query, states, onLocate, onClose }: VehicleTableProps): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const can = useCan();
  // Where the map goes, the list begins anew.
  const place = JSON.stringify([bounds, query, states]);
  const [at, setAt] = useState({ place, page: 1 });
  const page = at.place === place ? at.page : 1;
  const body = { bbox: bounds, query, page, pageSize, ...(states && { state: states }) };
  const { data, error, refetch } = useCall('/veh/crm/vehicle/fleetList', body, {
    refetchInterval: refreshMs,
    keepPrevious: true,
    inlineErrors: true,
  });
  const columns: readonly TableColumn<FleetVehicle>[] = [
    {
      key: 'vehicle',
      label: t('vehicle'),
      num: true,
      render: ({ id, name }) =>
        can('vehicleManageDetail') ? <Link to={hrefOf('vehicleManageDetail', { id })}>{name}</Link> : name,
    },
    { key: 'state', label: t('state'), render: ({ state }) => <StateMark state={state} /> },
    { key: 'soc', label: t('soc'), num: true, align: 'end', render: ({ soc }) => (soc === null ? none : `${soc}%`) },
    { key: 'age', label: t('age'), num: true, align: 'end', render: ({ ageSec }) => <DataAge seconds={ageSec} /> },
    {
      key: 'locate',
      label: t('locate'),
      quiet: true,
      render: (vehicle) => (
        <button
          type="button"
          className="wh-icon-button"
          title={t('locate')}
          aria-label={`${t('locate')} ${vehicle.name}`}
          onClick={() => onLocate(vehicle)}
        >
          <AimOutlined />
        </button>
      ),
    },
  ];
  return (
    <section className="fm-list" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span className="wh-num wh-faint">{data?.total ?? ''}</span>
        <button type="button" className="wh-icon-button" aria-label={t('closeList')} onClick={onClose}>
          <CloseOutlined />
        </button>
      </header>
      <div className="fm-list-body">
        <DataTable
          dense
          label={title}
          empty={t('emptyView')}
          height="none"
          columns={columns}
          rows={data?.list}
          rowKey={(vehicle) => vehicle.id}
          error={error}
          onRetry={() => void refetch()}
        />
      </div>
      {data === undefined || data.total <= pageSize ? null : (
        <footer>
          <Pagination
            simple
            size="small"
            current={page}
            pageSize={pageSize}
            total={data.total}
            showSizeChanger={false}
            onChange={(next) => setAt({ place, page: next })}
            aria-label={common('more')}
          />
        </footer>
      )}
    </section>
  );
}
