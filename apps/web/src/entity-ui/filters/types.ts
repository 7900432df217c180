import type { ComponentType } from 'react';
import type { EntityDef, FieldOf, StoredField, StoredKind } from '@wheelhouse/entities';
import type { FilterSpec } from '../query-state.ts';

/** Changed parts of the query; undefined removes one. */
export type QueryPatch = Readonly<Record<string, string | undefined>>;

export interface FilterProps<K extends StoredKind = StoredKind> {
  readonly entity: EntityDef;
  readonly spec: FilterSpec;
  readonly field: FieldOf<K, StoredField>;
  readonly label: string;
  /** The list's whole query: `field.operator` → value. */
  readonly query: Readonly<Record<string, string>>;
  readonly onChange: (patch: QueryPatch) => void;
}

export type Filter<K extends StoredKind = StoredKind> = ComponentType<FilterProps<K>>;
