import type { InstalledVersion } from '@wheelhouse/contract/calls/ota/versions';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useMemo, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { sharesOf } from '../../../ui/chart/shares.ts';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { useFirmwareTexts } from './texts.ts';

/** The version of the record stands out among the others. */
function Bars({ versions }: { readonly versions: readonly InstalledVersion[] }): ReactNode {
  const words = useFirmwareTexts();
  const chart = useMemo(() => {
    const total = versions.reduce((sum, { count }) => sum + count, 0);
    const own = versions.filter(({ isThis }) => isThis).reduce((sum, { count }) => sum + count, 0);
    return {
      ...sharesOf(
        versions.map(({ softwareVersion, count, isThis }) => ({ name: softwareVersion, n: count, faint: !isThis })),
        { of: words('version'), count: words('parts'), share: words('share') },
      ),
      says: words('installedSays', {
        n: formatNumber(own),
        total: formatNumber(total),
        share: formatPercent(total === 0 ? 0 : (100 * own) / total, 1),
      }),
    };
  }, [versions, words]);
  return <Chart label={words('installed')} {...chart} />;
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
