import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAction, useCall } from '../../api/query.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { useCan } from '../../session/session.ts';
import { hrefOf } from '../../routing/page.ts';
import { none } from '../../ui/format.ts';
import { PendingState } from '../../ui/States.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { StatusTag } from '../../ui/Values.tsx';
import { statusColor, type Compared } from './model.ts';
import { useSapWords } from './texts.ts';
import { Button } from '../../ui/Button.tsx';
import './sap.css';

/** SAP's record and ours side by side; what differs may be taken over, field by field. */
export default function Comparison({ vin }: { readonly vin: string }): ReactNode {
  const words = useSapWords();
  const can = useCan();
  const lookup = useDictLookup();
  const { data, error, refetch } = useCall<Compared>(
    '/veh/crm/sapVehicle/compare',
    { vin },
    { inlineErrors: true, staleTime: 0 },
  );
  const adopt = useAction<Compared, { vin: string; rev: number; fields: readonly string[] }>(
    '/veh/crm/sapVehicle/adopt',
    {
      invalidates: ['/veh/crm/sapVehicle', '/veh/crm/vehicle'],
      done: words('adopted'),
    },
  );
  const shown = (name: string, value: string | null): ReactNode =>
    value === null ? (
      <span className="wh-faint">{none}</span>
    ) : name === 'color' ? (
      (lookup('VehicleColor', value)?.name ?? value)
    ) : (
      value
    );
  if (data === undefined) return <PendingState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="eu-stack">
      <p>
        <StatusTag color={statusColor[data.localStatus]}>{words(`status${data.localStatus}`)}</StatusTag>{' '}
        {data.vehicleId === null ? (
          words('notHere')
        ) : (
          <Link to={hrefOf('vehicleManageDetail', { id: data.vehicleId })}>{data.vin}</Link>
        )}
      </p>
      <DataTable
        label={words('compare')}
        rows={data.fields}
        rowKey={(field) => field.name}
        columns={[
          { key: 'name', label: words('compare'), quiet: true, head: true, render: (field) => words(field.name) },
          { key: 'sap', label: words('sapValue'), num: true, render: (field) => shown(field.name, field.sap) },
          {
            key: 'local',
            label: words('localValue'),
            num: true,
            render: (field) =>
              data.vehicleId !== null && !field.same && field.sap !== null ? (
                <mark className="sap-differs">{shown(field.name, field.local)}</mark>
              ) : (
                shown(field.name, field.local)
              ),
          },
          {
            key: 'adopt',
            label: words('adopt'),
            quiet: true,
            render: (field) =>
              field.adoptable && can('SAPvehicleSearch.import') && data.rev !== null ? (
                <Button
                  size="small"
                  loading={adopt.isPending && adopt.variables.fields.includes(field.name)}
                  onClick={() => adopt.mutate({ vin, rev: data.rev ?? 0, fields: [field.name] })}
                >
                  {words('adopt')}
                </Button>
              ) : !field.same && data.vehicleId !== null && (field.name === 'imei' || field.name === 'ecuSn') ? (
                <span className="wh-faint">{words('ecuHint')}</span>
              ) : null,
          },
        ]}
      />
    </div>
  );
}
