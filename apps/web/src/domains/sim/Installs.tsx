import type { SimInstall } from '@wheelhouse/contract/calls/sim';
import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Section } from '../../ui/Layout.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { DateTime } from '../../ui/Values.tsx';
import { useSimTexts } from './texts.ts';

/** Vehicles that a card was in, the present one first. */
export default function Installs({ row }: { readonly row: RowOf<'simCard'> }): ReactNode {
  const words = useSimTexts();
  const { data, error, refetch } = useCall('/veh/crm/simCard/installs', { id: row.id }, { inlineErrors: true });
  return (
    <Section title={words('installs')} flush>
      <DataTable<SimInstall>
        label={words('installs')}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ fromTime, vin }) => `${vin} ${fromTime}`}
        empty={words('noInstalls')}
        lines
        columns={[
          { key: 'vin', label: 'VIN', head: true, render: ({ vin }) => vin },
          { key: 'imei', label: 'IMEI', num: true, render: ({ imei }) => imei },
          { key: 'from', label: words('from'), render: ({ fromTime }) => <DateTime value={fromTime} /> },
          { key: 'to', label: words('to'), render: ({ toTime }) => <DateTime value={toTime} /> },
          { key: 'by', label: words('operator'), render: ({ operatorName }) => operatorName },
        ]}
      />
    </Section>
  );
}
