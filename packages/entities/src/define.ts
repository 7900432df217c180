import type { ErrorCode, Text, TextParams } from '@wheelhouse/contract';
import type { FunctionCode } from './access/actions.ts';
import type { Domain } from './domains.ts';
import type { Field, Row, StoredField } from './fields.ts';
import type { MachineName } from './machines.ts';
import type { CodeOf, DictionaryCategory } from './dictionaries.ts';
import type { RouteName } from './routes.ts';

/** Whom the records of an entity are for: what its forms can say of it. */
export interface AudienceDef {
  /** Types of D:AudienceType that it can choose; none: everybody whom `fields` do not leave out. */
  readonly types: readonly number[];
  /** Its fields, in the order of the form. */
  readonly fields: readonly string[];
  /** How many people it is stands beside the first field, by `POST <base>/estimate`; a question with `{count}` asks the same call. */
  readonly counted?: true;
}

/** Standard calls of an entity; `base/<name>` unless renamed. */
export type CallName =
  | 'list'
  | 'detail'
  | 'add'
  | 'update'
  | 'batchDelete'
  | 'enable'
  | 'shelf'
  /** Gives several records their places at once; the field is `sort`, and its column is edited in place. */
  | 'sort'
  | 'import'
  | 'importTemplate'
  | 'export';

/** What a call does: nothing but leave traces, something that people can set back, or what they cannot: gone, sent, done to a vehicle or card. */
export type Effect = 'reads' | 'changes' | 'irreversible';

/** How a list can be narrowed by a field; the control follows the field's kind. */
export type FilterOperator = 'eq' | 'like' | 'range' | 'in' | 'ne';
/** The same, and what only links and tabs of a detail ask for. */
export type HiddenOperator = FilterOperator | 'null';

/** Another name of a field. With `by`, the values of a reference are not ids but this unique field of the records it points to. */
export type Alias<Name extends string = string> = Name | { readonly field: Name; readonly by: string };

/** What a validation rule found: an error text with places, shown under a field. */
export interface Issue {
  readonly field: string;
  readonly code?: ErrorCode;
  readonly params?: TextParams;
  readonly text?: Text;
}

/** Paths from a row to what data scopes are decided by: a field, or fields through references (`vehicleId.dealerId.cityId`). */
export interface ScopePaths {
  readonly dealer?: string;
  /** Several: a row lies in each of them. */
  readonly city?: string | readonly string[];
  readonly organization?: string;
}

export interface Section<Name extends string = string> {
  readonly title: Text;
  readonly fields: readonly Name[];
}

/** The part of an action that its machine says: which state it moves, and where to. */
export interface Transition {
  readonly machine: MachineName;
  /** State field of the entity. */
  readonly field: string;
  /** Code of the next state. */
  readonly to: number;
  /** Not by whoever wrote a part of the record or submitted it. */
  readonly by?: 'another';
  /** Which step of a review it is. */
  readonly review?: 'submit' | 'approve' | 'waive';
  /** It puts into effect what was approved. */
  readonly executes?: true;
}

/**
 * Something done to records besides the standard calls, as data: the server enforces it, pages show it.
 * Actions that move a state along its machine come from `transitions`, not from a literal.
 */
export interface ActionDef {
  readonly label: Text;
  /** Present where the action moves a state: the engine stores the next state, the handler has the effects. */
  readonly transition?: Transition;
  /** Path under the entity's base. */
  readonly path: string;
  readonly button: FunctionCode;
  readonly where: readonly ('row' | 'bulk' | 'detail')[];
  /** Field of the row → values in which the action is offered; others are refused with 1004. */
  readonly from?: Readonly<Record<string, readonly (number | string)[]>>;
  /** Refusal in other states; default 1004, which names the state. */
  readonly fromRefusal?: ErrorCode;
  /** Question before it runs: `{name}` the record's title, `{username}` of an account, `{n}` records, `{count}` people whom it reaches. */
  readonly confirm?: Text;
  readonly danger?: boolean;
  /** Default: what its transition says (`effect.ts`), else `changes`. */
  readonly effect?: Effect;
  /** Whether its button is shown directly where it is possible, rather than in the menu; default: unless it is dangerous. */
  readonly next?: boolean;
  /** Asked in a dialog, checked on both sides like any form. */
  readonly input?: Readonly<Record<string, StoredField>>;
  /** Of what was read: sends the revision of the record, and a later one is refused (1005). */
  readonly byRevision?: true;
  /** Sends `{ids}` rather than `{id}` also for one record; a number is the most records of one call (200 unless given). */
  readonly many?: true | number;
  /** Values sent along unchanged (e.g. `operationStatus: 1`); they distinguish actions of one path. */
  readonly fixedInput?: Readonly<Record<string, number | string>>;
}

/** Actions of an entity, by name. */
export type ActionDefs = Readonly<Record<string, ActionDef>>;

/** What the entries of a log show, by the names of their fields. */
export interface LogFields<Name extends string = string> {
  /** The record the entry belongs to. */
  readonly of: Name;
  /** Kind of entry: a code, whose dictionary gives name and colour, or a key with texts of the log. */
  readonly what: Name;
  /** Text of the entry. */
  readonly text: Name;
  /** Who did it; empty: the system. */
  readonly actor: Name;
  readonly time: Name;
  /** Pictures or files that belong to it. */
  readonly files?: Name;
}

/** Last path segments of calls that differ from the calls' names. */
type CallPaths = Readonly<Partial<Record<CallName, string>>>;

export interface EntityDef<
  Fields extends Readonly<Record<string, Field>> = Readonly<Record<string, Field>>,
  Actions extends ActionDefs = ActionDefs,
  Base extends string = string,
  Call extends CallName = CallName,
  Paths extends CallPaths = CallPaths,
  Name extends string = string,
> {
  /** Model name on `/rest/r` and `/rest/w`, camelCase. */
  readonly name: Name;
  readonly table: string;
  readonly domain: Domain;
  readonly label: Text;
  /** Base path of its calls, e.g. `/veh/crm/vehicle`. */
  readonly base: Base;
  /** List route whose rights guard it, e.g. `vehicleManage`. */
  readonly page: RouteName;
  /** Standard calls that any signed-in user may make, without the page's rights; the entity's `visible` hook decides which rows they reach. */
  readonly open?: readonly CallName[];
  /** Calls guarded by another button than their usual one of the page (a part that is kept on its owner's page). */
  readonly buttons?: Partial<Record<CallName, FunctionCode>>;
  /** Fields that name a record to people: the first one with a value. */
  readonly title: readonly (keyof Fields & string)[];
  readonly fields: Fields;
  readonly calls: readonly Call[];
  /** Last path segment of a call where it differs from its name (`add: 'addUser'`). */
  readonly callPaths?: Paths;
  readonly list: {
    readonly columns: readonly ((keyof Fields & string) | CommonName)[];
    /**
     * Columns besides the state by which people decide what to do: in view at 1440 pixels without scrolling.
     * @for columns by which people decide: `lists.spec` measures that they are in view
     */
    readonly decides?: readonly (keyof Fields & string)[];
    /** Columns shown as one, which names the row: the first with a value leads, the others are its second line. Default: the columns of `title`. */
    readonly identity?: readonly ((keyof Fields & string) | CommonName)[];
    readonly filters: Readonly<
      Partial<Record<(keyof Fields & string) | CommonName | 'keyword', FilterOperator | readonly FilterOperator[]>>
    >;
    /**
     * Fields that begin and end a period: one filter of days finds the periods that overlap them. Both are filtered by range.
     * @for a filter by period: `promotion`
     */
    readonly period?: readonly [begins: keyof Fields & string, ends: keyof Fields & string];
    /** Conditions the calls take besides `filters` that have no control of their own: for links and tabs of a detail. */
    readonly hiddenFilters?: Readonly<
      Partial<Record<(keyof Fields & string) | CommonName, HiddenOperator | readonly HiddenOperator[]>>
    >;
    /**
     * `keyword` finds equal values of `eq` fields, parts of `like` fields (beginnings, while it is shorter than four characters),
     * beginnings of `start` fields and, from four characters on, ends of `end` fields; the console's search uses it too.
     */
    readonly keyword?: {
      readonly eq: readonly (keyof Fields & string)[];
      readonly like: readonly (keyof Fields & string)[];
      readonly start?: readonly (keyof Fields & string)[];
      /** Identifiers that people name by their last characters: stored in capitals, indexed from the end. */
      readonly end?: readonly (keyof Fields & string)[];
      readonly label: Text;
    };
    /**
     * A state that people work by: its codes stand above the list with the number of records in each, in the user's scope
     * (`POST <base>/counters`); the chosen one is a filter. It has to be among `filters`, by `eq` or `in`.
     * @for tabs by state with numbers above a list: `unbindApplication`. Other conditions: `Counters` of `entity-ui/list` (`AlarmsTab`)
     */
    readonly counters?: keyof Fields & string;
    /**
     * Lines that its page has between its title and the rows besides the filters (counters of its own, ways to its other parts): its rows take
     * the rest of the window. Default: one where there are `counters`.
     */
    readonly linesAbove?: number;
    readonly order: `${string} ${'asc' | 'desc'}`;
    /** Answered with every row of a list though no column shows it: for maps and links. */
    readonly also?: readonly (keyof Fields & string)[];
  };
  /** Other names that queries and forms may use for a field; answers use the field's own. */
  readonly aliases?: Readonly<Record<string, Alias<(keyof Fields & string) | CommonName>>>;
  readonly form?: readonly Section<keyof Fields & string>[];
  readonly detail?: readonly Section<(keyof Fields & string) | CommonName>[];
  readonly actions?: Actions;
  /**
   * State field → machine whose transitions alone may change it.
   * @for a machine that only some records follow: `visible` at its state field: the others have no state, and nothing of the machine is offered for
   * them: `serviceMessage`
   */
  readonly machines?: Readonly<Partial<Record<keyof Fields & string, MachineName>>>;
  /**
   * Questions before moves that `enable` and `shelf` make, by the move's name, with what an action's `confirm` may name.
   * @for a question before `enable` or `shelf`: what the action would do stands in any question by `asks` of the override:
   * `domains/messages/reminder/serviceMessage.override.tsx`
   */
  readonly questions?: Readonly<Record<string, Text>>;
  /** Its records are written over time: they have versions (`publishable.ts`). */
  readonly publishable?: true;
  /** Whom its records are for (`audience.ts`). */
  readonly audience?: AudienceDef & { readonly fields: readonly (keyof Fields & string)[] };
  /** Absent: everybody with the page's right sees every row (reference data). */
  readonly scope?: ScopePaths;
  /** Rules over several fields; run in browser and server. `old` is the stored row on update. */
  readonly rules?: readonly ((row: Row, old: Row | undefined) => Issue | undefined)[];
  /** Values a row must have to be chosen anew in a reference field; rows chosen before stay valid. */
  readonly choosable?: Readonly<Record<string, readonly (number | string)[]>>;
  /** Groups of fields that no two rows have alike, whatever the case of their texts; empty is like empty. Refused with 1009, naming the first. */
  readonly uniqueTogether?: readonly (readonly (keyof Fields & string)[])[];
  /**
   * The field by whose value a distributed PostgreSQL places the rows, of an entity that grows with the fleet: part of every unique index
   * (decision 0024).
   */
  readonly distributedBy?: keyof Fields & string;
  /**
   * @for an import that changes records: `import` without `add` among the `calls`: the first column names the record, empty cells leave what is
   * there: `bluetoothInfo`
   */
  readonly importColumns?: readonly string[];
  readonly importLimit?: number;
  readonly exportLimit?: number;
  /** Its rows are private people: an export needs `privacy.export` and a reason, whatever its columns. */
  readonly exportsPeople?: true;
  /** Present where the rows are the log or the notes of another entity's records (`defineLog`): shown below the record as a time line. */
  readonly log?: LogFields<(keyof Fields & string) | CommonName>;
  /** Rows keyed by another entity's id, one to one (no id of their own, no add, no delete). */
  readonly keyedBy?: string;
  /** Several entities share the table: rows with these values belong to this one. Written with every new row, and never from a form. */
  readonly fixedValues?: Readonly<Partial<Record<keyof Fields & string, number | string>>>;
  /**
   * The table is created by a hand-written migration, or by another entity that shares it; the definition only describes it.
   * @for another page about rows that exist: a view of their table as `table`, read and written like one; what else is known of a row is a one-to-one
   * entity (`keyedBy`) shown by `joined` fields: `bluetoothInfo`, `bluetoothState`
   */
  readonly external?: boolean;
}

/** Columns every business table has. */
export const commonNames = ['createTime', 'updateTime', 'createBy', 'updateBy', 'rev', 'id'] as const;
export type CommonName = (typeof commonNames)[number];

/** States an entity. Types check that lists, forms and machines name fields that exist. */
export function defineEntity<
  const Fields extends Readonly<Record<string, Field>>,
  const Actions extends ActionDefs = Readonly<Record<never, never>>,
  const Base extends string = string,
  const Call extends CallName = CallName,
  const Paths extends CallPaths = Readonly<Record<never, never>>,
  const Name extends string = string,
>(def: EntityDef<Fields, Actions, Base, Call, Paths, Name>): EntityDef<Fields, Actions, Base, Call, Paths, Name> {
  return def;
}

/** Value of a field on the wire, where there is one. */
type Present<F> = F extends { readonly kind: 'dict'; readonly dict: infer D extends DictionaryCategory }
  ? CodeOf<D>
  : F extends { readonly value?: infer V }
    ? NonNullable<V>
    : never;

/** Value of a field on the wire; null where it is not required. */
export type ValueOf<F> = F extends { readonly required: true } ? Present<F> : Present<F> | null;

/** Checked values of a form of its own, null or absent where a field is optional. */
export type AnswersOf<Fields> = { readonly [K in keyof Fields]: ValueOf<Fields[K]> };
/** Checked input of an action: what its dialog asks and its fixed values. */
export type InputOf<A> = (A extends { readonly input: infer Asked }
  ? AnswersOf<Asked>
  : Readonly<Record<never, never>>) &
  (A extends { readonly fixedInput: infer Fixed } ? Fixed : Readonly<Record<never, never>>);
