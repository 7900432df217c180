import type { RevenueRank } from '@wheelhouse/contract/calls/orders/revenue';
import { useMemo, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { hrefOf } from '../../../routing/page.ts';
import { Chart, type ChartOption } from '../../../ui/chart/Chart.tsx';
import { sharesHeight } from '../../../ui/chart/shares.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { inAddress, type RevenueQuery } from './query.ts';
import { RevenueFrame, type RevenuePartProps } from './RevenueFrame.tsx';
import { useRevenueTexts } from './texts.ts';
import './revenue.css';

const choices = [10, 20, 50] as const;
const sums = ['grossFen', 'refundFen', 'netFen', 'channelFeeFen', 'partnerShareFen', 'ownRevenueFen'] as const;

function Bars({ list }: { readonly list: readonly RevenueRank[] }): ReactNode {
  const t = useRevenueTexts();
  const made = useMemo(() => {
    const option: ChartOption = {
      tooltip: {
        trigger: 'axis',
        axisPointer: { type: 'shadow' },
        valueFormatter: (value) => formatNumber(Number(value), 2),
      },
      grid: { left: 4, right: 96, top: 4, bottom: 4, containLabel: true },
      xAxis: { type: 'value', show: false },
      yAxis: {
        type: 'category',
        inverse: true,
        data: list.map(({ themeName }) => themeName),
        axisLine: { show: false },
        axisLabel: { width: 120, overflow: 'truncate' },
      },
      series: [
        {
          type: 'bar',
          name: t('netFen'),
          barMaxWidth: 14,
          barMinHeight: 1,
          data: list.map(({ netFen }) => ({
            value: netFen / 100,
            label: {
              show: true,
              position: 'right' as const,
              fontSize: 11,
              color: 'inherit',
              formatter: formatMoney(netFen),
            },
          })),
        },
      ],
    };
    return {
      option,
      says: t('rankSays', { name: list[0]?.themeName ?? '', net: formatMoney(list[0]?.netFen ?? 0) }),
      table: {
        columns: [
          { key: 'theme', title: t('theme') },
          { key: 'net', title: t('netFen'), align: 'right' as const },
        ],
        rows: list.map(({ themeName, netFen }) => ({ theme: themeName, net: formatMoney(netFen) })),
      },
    };
  }, [list, t]);
  return <Chart label={t('rank')} height={sharesHeight(list)} {...made} />;
}

function Ranks({ query }: { readonly query: RevenueQuery }): ReactNode {
  const t = useRevenueTexts();
  const [topN, setTopN] = useState<(typeof choices)[number]>(choices[0]);
  const { data, error, refetch } = useCall(
    '/order/crm/themeRevenue/rank',
    { query, topN },
    { inlineErrors: true, keepPrevious: true },
  );
  const list = data?.list ?? [];
  const columns: readonly TableColumn<RevenueRank>[] = [
    {
      key: 'theme',
      label: t('theme'),
      head: true,
      render: ({ themeName, themeNo }) => (
        <Link to={hrefOf('revenueManage', { ...inAddress(query), view: 'entries', 'themeNo.eq': themeNo })}>
          {themeName} <small className="wh-faint">{themeNo}</small>
        </Link>
      ),
    },
    { key: 'partner', label: t('partner'), render: ({ partnerName }) => partnerName ?? t('noPartner') },
    { key: 'orders', label: t('orders'), align: 'end', num: true, render: ({ orders }) => formatNumber(orders) },
    ...sums
      .filter((key) => list.some((row) => row[key] !== null))
      .map((key): TableColumn<RevenueRank> => ({
        key,
        label: t(key),
        align: 'end',
        num: true,
        render: (row) => formatMoney(row[key]),
      })),
  ];
  if (data === undefined)
    return (
      <Section title={t('rank')}>
        <PendingState small error={error} onRetry={() => void refetch()} />
      </Section>
    );
  return (
    <>
      <Section
        title={t('rank')}
        extra={
          <Segments
            label={t('shown')}
            options={choices.map((key) => ({ key, label: t('top', { n: key }) }))}
            value={topN}
            onChange={setTopN}
          />
        }
      >
        {list.length === 0 ? <EmptyState small title={t('nothing')} /> : <Bars list={list} />}
      </Section>
      {list.length === 0 ? null : (
        <Section title={t('themes')} flush>
          <DataTable<RevenueRank>
            label={t('themes')}
            rows={list}
            rowKey={({ themeNo }) => themeNo}
            columns={columns}
            dense
          />
        </Section>
      )}
    </>
  );
}

/** Themes by what is left of their sales. */
export default function Ranking({ nav }: RevenuePartProps): ReactNode {
  return <RevenueFrame nav={nav}>{({ state: { query } }) => <Ranks query={query} />}</RevenueFrame>;
}
