import type { Text } from '@wheelhouse/contract/lang';
import type { EntityDef } from '@wheelhouse/entities/define';
import { isDerived, type Row } from '@wheelhouse/entities/fields';
import type { Machine, Review } from '@wheelhouse/entities/machines';
import { machineNamed } from '@wheelhouse/entities/reading';
import type { EntityName } from '@wheelhouse/entities/registry';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import type { Tx } from '../../db/pool.ts';
import type { WireRow } from '../read.ts';
import type { Fragment } from '../scope.ts';

/** Values by the record's id. */
type ById<Value> = ReadonlyMap<string, Value>;

/** Something that an approval covers beside the record's own fields: the text of a template, the parts of a repair. */
export interface ReviewInput<Stored = WireRow> {
  readonly label: Text;
  /** What it is now. The rows that it reads are locked, so that it does not change before what follows is done. */
  read(this: void, tx: Tx, rows: readonly Stored[]): Promise<ById<unknown>>;
}

/** Whom an approval reaches. */
export interface ReviewList<Stored = WireRow> {
  readonly label: Text;
  /** `select <kind text>, <id bigint>` of everybody that the record reaches now; undefined: that is settled already. */
  members(this: void, tx: Tx, row: Stored): Fragment | undefined | Promise<Fragment | undefined>;
  /** Limits the time of the statements over it. */
  readonly within?: <T>(tx: Tx, work: () => Promise<T>) => Promise<T>;
}

/** What an approval of an entity covers, beside the fields that its forms write. */
export interface ReviewRules<Stored = WireRow> {
  /** Covered fields, where they are not those of the form. */
  readonly fields?: readonly string[];
  /** Covered fields that no form writes. */
  readonly also?: readonly string[];
  /** Fields of the form that are not covered, each with the reason. */
  readonly free?: Readonly<Record<string, string>>;
  /** Another value of a field that needs no new approval: one that is stricter, for instance. */
  readonly allows?: Readonly<Record<string, (approved: Row, now: Row, row: Stored) => boolean>>;
  readonly inputs?: Readonly<Record<string, ReviewInput<Stored>>>;
  readonly list?: ReviewList<Stored>;
  /** Who wrote a part besides those who wrote the record. */
  readonly authors?: (tx: Tx, rows: readonly Stored[]) => Promise<ById<readonly string[]>>;
  /** Which records are reviewed at all; all of them unless given. */
  readonly isReviewed?: (row: Stored) => boolean;
  /** Flag of a record that was loosened after its approval and waits where it is. */
  readonly pending?: string;
  /** After an edit because of which the record waits for a second person again: who has to know. */
  readonly waits?: (tx: Tx, row: Stored) => Promise<void>;
  /** After the system has sent a record back: who has to know. */
  readonly returned?: (tx: Tx, row: Stored, why: Text) => Promise<void>;
}

/** The same, with the rows of one entity. */
export type ReviewOf<Name extends EntityName> = ReviewRules<StoredRowOf<Name>>;

const registered = new Map<string, ReviewRules>();

/** Called once per entity, when the modules are put in place. */
export function registerReview(entity: string, rules: object): void {
  if (registered.has(entity)) throw new Error(`the review of ${entity} is declared twice`);
  // Kept without the entity's types, like its hooks: the engine hands over rows of this entity.
  registered.set(entity, rules);
}

export const reviewRules = (entity: string): ReviewRules | undefined => registered.get(entity);

/** @throws Error where nothing is declared: it would be approved without being fixed */
export function rulesOf({ name }: Pick<EntityDef, 'name'>): ReviewRules {
  const rules = registered.get(name);
  if (rules === undefined) throw new Error(`nothing says what an approval of ${name} covers`);
  return rules;
}

/** Entities whose records a second person approves. */
export const reviewedEntities = (): readonly string[] => [...registered.keys()];

/** The review of an entity by its machine, and the state field that the machine governs. */
export function machineReview(
  entity: EntityDef,
): { readonly field: string; readonly machine: Machine; readonly review: Review } | undefined {
  for (const [field, name] of Object.entries(entity.machines ?? {})) {
    const machine = name && machineNamed(name);
    if (machine?.review) return { field, machine, review: machine.review };
  }
  return undefined;
}

/** What of a record is its content: what its approval covers, or, of what is published without one, what its forms write. */
export const contentRules = (entity: EntityDef): ReviewRules =>
  entity.publishable === true ? (reviewRules(entity.name) ?? {}) : rulesOf(entity);

/** Own fields that are content. */
export function coveredFields(entity: EntityDef): readonly string[] {
  const { fields, also = [], free = {} } = contentRules(entity);
  if (fields) return fields;
  const written = Object.entries(entity.fields)
    .filter(([name, field]) => !isDerived(field) && field.readonly !== true && !(name in free))
    .map(([name]) => name);
  return [...written, ...also];
}
