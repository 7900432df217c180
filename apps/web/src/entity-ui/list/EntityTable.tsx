import { Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import { codeOfCall } from '@wheelhouse/entities';
import { useCan } from '../../session/session.ts';
import type { EntityUi } from '../override.ts';
import { cellOf } from '../override.ts';
import { FieldValue } from '../cells/index.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { hasCall, isEmpty, type EntityRow } from '../model.ts';
import { useTitleOf } from '../title.ts';
import { useEntityTexts } from '../texts.ts';
import { useDetailHref } from '../../routing/entity-routes.ts';
import type { Column } from './columns.ts';
import { HeaderCell, type CellPlace, type Sizing } from './HeaderCell.tsx';
import type { Selection } from './useSelection.ts';
import { setColumnWidth, useColumnChoice, useDensity } from './table-settings.ts';
import { useColumnWidths } from './useColumnWidths.ts';
import { part } from '../../ui/part.tsx';
import { useTableKeys } from './useTableKeys.ts';

export interface EntityTableProps extends EntityUi {
  readonly columns: readonly Column[];
  readonly rows: readonly EntityRow[];
  /** The rows belong to an earlier query. */
  readonly stale?: boolean;
  readonly sort: string;
  readonly onSort: (sort: string | undefined) => void;
  readonly selection?: Selection | undefined;
  readonly actions?: ((row: EntityRow) => ReactNode) | undefined;
  /** Opens a record that has no page of its own: its name does so too. */
  readonly onShow?: ((row: EntityRow) => void) | undefined;
  readonly label: string;
  /** Name its columns' widths are kept under. */
  readonly list: string;
}

/** Only lists whose records have an order fetch it. */
const SortCell = part(() => import('./SortCell.tsx'));

const noWidths = {};

/** Columns that name a record link to its detail. */
const isTitle = (entity: EntityUi['entity'], name: string): boolean => entity.title.includes(name);

/** How many columns stay in view while the rest is scrolled: the one that names the row, with a picture before it. */
function stickyCount(entity: EntityUi['entity'], columns: readonly Column[]): number {
  const at = columns.findIndex((column) => column.fields.some((name) => isTitle(entity, name)));
  return at === 1 ? 2 : 1;
}

interface PartProps extends Pick<EntityTableProps, 'columns' | 'rows' | 'selection' | 'actions' | 'onShow'>, EntityUi {
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
  sizing,
}: PartProps & Pick<EntityTableProps, 'sort' | 'onSort'> & { readonly sizing: Sizing }): ReactNode {
  const texts = useEntityTexts();
  const all = selection !== undefined && rows.length > 0 && rows.every((row) => selection.has(row.id));
  const some = selection !== undefined && rows.some((row) => selection.has(row.id));
  return (
    <thead>
      <tr>
        {selection === undefined ? null : (
          <th scope="col" className="eu-check" data-column=" check">
            <input
              type="checkbox"
              aria-label={texts('selectPage')}
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
            sizing={sizing}
          />
        ))}
        {actions === undefined ? null : (
          <th scope="col" className="eu-td-actions" data-column=" actions">
            {texts('actions')}
          </th>
        )}
      </tr>
    </thead>
  );
}

/** A field's value, a link where it names the record; under it the column's other fields, as far as they have values. */
export function ColumnValue({
  entity,
  override,
  row,
  column,
  href,
  onShow,
}: EntityUi &
  Pick<EntityTableProps, 'onShow'> & {
    readonly row: EntityRow;
    readonly column: Column;
    readonly href: string | undefined;
  }): ReactNode {
  const [name = column.name, ...others] =
    column.fields.length === 1 ? column.fields : column.fields.filter((field) => !isEmpty(row[field]));
  const can = useCan();
  const show = (field: string): ReactNode => (
    <FieldValue key={field} entity={entity} name={field} row={row} place="list" as={cellOf(override, field)} />
  );
  if (column.name === 'sort' && hasCall(entity, 'sort') && can(codeOfCall(entity, 'sort')))
    return (
      <Suspense fallback={show('sort')}>
        <SortCell entity={entity} row={row} />
      </Suspense>
    );
  const isName = isTitle(entity, name) && entity.fields[name]?.kind !== 'ref' && Boolean(row[name]);
  const lead =
    isName && href !== undefined ? (
      <Link to={href}>{show(name)}</Link>
    ) : isName && onShow !== undefined ? (
      <button type="button" className="wh-link-button" onClick={() => onShow(row)}>
        {show(name)}
      </button>
    ) : (
      show(name)
    );
  if (column.fields.length === 1) return lead;
  return (
    <span className="eu-identity">
      <span>{lead}</span>
      {others.length === 0 ? null : <small>{others.map(show)}</small>}
    </span>
  );
}

function BodyRow({
  entity,
  override,
  columns,
  selection,
  actions,
  onShow,
  place,
  row,
}: Omit<PartProps, 'rows'> & { readonly row: EntityRow }): ReactNode {
  const titleOf = useTitleOf();
  const texts = useEntityTexts();
  const href = useDetailHref()(entity.name, row.id);
  return (
    <tr data-selected={selection?.has(row.id)}>
      {selection === undefined ? null : (
        <td className="eu-check">
          <input
            type="checkbox"
            aria-label={texts('selectRow', { name: titleOf(entity, row) })}
            checked={selection.has(row.id)}
            onChange={() => selection.toggle(row)}
          />
        </td>
      )}
      {columns.map((column, at) => (
        <td key={column.name} {...place(column, at)}>
          <ColumnValue column={column} href={href} {...{ entity, override, row, onShow }} />
        </td>
      ))}
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
  onShow,
  label,
  list,
}: EntityTableProps): ReactNode {
  const density = useDensity();
  const table = useTableKeys();
  const chosen = useColumnChoice(list).widths ?? noWidths;
  const preview = useColumnWidths(list, table, columns, rows, chosen);
  const sizing: Sizing = { list, preview, keep: (name, width) => setColumnWidth(list, name, width) };
  const sticky = stickyCount(entity, columns);
  const place = (column: Column, at: number): CellPlace => ({
    className: `${at < sticky ? 'eu-sticky' : ''}${at === sticky - 1 ? ' eu-sticky-last' : ''}${column.align === 'end' ? ' eu-end' : ''}`,
    style: at < sticky ? { insetInlineStart: `var(--eu-at-${at + (selection === undefined ? 0 : 1)})` } : undefined,
  });
  const parts = { entity, override, columns, selection, actions, onShow, place };
  return (
    <ScrollRegion className={`eu-table-wrap${stale ? ' eu-stale' : ''}`} label={label}>
      <table ref={table} className={`eu-table eu-fitted eu-${density}`} aria-busy={stale}>
        <colgroup>
          {selection === undefined ? null : <col data-column=" check" />}
          {columns.map((column) => (
            <col key={column.name} data-column={column.name} />
          ))}
          {actions === undefined ? null : <col data-column=" actions" />}
        </colgroup>
        <Head {...parts} rows={rows} sort={sort} onSort={onSort} sizing={sizing} />
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
  const texts = useEntityTexts();
  return (
    <div className="eu-skeleton" role="status" aria-label={texts('loadingRows')}>
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
