import type { ListQuery, Text } from '@wheelhouse/contract';
import type { EntityDef, InputOf, Transition, ValueOf } from '@wheelhouse/entities/define';
import type { DerivedField, Row } from '@wheelhouse/entities/fields';
import type { entities, EntityName } from '@wheelhouse/entities/registry';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';
import type { AppError } from '../http/errors.ts';
import type { CallContext, SessionUser } from '../http/context.ts';
import type { Executor } from './run.ts';
import type { Fragment } from './scope.ts';

/** A save before it is stored: hooks may add to `values` (also columns that no form writes); throw AppError to refuse. */
export interface Saving<Stored = AnyRow, Values = Record<string, unknown>> {
  readonly ctx: CallContext;
  readonly tx: Tx;
  /** The stored row before, on update. */
  readonly old: Stored | undefined;
  /** Values to be stored, by field name. */
  readonly values: Values;
  /** Rows of an import say where they came from. */
  readonly importing: boolean;
  /** What the answer holds besides id and rev: a hook may add to it. Neither stored nor logged. */
  readonly answer: { initialPassword?: string };
}

/** A row as hooks and handlers see it. */
type AnyRow = Row & { readonly id: string };

/** Rows that something is about to be done to: in scope, and in a state that allows it. */
export interface Judged<Stored = AnyRow> {
  readonly ctx: CallContext;
  readonly tx: Tx;
  readonly rows: readonly Stored[];
}

/** Why rows are left out, by id. */
export type Refusals = ReadonlyMap<string, AppError>;

/**
 * What an action refuses whatever its input is; thrown, it is refused as a whole. It may lock, and writes nothing: `POST <base>/may` asks it without
 * doing anything.
 */
export type Refuses<Stored = AnyRow> = (judged: Judged<Stored>) => Promise<Refusals>;

/** Rows an action works on were locked. */
export interface ActionContext<Stored = AnyRow, Input = Row, Changes = Row> extends Judged<Stored> {
  /** Whether the caller named more than one record, also where the others were left out. */
  readonly several: boolean;
  /** Checked input of the action, with its fixed values. */
  readonly input: Input;
  /** Leaves one of the rows unchanged, with a reason that goes to the caller and to the log. An action on a single row is refused with it. */
  leaveOut(this: void, id: string, refusal: AppError): void;
  /**
   * Values that the engine stores when the handler is done, with the next state of a transition: in all rows, or in the one named, whose
   * own values win.
   * Another next state than the transition's may be among them, if the machine leads there too. The handler itself does not write the
   * rows it was given.
   */
  store(this: void, changes: Changes, id?: string): void;
}

/** What an action does: `data` for the caller; the engine writes the audit rows from before and after. */
type ActionHandler<Context = ActionContext> = (action: Context) => Promise<unknown>;

type Definition<Name extends EntityName> = (typeof entities)[Name];
type FieldsOf<Def> = Def extends EntityDef<infer Fields> ? Fields : never;
type ActionsOf<Def> = Def extends EntityDef<infer _Fields, infer Actions> ? Actions : never;

/** Values of stored fields, by name; an instant also as a `Date`. */
type ChangesOf<Def> = {
  readonly [K in keyof FieldsOf<Def> as FieldsOf<Def>[K] extends DerivedField ? never : K]?:
    | ValueOf<FieldsOf<Def>[K]>
    | (FieldsOf<Def>[K] extends { readonly kind: 'instant' } ? Date : never)
    | undefined;
};
type Changes = { readonly [Name in EntityName]: ChangesOf<Definition<Name>> };

/** Values of a form on its way into the table: null also where the field is required, as a check comes before. */
type Values = {
  readonly [Name in EntityName]: {
    -readonly [K in keyof Changes[Name]]: Changes[Name][K] | null;
  };
};

/** A save of an entity, typed by its definition. */
export type SavingOf<Name extends EntityName> = Saving<StoredRowOf<Name>, Values[Name]>;

/** Context of one action of an entity, typed by its definition. */
export type ActionOf<
  Name extends EntityName,
  Action extends keyof ActionsOf<Definition<Name>> = keyof ActionsOf<Definition<Name>>,
> = ActionContext<StoredRowOf<Name>, InputOf<ActionsOf<Definition<Name>>[Action]>, Changes[Name]>;

/** Actions whose handler is all they do; a transition without effects needs none. */
type NeedsHandler<Actions> = {
  [K in keyof Actions]: Actions[K] extends { readonly transition: Transition } ? never : K;
}[keyof Actions];

/** Handlers of an entity's actions: one for each, where it moves no state. */
export type ActionHandlers<Name extends EntityName> = {
  readonly [K in NeedsHandler<ActionsOf<Definition<Name>>>]: ActionHandler<ActionOf<Name, K>>;
} & {
  readonly [K in Exclude<keyof ActionsOf<Definition<Name>>, NeedsHandler<ActionsOf<Definition<Name>>>>]?: ActionHandler<
    ActionOf<Name, K>
  >;
};

/** What the actions of an entity refuse, typed by its definition. */
export type RefusesOf<Name extends EntityName> = {
  readonly [K in keyof ActionsOf<Definition<Name>>]?: Refuses<StoredRowOf<Name>>;
};

/** The value that a row will have: the one given, else the stored one. */
export function nextOf<Stored, Values, K extends keyof Stored & keyof Values>(
  { old, values }: Pick<Saving<Stored, Values>, 'old' | 'values'>,
  name: K,
): Stored[K] | Values[K] | undefined {
  return values[name] === undefined ? old?.[name] : values[name];
}

/** Why a record may not go to a state that its machine allows. */
export type StateGuard<Stored = AnyRow> = (
  tx: Tx,
  row: Stored,
  to: number,
  ctx: CallContext,
) => Promise<AppError | undefined>;

/** Server behaviour of an entity that its definition cannot say. */
export interface EntityHooks<Stored = AnyRow, Values = Record<string, unknown>> {
  /** SQL of computed and hooked fields over the row's alias. */
  readonly computed?: Readonly<Record<string, (alias: string) => string>>;
  /** Rows a user sees besides what scope decides, over the row's alias; undefined = all of them. Holds for every read and write. */
  readonly visible?: (user: SessionUser, alias: string) => Fragment | undefined;
  /**
   * SQL of `eq` and `in` on a field, or on a name that is no field, over the row's alias; of `ne` under `<field>.ne`. Of several values one
   * must match.
   */
  readonly conditions?: Readonly<Record<string, (alias: string, values: readonly string[]) => Fragment>>;
  /** Refuses a list or export whose conditions are too wide or missing, by throwing. */
  readonly checkQuery?: (user: SessionUser, query: ListQuery) => void;
  /** Text in a workbook for a value that is a code, by field name; undefined leaves the code. */
  readonly texts?: Readonly<Record<string, (value: unknown, row: Partial<Stored>) => Text | undefined>>;
  readonly beforeSave?: (saving: Saving<Stored, Values>) => Promise<void>;
  /** Fields that `beforeSave` depends on: an update of other fields does not call it. */
  readonly beforeSaveOf?: readonly string[];
  /** After the row is stored, in the same transaction. */
  readonly afterSave?: (saving: Saving<Stored, Values> & { readonly id: string }) => Promise<void>;
  /** Fields that `afterSave` depends on: an update of other fields does not call it. */
  readonly afterSaveOf?: readonly string[];
  /** Rules of `enable` and `shelf` beyond the machine, by state field. */
  readonly guards?: Readonly<Record<string, StateGuard<Stored>>>;
  /** A more precise refusal of an action in a state it does not start from. */
  readonly wrongState?: (tx: Tx, row: Stored, action: string) => Promise<AppError | undefined>;
  /**
   * Whether a user with the right to sealed values may see those of this row.
   * @for sealed values that some users see in some states only: a call that shows them in full logs each look: `repairs/contact.ts`
   */
  readonly mayReveal?: (user: SessionUser, row: Stored) => boolean;
  /**
   * Rows that reference fields offer for a new choice, over the row's alias, where `choosable` does not say; whoever saves checks the choice.
   * @param field the one that asks, `entity.field`
   */
  readonly offered?: (alias: string, field?: string) => Fragment | undefined;
  /** Specific refusals, by id, of existing rows that may not be chosen in the reference field of that name. */
  readonly notChoosable?: (
    executor: Executor,
    ids: readonly string[],
    field: string,
  ) => Promise<ReadonlyMap<string, AppError>>;
  /** Why a row may not be deleted; undefined when it may. Rows of a batch are checked and deleted one by one. */
  readonly refuseDelete?: (tx: Tx, row: Stored, ctx: CallContext) => Promise<AppError | undefined>;
  /** What goes with a row that is deleted, in the transaction that deletes it. */
  readonly deleted?: (tx: Tx, row: Stored, ctx: CallContext) => Promise<void>;
  /**
   * References that the system writes (who did what) do not prevent deletion: rows that refer to a deleted one keep its name. Those that
   * people give do.
   */
  readonly leavesReferences?: true;
  /** Called after a change is committed, to update what this process caches of these rows. */
  readonly committed?: (ctx: CallContext, ids: readonly string[]) => void;
  /** Handlers of the definition's actions, by action name. */
  readonly actions?: Readonly<Record<string, ActionHandler>>;
  /**
   * What stands before a handler, by action name: its rows are those that this does not refuse.
   * @for a refusal of an action that does not hang on its input: `each` for rows one by one: `ota/tasks/hooks.ts`
   */
  readonly refuses?: Readonly<Record<string, Refuses<Stored>>>;
}

type FieldName<Def> = keyof FieldsOf<Def> & string;
type ComputedName<Def> = {
  [K in FieldName<Def>]: FieldsOf<Def>[K] extends { readonly kind: 'computed' } ? K : never;
}[FieldName<Def>];
type ComputedSql = NonNullable<EntityHooks['computed']>[string];
type Computed<Def> = { readonly [K in ComputedName<Def>]: ComputedSql } & {
  readonly [K in FieldName<Def>]?: ComputedSql;
};

/** Hooks by field name: each names a field of the definition, and no computed field is without its SQL. */
type FieldHooks<Def, Stored> = {
  readonly texts?: { readonly [K in FieldName<Def>]?: NonNullable<EntityHooks<Stored>['texts']>[string] };
  readonly guards?: { readonly [K in FieldName<Def>]?: StateGuard<Stored> };
  readonly beforeSaveOf?: readonly FieldName<Def>[];
  readonly afterSaveOf?: readonly FieldName<Def>[];
} & ([ComputedName<Def>] extends [never]
  ? { readonly computed?: Computed<Def> }
  : { readonly computed: Computed<Def> });

/** The same of one entity: a missing handler or computed field, or one that the definition does not have, does not compile. */
export type HooksOf<Name extends EntityName> = Omit<
  EntityHooks<StoredRowOf<Name>, Values[Name]>,
  'actions' | 'computed' | 'texts' | 'guards' | 'refuses' | 'beforeSaveOf' | 'afterSaveOf'
> & { readonly refuses?: RefusesOf<Name> } & FieldHooks<Definition<Name>, StoredRowOf<Name>> &
  ([NeedsHandler<ActionsOf<Definition<Name>>>] extends [never]
    ? { readonly actions?: ActionHandlers<Name> }
    : { readonly actions: ActionHandlers<Name> });

const registered = new Map<string, EntityHooks>();
const none: EntityHooks = {};

/** Called once per entity, when the modules are put in place: there `HooksOf` has compared them with the definition. */
export function registerHooks(entity: string, hooks: object): void {
  if (registered.has(entity)) throw new Error(`hooks of ${entity} are given twice`);
  // Kept without the entity's types: the engine hands each handler what its definition says.
  registered.set(entity, hooks);
}

export function hooksOf(entity: string): EntityHooks {
  return registered.get(entity) ?? none;
}

/** Whether a hook that depends on these fields (undefined: on all) is called for these values. */
export const concerns = (of: readonly string[] | undefined, values: Row): boolean =>
  of === undefined || of.some((name) => values[name] !== undefined);

/** The row of an action on one record. */
export function only<Stored>({ rows }: { readonly rows: readonly Stored[] }): Stored {
  const [row] = rows;
  if (row === undefined) throw new Error('an action was run on no row');
  return row;
}

/** Common columns of a row that a hook changes by itself: next revision, who and when. */
export function touched(ctx: Pick<CallContext, 'user'>) {
  return { rev: sql<number>`rev + 1`, updateTime: sql<Date>`now()`, updateBy: ctx.user.id };
}
