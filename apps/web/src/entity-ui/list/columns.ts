import { labelOf, shownAs, type EntityDef, type StoredField, type StoredKind } from '@wheelhouse/entities';
import type { Lang } from '../../i18n/lang.ts';
import { isSortable } from '../model.ts';
import type { Sees } from '../sees.ts';

export interface Column {
  readonly name: string;
  readonly label: string;
  /** Fields shown here together: the first with a value leads, the others are the second line. */
  readonly fields: readonly string[];
  /** Narrowest and widest that its content may make it, in pixels of a 16 px root; a user may go beyond. */
  readonly least: number;
  readonly most: number;
  readonly align: 'start' | 'end';
  readonly sortable: boolean;
}

type Bounds = readonly [least: number, most: number];

/** Between what widths a kind's values stay readable; what is longer is cut, and whole in a hint. */
const bounds = {
  text: [72, 240],
  longText: [120, 280],
  richText: [120, 280],
  private: [88, 200],
  int: [56, 140],
  decimal: [56, 140],
  money: [72, 160],
  flag: [56, 120],
  color: [96, 120],
  date: [96, 160],
  instant: [96, 200],
  dict: [64, 200],
  dictMany: [96, 240],
  ref: [88, 240],
  refMany: [96, 260],
  area: [72, 160],
  image: [76, 76],
  images: [132, 180],
  file: [96, 200],
  files: [96, 220],
  video: [80, 160],
  audio: [80, 200],
  tags: [80, 260],
  json: [96, 260],
  rows: [72, 120],
} satisfies Record<StoredKind, Bounds>;

/** Identifiers are read out and compared: they are shown whole. */
const identifier: Bounds = [96, 340];

const numeric: ReadonlySet<StoredKind> = new Set<StoredKind>(['int', 'decimal', 'money']);

const isIdentifier = (field: StoredField): boolean =>
  field.kind === 'text' && (field.format !== undefined || (field.pattern !== undefined && field.unique !== undefined));

/** Columns shown together as the one that names a row. */
const identityOf = (entity: EntityDef): readonly string[] =>
  entity.list.identity ?? entity.title.filter((name) => entity.list.columns.includes(name));

/** Columns of an entity's list, all of them, in the definition's order. `hidden` names are left out (rights, a tab's own record). */
export function columnsOf(
  entity: EntityDef,
  lang: Lang,
  sees: Sees,
  hidden: readonly string[] = [],
): readonly Column[] {
  const isShown = (name: string): boolean => !hidden.includes(name) && sees(entity, name);
  const identity = identityOf(entity).filter(isShown);
  const place = entity.list.columns.find((name) => identity.includes(name));
  return entity.list.columns
    .filter((name) => isShown(name) && (name === place || !identity.includes(name)))
    .map((shown) => {
      const fields = shown === place ? identity : [shown];
      const name = fields[0] ?? shown;
      const field = shownAs(entity, name);
      const [least, most] = isIdentifier(field) || shown === place ? identifier : bounds[field.kind];
      return {
        name,
        label: fields.map((one) => labelOf(entity, one)[lang]).join(' / '),
        fields,
        least,
        most,
        align: numeric.has(field.kind) && fields.length === 1 ? 'end' : 'start',
        sortable: isSortable(entity, name),
      };
    });
}
