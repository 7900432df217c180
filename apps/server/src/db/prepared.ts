/**
 * Statements that are repeated as they are get a name, so that each connection plans them once. The engine names its own: their texts
 * come from definitions, so that there are few. The number of names is bounded, for each is kept by every connection.
 */
const names = new Map<string, string>();
const mostNames = 500;

/** Texts that hardly come again: cursors, and inserts of many rows. */
const oneOff = (text: string): boolean =>
  text.startsWith('declare') || (text.startsWith('insert') && text.length > 4000);

/** Names a statement, unless it will not come again or there are too many already. */
export function prepare(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames || oneOff(text)) return known;
  const name = `wh_${names.size}`;
  names.set(text, name);
  return name;
}

/** The name of a statement, if it was given one. */
export function preparedName(text: string): string | undefined {
  return names.get(text);
}
