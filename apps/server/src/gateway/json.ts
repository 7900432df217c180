/** JSON of devices on its way into PostgreSQL, which takes neither NUL nor half a surrogate pair in text, nor unlimited nesting. */

const maxDepth = 16;

/** True when nested deeper than the limit. */
export function isDeep(value: unknown, depth = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  for (const inner of Object.values(value)) if (isDeep(inner, depth - 1)) return true;
  return false;
}

/** Text fit for a text column. */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '\ufffd') : whole;
}

/** JSON text fit for a jsonb column. `JSON.stringify` writes `\u` only for controls and half surrogates, so most texts pass untouched. */
export function jsonbText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes('\\u')) return text;
  return text.replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/gs, (escape) =>
    escape === '\\u0000' || escape.startsWith('\\ud') ? '\\ufffd' : escape,
  );
}
