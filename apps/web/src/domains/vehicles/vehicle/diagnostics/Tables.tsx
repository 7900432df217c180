import type { ConfigState, Connection, RefusalCount } from '@wheelhouse/contract/diagnostics';
import { refusalReasons } from '@wheelhouse/contract/device/refusals';
import type { ReactNode } from 'react';
import { usePick } from '../../../../i18n/lang.ts';
import { Section } from '../../../../ui/Layout.tsx';
import { formatNumber, none } from '../../../../ui/format.ts';
import { DataTable, type TableColumn } from '../../../../ui/table/DataTable.tsx';
import { StatusTag } from '../../../../ui/Values.tsx';
import { useDiagnosticTexts } from './texts.ts';

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
  const texts = useDiagnosticTexts();
  const reasonOf = (reason: string | null): string => {
    const known = endings.find((ending) => ending === reason);
    return known === undefined ? (reason ?? none) : texts(known);
  };
  return (
    <Box
      title={texts('connections')}
      empty={texts('noConnections')}
      rows={list}
      rowKey={(one) => one.session}
      columns={[
        { key: 'from', label: texts('from'), num: true, render: (one) => one.connectTime },
        {
          key: 'to',
          label: texts('to'),
          num: true,
          render: (one) => one.disconnectTime ?? <StatusTag color="success">{texts('connectedNow')}</StatusTag>,
        },
        { key: 'duration', label: texts('duration'), num: true, render: (one) => clockOf(one.seconds) },
        {
          key: 'reason',
          label: texts('reason'),
          render: (one) => (one.disconnectTime === null ? none : reasonOf(one.reason)),
        },
        { key: 'ip', label: texts('ip'), num: true, render: (one) => one.ip?.replace(/^::ffff:/, '') ?? none },
      ]}
    />
  );
}

export function RefusedCounts({ list }: { readonly list: readonly RefusalCount[] }): ReactNode {
  const texts = useDiagnosticTexts();
  const pick = usePick();
  return (
    <Box
      title={texts('refusals')}
      empty={texts('noRefusals')}
      rows={list}
      rowKey={(one) => one.reason}
      columns={[
        { key: 'reason', label: texts('reason'), render: (one) => pick(refusalReasons[one.reason]) },
        { key: 'count', label: texts('count'), num: true, render: (one) => formatNumber(one.count) },
        { key: 'today', label: texts('today'), num: true, render: (one) => formatNumber(one.today) },
        { key: 'last', label: texts('lastTime'), num: true, render: (one) => one.lastTime },
        {
          key: 'sample',
          label: texts('sample'),
          render: (one) => (one.sample ? <code className="dg-code">{one.sample}</code> : none),
        },
      ]}
    />
  );
}

const show = (value: unknown): string =>
  value === undefined ? none : typeof value === 'string' ? value : JSON.stringify(value);

/** Desired settings of the device beside the reported ones. */
export function Settings({ config }: { readonly config: ConfigState | null }): ReactNode {
  const texts = useDiagnosticTexts();
  const { desired = {}, reported = null } = config ?? {};
  const rows = [...new Set([...Object.keys(desired), ...Object.keys(reported ?? {})])]
    .sort()
    .map((name) => ({ name, want: show(desired[name]), is: show(reported?.[name]) }));
  return (
    <Box
      title={texts('config')}
      empty={texts('noConfig')}
      extra={config && texts('configHead', { ver: config.ver, reported: config.reportedVer ?? none })}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          key: 'setting',
          label: texts('setting'),
          head: true,
          render: ({ name }) => <code className="dg-code">{name}</code>,
        },
        { key: 'desired', label: texts('desired'), num: true, render: ({ want }) => want },
        {
          key: 'reported',
          label: texts('reported'),
          num: true,
          render: ({ want, is }) => (
            <>
              {is} {want !== none && want !== is ? <StatusTag color="warning">{texts('differs')}</StatusTag> : null}
            </>
          ),
        },
      ]}
    />
  );
}
