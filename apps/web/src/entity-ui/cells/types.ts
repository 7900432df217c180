import type { ComponentType } from 'react';
import type { EntityDef, FieldOf, StoredField, StoredKind } from '@wheelhouse/entities';
import type { EntityRow } from '../model.ts';

export interface CellProps<K extends StoredKind = StoredKind> {
  readonly entity: EntityDef;
  readonly name: string;
  /** The stored field that decides how the value is shown (of a lookup: the field it points to). */
  readonly field: FieldOf<K, StoredField>;
  readonly value: unknown;
  readonly row: EntityRow;
  /** A table cell is one line; a detail shows everything. */
  readonly place: 'list' | 'detail';
}

export type Cell<K extends StoredKind = StoredKind> = ComponentType<CellProps<K>>;
