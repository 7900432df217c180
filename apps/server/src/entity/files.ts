import { ownJson } from '@wheelhouse/contract/object';
import type { EntityDef } from '@wheelhouse/entities/define';
import { isDerived, type StoredField } from '@wheelhouse/entities/fields';
import { shownAs } from '@wheelhouse/entities/registry';
import { pictureColumns, rowsOf } from '@wheelhouse/entities/rows-cells';
import type { App } from '../http/context.ts';
import { signedHtml } from './html.ts';

/** Kinds of fields whose values are ids of uploads. */
export const fileKinds: ReadonlySet<string> = new Set(['image', 'file', 'video', 'audio', 'images', 'files']);

/** Fields of an answer that hold files: as ids, within formatted text, or in columns of rows. */
interface Holders {
  readonly ids: readonly string[];
  readonly html: readonly string[];
  readonly rows: readonly string[];
}

const found = new WeakMap<readonly string[], { readonly entity: EntityDef; readonly holders: Holders }>();

function holdersOf(entity: EntityDef, names: readonly string[]): Holders {
  const known = found.get(names);
  if (known?.entity === entity) return known.holders;
  const shown = new Map(names.map((name) => [name, shownField(entity, name)]));
  const holders = {
    ids: names.filter((name) => isFile(shown.get(name))),
    html: names.filter((name) => shown.get(name)?.kind === 'richText'),
    rows: names.filter((name) => {
      const field = shown.get(name);
      return field?.kind === 'rows' && pictureColumns(field).length > 0;
    }),
  };
  found.set(names, { entity, holders });
  return holders;
}

function shownField(entity: EntityDef, name: string): StoredField | undefined {
  const field = entity.fields[name];
  if (field === undefined || field.kind === 'count') return undefined;
  if (field.kind === 'computed') return field.as;
  return isDerived(field) ? shownAs(entity, name) : field;
}

const isFile = (field: StoredField | undefined): boolean =>
  field !== undefined && fileKinds.has(field.kind) && !('sensitive' in field && field.sensitive === true);

/** Names among `names` whose values are file ids and are shown with the row. */
export const fileFields = (entity: EntityDef, names: readonly string[]): readonly string[] =>
  holdersOf(entity, names).ids;

/** Whether rows with these fields get addresses of files before they are answered. */
export function hasFileUrls(entity: EntityDef, names: readonly string[]): boolean {
  const { ids, html, rows } = holdersOf(entity, names);
  return ids.length > 0 || html.length > 0 || rows.length > 0;
}

/** Adds `<field>Url` beside each file field of a row (of rows with pictures, one record of addresses each), and signs what formatted texts show: what a browser can load for a short time. */
export function addFileUrls(
  { files }: Pick<App, 'files'>,
  entity: EntityDef,
  names: readonly string[],
  row: Record<string, unknown>,
): void {
  const { ids, html, rows } = holdersOf(entity, names);
  for (const name of ids) {
    const value = row[name];
    if (typeof value === 'string') row[`${name}Url`] = files.url(value);
    else if (Array.isArray(value)) row[`${name}Url`] = value.map((one: unknown) => files.url(String(one)));
  }
  for (const name of html) {
    const value = row[name];
    if (typeof value === 'string') row[name] = signedHtml(value, (fileId) => files.url(fileId));
  }
  for (const name of rows) {
    const field = shownField(entity, name);
    if (field?.kind !== 'rows') continue;
    const pictures = pictureColumns(field);
    row[`${name}Url`] = rowsOf(row[name]).map((one) =>
      Object.fromEntries(
        pictures.map((column) => {
          const value = one[column];
          return [column, typeof value === 'string' ? files.url(value) : null];
        }),
      ),
    );
  }
}

/** The same for the JSON of several rows. */
export function withFileUrls(
  app: Pick<App, 'files'>,
  entity: EntityDef,
  names: readonly string[],
  json: string,
): string {
  if (!hasFileUrls(entity, names)) return json;
  const rows = ownJson<Record<string, unknown>[]>(json);
  for (const row of rows) addFileUrls(app, entity, names, row);
  return JSON.stringify(rows);
}
