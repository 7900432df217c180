import { useRef, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDay } from '@wheelhouse/contract/time';
import { invalidate, useCall } from '../../../api/query.ts';
import { useTexts } from '../../../i18n/lang.ts';
import { LevelTag } from '../../alarms/alarm.tsx';
import { useDictLookup } from '../../../reference/reference.ts';
import { useAlarmNews } from '../../../shell/bell/useAlarmNews.ts';
import { hrefOf } from '../../../routing/page.ts';
import { Chart, type ChartOption } from '../../../ui/chart/Chart.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { StatusTag, TimeAgo } from '../../../ui/Values.tsx';
import { texts } from './texts.ts';
import { useView } from './useView.ts';
import './alarms.css';

const settleMs = 800;
const levels = ['4', '3', '2', '1'] as const;

/** What waits, by level: read once, and again when alarms are raised or change. */
function useCounts() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useAlarmNews(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void invalidate('/veh/crm/alarm/list', '/query/queryview'), settleMs);
  });
  return useCall('/veh/crm/alarm/list', { page: 1, pageSize: 1 }, { inlineErrors: true });
}

/** Alarms that want somebody, by level, and the latest of all. */
export function AlarmOverview(): ReactNode {
  const t = useTexts(texts);
  const dict = useDictLookup();
  const { data: counts } = useCounts();
  const { data, error, refetch } = useView('V_LATEST_ALARM', 5);
  return (
    <Section title={t('alarms')} extra={<Link to={hrefOf('alarmManage')}>{t('allAlarms')}</Link>}>
      <ul className="db-levels">
        {levels.map((level) => (
          <li key={level}>
            <Link to={hrefOf('alarmManage', { 'level.in': level, 'handleStatus.in': '0,1' })}>
              <LevelTag level={Number(level)} />
              <strong className="wh-num">{formatNumber(counts?.counters.byLevel[level])}</strong>
            </Link>
          </li>
        ))}
      </ul>
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : data.list.length === 0 ? (
        <EmptyState small title={t('noAlarms')} />
      ) : (
        <ul className="db-latest">
          {data.list.map((row) => {
            const status = dict('AlarmHandleStatus', row.handleStatus);
            return (
              <li key={row.id}>
                <LevelTag level={row.level} />
                <Link to={hrefOf('alarmDetail', { id: row.id })}>
                  {dict('AlarmType', row.alarmType)?.name ?? row.alarmType}
                </Link>
                <span className="wh-num wh-faint">{row.vin}</span>
                <StatusTag color={status?.color}>{status?.name}</StatusTag>
                <TimeAgo value={row.lastTime} />
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

const height = 216;
const dayMs = 86_400_000;
/** Days that the types are counted of, today among them. */
const topDays = 7;

/** The types of the last week. A bar leads to its alarms. */
export function AlarmTop(): ReactNode {
  const t = useTexts(texts);
  const dict = useDictLookup();
  const navigate = useNavigate();
  const { data, error, refetch } = useView('V_ALARM_TOP10_7D', 10);
  const rows = (data?.list ?? []).map((row) => ({
    ...row,
    name: dict('AlarmType', row.alarmType)?.name ?? row.alarmType,
  }));
  const option: ChartOption = {
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
    grid: { left: 4, right: 40, top: 8, bottom: 4, containLabel: true },
    xAxis: { type: 'value', minInterval: 1, show: false },
    yAxis: { type: 'category', inverse: true, data: rows.map((row) => row.name), axisLine: { show: false } },
    series: [
      {
        type: 'bar',
        name: t('count'),
        barMaxWidth: 12,
        data: rows.map((row) => row.count),
        label: { show: true, position: 'right', fontSize: 11, color: 'inherit' },
      },
    ],
  };
  return (
    <Section title={t('alarmTop')}>
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : rows.length === 0 ? (
        <EmptyState small title={t('noAlarms')} />
      ) : (
        <Chart
          label={t('alarmTop')}
          says={t('topSays', {
            name: rows[0]?.name ?? '',
            n: formatNumber(rows[0]?.count),
            vehicles: formatNumber(rows[0]?.vehicles),
          })}
          option={option}
          height={height}
          table={{
            columns: [
              { key: 'name', title: t('alarmType') },
              { key: 'count', title: t('count'), align: 'right' },
              { key: 'vehicles', title: t('vehicles'), align: 'right' },
            ],
            rows: rows.map(({ name, count, vehicles }) => ({
              name,
              count: formatNumber(count),
              vehicles: formatNumber(vehicles),
            })),
          }}
          onPick={({ dataIndex }) => {
            const type = rows[dataIndex]?.alarmType;
            const from = formatDay(new Date(Date.now() - (topDays - 1) * dayMs));
            if (type) void navigate(hrefOf('alarmManage', { 'alarmType.in': type, 'firstTime.ge': from }));
          }}
        />
      )}
    </Section>
  );
}
