import type { EntityDef } from '@wheelhouse/entities/define';
import { isDerived } from '@wheelhouse/entities/fields';
import { shownAs } from '@wheelhouse/entities/registry';

type Signer = (fileId: string) => string;
let signer: Signer | undefined;

/** The files module says how a file's short-lived address is made. */
export function setFileSigner(sign: Signer): void {
  signer = sign;
}

/** Kinds of fields whose values are ids of uploads. */
export const fileKinds: ReadonlySet<string> = new Set(['image', 'file', 'video', 'audio', 'images', 'files']);

const found = new WeakMap<readonly string[], { readonly entity: EntityDef; readonly fields: readonly string[] }>();

/** Names among `names` whose values are file ids and are shown with the row. */
export function fileFields(entity: EntityDef, names: readonly string[]): readonly string[] {
  const known = found.get(names);
  if (known?.entity === entity) return known.fields;
  const fields = names.filter((name) => isFile(entity, name));
  found.set(names, { entity, fields });
  return fields;
}

function isFile(entity: EntityDef, name: string): boolean {
  const field = entity.fields[name];
  if (field === undefined || field.kind === 'count' || field.kind === 'computed') return false;
  const shown = isDerived(field) ? shownAs(entity, name) : field;
  return fileKinds.has(shown.kind) && !('sensitive' in shown && shown.sensitive === true);
}

/** Adds `<field>Url` beside each file field of a row: what a browser can load for a short time. */
export function addFileUrls(row: Record<string, unknown>, names: readonly string[]): void {
  if (!signer) return;
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'string') row[`${name}Url`] = signer(value);
    else if (Array.isArray(value)) row[`${name}Url`] = value.map((one: unknown) => signer?.(String(one)));
  }
}
