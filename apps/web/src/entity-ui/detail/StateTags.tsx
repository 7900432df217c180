import type { ReactNode } from 'react';
import { FieldValue } from '../cells/index.tsx';
import { isEmpty, type EntityRow } from '../model.ts';
import { cellOf, type EntityUi } from '../override.ts';

/** The record's states beside its title: those that machines or switches govern, unless others are named. */
export function StateTags({
  entity,
  override,
  row,
  names = Object.keys(entity.machines ?? {}),
}: EntityUi & { readonly row: EntityRow; readonly names?: readonly string[] | undefined }): ReactNode {
  return names
    .filter((name) => !isEmpty(row[name]))
    .map((name) => (
      <FieldValue key={name} entity={entity} name={name} row={row} place="detail" as={cellOf(override, name)} />
    ));
}
