import type { Compared } from '@wheelhouse/contract/calls/sap';
import { sapAdoptableFields, type SapAdoptableField } from '@wheelhouse/contract/sap';
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
import { statusColor } from './model.ts';
import { useSapTexts } from './texts.ts';
import { Button } from '../../ui/Button.tsx';
import './sap.css';

type Field = Compared['fields'][number];
const isAdoptable = (field: Field): field is Field & { readonly name: SapAdoptableField } =>
  field.adoptable && (sapAdoptableFields as readonly string[]).includes(field.name);

/** SAP's record and ours side by side; what differs may be taken over, field by field. */
export default function Comparison({ vin }: { readonly vin: string }): ReactNode {
  const texts = useSapTexts();
  const can = useCan();
  const lookup = useDictLookup();
  const { data, error, refetch } = useCall(
    '/veh/crm/sapVehicle/compare',
    { vin },
    { inlineErrors: true, staleTime: 0 },
  );
  const adopt = useAction('/veh/crm/sapVehicle/adopt', {
    invalidates: ['/veh/crm/sapVehicle', '/veh/crm/vehicle'],
    done: texts('adopted'),
  });
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
        <StatusTag color={statusColor[data.localStatus]}>{texts(`status${data.localStatus}`)}</StatusTag>{' '}
        {data.vehicleId === null ? (
          texts('notHere')
        ) : (
          <Link to={hrefOf('vehicleManageDetail', { id: data.vehicleId })}>{data.vin}</Link>
        )}
      </p>
      <DataTable
        label={texts('compare')}
        rows={data.fields}
        rowKey={(field) => field.name}
        columns={[
          { key: 'name', label: texts('compare'), quiet: true, head: true, render: (field) => texts(field.name) },
          { key: 'sap', label: texts('sapValue'), num: true, render: (field) => shown(field.name, field.sap) },
          {
            key: 'local',
            label: texts('localValue'),
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
            label: texts('adopt'),
            quiet: true,
            render: (field) =>
              isAdoptable(field) && can('SAPvehicleSearch.import') && data.rev !== null ? (
                <Button
                  size="small"
                  loading={adopt.isPending && adopt.variables.fields.includes(field.name)}
                  onClick={() => adopt.mutate({ vin, rev: data.rev ?? 0, fields: [field.name] })}
                >
                  {texts('adopt')}
                </Button>
              ) : !field.same && data.vehicleId !== null && (field.name === 'imei' || field.name === 'ecuSn') ? (
                <span className="wh-faint">{texts('ecuHint')}</span>
              ) : null,
          },
        ]}
      />
    </div>
  );
}
