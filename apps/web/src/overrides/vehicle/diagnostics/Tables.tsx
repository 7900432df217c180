import type { ConfigState, Connection, RefusalCount } from '@wheelhouse/contract/diagnostics';
import { refusalReasons } from '@wheelhouse/contract/device/refusals';
import type { ReactNode } from 'react';
import { usePick } from '../../../i18n/lang.ts';
import { Section } from '../../../ui/Layout.tsx';
import { formatNumber, none } from '../../../ui/format.ts';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import { useDiagnosticWords } from './texts.ts';

interface BoxProps<Row> {
  readonly title: string;
  readonly extra?: ReactNode;
  readonly empty: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly TableColumn<Row>[];
}

/** A titled table, or what its absence means. */
const Box = <Row,>({ title, extra, ...table }: BoxProps<Row>): ReactNode => (
  <Section title={title} extra={extra} flush>
    <DataTable label={title} height={320} {...table} />
  </Section>
);

const two = (n: number): string => String(n).padStart(2, '0');
/** `27:05:09` of seconds. */
const clockOf = (seconds: number): string =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

const endings = ['will', 'closed', 'keepalive', 'replaced', 'credential', 'shutdown', 'lost'] as const;

export function Connections({ list }: { readonly list: readonly Connection[] }): ReactNode {
  const words = useDiagnosticWords();
  const reasonOf = (reason: string | null): string => {
    const known = endings.find((ending) => ending === reason);
    return known === undefined ? (reason ?? none) : words(known);
  };
  return (
    <Box
      title={words('connections')}
      empty={words('noConnections')}
      rows={list}
      rowKey={(one) => one.session}
      columns={[
        { key: 'from', label: words('from'), num: true, render: (one) => one.connectTime },
        {
          key: 'to',
          label: words('to'),
          num: true,
          render: (one) => one.disconnectTime ?? <StatusTag color="success">{words('connectedNow')}</StatusTag>,
        },
        { key: 'duration', label: words('duration'), num: true, render: (one) => clockOf(one.seconds) },
        {
          key: 'reason',
          label: words('reason'),
          render: (one) => (one.disconnectTime === null ? none : reasonOf(one.reason)),
        },
        { key: 'ip', label: words('ip'), num: true, render: (one) => one.ip?.replace(/^::ffff:/, '') ?? none },
      ]}
    />
  );
}

export function RefusedCounts({ list }: { readonly list: readonly RefusalCount[] }): ReactNode {
  const words = useDiagnosticWords();
  const pick = usePick();
  return (
    <Box
      title={words('refusals')}
      empty={words('noRefusals')}
      rows={list}
      rowKey={(one) => one.reason}
      columns={[
        { key: 'reason', label: words('reason'), render: (one) => pick(refusalReasons[one.reason]) },
        { key: 'count', label: words('count'), num: true, render: (one) => formatNumber(one.count) },
        { key: 'today', label: words('today'), num: true, render: (one) => formatNumber(one.today) },
        { key: 'last', label: words('lastTime'), num: true, render: (one) => one.lastTime },
        {
          key: 'sample',
          label: words('sample'),
          render: (one) => (one.sample ? <code className="dg-code">{one.sample}</code> : none),
        },
      ]}
    />
  );
}

const show = (value: unknown): string =>
  value === undefined ? none : typeof value === 'string' ? value : JSON.stringify(value);

/** What the device shall be set to beside what it says it is. */
export function Settings({ config }: { readonly config: ConfigState | null }): ReactNode {
  const words = useDiagnosticWords();
  const { desired = {}, reported = null } = config ?? {};
  const rows = [...new Set([...Object.keys(desired), ...Object.keys(reported ?? {})])]
    .sort()
    .map((name) => ({ name, want: show(desired[name]), is: show(reported?.[name]) }));
  return (
    <Box
      title={words('config')}
      empty={words('noConfig')}
      extra={config && words('configHead', { ver: config.ver, reported: config.reportedVer ?? none })}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          key: 'setting',
          label: words('setting'),
          head: true,
          render: ({ name }) => <code className="dg-code">{name}</code>,
        },
        { key: 'desired', label: words('desired'), num: true, render: ({ want }) => want },
        {
          key: 'reported',
          label: words('reported'),
          num: true,
          render: ({ want, is }) => (
            <>
              {is} {want !== none && want !== is ? <StatusTag color="warning">{words('differs')}</StatusTag> : null}
            </>
          ),
        },
      ]}
    />
  );
}
