import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Page } from '@wheelhouse/contract/envelope';
import { useLang, useTexts } from '../../../i18n/lang.ts';
import { nameIn } from '../../../reference/reference.ts';
import { hrefOf } from '../../../routing/page.ts';
import { Chart, type ChartOption } from '../../../ui/chart/Chart.tsx';
import { sharesOf } from '../../../ui/chart/shares.ts';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { texts } from './texts.ts';
import { useView } from './useView.ts';

const height = 216;
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

/** Activated vehicles by model: the top eight and the rest. A bar leads to its vehicles. */
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
  const chart = useMemo(
    () =>
      sharesOf(
        rows.map(({ name, count, vehicleTypeId }) => ({ name, n: count, faint: vehicleTypeId === null })),
        { of: t('model'), count: t('vehicles'), share: t('share') },
      ),
    [rows, t],
  );
  return (
    <ViewSection title={t('models')} view={view}>
      {() => (
        <Chart
          label={t('models')}
          {...chart}
          onPick={({ dataIndex }) => {
            const id = rows[dataIndex]?.vehicleTypeId;
            if (id) void navigate(hrefOf('vehicleManage', { 'vehicleTypeId.eq': id, 'activationStatus.eq': 1 }));
          }}
        />
      )}
    </ViewSection>
  );
}

const goodHealth = 90;
const lowHealth = 70;

/** Batteries in use by state of health. A bar leads to its batteries. */
export function BatteryHealth(): ReactNode {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const view = useView('V_BATTERY_SOH_BAND', 10, { refetchInterval: refreshMs });
  const rows = useMemo(() => view.data?.list ?? [], [view.data]);
  const chart = useMemo(() => {
    const total = rows.reduce((sum, { count }) => sum + count, 0);
    const best = rows.find(({ sohGe }) => Number(sohGe) >= goodHealth)?.count ?? 0;
    const low = rows.filter(({ sohLe }) => Number(sohLe) <= lowHealth).reduce((sum, { count }) => sum + count, 0);
    return {
      ...sharesOf(
        rows.map(({ band, count }) => ({ name: `${band}%`, n: count })),
        { of: t('band'), count: t('batteries'), share: t('share') },
      ),
      says: t('sohSays', { share: formatPercent(total === 0 ? 0 : (100 * best) / total, 1), n: formatNumber(low) }),
    };
  }, [rows, t]);
  return (
    <ViewSection title={t('soh')} view={view}>
      {() => (
        <Chart
          label={t('soh')}
          {...chart}
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
      grid: { left: 4, right: 64, top: 28, bottom: 4, containLabel: true },
      xAxis: { type: 'value', minInterval: 1, show: false },
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
          data: rows.map((row) => ({
            value: row.count - row.online,
            label: {
              show: true,
              position: 'right' as const,
              fontSize: 11,
              color: 'inherit',
              formatter: `${formatNumber(row.online)} / ${formatNumber(row.count)}`,
            },
          })),
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
          says={t('citiesSays', {
            name: rows[0]?.name ?? '',
            n: formatNumber(rows[0]?.count),
            online: formatNumber(rows.reduce((sum, { online }) => sum + online, 0)),
            cities: rows.length,
          })}
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
