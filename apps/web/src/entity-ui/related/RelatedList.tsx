import type { ReactNode } from 'react';
import type { EntityDef, Named } from '@wheelhouse/entities';
import type { ListRowFor } from '@wheelhouse/entities/rows';
import type { EntityUi } from '../override.ts';
import type { EntityRow } from '../model.ts';
import { EntityList } from '../list/EntityList.tsx';
import { FilterBar } from '../list/FilterBar.tsx';
import { useList } from '../list/useList.ts';
import { useLocalListState } from '../list/useListState.ts';

export interface RelatedListProps<Listed = EntityRow, Entity = EntityDef> extends Omit<EntityUi, 'entity'> {
  readonly entity: Entity;
  /** What narrows the list to the record at hand: `{vehicleId: id}`. */
  readonly fixed: Readonly<Record<string, unknown>>;
  /** Columns to hide because the record shows their value. */
  readonly without?: readonly string[];
  readonly filters?: boolean;
  readonly readOnly?: boolean;
  /** What can be done with a row here, instead of the entity's own actions. */
  readonly rowActions?: ((row: Listed) => ReactNode) | undefined;
}

/** Rows of another entity that belong to a record: for the tabs of a detail. */
export function RelatedList<Name extends string>(props: RelatedListProps<ListRowFor<Name>, Named<Name>>): ReactNode;
export function RelatedList({
  entity,
  override,
  fixed,
  without = [],
  filters = false,
  readOnly = true,
  rowActions,
}: RelatedListProps): ReactNode {
  const handle = useLocalListState();
  const data = useList(entity, handle.state, fixed);
  return (
    <div className="eu-stack">
      {filters ? <FilterBar {...handle} entity={entity} onSearch={data.refresh} fixed={Object.keys(fixed)} /> : null}
      <EntityList
        entity={entity}
        override={override}
        handle={handle}
        data={data}
        without={without}
        readOnly={readOnly}
        rowActions={rowActions}
      />
    </div>
  );
}
