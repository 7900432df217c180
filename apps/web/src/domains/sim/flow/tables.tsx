import type { SimAbnormal, SimDay, SimDayQuery, SimMonth, SimPool } from '@wheelhouse/contract/calls/sim';
import { simAbnormalRules } from '@wheelhouse/entities/sim/abnormal';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { Pager } from '../../../entity-ui/list/Pager.tsx';
import { usePick } from '../../../i18n/lang.ts';
import { Rate } from '../Rate.tsx';
import { useDictLookup } from '../../../reference/reference.ts';
import { hrefOf } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { formatNumber } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { Money, StatusTag } from '../../../ui/Values.tsx';
import { useFlowTexts } from './texts.ts';

const pageSize = 20;
const kbOfMb = 1024;
const mb = (kb: number): string => formatNumber(kb / kbOfMb, 2);
const end = { align: 'end', num: true } as const;

interface Found<Row> {
  readonly data: { readonly list: readonly Row[]; readonly total: number; readonly more?: boolean } | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface PagedProps<Row> {
  readonly title: string;
  readonly found: Found<Row>;
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly TableColumn<Row>[];
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly empty: string;
}

function Paged<Row>({ title, found, rowKey, columns, page, onPage, empty }: PagedProps<Row>): ReactNode {
  const { data, error, refetch } = found;
  return (
    <Section flush>
      <DataTable<Row>
        label={title}
        rows={data?.list}
        error={error}
        onRetry={() => void refetch()}
        rowKey={rowKey}
        empty={empty}
        lines
        columns={columns}
      />
      {data === undefined || data.list.length === 0 ? null : (
        <Pager page={page} size={pageSize} total={data.total} more={data.more} onPage={onPage} />
      )}
    </Section>
  );
}

interface QueryProps {
  readonly query: SimDayQuery;
}

/** The card, a click away. */
function CardLink({ row: { simId, iccid } }: { readonly row: Pick<SimDay, 'simId' | 'iccid'> }): ReactNode {
  const can = useCan();
  return simId === null || !can('simIndex.query') ? (
    iccid
  ) : (
    <Link to={hrefOf('simDetail', { id: simId, tab: 'usage' })}>{iccid}</Link>
  );
}

const asked = { inlineErrors: true, keepPrevious: true } as const;

export function DayTable({ query }: QueryProps): ReactNode {
  const texts = useFlowTexts();
  const [page, setPage] = useState(1);
  const found = useCall('/veh/crm/simFlow/day', { page, pageSize, query }, asked);
  return (
    <Paged<SimDay>
      title={texts('byDayTab')}
      found={found}
      page={page}
      onPage={setPage}
      empty={texts('nothing')}
      rowKey={(row) => `${row.iccid} ${row.statDate}`}
      columns={[
        { key: 'day', label: texts('day'), num: true, render: ({ statDate }) => statDate },
        { key: 'iccid', label: 'ICCID', head: true, num: true, render: (row) => <CardLink row={row} /> },
        { key: 'vin', label: 'VIN', num: true, render: ({ vin }) => vin },
        { key: 'model', label: texts('model'), render: ({ vehicleTypeName }) => vehicleTypeName },
        { key: 'used', label: texts('used'), ...end, render: ({ usedKb }) => mb(usedKb) },
        { key: 'up', label: texts('up'), ...end, render: ({ upKb }) => mb(upKb) },
        { key: 'down', label: texts('down'), ...end, render: ({ downKb }) => mb(downKb) },
        { key: 'sessions', label: texts('sessions'), ...end, render: (row) => row.sessionCount },
        { key: 'minutes', label: texts('minutes'), ...end, render: (row) => row.onlineMin },
        {
          key: 'device',
          label: texts('device'),
          ...end,
          render: ({ deviceKb, deviceDiffers }) =>
            deviceKb === null ? null : deviceDiffers === 1 ? (
              <span title={texts('deviceDiffers')}>
                <StatusTag color="warning">{mb(deviceKb)}</StatusTag>
              </span>
            ) : (
              mb(deviceKb)
            ),
        },
      ]}
    />
  );
}

export function MonthTable({ query }: QueryProps): ReactNode {
  const texts = useFlowTexts();
  const [page, setPage] = useState(1);
  const found = useCall('/veh/crm/simFlow/month', { page, pageSize, query }, asked);
  return (
    <Paged<SimMonth>
      title={texts('byMonthTab')}
      found={found}
      page={page}
      onPage={setPage}
      empty={texts('nothing')}
      rowKey={(row) => `${row.iccid} ${row.month}`}
      columns={[
        { key: 'month', label: texts('month'), num: true, render: ({ month }) => month },
        { key: 'iccid', label: 'ICCID', head: true, num: true, render: (row) => <CardLink row={row} /> },
        { key: 'vin', label: 'VIN', num: true, render: ({ vin }) => vin },
        { key: 'used', label: texts('used'), ...end, render: ({ usedKb }) => mb(usedKb) },
        { key: 'package', label: texts('package'), ...end, render: ({ packageMb }) => formatNumber(packageMb) },
        { key: 'rate', label: texts('rate'), ...end, render: ({ usageRate }) => <Rate value={usageRate} /> },
        { key: 'over', label: texts('over'), ...end, render: ({ overKb }) => (overKb > 0 ? mb(overKb) : null) },
        { key: 'fee', label: texts('fee'), ...end, render: ({ feeFen }) => <Money fen={feeFen} /> },
      ]}
    />
  );
}

export function PoolTable({ query }: { readonly query: Pick<SimDayQuery, 'carrier' | 'poolId'> }): ReactNode {
  const texts = useFlowTexts();
  const dict = useDictLookup();
  const { data, error, refetch } = useCall(
    '/veh/crm/simFlow/pool',
    { query },
    { inlineErrors: true, keepPrevious: true },
  );
  return (
    <Section flush>
      <DataTable<SimPool>
        label={texts('byPoolTab')}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ poolId }) => poolId}
        empty={texts('nothing')}
        lines
        columns={[
          {
            key: 'pool',
            label: texts('pool'),
            head: true,
            render: ({ poolId }) => dict('SimPool', poolId)?.name ?? poolId,
          },
          { key: 'cards', label: texts('cards'), ...end, render: ({ cards }) => formatNumber(cards) },
          {
            key: 'active',
            label: texts('activeCards'),
            ...end,
            render: ({ activeCards }) => formatNumber(activeCards),
          },
          { key: 'volume', label: texts('volume'), ...end, render: ({ totalMb }) => formatNumber(totalMb, 2) },
          { key: 'used', label: texts('used'), ...end, render: ({ usedMb }) => formatNumber(usedMb, 2) },
          { key: 'rate', label: texts('rate'), ...end, render: ({ rate }) => <Rate value={rate} /> },
          {
            key: 'predicted',
            label: texts('predicted'),
            ...end,
            render: ({ predictedMb }) => formatNumber(predictedMb, 2),
          },
        ]}
      />
    </Section>
  );
}

export function AbnormalTable({ query }: QueryProps): ReactNode {
  const texts = useFlowTexts();
  const pick = usePick();
  const [page, setPage] = useState(1);
  const found = useCall('/veh/crm/simFlow/abnormal', { page, pageSize, query }, asked);
  return (
    <Paged<SimAbnormal>
      title={texts('abnormalTab')}
      found={found}
      page={page}
      onPage={setPage}
      empty={texts('nothingAbnormal')}
      rowKey={(row) => `${row.iccid} ${row.statDate}`}
      columns={[
        { key: 'day', label: texts('day'), num: true, render: ({ statDate }) => statDate },
        { key: 'iccid', label: 'ICCID', head: true, num: true, render: (row) => <CardLink row={row} /> },
        { key: 'vin', label: 'VIN', num: true, render: ({ vin }) => vin },
        { key: 'model', label: texts('model'), render: ({ vehicleTypeName }) => vehicleTypeName },
        { key: 'used', label: texts('used'), ...end, render: ({ usedKb }) => mb(usedKb) },
        {
          key: 'median',
          label: texts('median'),
          ...end,
          render: ({ medianKb }) => (medianKb === null ? null : mb(medianKb)),
        },
        {
          key: 'rule',
          label: texts('rule'),
          render: ({ rule }) => <StatusTag color="warning">{pick(simAbnormalRules[rule])}</StatusTag>,
        },
      ]}
    />
  );
}
