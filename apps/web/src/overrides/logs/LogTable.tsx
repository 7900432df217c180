import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Fragment, useState, type ReactNode } from 'react';
import type { Page } from '@wheelhouse/contract';
import type { ApiPath } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { Pager } from '../../entity-ui/list/Pager.tsx';
import { useWords } from '../../entity-ui/texts.ts';
import { usePick, type Text } from '../../i18n/lang.ts';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { formatNumber } from '../../ui/format.ts';
import { useLogWords } from './texts.ts';
import './logs.css';

export interface LogColumn<Row> {
  readonly key: string;
  readonly label: Text;
  readonly cell: (row: Row) => ReactNode;
}

export interface LogTableProps<Row> {
  readonly path: ApiPath;
  /** What is asked beside the page. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly label: Text;
  readonly columns: readonly LogColumn<Row>[];
  /** More about a row, unfolded below it; undefined where there is none. */
  readonly more?: (row: Row) => { readonly label: string; readonly content: ReactNode } | undefined;
  readonly actions?: (row: Row) => ReactNode;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly size?: number;
  /** In place of the count: what is listed, where the page does not say. */
  readonly title?: string;
  /** Beside the count. */
  readonly tools?: ReactNode;
  readonly filtered?: boolean;
}

/** A page of a log, newest first. Logs are only read, so this is a plain table. */
export function LogTable<Row extends { readonly id: string }>(props: LogTableProps<Row>): ReactNode {
  const { path, body, page, onPage, size = 20, title, tools, filtered = false } = props;
  const words = useLogWords();
  const common = useWords();
  const { data, error, isPlaceholderData, refetch } = useCall<Page<Row>>(
    path,
    { ...body, page, pageSize: size },
    { keepPrevious: true, inlineErrors: true },
  );
  if (data === undefined)
    return <section className="wh-section">{<PendingState error={error} onRetry={() => void refetch()} />}</section>;
  return (
    <section className="wh-section eu-list">
      <div className="eu-list-bar">
        {title === undefined ? (
          <span className="wh-num eu-total" aria-live="polite">
            {common(data.more === true ? 'totalMore' : 'total', { n: formatNumber(data.total) })}
          </span>
        ) : (
          <h2>{title}</h2>
        )}
        {tools}
      </div>
      {data.list.length === 0 ? (
        <EmptyState small title={words(filtered ? 'noMatch' : 'noRows')} />
      ) : (
        <Rows {...props} rows={data.list} stale={isPlaceholderData} />
      )}
      {data.total > size ? <Pager page={page} size={size} total={data.total} onPage={onPage} /> : null}
    </section>
  );
}

function Rows<Row extends { readonly id: string }>({
  rows,
  columns,
  label,
  more,
  actions,
  stale,
}: LogTableProps<Row> & { readonly rows: readonly Row[]; readonly stale: boolean }): ReactNode {
  const pick = usePick();
  const common = useWords();
  const words = useLogWords();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string): void =>
    setOpen(open.has(id) ? new Set([...open].filter((one) => one !== id)) : new Set([...open, id]));
  const width = columns.length + (more === undefined ? 0 : 1) + (actions === undefined ? 0 : 1);
  return (
    <div
      className={`eu-table-wrap sm-log${stale ? ' eu-stale' : ''}`}
      role="region"
      aria-label={pick(label)}
      tabIndex={0}
    >
      <table className="eu-table eu-compact">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {pick(column.label)}
              </th>
            ))}
            {more === undefined ? null : <th scope="col">{words('changes')}</th>}
            {actions === undefined ? null : (
              <th scope="col" className="eu-td-actions">
                {common('actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const extra = more?.(row);
            const unfolded = open.has(row.id);
            return (
              <Fragment key={row.id}>
                <tr>
                  {columns.map((column) => (
                    <td key={column.key}>{column.cell(row)}</td>
                  ))}
                  {more === undefined ? null : (
                    <td>
                      {extra === undefined ? null : (
                        <button
                          type="button"
                          className="eu-link-button"
                          aria-expanded={unfolded}
                          onClick={() => toggle(row.id)}
                        >
                          {unfolded ? <DownOutlined /> : <RightOutlined />} {extra.label}
                        </button>
                      )}
                    </td>
                  )}
                  {actions === undefined ? null : <td className="eu-td-actions">{actions(row)}</td>}
                </tr>
                {extra !== undefined && unfolded ? (
                  <tr>
                    <td colSpan={width} className="sm-log-more">
                      {extra.content}
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
