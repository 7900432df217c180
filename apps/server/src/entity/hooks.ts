import type { ListQuery, Text } from '@wheelhouse/contract';
import type { Row } from '@wheelhouse/entities/fields';
import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';
import type { AppError } from '../http/errors.ts';
import type { CallContext, SessionUser } from '../http/context.ts';
import type { Executor } from './run.ts';
import type { Fragment } from './scope.ts';

/** A save on its way: `values` may be added to (also columns that no form writes); throw AppError to refuse. */
export interface Saving {
  readonly ctx: CallContext;
  readonly tx: Tx;
  /** The stored row before, on update. */
  readonly old: Row | undefined;
  /** Values to be stored, by field name. */
  readonly values: Record<string, unknown>;
  /** Rows of an import say where they came from. */
  readonly importing: boolean;
  /** What the caller is told besides id and rev, this once: a hook may add to it. Neither stored nor logged. */
  readonly told: Record<string, unknown>;
}

/** Rows an action works on were locked, are in scope and in a state that allows it. */
export interface ActionContext {
  readonly ctx: CallContext;
  readonly tx: Tx;
  readonly rows: readonly (Row & { readonly id: string })[];
  /** Checked input of the action, with its fixed values. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Says of one of the rows that it stays as it is, and why: the caller and the log are told. */
  readonly leaveOut: (id: string, refusal: AppError) => void;
}

/** What an action did: `data` for the caller; the engine writes the audit rows from before and after. */
export type ActionHandler = (action: ActionContext) => Promise<unknown>;

/** Why a record may not go to a state that its machine allows. */
export type StateGuard = (
  tx: Tx,
  row: Row & { readonly id: string },
  to: number,
  ctx: CallContext,
) => Promise<AppError | undefined>;

/** Server behaviour of an entity that its definition cannot say. */
export interface EntityHooks {
  /** SQL of computed and hooked fields over the row's alias. */
  readonly computed?: Readonly<Record<string, (alias: string) => string>>;
  /** Rows a user sees besides what scope decides, over the row's alias; undefined = all of them. Holds for every read and write. */
  readonly visible?: (user: SessionUser, alias: string) => Fragment | undefined;
  /** Own meaning of `eq` and `in` on a field, or on a name that is no field, over the row's alias; the values are any of which one is enough. */
  readonly conditions?: Readonly<Record<string, (alias: string, values: readonly string[]) => Fragment>>;
  /** Refuses a list or export that asks for too much, or for nothing: by throwing. */
  readonly checkQuery?: (user: SessionUser, query: ListQuery) => void;
  /** What a workbook says for a value that is a code, by field name; undefined leaves the code. */
  readonly words?: Readonly<Record<string, (value: unknown, row: Row) => Text | undefined>>;
  readonly beforeSave?: (saving: Saving) => Promise<void>;
  /** After the row is stored, in the same transaction. */
  readonly afterSave?: (saving: Saving & { readonly id: string }) => Promise<void>;
  /** Fields that `afterSave` is about: an update of none of them does without it. */
  readonly afterSaveOf?: readonly string[];
  /** Rules of `enable` and `shelf` beyond the machine, by state field. */
  readonly guards?: Readonly<Record<string, StateGuard>>;
  /** A more precise refusal of an action in a state it does not start from. */
  readonly wrongState?: (tx: Tx, row: Row, action: string) => Promise<AppError | undefined>;
  /** Refusals of their own, by id, of rows that are there and may not be chosen in a reference field of that name. */
  readonly notChoosable?: (
    executor: Executor,
    ids: readonly string[],
    field: string,
  ) => Promise<ReadonlyMap<string, AppError>>;
  /** Why a row may not be deleted; undefined when it may. Rows of a batch are asked and deleted one by one. */
  readonly refuseDelete?: (
    tx: Tx,
    row: Row & { readonly id: string },
    ctx: CallContext,
  ) => Promise<AppError | undefined>;
  /** Rows that refer to a deleted one do not keep it: they go on naming who or what it was. */
  readonly leavesReferences?: true;
  /** After a change is committed: for what this process remembers of these rows. */
  readonly committed?: (ctx: CallContext, ids: readonly string[]) => void;
  /** Handlers of the definition's actions, by action name. */
  readonly actions?: Readonly<Record<string, ActionHandler>>;
}

const registered = new Map<string, EntityHooks>();
const none: EntityHooks = {};

/** Called once per entity, when the modules are put in place. */
export function registerHooks(entity: string, hooks: EntityHooks): void {
  if (registered.has(entity)) throw new Error(`hooks of ${entity} are given twice`);
  registered.set(entity, hooks);
}

export function hooksOf(entity: string): EntityHooks {
  return registered.get(entity) ?? none;
}

/** Common columns of a row that a hook changes by itself: next revision, who and when. */
export function touched(ctx: Pick<CallContext, 'user'>) {
  return { rev: sql<number>`rev + 1`, updateTime: sql<Date>`now()`, updateBy: ctx.user.id };
}
