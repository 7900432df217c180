import { pictureColumns, rowsOf } from '@wheelhouse/entities/rows-cells';
import type { Row, RowsField } from '@wheelhouse/entities';

/** Addresses of the pictures that a stored record has in a rows field, by their ids: the server sends them beside the rows. */
export function pictureUrls(field: RowsField, stored: Row | undefined, name: string): ReadonlyMap<string, string> {
  const urls = rowsOf(stored?.[`${name}Url`]);
  const columns = pictureColumns(field);
  return new Map(
    rowsOf(stored?.[name]).flatMap((row, at) =>
      columns.flatMap((column): [string, string][] => {
        const [fileId, url] = [row[column], urls[at]?.[column]];
        return typeof fileId === 'string' && typeof url === 'string' ? [[fileId, url]] : [];
      }),
    ),
  );
}
