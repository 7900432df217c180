import type { Charge } from '@wheelhouse/contract/calls/vehicles';
import { useState, type ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import { Section } from '../../../ui/Layout.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useBatteryTexts } from './texts.ts';

const spanMs = 30 * 86_400_000;

/** Times on the charger in the last thirty days. */
export default function ChargesTab({ row }: { readonly row: RowOf<'battery'> }): ReactNode {
  const texts = useBatteryTexts();
  const [until] = useState(Date.now);
  const { data, error, refetch } = useCall(
    '/veh/crm/battery/charges',
    {
      batterySn: row.batterySn,
      from: formatInstant(new Date(until - spanMs)),
      to: formatInstant(new Date(until)),
    },
    { inlineErrors: true, staleTime: 60_000 },
  );
  const number = (key: 'minutes' | 'fromTo' | 'energy' | 'maxCurrent' | 'maxTemp', of: (one: Charge) => string) => ({
    key,
    label: texts(key),
    num: true,
    align: 'end' as const,
    render: of,
  });
  return (
    <Section title={texts('charges')} flush>
      <DataTable
        label={texts('charges')}
        empty={texts('noCharges')}
        rows={data}
        rowKey={(one) => one.startTime}
        error={error}
        onRetry={() => void refetch()}
        columns={[
          { key: 'startTime', label: texts('startTime'), num: true, render: (one) => one.startTime },
          { key: 'endTime', label: texts('endTime'), num: true, render: (one) => one.endTime },
          number('minutes', (one) => formatNumber(one.durationMin)),
          number('fromTo', (one) => `${formatNumber(one.socStart)}% → ${formatNumber(one.socEnd)}%`),
          number('energy', (one) => formatNumber(one.energyWh)),
          number('maxCurrent', (one) => formatNumber(one.maxCurrentA, 1)),
          number('maxTemp', (one) => formatNumber(one.tempMaxC, 1)),
        ]}
      />
    </Section>
  );
}
