/**
 * Statements that are repeated as they are get a name, so that each connection plans them once. The engine names its own: their texts
 * come from definitions, so that there are few. Each connection keeps what it has prepared, so the number of names is bounded: the one
 * that was not used for longest gives way to a new one.
 */
const names = new Map<string, string>();
const mostNames = 500;
/** Names given so far. None is given twice: a connection may still know it. */
let given = 0;

/** Statements that are rarely repeated: cursors, and inserts of many rows. */
const oneOff = (text: string): boolean =>
  text.startsWith('declare') || (text.startsWith('insert') && text.length > 4000);

/** Names a statement, unless it is rarely repeated. */
export function prepare(text: string): string | undefined {
  if (oneOff(text)) return undefined;
  const known = names.get(text);
  const name = known ?? `wh_${given++}`;
  // Moved to the end: the most recently used.
  names.delete(text);
  names.set(text, name);
  for (const oldest of names.keys()) {
    if (names.size <= mostNames) break;
    names.delete(oldest);
  }
  return name;
}

/** The name of a statement, if it was given one. */
export function preparedName(text: string): string | undefined {
  return names.get(text);
}

/** Watches how many statements connections may have prepared. @returns functions for a new connection, and whether one has too many */
export function countPrepared<Connection extends object>(): {
  readonly isNew: (connection: Connection) => void;
  readonly hasTooMany: (connection: Connection) => boolean;
} {
  const givenBefore = new WeakMap<Connection, number>();
  return {
    isNew: (connection) => void givenBefore.set(connection, given),
    hasTooMany: (connection) => given - (givenBefore.get(connection) ?? 0) > 2 * mostNames,
  };
}
