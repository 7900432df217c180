import { listOf } from '@wheelhouse/contract/object';
import type { FieldOf, Row, StoredField, StoredKind } from '@wheelhouse/entities';
import { nameKey } from '@wheelhouse/entities';
import { rowsOf, rowText, withNames } from '@wheelhouse/entities/rows-cells';
import { useT } from '../i18n/common.ts';
import { useLang, useListed } from '../i18n/lang.ts';
import { formatMoney, none, withUnit } from '../ui/format.ts';
import { useDictLookup } from '../reference/reference.ts';
import { useAreaName } from './areas.ts';
import { isEmpty, textOf } from './model.ts';
import { useHoursText } from './hours.ts';

/** What value texts need from outside. */
interface Context {
  readonly dict: ReturnType<typeof useDictLookup>;
  readonly area: ReturnType<typeof useAreaName>;
  readonly hours: ReturnType<typeof useHoursText>;
  readonly list: ReturnType<typeof useListed>;
  readonly yes: string;
  readonly no: string;
}

type TextOfKind<K extends StoredKind> = (value: unknown, field: FieldOf<K, StoredField>, context: Context) => string;

const asText = (value: unknown): string => textOf(value);
const dictName = (value: unknown, field: { readonly dict: string }, { dict }: Context): string =>
  dict(field.dict, textOf(value))?.name ?? textOf(value);
const joined = (value: unknown, _field: unknown, { list }: Context): string => list(listOf(value));

/** Text between the tags of sanitised HTML, for places that show one line. */
export const stripHtml = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';

const kindTexts = {
  text: asText,
  longText: asText,
  richText: (value) => stripHtml(textOf(value)),
  private: asText,
  int: (value, field) => withUnit(textOf(value), field.unit),
  decimal: (value, field) => withUnit(textOf(value), field.unit, field.decimals),
  money: (value) => formatMoney(textOf(value)),
  flag: (value, _field, { yes, no }) => (Number(value) === 1 ? yes : no),
  color: asText,
  date: asText,
  instant: asText,
  dict: dictName,
  dictMany: (value, field, context) => context.list(listOf(value).map((code) => dictName(code, field, context))),
  ref: asText,
  refMany: joined,
  area: (value, _field, { area }) => area(value) ?? textOf(value),
  image: asText,
  file: asText,
  video: asText,
  audio: asText,
  images: joined,
  files: joined,
  tags: joined,
  json: (value, field, { hours }) => (field.shape === 'weeklyHours' ? hours(value) : JSON.stringify(value)),
  rows: (value, field, { dict }) =>
    rowsOf(value)
      .map((row) => rowText(field, row, dict))
      .join('; '),
} satisfies { readonly [K in StoredKind]: TextOfKind<K> };

/** A value of any kind as one line of text: change history, conflicts, titles. `row` gives the names of references. */
export function useValueText(): (field: StoredField, value: unknown, row?: Row, name?: string) => string {
  const t = useT();
  const lang = useLang();
  const context: Context = {
    dict: useDictLookup(),
    area: useAreaName(),
    hours: useHoursText(),
    list: useListed(),
    yes: t('yes'),
    no: t('no'),
  };
  return (field, value, row, name) => {
    if (isEmpty(value)) return field.empty?.[lang] ?? none;
    const known =
      row !== undefined &&
      name !== undefined &&
      (field.kind === 'ref' || field.kind === 'area' || field.kind === 'refMany')
        ? row[nameKey(name)]
        : undefined;
    if (!isEmpty(known)) return Array.isArray(known) ? context.list(listOf(known)) : textOf(known);
    const given =
      field.kind === 'rows' && row !== undefined && name !== undefined
        ? withNames(field, rowsOf(value), row[nameKey(name)])
        : value;
    // Each entry takes its own kind of field; the lookup by that kind makes the pair right.
    return (kindTexts[field.kind] as TextOfKind<StoredKind>)(given, field, context);
  };
}
