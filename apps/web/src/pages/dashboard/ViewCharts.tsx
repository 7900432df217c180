import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Page } from '@wheelhouse/contract/envelope';
import { useLang, useTexts } from '../../i18n/lang.ts';
import { nameIn } from '../../reference/reference.ts';
import { hrefOf } from '../../routing/page.ts';
import { Chart, type ChartOption } from '../../ui/chart/Chart.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Section } from '../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { texts } from './texts.ts';
import { useView } from './useView.ts';

const height = 240;
const refreshMs = 120_000;
/** Colour of secondary values: the rest, offline. Readable on both themes. */
const restColor = 'rgba(128, 144, 152, 0.38)';

interface ViewState<Row> {
  readonly data: Page<Row> | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** A section for a view: waiting, refused, empty, or its chart. */
function ViewSection<Row>({
  title,
  view,
  children,
}: {
  readonly title: string;
  readonly view: ViewState<Row>;
  readonly children: (rows: readonly Row[]) => ReactNode;
}): ReactNode {
  const { data, error, refetch } = view;
  const body = (): ReactNode => {
    if (data !== undefined && data.list.length > 0) return children(data.list);
    if (data !== undefined) return <EmptyState small />;
    return <PendingState small error={error} onRetry={() => void refetch()} />;
  };
  return (
    <Section title={title}>
      <div className="db-view" style={{ minHeight: height }}>
        {body()}
      </div>
    </Section>
  );
}

/** Activated vehicles by model: the top eight and the rest. A slice leads to its vehicles. */
export function ModelShare(): ReactNode {
  const t = useTexts(texts);
  const lang = useLang();
  const navigate = useNavigate();
  const view = useView('V_MODEL_SHARE', 9, { refetchInterval: refreshMs });
  const rows = useMemo(
    () =>
      (view.data?.list ?? []).map((row) => ({
        ...row,
        name:
          row.vehicleTypeId === null
            ? t('other')
            : nameIn({ name: row.vehicleTypeName ?? '', nameEn: row.vehicleTypeNameEn }, lang),
      })),
    [view.data, t, lang],
  );
  const option = useMemo(
    (): ChartOption => ({
      tooltip: { trigger: 'item', formatter: '{b}<br/>{c} ({d}%)' },
      legend: { orient: 'vertical', top: 'middle', left: 212, right: 0, icon: 'circle', itemHeight: 8, itemGap: 9 },
      series: [
        {
          type: 'pie',
          radius: ['54%', '82%'],
          center: [100, '50%'],
          label: { show: false },
          data: rows.map((row) => ({
            name: row.name,
            value: row.count,
            ...(row.vehicleTypeId === null && { itemStyle: { color: restColor } }),
          })),
        },
      ],
    }),
    [rows],
  );
  return (
    <ViewSection title={t('models')} view={view}>
      {() => (
        <Chart
          label={t('models')}
          option={option}
          height={height}
          table={{
            columns: [
              { key: 'name', title: t('model') },
              { key: 'count', title: t('count'), align: 'right' },
              { key: 'share', title: t('share'), align: 'right' },
            ],
            rows: rows.map((row) => ({
              name: row.name,
              count: formatNumber(row.count),
              share: `${formatNumber(row.rate, 2)}%`,
            })),
          }}
          onPick={({ dataIndex }) => {
            const id = rows[dataIndex]?.vehicleTypeId;
            if (id) void navigate(hrefOf('vehicleManage', { 'vehicleTypeId.eq': id, 'activationStatus.eq': 1 }));
          }}
        />
      )}
    </ViewSection>
  );
}

/** Batteries in use by state of health. A bar leads to its batteries. */
export function BatteryHealth(): ReactNode {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const view = useView('V_BATTERY_SOH_BAND', 10, { refetchInterval: refreshMs });
  const rows = useMemo(() => view.data?.list ?? [], [view.data]);
  const option = useMemo(
    (): ChartOption => ({
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      grid: { left: 4, right: 8, top: 20, bottom: 4, containLabel: true },
      xAxis: { type: 'category', data: rows.map((row) => row.band) },
      yAxis: { type: 'value', minInterval: 1 },
      series: [
        {
          type: 'bar',
          name: t('count'),
          barMaxWidth: 40,
          data: rows.map((row) => row.count),
          label: { show: true, position: 'top', fontSize: 11, color: 'inherit' },
        },
      ],
    }),
    [rows, t],
  );
  return (
    <ViewSection title={t('soh')} view={view}>
      {() => (
        <Chart
          label={t('soh')}
          option={option}
          height={height}
          table={{
            columns: [
              { key: 'band', title: t('band') },
              { key: 'count', title: t('count'), align: 'right' },
            ],
            rows: rows.map((row) => ({ band: row.band, count: formatNumber(row.count) })),
          }}
          onPick={({ dataIndex }) => {
            const row = rows[dataIndex];
            if (row)
              void navigate(hrefOf('batteryManage', { 'status.eq': 1, 'soh.ge': row.sohGe, 'soh.le': row.sohLe }));
          }}
        />
      )}
    </ViewSection>
  );
}

/** The cities whose dealers have most vehicles, and how many of those are online. A bar leads to its vehicles. */
export function TopCities(): ReactNode {
  const t = useTexts(texts);
  const lang = useLang();
  const navigate = useNavigate();
  const view = useView('V_VEHICLE_ONLINE_CITY', 8, { refetchInterval: refreshMs });
  const rows = useMemo(
    () =>
      (view.data?.list ?? []).map((row) => ({
        ...row,
        name: nameIn({ name: row.cityName, nameEn: row.cityNameEn }, lang),
      })),
    [view.data, lang],
  );
  const option = useMemo(
    (): ChartOption => ({
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
      legend: { right: 0, left: 'auto' },
      grid: { left: 4, right: 16, top: 28, bottom: 4, containLabel: true },
      xAxis: { type: 'value', minInterval: 1 },
      yAxis: { type: 'category', inverse: true, data: rows.map((row) => row.name), axisLine: { show: false } },
      series: [
        {
          type: 'bar',
          name: t('online'),
          stack: 'all',
          barMaxWidth: 12,
          itemStyle: { borderRadius: 0 },
          data: rows.map((row) => row.online),
        },
        {
          type: 'bar',
          name: t('offlineOf'),
          stack: 'all',
          barMaxWidth: 12,
          itemStyle: { color: restColor, borderRadius: [0, 2, 2, 0] },
          data: rows.map((row) => row.count - row.online),
        },
      ],
    }),
    [rows, t],
  );
  return (
    <ViewSection title={t('cities')} view={view}>
      {() => (
        <Chart
          label={t('cities')}
          option={option}
          height={height}
          table={{
            columns: [
              { key: 'name', title: t('city') },
              { key: 'count', title: t('vehicles'), align: 'right' },
              { key: 'online', title: t('online'), align: 'right' },
            ],
            rows: rows.map((row) => ({
              name: row.name,
              count: formatNumber(row.count),
              online: formatNumber(row.online),
            })),
          }}
          onPick={({ dataIndex }) => {
            const id = rows[dataIndex]?.cityId;
            if (id) void navigate(hrefOf('vehicleManage', { 'cityId.eq': id }));
          }}
        />
      )}
    </ViewSection>
  );
}
