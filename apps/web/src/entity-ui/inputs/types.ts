import type { ComponentType } from 'react';
import type { FieldOf, Row, StoredField, StoredKind } from '@wheelhouse/entities';

export interface InputProps<K extends StoredKind = StoredKind> {
  readonly id: string;
  readonly name: string;
  readonly field: FieldOf<K, StoredField>;
  readonly label: string;
  /** The wire value: fen, dates as text, ids. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled: boolean;
  /** Who asks for choices of references: `vehicle`. */
  readonly owner: string;
  /** The stored record: names of references, addresses of files, masked values. */
  readonly stored: Row | undefined;
}

export type Input<K extends StoredKind = StoredKind> = ComponentType<InputProps<K>>;
