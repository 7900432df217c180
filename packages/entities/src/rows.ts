/**
 * Rows of entities, typed by their definitions. Each is worked out once, when it is first named.
 */
import type { ValueOf } from './define.ts';
import type { Row } from './fields.ts';
import type { entities, EntityName } from './registry.ts';

type FieldsOf<Name extends EntityName> = (typeof entities)[Name]['fields'];

/** The field that decides what another one shows: of a lookup or joined field the one it leads to. */
type Shown<Fields, F> = F extends { readonly kind: 'lookup'; readonly via: infer Via; readonly field: infer Of }
  ? Via extends keyof Fields
    ? Fields[Via] extends { readonly to: infer To }
      ? ShownIn<To, Of>
      : never
    : never
  : F extends { readonly kind: 'joined'; readonly of: infer From; readonly field: infer Of }
    ? ShownIn<From, Of>
    : F extends { readonly kind: 'computed'; readonly as: infer As }
      ? As
      : F;
type ShownIn<Name, Of> = Name extends EntityName
  ? Of extends keyof FieldsOf<Name>
    ? Shown<FieldsOf<Name>, FieldsOf<Name>[Of]>
    : Of extends 'createTime' | 'updateTime'
      ? { readonly kind: 'instant'; readonly value?: string }
      : never
  : never;

type Derived = { readonly kind: 'lookup' | 'joined' | 'computed' };
type Value<Fields, F> = F extends { readonly kind: 'count' }
  ? number
  : F extends Derived
    ? ValueOf<Shown<Fields, F>> | null
    : ValueOf<F>;

/** Fields that some users do not receive: those behind a data right, and those that name the platform's people. */
type Withheld = { readonly right: string } | { readonly kind: 'ref'; readonly to: 'sysUser' };
type WithheldNames<Fields> = {
  [K in keyof Fields]: Fields[K] extends Withheld ? K : Shown<Fields, Fields[K]> extends Withheld ? K : never;
}[keyof Fields];

/** Key of what a reference or area is called: `dealerId` → `dealerName` (`nameKey`). */
type NameKey<Name> = Name extends `${infer Stem}Id` ? `${Stem}Name` : `${Name & string}Name`;
type Named = { readonly kind: 'ref' | 'area' };
type WithName<Fields, K extends keyof Fields> = K extends unknown
  ? Shown<Fields, Fields[K]> extends Named
    ? K
    : never
  : never;
type ManyNamed<Fields, K extends keyof Fields> = K extends unknown
  ? Shown<Fields, Fields[K]> extends { readonly kind: 'refMany' }
    ? K
    : never
  : never;
type FileKind = 'image' | 'file' | 'video' | 'audio';
type WithUrl<Fields, Kinds> = {
  [K in keyof Fields]: Shown<Fields, Fields[K]> extends { readonly kind: Kinds } ? K : never;
}[keyof Fields] &
  string;

type Own<Fields, K extends keyof Fields> = { readonly [Name in K]: Value<Fields, Fields[Name]> };
type Names<Fields, K extends keyof Fields> = {
  readonly [Name in WithName<Fields, K> as NameKey<Name>]: string | null;
} & { readonly [Name in ManyNamed<Fields, K> as NameKey<Name>]: readonly string[] };

interface Common {
  readonly id: string;
  readonly rev: number;
  readonly createTime: string;
  readonly updateTime: string;
}
interface Makers {
  readonly createBy: string | null;
  readonly updateBy: string | null;
  readonly createByName: string | null;
  readonly updateByName: string | null;
}

type Flat<T> = { readonly [K in keyof T]: T[K] };
type Whole<Fields> = Flat<Common & Makers & Own<Fields, keyof Fields> & Names<Fields, keyof Fields>>;
type Answered<Fields> = Flat<
  Common &
    Partial<Makers> &
    Own<Fields, Exclude<keyof Fields, WithheldNames<Fields>>> &
    Partial<Own<Fields, WithheldNames<Fields>>> &
    Names<Fields, Exclude<keyof Fields, WithheldNames<Fields>>> &
    Partial<Names<Fields, WithheldNames<Fields>>> & {
      readonly [K in WithUrl<Fields, FileKind> as `${K}Url`]?: string;
    } & { readonly [K in WithUrl<Fields, 'images' | 'files'> as `${K}Url`]?: readonly string[] }
>;
type Listed<Answer> = Flat<{ readonly id: string } & Partial<Answer>>;

type Answers = { readonly [Name in EntityName]: Answered<FieldsOf<Name>> };
type Lists = { readonly [Name in EntityName]: Listed<Answers[Name]> };
type Stored = { readonly [Name in EntityName]: Whole<FieldsOf<Name>> };

/**
 * A record as its detail call answers it: ids and instants text, flags 0 or 1, codes of dictionaries, money in fen, private values masked;
 * beside a reference its name, beside a file its address. What a user may lack the right to see is optional.
 */
export type RowOf<Name extends EntityName> = Answers[Name];
/** A record as a list answers it: any field but `id` may be no column of the list. */
export type ListRowOf<Name extends EntityName> = Lists[Name];
/** A record as rules, hooks and handlers of the server see it: everything but counts of other rows. */
export type StoredRowOf<Name extends EntityName> = Stored[Name];

type AnyRow = Row & { readonly id: string; readonly rev: number };

/** The same by the name of a definition at hand; of a definition that is no registered entity's, a row of anything. */
export type RowFor<Name extends string> = Name extends EntityName ? RowOf<Name> : AnyRow;
export type StoredRowFor<Name extends string> = Name extends EntityName ? StoredRowOf<Name> : AnyRow;
export type ListRowFor<Name extends string> = Name extends EntityName ? ListRowOf<Name> : AnyRow;
