import { nameKey, type Row, type RowsField } from '@wheelhouse/entities';
import { referredBy, referringColumns, rowsOf } from '@wheelhouse/entities/rows-cells';

// Records in columns of rows: of which entity they are is said by another column.

/** A row with other values. A record of another entity than its code names now is gone with the old code. */
export function withValues(field: Pick<RowsField, 'fields'>, row: Row, values: Row): Row {
  const next = { ...row, ...values };
  const gone = referringColumns(field)
    .filter(([, column]) => referredBy(column, row) !== referredBy(column, next))
    .map(([name]) => [name, null]);
  return { ...next, ...Object.fromEntries(gone) };
}

/** Names that a stored record has of the records in a rows field, by entity and id: the server sends them beside the rows. */
export function recordNames(
  field: RowsField,
  stored: Row | undefined,
  name: string,
): (entity: string, id: string) => string | undefined {
  const names = rowsOf(stored?.[nameKey(name)]);
  const known = new Map(
    rowsOf(stored?.[name]).flatMap((row, at) =>
      referringColumns(field).flatMap(([column, def]): [string, string][] => {
        const [id, title] = [row[column], names[at]?.[column]];
        return typeof id === 'string' && typeof title === 'string' ? [[`${referredBy(def, row)} ${id}`, title]] : [];
      }),
    ),
  );
  return (entity, id) => known.get(`${entity} ${id}`);
}
