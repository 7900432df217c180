import type { SimRenewal } from '@wheelhouse/contract/calls/sim';
import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { Section } from '../../ui/Layout.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { DateTime, Money } from '../../ui/Values.tsx';
import { useSimTexts } from './texts.ts';

/** Terms of a card as they were renewed, the latest first. */
export default function Renewals({ row }: { readonly row: RowOf<'simCard'> }): ReactNode {
  const words = useSimTexts();
  const dict = useDictLookup();
  const { data, error, refetch } = useCall('/veh/crm/simCard/renewals', { id: row.id }, { inlineErrors: true });
  return (
    <Section title={words('renewals')} flush>
      <DataTable<SimRenewal>
        label={words('renewals')}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ time, toDate }) => `${time} ${toDate}`}
        empty={words('noRenewals')}
        lines
        columns={[
          {
            key: 'package',
            label: words('package'),
            head: true,
            render: ({ packageCode }) => dict('SimPackage', packageCode)?.name ?? packageCode,
          },
          { key: 'from', label: words('from'), num: true, render: ({ fromDate }) => fromDate },
          { key: 'to', label: words('to'), num: true, render: ({ toDate }) => toDate },
          { key: 'fee', label: words('fee'), align: 'end', num: true, render: ({ feeFen }) => <Money fen={feeFen} /> },
          { key: 'time', label: words('renewedAt'), render: ({ time }) => <DateTime value={time} /> },
          { key: 'by', label: words('operator'), render: ({ operatorName }) => operatorName },
        ]}
      />
    </Section>
  );
}
