import type { ReactNode } from 'react';
import { shownEntity, inBothLanguages, shownAs, type EntityDef, type StoredKind } from '@wheelhouse/entities';
import { useLang } from '../../i18n/lang.ts';
import { none } from '../../ui/format.ts';
import { emptyText, isEmpty, type EntityRow } from '../model.ts';
import { ColorCell } from './color.tsx';
import { FileCell, ImageCell, MediaCell } from './files.tsx';
import { JsonCell } from './json.tsx';
import { MoneyCell, NumberCell } from './number.tsx';
import { PrivateCell } from './private.tsx';
import { RecordLink, RefCell, RefManyCell } from './ref.tsx';
import { RowsCell } from './rows.tsx';
import { AreaCell, DateCell, DictCell, DictManyCell, FlagCell, TagsCell } from './simple.tsx';
import { RichTextCell, TextCell } from './text.tsx';
import type { Cell } from './types.ts';

/** How each kind of field is shown. A kind without a cell does not compile. */
const cells = {
  text: TextCell,
  longText: TextCell,
  richText: RichTextCell,
  int: NumberCell,
  decimal: NumberCell,
  money: MoneyCell,
  flag: FlagCell,
  color: ColorCell,
  date: DateCell,
  instant: DateCell,
  dict: DictCell,
  dictMany: DictManyCell,
  ref: RefCell,
  refMany: RefManyCell,
  area: AreaCell,
  image: ImageCell,
  images: ImageCell,
  file: FileCell,
  files: FileCell,
  video: MediaCell,
  audio: MediaCell,
  tags: TagsCell,
  json: JsonCell,
  rows: RowsCell,
  private: PrivateCell,
} satisfies { readonly [K in StoredKind]: Cell<K> };

/** A looked-up name (the VIN of a row's vehicle) leads to the record it is the name of, where the row carries its id. */
function lookedUpRecord(
  entity: EntityDef,
  name: string,
  row: EntityRow,
): { readonly entity: string; readonly id: unknown } | undefined {
  const field = entity.fields[name];
  const via = field?.kind === 'lookup' ? entity.fields[field.via] : undefined;
  if (field?.kind !== 'lookup' || via?.kind !== 'ref' || isEmpty(row[field.via])) return undefined;
  return shownEntity(via.to).title.includes(field.field) ? { entity: via.to, id: row[field.via] } : undefined;
}

export interface FieldValueProps {
  readonly entity: EntityDef;
  readonly name: string;
  readonly row: EntityRow;
  readonly place: 'list' | 'detail';
  /** An override's own cell for this field. */
  readonly as?: Cell | undefined;
}

/** The value of a record's field, by the field's kind or the override's own cell. */
export function FieldValue({ entity, name, row, place, as: Own }: FieldValueProps): ReactNode {
  const lang = useLang();
  const [, english] = inBothLanguages(entity.fields, name);
  // One column by language: what is not translated is shown as it is.
  const translated = place === 'list' && lang === 'en' && english !== undefined ? row[english] : undefined;
  const value = isEmpty(translated) ? row[name] : translated;
  const field = shownAs(entity, name);
  // The table above pairs each kind with its own cell; looking up by the field's kind keeps the pair.
  const Kind = cells[field.kind] as Cell;
  if (Own !== undefined) return <Own entity={entity} name={name} field={field} value={value} row={row} place={place} />;
  if (isEmpty(value)) return <span className="wh-faint">{emptyText(field, row)?.[lang] ?? none}</span>;
  const target = lookedUpRecord(entity, name, row);
  if (target !== undefined)
    return (
      <RecordLink entity={target.entity} id={target.id}>
        <Kind entity={entity} name={name} field={field} value={value} row={row} place={place} />
      </RecordLink>
    );
  return <Kind entity={entity} name={name} field={field} value={value} row={row} place={place} />;
}
