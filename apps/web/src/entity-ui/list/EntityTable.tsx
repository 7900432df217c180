import { CaretDownFilled, CaretUpFilled } from '@ant-design/icons';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router';
import type { EntityUi } from '../../overrides/define.ts';
import { cellOf } from '../../overrides/define.ts';
import { FieldValue } from '../cells/index.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { titleOf, type EntityRow } from '../model.ts';
import { useWords } from '../texts.ts';
import { useDetailHref } from '../routes.ts';
import type { Column } from './columns.ts';
import type { Selection } from './useSelection.ts';
import { useDensity } from './table-settings.ts';
import { useTableKeys } from './useTableKeys.ts';

export interface EntityTableProps extends EntityUi {
  readonly columns: readonly Column[];
  readonly rows: readonly EntityRow[];
  /** The rows are of an earlier question. */
  readonly stale?: boolean;
  readonly sort: string;
  readonly onSort: (sort: string | undefined) => void;
  readonly selection?: Selection | undefined;
  readonly actions?: ((row: EntityRow) => ReactNode) | undefined;
  readonly label: string;
}

const actionsWidth = 132;
const checkWidth = 40;
/** The most that may stay in view while the rest is scrolled. */
const stickyMost = 340;

interface CellPlace {
  readonly className: string;
  readonly style: CSSProperties | undefined;
}

/** Left edges of the columns that stay: up to the first that names the record, as far as there is room. */
function stickyOffsets(entity: EntityUi['entity'], columns: readonly Column[], start: number): readonly number[] {
  const upTo = columns.findIndex((column) => isTitle(entity, column.name));
  const offsets: number[] = [];
  let edge = start;
  for (const column of columns.slice(0, Math.max(1, upTo + 1))) {
    if (offsets.length > 0 && edge + column.width > stickyMost) break;
    offsets.push(edge);
    edge += column.width;
  }
  return offsets;
}

/** Columns that name a record link to its detail. */
const isTitle = (entity: EntityUi['entity'], name: string): boolean => entity.title.includes(name);

/** The next order when a header is pressed: up, down, the list's own (unless that is by this very column). */
function nextSort(name: string, sort: string, own: string): string | undefined {
  if (sort === `${name} asc`) return `${name} desc`;
  return sort === `${name} desc` && !own.startsWith(`${name} `) ? undefined : `${name} asc`;
}

function HeaderCell({
  column,
  sort,
  own,
  onSort,
  place,
}: {
  readonly column: Column;
  readonly sort: string;
  readonly own: string;
  readonly onSort: EntityTableProps['onSort'];
  readonly place: CellPlace;
}): ReactNode {
  const words = useWords();
  const direction =
    sort === `${column.name} asc` ? 'ascending' : sort === `${column.name} desc` ? 'descending' : 'none';
  if (!column.sortable)
    return (
      <th scope="col" {...place}>
        {column.label}
      </th>
    );
  return (
    <th scope="col" {...place} aria-sort={direction}>
      <button
        type="button"
        className="eu-sort"
        title={words('sortBy', { name: column.label })}
        onClick={() => onSort(nextSort(column.name, sort, own))}
      >
        {column.label}
        <span className="eu-sort-marks" aria-hidden="true">
          <CaretUpFilled className={direction === 'ascending' ? 'eu-on' : ''} />
          <CaretDownFilled className={direction === 'descending' ? 'eu-on' : ''} />
        </span>
      </button>
    </th>
  );
}

interface PartProps extends Pick<EntityTableProps, 'columns' | 'rows' | 'selection' | 'actions'>, EntityUi {
  readonly place: (column: Column, at: number) => CellPlace;
}

function Head({
  entity,
  columns,
  rows,
  selection,
  actions,
  place,
  sort,
  onSort,
}: PartProps & Pick<EntityTableProps, 'sort' | 'onSort'>): ReactNode {
  const words = useWords();
  const all = selection !== undefined && rows.length > 0 && rows.every((row) => selection.has(row.id));
  const some = selection !== undefined && rows.some((row) => selection.has(row.id));
  return (
    <thead>
      <tr>
        {selection === undefined ? null : (
          <th scope="col" className="eu-check">
            <input
              type="checkbox"
              aria-label={words('selectPage')}
              checked={all}
              ref={(box) => {
                if (box !== null) box.indeterminate = some && !all;
              }}
              onChange={() => selection.togglePage(rows)}
            />
          </th>
        )}
        {columns.map((column, at) => (
          <HeaderCell
            key={column.name}
            column={column}
            sort={sort}
            own={entity.list.order}
            onSort={onSort}
            place={place(column, at)}
          />
        ))}
        {actions === undefined ? null : (
          <th scope="col" className="eu-td-actions">
            {words('actions')}
          </th>
        )}
      </tr>
    </thead>
  );
}

function BodyRow({
  entity,
  override,
  columns,
  selection,
  actions,
  place,
  row,
}: Omit<PartProps, 'rows'> & { readonly row: EntityRow }): ReactNode {
  const words = useWords();
  const href = useDetailHref()(entity.name, row.id);
  const isLink = (name: string): boolean =>
    isTitle(entity, name) && entity.fields[name]?.kind !== 'ref' && Boolean(row[name]);
  return (
    <tr data-selected={selection?.has(row.id)}>
      {selection === undefined ? null : (
        <td className="eu-check">
          <input
            type="checkbox"
            aria-label={words('selectRow', { name: titleOf(entity, row) })}
            checked={selection.has(row.id)}
            onChange={() => selection.toggle(row)}
          />
        </td>
      )}
      {columns.map((column, at) => {
        const value = (
          <FieldValue entity={entity} name={column.name} row={row} place="list" as={cellOf(override, column.name)} />
        );
        return (
          <td key={column.name} {...place(column, at)}>
            {href !== undefined && isLink(column.name) ? <Link to={href}>{value}</Link> : value}
          </td>
        );
      })}
      {actions === undefined ? null : <td className="eu-td-actions">{actions(row)}</td>}
    </tr>
  );
}

/**
 * Rows of an entity. A plain table with sticky edges: antd's brings a tree, radios and a virtual list along and would cost
 * every list page 50 kB that nothing here uses.
 */
export function EntityTable({
  entity,
  override,
  columns,
  rows,
  stale = false,
  sort,
  onSort,
  selection,
  actions,
  label,
}: EntityTableProps): ReactNode {
  const density = useDensity();
  const table = useTableKeys();
  const sticky = stickyOffsets(entity, columns, selection === undefined ? 0 : checkWidth);
  const width =
    columns.reduce((sum, column) => sum + column.width, 0) +
    (selection === undefined ? 0 : checkWidth) +
    (actions === undefined ? 0 : actionsWidth);
  const place = (column: Column, at: number): CellPlace => ({
    className: `${at < sticky.length ? 'eu-sticky' : ''}${at === sticky.length - 1 ? ' eu-sticky-last' : ''}${column.align === 'end' ? ' eu-end' : ''}`,
    style: at < sticky.length ? { insetInlineStart: sticky[at] } : undefined,
  });
  const parts = { entity, override, columns, selection, actions, place };
  return (
    <ScrollRegion className={`eu-table-wrap${stale ? ' eu-stale' : ''}`} label={label}>
      <table ref={table} className={`eu-table eu-${density}`} style={{ minWidth: width }} aria-busy={stale}>
        <colgroup>
          {selection === undefined ? null : <col style={{ width: checkWidth }} />}
          {columns.map((column) => (
            <col key={column.name} style={{ width: column.width }} />
          ))}
          {actions === undefined ? null : <col style={{ width: actionsWidth }} />}
        </colgroup>
        <Head {...parts} rows={rows} sort={sort} onSort={onSort} />
        <tbody>
          {rows.map((row) => (
            <BodyRow key={row.id} {...parts} row={row} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Grey bars while the first rows are on their way. */
export function TableSkeleton({ columns }: { readonly columns: number }): ReactNode {
  const words = useWords();
  return (
    <div className="eu-skeleton" role="status" aria-label={words('loadingRows')}>
      {Array.from({ length: 8 }, (_, row) => (
        <div key={row}>
          {Array.from({ length: Math.min(columns, 9) }, (__, at) => (
            <span key={at} />
          ))}
        </div>
      ))}
    </div>
  );
}
