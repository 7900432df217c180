import type { Page } from '@wheelhouse/contract';
import type { ReactNode } from 'react';
import type { LogPath } from './paths.ts';
import { useCall } from '../../../api/query.ts';
import { Pager } from '../../../entity-ui/list/Pager.tsx';
import { useEntityTexts } from '../../../entity-ui/texts.ts';
import { usePick, type Text } from '../../../i18n/lang.ts';
import { PendingState } from '../../../ui/States.tsx';
import { DataTable, type RowMore } from '../../../ui/table/DataTable.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { useLogTexts } from './texts.ts';
import './logs.css';

export interface LogColumn<Row> {
  readonly key: string;
  readonly label: Text;
  readonly cell: (row: Row) => ReactNode;
}

export interface LogTableProps<Row> {
  readonly path: LogPath;
  /** What is asked beside the page. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly label: Text;
  readonly columns: readonly LogColumn<Row>[];
  /** More about a row, unfolded below it; undefined where there is none. */
  readonly more?: (row: Row) => RowMore | undefined;
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
  const { label, columns, actions, more } = props;
  const pick = usePick();
  const texts = useLogTexts();
  const common = useEntityTexts();
  const {
    data: answer,
    error,
    isPlaceholderData,
    refetch,
  } = useCall(path, { ...body, page, pageSize: size }, { keepPrevious: true, inlineErrors: true });
  // The caller names the rows beside the path.
  const data = answer as Page<Row> | undefined;
  if (data === undefined)
    return (
      <section className="wh-section">
        <PendingState error={error} onRetry={() => void refetch()} />
      </section>
    );
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
      <DataTable
        lines
        label={pick(label)}
        empty={texts(filtered ? 'noMatch' : 'noRows')}
        stale={isPlaceholderData}
        columns={[
          ...columns.map(({ key, label: head, cell }) => ({ key, label: pick(head), render: cell })),
          ...(actions === undefined
            ? []
            : [{ key: ' actions', label: common('actions'), edge: 'end' as const, render: actions }]),
        ]}
        rows={data.list}
        rowKey={(row) => row.id}
        more={more && { label: texts('changes'), of: more }}
      />
      {data.total > size ? <Pager page={page} size={size} total={data.total} onPage={onPage} /> : null}
    </section>
  );
}
