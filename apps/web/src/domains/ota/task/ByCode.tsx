import { useMemo, type ReactNode } from 'react';
import { useDictLookup } from '../../../reference/reference.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { sharesOf } from '../../../ui/chart/shares.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { useOtaTexts } from './texts.ts';
import { useSame } from './useSame.ts';

/** Failures by their code; a click shows these vehicles. */
export function ByCode({
  byCode,
  onPick,
}: {
  readonly byCode: readonly { readonly failCode: string; readonly count: number }[];
  readonly onPick?: (failCode: string) => void;
}): ReactNode {
  const texts = useOtaTexts();
  const dict = useDictLookup();
  const named = useSame(
    byCode
      .map(({ failCode, count }) => ({
        code: failCode,
        name: `${failCode} ${dict('OtaFailCode', failCode)?.name ?? ''}`.trim(),
        count,
      }))
      .toSorted((a, b) => b.count - a.count),
  );
  const chart = useMemo(
    () =>
      sharesOf(
        named.map(({ name, count }) => ({ name, n: count })),
        { of: texts('code'), count: texts('vehicles'), share: texts('share') },
      ),
    [named, texts],
  );
  return (
    <Section title={texts('byCode')}>
      {named.length === 0 ? (
        <EmptyState small title={texts('noFailures')} />
      ) : (
        <Chart
          label={texts('byCode')}
          {...chart}
          onPick={({ dataIndex }) => {
            const picked = named[dataIndex];
            if (picked !== undefined) onPick?.(picked.code);
          }}
        />
      )}
    </Section>
  );
}
