import { useMemo, useState, type ReactNode } from 'react';
import type { BleDay } from '@wheelhouse/contract/calls/bluetooth';
import { formatDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { plain } from '@wheelhouse/entities/reading';
import type { RowOf } from '@wheelhouse/entities/rows';
import { bleLog } from '@wheelhouse/entities/bluetooth/ble-log';
import { useCall } from '../../api/query.ts';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { useDict } from '../../reference/reference.ts';
import { Chart, type ChartOption, type ChartTable } from '../../ui/chart/Chart.tsx';
import { panelsHeight, panelsOf } from '../../ui/chart/panels.ts';
import { sayCounts, sayRange, sayRanges } from '../../ui/chart/says.ts';
import { formatNumber, none } from '../../ui/format.ts';
import { Section } from '../../ui/Layout.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { PendingState } from '../../ui/States.tsx';
import { useBleTexts } from './texts.ts';

const dayMs = 86_400_000;
const ranges = [7, 30, 90] as const;
/** In the order of the numbers of a day. */
const results = Object.values(codes.BleResult);
const entity = plain(bleLog);
type Words = ReturnType<typeof useBleTexts>;
type Days = readonly BleDay[];

const axis = (days: Days): NonNullable<ChartOption['xAxis']> => ({
  type: 'category',
  data: days.map(({ day }) => day),
  axisLabel: { formatter: (day: string) => day.slice(5) },
});
const grid = { left: 4, right: 4, top: 36, bottom: 4, containLabel: true };

const resultOption = (days: Days, names: readonly string[]): ChartOption => ({
  tooltip: { trigger: 'axis' },
  legend: { type: 'scroll' },
  grid,
  xAxis: axis(days),
  yAxis: { type: 'value', minInterval: 1 },
  series: results.map((code, at) => ({
    type: 'bar',
    stack: 'attempts',
    name: names[at] ?? String(code),
    data: days.map((one) => one.results[code]),
  })),
});

const resultTable = (days: Days, names: readonly string[], t: Words): ChartTable => ({
  columns: [
    { key: 'day', title: t('day') },
    ...results.map((code, at) => ({ key: String(code), title: names[at] ?? String(code), align: 'right' as const })),
  ],
  rows: days
    .toReversed()
    .map((one) => ({ day: one.day, ...Object.fromEntries(results.map((c) => [c, formatNumber(one.results[c])])) })),
});

const measures = ['rssi', 'costMs'] as const;

const qualityPanels = (days: Days, t: Words) =>
  measures.map((key) => ({
    title: t(key),
    scale: true as const,
    series: [{ type: 'line' as const, name: t(key), data: days.map((one) => one[key]) }],
  }));

const numberOrNone = (value: number | null): string => (value === null ? none : formatNumber(value));

const qualityTable = (days: Days, t: Words): ChartTable => ({
  columns: [
    { key: 'day', title: t('day') },
    { key: 'rssi', title: t('rssi'), align: 'right' },
    { key: 'costMs', title: t('costMs'), align: 'right' },
  ],
  rows: days
    .toReversed()
    .map(({ day, rssi, costMs }) => ({ day, rssi: numberOrNone(rssi), costMs: numberOrNone(costMs) })),
});

/** Attempts of these days, and how many connected, in percent rounded down: not all is never 100. */
function sumOf(days: Days): { readonly n: number; readonly percent: number } {
  const n = days.reduce((sum, one) => sum + one.results.reduce((of, each) => of + each, 0), 0);
  const ok = days.reduce((sum, one) => sum + one.results[codes.BleResult.ok], 0);
  return { n, percent: n === 0 ? 0 : Math.floor((100 * ok) / n) };
}

function Plots({ days, name }: { readonly days: Days; readonly name: string }): ReactNode {
  const t = useBleTexts();
  const items = useDict('BleResult');
  const charts = useMemo(() => {
    const names = results.map((code) => items.find((item) => item.code === String(code))?.name ?? String(code));
    return {
      result: {
        option: resultOption(days, names),
        table: resultTable(days, names, t),
        says: sayCounts(
          results.map((code, at) => ({ name: names[at] ?? '', values: days.map((one) => one.results[code]) })),
          days.map(({ day }) => day.slice(5)),
        ),
      },
      quality: {
        option: panelsOf(
          days.map(({ day }) => day),
          qualityPanels(days, t),
          (day) => day.slice(5),
        ),
        height: panelsHeight(measures),
        table: qualityTable(days, t),
        says: sayRanges(
          measures.map((key) =>
            sayRange(
              t(key),
              days.map((one) => one[key]),
              (value) => formatNumber(value),
            ),
          ),
        ),
      },
    };
  }, [days, items, t]);
  return (
    <>
      <Section title={t('perDay')}>
        <Chart label={`${t('perDay')} ${name}`} height={220} {...charts.result} />
      </Section>
      <Section title={t('quality')}>
        <Chart label={`${t('quality')} ${name}`} {...charts.quality} />
      </Section>
    </>
  );
}

/** How phones got on with a vehicle: results, signal and time by day, and each attempt. */
export default function Connections({ row }: { readonly row: RowOf<'bluetoothInfo'> }): ReactNode {
  const t = useBleTexts();
  const [range, setRange] = useState<number>(ranges[1]);
  const [now] = useState(() => Date.now());
  const { data, error, refetch } = useCall(
    '/veh/crm/bluetoothInfo/statistics',
    { id: row.id, from: formatDay(new Date(now - (range - 1) * dayMs)), to: formatDay(new Date(now)) },
    { inlineErrors: true, keepPrevious: true },
  );
  const sum = data && sumOf(data.days);
  return (
    <div className="eu-stack">
      <div className="eu-spread">
        <Segments
          label={t('range')}
          options={ranges.map((n) => ({ key: n, label: t('days', { n }) }))}
          value={range}
          onChange={setRange}
        />
        {sum === undefined || sum.n === 0 ? null : (
          <span className="wh-num">{t('summary', { n: formatNumber(sum.n), percent: sum.percent })}</span>
        )}
      </div>
      {data === undefined || sum === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : sum.n === 0 ? (
        <p className="wh-faint">{t('nothing')}</p>
      ) : (
        <Plots days={data.days} name={row.vin ?? row.frameNo ?? ''} />
      )}
      <Section title={t('attempts')}>
        <RelatedList entity={entity} fixed={{ vehicleId: row.id }} without={['vehicleId']} />
      </Section>
    </div>
  );
}
