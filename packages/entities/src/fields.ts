import type {
  ColorOptions,
  DateOptions,
  DictOptions,
  FieldOptions,
  FileOptions,
  ManyOptions,
  NumberOptions,
  Row,
  TextOptions,
  TreeOptions,
  VideoOptions,
} from './field-options.ts';
import type { Text } from '@wheelhouse/contract';
import type { DictionaryCategory } from './dictionaries.ts';

export type { FileOptions, Row, Shape } from './field-options.ts';

/** How a private value is shown to everybody; the raw value leaves the server only by a logged reveal. */
export type Mask = 'mobile' | 'name' | 'idNumber' | 'address';

interface Of<Kind extends string, Value> {
  readonly kind: Kind;
  /** Never set: exists for the type of the value on the wire. */
  readonly value?: Value;
}

export type TextField = Of<'text' | 'longText' | 'richText', string> & TextOptions;
export type NumberField = Of<'int' | 'decimal' | 'money', number> & NumberOptions;
export type FlagField = Of<'flag', 0 | 1> & FieldOptions;
export type DateField = Of<'date' | 'instant', string> & DateOptions;
/** `#RRGGBB`, in capitals. */
export type ColorField = Of<'color', string> & ColorOptions;
export type DictField = Of<'dict', number | string> & DictOptions & { readonly dict: DictionaryCategory };
export type DictManyField = Of<'dictMany', readonly string[]> & ManyOptions & { readonly dict: DictionaryCategory };
export type RefField = Of<'ref', string> &
  FieldOptions & { readonly to: string; readonly cascade?: boolean; readonly tree?: TreeOptions };
export type RefManyField = Of<'refMany', readonly string[]> &
  ManyOptions & { readonly to: string; readonly inverse?: string };
export type AreaField = Of<'area', string> & FieldOptions & { readonly level: 1 | 2 | 3; readonly parent?: string };
export type FileField = Of<'image' | 'file' | 'audio', string> & FileOptions;
/** An MP4 with H.264 pictures. */
export type VideoField = Of<'video', string> & VideoOptions;
export type FilesField = Of<'images' | 'files', readonly string[]> & FileOptions;
/** With `hooked`, codes that have no column here: the entity's server hooks read, write and find by them in a table of their own. */
export type TagsField = Of<'tags', readonly string[]> & ManyOptions & { readonly hooked?: boolean };
/** `refers`: entities whose records the value names by id. Users who work with the field may look their titles up. */
export type JsonOptions = FieldOptions & { readonly shape?: 'weeklyHours'; readonly refers?: readonly string[] };
export type JsonField = Of<'json', unknown> & JsonOptions;
/** A picture, in a field of its own or in a column of rows. */
export type ImageField = Of<'image', string> & FileOptions;
/** A record by its id, in a column of rows: of the entity that the row's column `by` names by its code; where it names none, there is no value. */
export type RefByField = Of<'refBy', string> &
  FieldOptions & { readonly by: string; readonly to: Readonly<Record<number, string>> };
/** Kinds of columns of rows. Another file or a sealed value needs a record of its own. */
export type RowColumn = TextField | NumberField | DictField | ImageField | RefByField;
type RowValue<C> = C extends { readonly value?: infer V }
  ? C extends { readonly required: true }
    ? V
    : V | null
  : never;
/** One small record of a `rows` field, by the names of its columns. */
export type RowsValue<Columns> = readonly { readonly [K in keyof Columns]: RowValue<Columns[K]> }[];
export interface RowsOptions extends ManyOptions {
  /** Column in which no value stands twice, without regard to case; it names a row in the history. */
  readonly key?: string;
  /** People decide the order. */
  readonly sortable?: true;
  /** Rows are also read from a workbook (.xlsx), whose columns are in the order of the field's. */
  readonly sheet?: true;
}
export type RowsField = Of<'rows', readonly Row[]> &
  RowsOptions & { readonly fields: Readonly<Record<string, RowColumn>>; readonly max: number };
export type PrivateField = Of<'private', string> & TextOptions & { readonly mask: Mask };
/** Read only: the value of `field` in the record that the reference `via` points to. */
export type LookupField = Of<'lookup', unknown> & FieldOptions & { readonly via: string; readonly field: string };
/** Read only: the value of `field` in the one-to-one entity `of`, whose key is this record's id. */
export type JoinedField = Of<'joined', unknown> & FieldOptions & { readonly of: string; readonly field: string };
/** Read only: how many rows of entity `of` point here by `by` (and meet `where`: equal values). */
export type CountField = Of<'count', number> &
  FieldOptions & {
    readonly of: string;
    readonly by: string;
    readonly where?: Readonly<Record<string, number | string>>;
  };
/** Read only: computed by SQL that the entity's server hooks give under the field's name; shown like `as`. */
export type ComputedField = Of<'computed', unknown> & FieldOptions & { readonly as: StoredField };

export type StoredField =
  | TextField
  | NumberField
  | FlagField
  | DateField
  | ColorField
  | DictField
  | DictManyField
  | RefField
  | RefManyField
  | AreaField
  | FileField
  | VideoField
  | FilesField
  | TagsField
  | JsonField
  | RowsField
  | PrivateField;
export type DerivedField = LookupField | JoinedField | CountField | ComputedField;
export type Field = StoredField | DerivedField;
export type FieldKind = Field['kind'];
export type StoredKind = StoredField['kind'];
/** The field type of a kind, also where several kinds share one. */
export type FieldOf<K extends FieldKind, F extends Field = Field> = F extends Field
  ? K extends F['kind']
    ? F & { readonly kind: K }
    : never
  : never;

/** `required: true` in the options shows in the type, so that values of required fields are never null; a field that may be hidden in forms may be. */
type Req<O> = O extends { readonly required: true }
  ? O extends { readonly visible: unknown }
    ? { readonly required: boolean }
    : { readonly required: true }
  : { readonly required?: false };
/** What else types go by: a data right (the field may be absent from a row), who writes it, and whether it has a value of its own. */
type Noted<O> = Pick<O, Extract<keyof O, 'right' | 'readonly' | 'default'>>;
type Made<F, O> = F & Req<O> & Noted<O>;

/**
 * What nothing chosen means where a choice only narrows: `empty: everything`.
 * @for an empty choice that means all: `empty: everything`: lists, details and histories show it instead of a dash
 */
export const everything: Text = { zh: '全部', en: 'All' };

const make = <F>(kind: string, options: object | undefined, extra?: object): F => ({ kind, ...extra, ...options }) as F;

type TextKind = 'text' | 'longText' | 'richText';

/** Builders of fields: `f.text({ required: true, max: 30 })`. One line a field; the kind carries column, schema, cell, filter, input and codec. */
export const f = {
  text: <const O extends TextOptions>(o?: O) => make<Made<FieldOf<'text'>, O>>('text', o),
  longText: <const O extends TextOptions>(o?: O) => make<Made<FieldOf<'longText'>, O>>('longText', o),
  /**
   * HTML, sanitised on write.
   * @for a formatted text: tables, links, images and videos; allowed tags are those of `rich-text.ts`, links lead to hosts of D:LinkHost:
   * `consoleQa.answer`
   */
  richText: <const O extends TextOptions>(o?: O) => make<Made<FieldOf<'richText'>, O>>('richText', o),
  /**
   * A text in both languages, spread into `fields`: `...f.bilingual('name', 'text', { required: true, max: 30 })` gives `name` and `nameEn`.
   * @param en what is different about the English text; it need not be given unless this says so
   * @for a text in Chinese and English: `...f.bilingual('name', 'text', { … })`: side by side in forms, one column by language, found in both;
   * `columns` and `filters` name the Chinese one
   */
  bilingual: <
    const N extends string,
    const K extends TextKind,
    const O extends TextOptions,
    const E extends TextOptions,
  >(
    name: N,
    kind: K,
    o: O,
    en?: E,
  ) => {
    const { min, max } = o;
    const limits = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    return {
      [name]: make(kind, { ...o, english: `${name}En` }),
      [`${name}En`]: make(kind, { ...limits, ...en }),
    } as { readonly [Key in N]: Made<FieldOf<K>, O> } & { readonly [Key in `${N}En`]: Made<FieldOf<K>, E> };
  },
  int: <const O extends NumberOptions>(o?: O) => make<Made<FieldOf<'int'>, O>>('int', o),
  /**
   * A record's place among the others, 0 to 9999.
   * @for an order that people give the records: the field `sort: f.sort({ index: true })` and `'sort'` among the `calls`: `guideVideo`
   */
  sort: <const O extends Pick<FieldOptions, 'index'>>(o?: O) =>
    make<Made<FieldOf<'int'>, O & { readonly required: true; readonly default: 100 }>>('int', {
      required: true,
      min: 0,
      max: 9999,
      default: 100,
      help: { zh: '小的在前', en: 'Small numbers come first' },
      ...o,
    }),
  decimal: <const O extends NumberOptions>(o?: O) => make<Made<FieldOf<'decimal'>, O>>('decimal', o),
  /** Integer fen. */
  money: <const O extends NumberOptions>(o?: O) => make<Made<FieldOf<'money'>, O>>('money', o),
  /** A switch: 0 or 1. */
  flag: <const O extends FieldOptions>(o?: O) => make<Made<FlagField, O>>('flag', o),
  /** `YYYY-MM-DD`, without a zone. */
  date: <const O extends DateOptions>(o?: O) => make<Made<FieldOf<'date'>, O>>('date', o),
  /** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai; stored as an instant. */
  instant: <const O extends DateOptions>(o?: O) => make<Made<FieldOf<'instant'>, O>>('instant', o),
  /** @for a colour: `f.color({ on: 'bgColor' })`: with `on`, the form shows the contrast with the colour behind it: `appTheme.textColor` */
  color: <const O extends ColorOptions>(o?: O) => make<Made<ColorField, O>>('color', o),
  /**
   * @for a category and its sub-category: `f.dict(D, { level: 1 })` and `f.dict(D, { parent: 'categoryCode' })`: forms and filters offer what fits,
   * the server checks both: `faq`
   */
  dict: <const D extends DictionaryCategory, const O extends DictOptions>(dict: D, o?: O) =>
    make<Made<DictField & { readonly dict: D }, O>>('dict', o, { dict }),
  dictMany: <const O extends ManyOptions>(dict: DictionaryCategory, o?: O) =>
    make<Made<DictManyField, O>>('dictMany', o, { dict }),
  /** Id of a row of another entity; answers carry its title as `<field without Id>Name`. */
  ref: <const To extends string, const O extends FieldOptions & { cascade?: boolean }>(to: To, o?: O) =>
    make<Made<RefField & { readonly to: To }, O>>('ref', o, { to }),
  /**
   * Id of the record above, of the same entity. The database refuses a record below itself and more than so many levels, also of moves at once;
   * the form offers records below which this one fits.
   * @for a tree of records: `f.parent('dealer', { levels: 3 })`; `reference_alive` and `references()` keep a record with others below it
   */
  parent: <const To extends string, const O extends FieldOptions & TreeOptions>(to: To, { levels, refusal, ...o }: O) =>
    make<Made<RefField & { readonly to: To }, Omit<O, keyof TreeOptions>>>('ref', o, {
      to,
      tree: { levels, ...(refusal !== undefined && { refusal }) },
    }),
  /** Ids of rows of another entity; with `inverse`, of the rows whose field `inverse` points here. */
  refMany: <const O extends ManyOptions & { inverse?: string }>(to: string, o?: O) =>
    make<Made<RefManyField, O>>('refMany', o, { to }),
  /** 6-digit GB/T 2260 code of a province (1), city (2) or district (3). */
  area: <const O extends FieldOptions & { parent?: string }>(level: 1 | 2 | 3, o?: O) =>
    make<Made<AreaField, O>>('area', o, { level }),
  image: <const O extends FileOptions>(o?: O) => make<Made<FieldOf<'image'>, O>>('image', o, { biz: 'image' }),
  images: <const O extends FileOptions>(o?: O) => make<Made<FieldOf<'images'>, O>>('images', o, { biz: 'image' }),
  /**
   * @for a file of more than 20 MB: `f.file({ biz, maxMb })` is sent in parts by itself; the server reads places of it by `storedReader`:
   * `appVersion.packageFile`
   */
  file: <const O extends FileOptions>(o?: O) => make<Made<FieldOf<'file'>, O>>('file', o),
  /**
   * An MP4 with H.264 pictures, sent in parts; the server reads length, size and shape from its bytes.
   * @for a video: `f.video({ maxMb, seconds, shapes, poster })`: sent in parts and resumed, its codec, length and shape read from its bytes:
   * `guideVideo.videoFile`
   */
  video: <const O extends VideoOptions>(o?: O) => make<Made<FieldOf<'video'>, O>>('video', o, { biz: 'video' }),
  files: <const O extends FileOptions>(o?: O) => make<Made<FieldOf<'files'>, O>>('files', o),
  audio: <const O extends FileOptions>(o?: O) => make<Made<FieldOf<'audio'>, O>>('audio', o, { biz: 'audio' }),
  tags: <const O extends ManyOptions & { hooked?: true }>(o?: O) =>
    make<Made<TagsField, O> & (O extends { readonly hooked: true } ? { readonly hooked: true } : unknown)>('tags', o),
  json: <const O extends JsonOptions>(o?: O) => make<Made<JsonField, O>>('json', o),
  /**
   * A list of small records inside one field, kept in order: `f.rows({ phoneModel: f.text(…), offset: f.int(…) }, { max: 200, key: 'phoneModel' })`.
   * Errors name row and column (`phoneOffsets[3].offset`, rows from 0).
   * @for a table of rows inside a record: `f.rows({ … }, { max, key, sortable, sheet })`, one jsonb column: `bluetoothSetup.phoneOffsets`; with pictures,
   * whose addresses stand beside the field (`pagesUrl`): `appIntroduce.pages`; with records of one of several entities, whose names do (`prizesName`):
   * `f.refBy('prizeKind', { 1: 'prize', … })`: `raffleActivity.prizes`. Rows with other files or sealed values are an entity of their own */
  rows: <
    const Columns extends Readonly<Record<string, RowColumn>>,
    const O extends RowsOptions & { max: number; key?: keyof Columns & string },
  >(
    fields: Columns,
    o: O,
  ) =>
    make<
      Made<Omit<RowsField, 'value' | 'fields'> & { readonly value?: RowsValue<Columns>; readonly fields: Columns }, O>
    >('rows', o, { fields }),
  refBy: <const O extends FieldOptions>(by: string, to: Readonly<Record<number, string>>, o?: O) =>
    make<RefByField & Req<O>>('refBy', o, { by, to }),
  /** Personal data: sealed at rest, shown masked, found by equality only. */
  private: <const O extends TextOptions>(mask: Mask, o?: O) => make<Made<PrivateField, O>>('private', o, { mask }),
  lookup: <const Via extends string, const Name extends string, const O extends FieldOptions>(
    via: Via,
    field: Name,
    o?: O,
  ) =>
    make<LookupField & { readonly via: Via; readonly field: Name } & Noted<O>>('lookup', o, {
      via,
      field,
      readonly: true,
    }),
  joined: <const Of extends string, const Name extends string, const O extends FieldOptions>(
    of: Of,
    field: Name,
    o?: O,
  ) =>
    make<JoinedField & { readonly of: Of; readonly field: Name } & Noted<O>>('joined', o, {
      of,
      field,
      readonly: true,
    }),
  count: <const O extends FieldOptions & { where?: Readonly<Record<string, number | string>> }>(
    of: string,
    by: string,
    o?: O,
  ) => make<CountField & Noted<O>>('count', o, { of, by, readonly: true }),
  /**
   * @for a reference that another entity's list states: `f.computed(f.ref(…))` with its SQL in the hooks: shown by name, linked and filtered;
   * choosing it here is an action (`updateIn`): `vehicleType.chooseBluetooth`
   */
  computed: <const As extends StoredField, const O extends FieldOptions>(as: As, o?: O) =>
    make<ComputedField & { readonly as: As } & Noted<O>>('computed', o, { as, readonly: true }),
};

/** True for a field whose value is derived from other rows and has no column. */
export function isDerived(field: Field): field is DerivedField {
  return field.kind === 'lookup' || field.kind === 'joined' || field.kind === 'count' || field.kind === 'computed';
}
