import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Fragment, useState, type ReactNode } from 'react';
import { ScrollRegion } from '../ScrollRegion.tsx';
import { EmptyState, PendingState } from '../States.tsx';
import './data-table.css';

export interface TableColumn<Row> {
  readonly key: string;
  readonly label: ReactNode;
  /** The label is read out, not seen: a column of buttons. */
  readonly quiet?: boolean;
  /** Least width in pixels. */
  readonly width?: number;
  /** `end`: numbers that are compared stand right. */
  readonly align?: 'end' | undefined;
  /** Digits of one width that never wrap: numbers, times, codes. */
  readonly num?: boolean;
  /** It names the row. */
  readonly head?: boolean;
  /** Stays in view while the rest is scrolled, in tables of one line a row. */
  readonly edge?: 'start' | 'end';
  readonly render: (row: Row, at: number) => ReactNode;
}

/** More about a row, unfolded below it. */
export interface RowMore {
  readonly label: string;
  readonly content: ReactNode;
}

export interface DataTableProps<Row> {
  /** What is listed: the name of the table. */
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  /** Undefined while they are not there: `error` says why, `onRetry` asks again. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row, at: number) => string;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  /** What no rows mean. */
  readonly empty?: string;
  /** The rows are of an earlier question. */
  readonly stale?: boolean;
  /** One line a row; else texts wrap. */
  readonly lines?: boolean;
  readonly dense?: boolean;
  /** Pixels, or a CSS length; nearly the window's height unless given. */
  readonly height?: number | string | undefined;
  readonly className?: string;
  /** Rows come in groups: the title of the one that a row belongs to. */
  readonly groupOf?: (row: Row) => string;
  /** Head of the column that unfolds, and what a row unfolds; undefined where there is nothing. */
  readonly more?: { readonly label: string; readonly of: (row: Row) => RowMore | undefined } | undefined;
}

/**
 * Rows that are no entity's, as a table: they are read, not searched, sorted or chosen.
 * @for a table of rows that are no entity's: columns state label, width, alignment and a render function; groups, expandable rows, pending, empty and
 * error states are built in
 */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { label, columns, rows, error = null, onRetry, empty, stale = false, height } = props;
  const { lines = false, dense = false, className = '', more } = props;
  if (rows === undefined) return <PendingState small error={error} onRetry={onRetry ?? (() => undefined)} />;
  if (rows.length === 0) return <EmptyState small {...(empty !== undefined && { title: empty })} />;
  const classes = `wh-table${lines ? ' wh-table-lines' : ''}${dense ? ' wh-table-dense' : ''}`;
  return (
    <ScrollRegion
      label={label}
      className={`wh-table-wrap ${stale ? 'wh-table-stale ' : ''}${className}`}
      style={height === undefined ? {} : { maxHeight: height }}
    >
      <table className={classes} aria-busy={stale}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-align={column.align}
                data-edge={column.edge}
                style={{ minWidth: column.width }}
              >
                {column.quiet === true ? <span className="wh-visually-hidden">{column.label}</span> : column.label}
              </th>
            ))}
            {more === undefined ? null : <th scope="col">{more.label}</th>}
          </tr>
        </thead>
        <Body {...props} rows={rows} />
      </table>
    </ScrollRegion>
  );
}

type BodyProps<Row> = DataTableProps<Row> & { readonly rows: readonly Row[] };

function Body<Row>(props: BodyProps<Row>): ReactNode {
  const { columns, rows, rowKey, groupOf, more } = props;
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string): void =>
    setOpen(open.has(key) ? new Set([...open].filter((one) => one !== key)) : new Set([...open, key]));
  const width = columns.length + (more === undefined ? 0 : 1);
  return (
    <tbody>
      {rows.map((row, at) => {
        const key = rowKey(row, at);
        const group = groupOf?.(row);
        const before = at === 0 ? undefined : rows[at - 1];
        const begins = group !== undefined && (before === undefined || groupOf?.(before) !== group);
        const extra = more?.of(row);
        const unfolded = extra !== undefined && open.has(key);
        return (
          <Fragment key={key}>
            {begins ? (
              <tr data-kind="group">
                <th scope="rowgroup" colSpan={width}>
                  {group}
                </th>
              </tr>
            ) : null}
            <tr>
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} at={at} />
              ))}
              {more === undefined ? null : (
                <td>
                  {extra === undefined ? null : (
                    <button
                      type="button"
                      className="wh-link-button"
                      aria-expanded={unfolded}
                      onClick={() => toggle(key)}
                    >
                      {unfolded ? <DownOutlined /> : <RightOutlined />} {extra.label}
                    </button>
                  )}
                </td>
              )}
            </tr>
            {unfolded ? (
              <tr data-kind="more">
                <td colSpan={width}>{extra.content}</td>
              </tr>
            ) : null}
          </Fragment>
        );
      })}
    </tbody>
  );
}

interface CellProps<Row> {
  readonly column: TableColumn<Row>;
  readonly row: Row;
  readonly at: number;
}

function Cell<Row>({ column, row, at }: CellProps<Row>): ReactNode {
  const content = column.render(row, at);
  const { align, edge } = column;
  const place = {
    className: column.num === true ? 'wh-num' : undefined,
    'data-align': align,
    'data-edge': edge,
  };
  return column.head === true ? (
    <th scope="row" {...place}>
      {content}
    </th>
  ) : (
    <td {...place}>{content}</td>
  );
}
