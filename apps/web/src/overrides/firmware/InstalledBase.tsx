import type { InstalledVersion } from '@wheelhouse/contract/calls/ota';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useMemo, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Chart, type ChartOption } from '../../ui/chart/Chart.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { useFirmwareTexts } from './texts.ts';

/** The version of the record stands out among the others. */
const othersOpacity = 0.45;

function Bars({ versions }: { readonly versions: readonly InstalledVersion[] }): ReactNode {
  const words = useFirmwareTexts();
  const option = useMemo(
    (): ChartOption => ({
      tooltip: { trigger: 'axis' },
      grid: { left: 4, right: 24, top: 8, bottom: 4, containLabel: true },
      xAxis: { type: 'value', minInterval: 1 },
      yAxis: { type: 'category', inverse: true, data: versions.map(({ softwareVersion }) => softwareVersion) },
      series: [
        {
          type: 'bar',
          name: words('parts'),
          data: versions.map(({ count, isThis }) => ({
            value: count,
            itemStyle: { opacity: isThis ? 1 : othersOpacity },
          })),
        },
      ],
    }),
    [versions, words],
  );
  const table = useMemo(
    () => ({
      columns: [
        { key: 'version', title: words('version') },
        { key: 'parts', title: words('parts'), align: 'right' as const },
      ],
      rows: versions.map(({ softwareVersion, count }) => ({ version: softwareVersion, parts: formatNumber(count) })),
    }),
    [versions, words],
  );
  return <Chart label={words('installed')} option={option} table={table} />;
}

/** Versions that the parts have which a package is for. */
export default function InstalledBase({ row }: { readonly row: RowOf<'firmware'> }): ReactNode {
  const words = useFirmwareTexts();
  const { data, error, refetch } = useCall('/ps/crm/otaFirmware/installedBase', { id: row.id }, { inlineErrors: true });
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  return (
    <Section title={words('installed')}>
      {data.length === 0 ? <EmptyState title={words('noParts')} /> : <Bars versions={data} />}
    </Section>
  );
}
