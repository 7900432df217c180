/** Objects as they come from JSON, and by the names their types know. */

/** True for an object with names: neither a list nor null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value where it is an object with names; else one without any. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

/** The texts of a list as JSON has it, ids and codes among them; of anything else none. */
export const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** A text that is not empty; else null. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Names of an object that has those of its type and no others: a table of the source. */
export const keysOf = <T extends object>(table: T): (keyof T & string)[] => Object.keys(table) as (keyof T & string)[];

/** A value for every name. */
export const recordBy = <const K extends string, V>(
  names: readonly K[],
  valueOf: (name: K, at: number) => V,
): Record<K, V> => Object.fromEntries(names.map((name, at) => [name, valueOf(name, at)])) as Record<K, V>;

/** JSON that this product itself has written: its type is the writer's. For what comes from outside there are schemas and `isRecord`. */
export const ownJson = <T>(text: string): T => JSON.parse(text) as T;
