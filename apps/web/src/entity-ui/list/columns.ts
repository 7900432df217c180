import { labelOf, shownAs, type EntityDef, type StoredField, type StoredKind } from '@wheelhouse/entities';
import type { Lang } from '../../i18n/lang.ts';
import { isSortable } from '../model.ts';

export interface Column {
  readonly name: string;
  readonly label: string;
  /** Pixels. */
  readonly width: number;
  readonly align: 'start' | 'end';
  readonly sortable: boolean;
}

/** Usual width of a kind's values, in pixels. */
const widths = {
  text: 140,
  longText: 220,
  richText: 240,
  private: 148,
  int: 92,
  decimal: 104,
  money: 112,
  flag: 80,
  date: 108,
  instant: 164,
  dict: 108,
  dictMany: 180,
  ref: 156,
  refMany: 200,
  area: 104,
  image: 76,
  images: 132,
  file: 160,
  files: 180,
  video: 96,
  audio: 96,
  tags: 180,
  json: 200,
} satisfies Record<StoredKind, number>;

const numeric: ReadonlySet<StoredKind> = new Set<StoredKind>(['int', 'decimal', 'money']);

/** Identifiers are shown whole: about 9 px a character. */
function widthOf(field: StoredField): number {
  const isIdentifier =
    field.kind === 'text' &&
    (field.format !== undefined || (field.pattern !== undefined && field.unique !== undefined));
  if (isIdentifier) return Math.max(widths.text, Math.min(260, (field.max ?? 16) * 9 + 28));
  return widths[field.kind];
}

const headerWidth = (label: string, sortable: boolean): number =>
  [...label].reduce((sum, ch) => sum + (ch.charCodeAt(0) > 255 ? 13 : 7.2), 26 + (sortable ? 16 : 0));

/** Columns of an entity's list, all of them, in the definition's order. `hidden` names are left out (rights, a tab's own record). */
export function columnsOf(
  entity: EntityDef,
  lang: Lang,
  can: (right: string) => boolean,
  hidden: readonly string[] = [],
): readonly Column[] {
  return entity.list.columns
    .filter((name) => {
      const right = entity.fields[name]?.right;
      return !hidden.includes(name) && (right === undefined || can(right));
    })
    .map((name) => {
      const field = shownAs(entity, name);
      const label = labelOf(entity, name)[lang];
      const sortable = isSortable(entity, name);
      return {
        name,
        label,
        width: Math.ceil(Math.max(widthOf(field), headerWidth(label, sortable))),
        align: numeric.has(field.kind) ? 'end' : 'start',
        sortable,
      };
    });
}
