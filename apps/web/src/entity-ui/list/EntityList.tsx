import { ColumnHeightOutlined, ReloadOutlined } from '@ant-design/icons';
import { Suspense, useState, type ReactNode } from 'react';
import { isApiError, messageOf } from '../../api/errors.ts';
import { useT } from '../../i18n/common.ts';
import { useLang, usePick } from '../../i18n/lang.ts';
import type { EntityDef, Named } from '@wheelhouse/entities';
import type { ListRowFor } from '@wheelhouse/entities/rows';
import type { EntityUi } from '../override.ts';
import { clockTime } from '../../ui/clock.ts';
import { formatNumber } from '../../ui/format.ts';
import { EmptyState, ErrorState } from '../../ui/States.tsx';
import { StatusTag } from '../../ui/Values.tsx';
import { useRecordActions } from '../actions/useRecordActions.tsx';
import { useDialogs } from '../dialogs.tsx';
import { hasCall, type EntityRow } from '../model.ts';
import { useSees } from '../sees.ts';
import { activeFilters } from '../query-state.ts';
import { routesOf } from '../../routing/entity-routes.ts';
import { useEntityTexts } from '../texts.ts';
import { useNarrow } from '../useNarrow.ts';
import { BulkBar } from './BulkBar.tsx';
import { ColumnSettings } from './ColumnSettings.tsx';
import { columnsOf, type Column } from './columns.ts';
import { EntityTable, TableSkeleton } from './EntityTable.tsx';
import { Pager } from './Pager.tsx';
import { RowActions } from './RowActions.tsx';
import { ordered, setDensity, useColumnChoice, useDensity } from './table-settings.ts';
import type { ListData } from './useList.ts';
import type { ListStateHandle } from './useListState.ts';
import { useSelection } from './useSelection.ts';
import { dialogPart, part } from '../../ui/part.tsx';
import { Button } from '../../ui/Button.tsx';

/** Lists on phones alone fetch them. */
const EntityCards = part(() => import('./EntityCards.tsx'));
const SortSelect = part(() => import('./SortSelect.tsx'));
const FormDialog = dialogPart(() => import('../form/FormDialog.tsx'));
const RecordDrawer = dialogPart(() => import('../detail/RecordDrawer.tsx'));

export interface EntityListProps<Listed = EntityRow, Entity = EntityDef> extends Omit<EntityUi, 'entity'> {
  readonly entity: Entity;
  readonly handle: ListStateHandle;
  readonly data: ListData;
  /** Columns to hide because the surrounding page shows their value (the vehicle, in a vehicle's tab). */
  readonly without?: readonly string[];
  /** Name its columns are kept under; default: the entity's. */
  readonly columnsKey?: string | undefined;
  /** Read only: no selection and no actions. */
  readonly readOnly?: boolean;
  /** What can be done with a row here, instead of the entity's own actions. */
  readonly rowActions?: ((row: Listed) => ReactNode) | undefined;
}

const refusedCodes: ReadonlySet<number> = new Set([1003, 1011]);

/** Table of an entity's rows with everything that can be done from it. Inside `Dialogs`. */
export function EntityList<Name extends string>(props: EntityListProps<ListRowFor<Name>, Named<Name>>): ReactNode;
export function EntityList({
  entity,
  override,
  handle,
  data,
  without = [],
  columnsKey = entity.name,
  readOnly = false,
  rowActions,
}: EntityListProps): ReactNode {
  const pick = usePick();
  const lang = useLang();
  const sees = useSees();
  const dialogs = useDialogs();
  const selection = useSelection();
  const actions = useRecordActions(entity, undefined, override);
  const choice = useColumnChoice(columnsKey);
  const all = columnsOf(entity, lang, sees, without);
  const columns = ordered(all, choice).filter((column) => !choice.hidden.includes(column.name));
  const routes = routesOf(entity);
  const narrow = useNarrow();
  const selectable = !readOnly && actions.offered('bulk').length > 0;
  const hasActions =
    (!readOnly && (hasCall(entity, 'update') || actions.offered('row').length > 0)) || hasCall(entity, 'detail');

  const show = (row: EntityRow): void =>
    void dialogs.open((close) => (
      <RecordDrawer entity={entity} override={override} id={row.id} onClose={() => close(null)} />
    ));
  const opensDrawer = routes.detail === undefined && hasCall(entity, 'detail');
  const sort = handle.state.sort ?? entity.list.order;
  const onSort = (next: string | undefined): void => handle.set({ sort: next });
  const ownActions = (row: EntityRow): ReactNode => (
    <RowActions
      {...{ entity, override, row, routes, actions, readOnly }}
      onEdit={(one) =>
        void dialogs.open((close) => <FormDialog entity={entity} override={override} id={one.id} onClose={close} />)
      }
      onShow={show}
    />
  );
  const shown = {
    entity,
    override,
    label: pick(entity.label),
    columns,
    stale: data.stale,
    sort,
    selection: selectable ? selection : undefined,
    actions: rowActions ?? (hasActions ? ownActions : undefined),
  };

  return (
    <section className="wh-section eu-list">
      <div className="eu-list-bar">
        {selectable && selection.rows.length > 0 ? (
          <BulkBar selection={selection} actions={actions} list={{ entity, data, sort }} />
        ) : (
          <Total data={data} />
        )}
        <span className="eu-list-tools">
          {narrow ? (
            <Suspense fallback={null}>
              <SortSelect columns={all} sort={sort} own={entity.list.order} onSort={onSort} />
            </Suspense>
          ) : null}
          <ListTools list={columnsKey} columns={all} cards={narrow} onRefresh={data.refresh} />
        </span>
      </div>
      <ListBody
        {...{ handle, data, entity }}
        columns={columns.length}
        table={(rows) =>
          narrow ? (
            <Suspense fallback={<TableSkeleton columns={3} />}>
              <EntityCards {...shown} rows={rows} />
            </Suspense>
          ) : (
            <EntityTable
              {...shown}
              list={columnsKey}
              rows={rows}
              onSort={onSort}
              onShow={opensDrawer ? show : undefined}
            />
          )
        }
      />
      <ListPager handle={handle} data={data} />
    </section>
  );
}

function ListPager({ handle: { state, room, set }, data }: Pick<EntityListProps, 'handle' | 'data'>): ReactNode {
  if (data.rows === undefined || (data.rows.length === 0 && state.page === 1)) return null;
  return (
    <Pager
      page={state.page}
      size={state.size}
      room={
        room === undefined
          ? undefined
          : { rows: room, followed: !state.sized, onFollow: () => set({ sized: false, page: 1 }) }
      }
      total={data.total}
      onPage={(page) => set({ page })}
      onSize={(size) => set({ size, sized: true, page: 1 })}
    />
  );
}

/** Loading, refused, failed, empty, or the table. */
function ListBody({
  entity,
  handle,
  data,
  columns,
  table,
}: Pick<EntityListProps, 'entity' | 'handle' | 'data'> & {
  readonly columns: number;
  readonly table: (rows: NonNullable<ListData['rows']>) => ReactNode;
}): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  const { rows, error } = data;
  if (rows === undefined && error !== null)
    return refusedCodes.has(isApiError(error) ? error.code : 0) ? (
      <EmptyState title={texts('noAccess')} description={messageOf(error)} />
    ) : (
      <ErrorState message={messageOf(error)} onRetry={data.refresh} />
    );
  if (rows === undefined) return <TableSkeleton columns={columns} />;
  if (rows.length > 0) return table(rows);
  const filtered = activeFilters(handle.state) > 0 || handle.state.page > 1;
  return (
    <EmptyState
      title={t('noData')}
      description={filtered && entity.list.columns.length > 0 ? texts('noMatch') : undefined}
      action={filtered ? <Button onClick={handle.reset}>{t('reset')}</Button> : undefined}
    />
  );
}

/** How many rows match; a count that stopped at its limit can be finished. */
function Total({ data }: { readonly data: ListData }): ReactNode {
  const texts = useEntityTexts();
  const [counting, setCounting] = useState(false);
  const count = async (): Promise<void> => {
    setCounting(true);
    await data.countExactly();
    setCounting(false);
  };
  return (
    <span className="wh-num eu-total" aria-live="polite">
      {data.rows === undefined ? null : texts(data.more ? 'totalMore' : 'total', { n: formatNumber(data.total) })}
      {data.staleSince === null ? null : (
        <StatusTag color="warning">{texts('dataOf', { time: clockTime(data.staleSince) })}</StatusTag>
      )}
      {data.more ? (
        <button type="button" className="wh-link-button" disabled={counting} onClick={() => void count()}>
          {texts(counting ? 'counting' : 'countExactly')}
        </button>
      ) : null}
    </span>
  );
}

function ListTools({
  list,
  columns,
  cards,
  onRefresh,
}: {
  readonly list: string;
  readonly columns: readonly Column[];
  /** Cards have no height to choose. */
  readonly cards: boolean;
  readonly onRefresh: () => void;
}): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  const density = useDensity();
  const next = density === 'compact' ? 'comfortable' : 'compact';
  return (
    <>
      <button type="button" className="eu-tool" aria-label={t('refresh')} title={t('refresh')} onClick={onRefresh}>
        <ReloadOutlined />
      </button>
      {cards ? null : (
        <button
          type="button"
          className="eu-tool"
          aria-label={`${texts('density')}: ${texts(next)}`}
          title={`${texts('density')}: ${texts(next)}`}
          onClick={() => setDensity(next)}
        >
          <ColumnHeightOutlined />
        </button>
      )}
      <ColumnSettings list={list} columns={columns} />
    </>
  );
}
