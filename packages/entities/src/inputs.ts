/**
 * What callers send to add and change records and to act on them, typed by the definitions. Types only; the engine checks the same.
 */
import type { ActionInput, Form, Saved } from '@wheelhouse/contract/calls/kit';
import type { ValueOf } from './define.ts';
import type { DerivedField } from './fields.ts';
import type { entities, EntityName } from './registry.ts';

type Flat<T> = { readonly [K in keyof T]: T[K] };

/** Fields that no form writes: derived ones, and those of the system. */
type Unwritten = { readonly kind: DerivedField['kind'] } | { readonly readonly: true };
/** Fields that a new record, or an action, has to be given. */
type Needed = { readonly required: true };
/** They do without a value where the definition has one. */
type Settled = { readonly default: unknown };

type Written<Fields> = { [K in keyof Fields]: Fields[K] extends Unwritten ? never : K }[keyof Fields];
type Demanded<Fields, K extends keyof Fields> = {
  [Name in K]: Fields[Name] extends Needed ? (Fields[Name] extends Settled ? never : Name) : never;
}[K];

type Asked<Fields, K extends keyof Fields> = Flat<
  { readonly [Name in Demanded<Fields, K>]: ValueOf<Fields[Name]> } & {
    readonly [Name in Exclude<K, Demanded<Fields, K>>]?: ValueOf<Fields[Name]>;
  }
>;

type FieldsOf<Name extends EntityName> = (typeof entities)[Name]['fields'];
type ActionsOf<Name extends EntityName> = (typeof entities)[Name] extends { readonly actions?: infer A } ? A : never;

type Adds = { readonly [Name in EntityName]: Asked<FieldsOf<Name>, Written<FieldsOf<Name>>> };
type Updates = { readonly [Name in EntityName]: Flat<Saved & Partial<Adds[Name]>> };

/** A new record: fields that forms write, those that are required and have no default among them. */
export type AddInput<Name extends EntityName> = Adds[Name];
/** Changes of a record: absent leaves, null clears. */
export type UpdateInput<Name extends EntityName> = Updates[Name];
/** `/rest/w`: a new record, or with its id a change; bare or under the model's name. */
export type WriteInput<Name extends EntityName> =
  | AddInput<Name>
  | UpdateInput<Name>
  | { readonly [N in Name]: AddInput<Name> | UpdateInput<Name> };

/** `{id, rev}` of one record, or `{ids}` where the action takes several. */
type Target<Action> = Action extends { readonly many: true | number }
  ? Pick<Required<ActionInput>, 'ids'>
  : Pick<Required<ActionInput>, 'id'> & Pick<ActionInput, 'rev'>;
type Answers<Action> = Action extends { readonly input: infer Fields } ? Asked<Fields, keyof Fields> : unknown;
type Fixed<Action> = Action extends { readonly fixedInput: infer Values } ? Values : unknown;

/** What a call of actions takes: its records, what distinguishes the actions of the path, and what the chosen one asks. */
export type ActInput<Name extends EntityName, Path> = {
  [K in keyof ActionsOf<Name>]: ActionsOf<Name>[K] extends { readonly path: Path }
    ? Flat<Target<ActionsOf<Name>[K]> & Answers<ActionsOf<Name>[K]> & Fixed<ActionsOf<Name>[K]>>
    : never;
}[keyof ActionsOf<Name>];

/** Inputs of the calls that write: of an entity, or of any. */
export interface Inputs<Add, Update, Act> {
  readonly add: Add;
  readonly update: Update;
  readonly act: Act;
}
/** Of an entity that is known only when it runs: forms and dialogs send what its definition asks. */
export type AnyInputs = Inputs<Form, Form & Saved, ActionInput>;
