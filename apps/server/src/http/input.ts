import { cleanText } from '@wheelhouse/contract/text';
import { AppError } from './errors.ts';

const maxDepth = 32;

/**
 * What every call is given, before any schema or rule sees it: all texts in their normal form (`cleanText`), once and for all fields.
 * Refuses what is valid JSON but can never be stored, would overflow a stack or stands in for what every object inherits: NUL characters
 * (PostgreSQL has none), half surrogates, nesting deeper than 32, keys such as `toString`. Walks without recursion and changes in place.
 * @throws AppError 1015 (status 400)
 */
export function readInput(input: unknown): unknown {
  if (typeof input === 'string') return readText(input);
  if (typeof input !== 'object' || input === null) return input;
  const stack: { part: Record<string, unknown>; depth: number }[] = [
    { part: input as Record<string, unknown>, depth: 0 },
  ];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { part, depth } = top;
    if (depth >= maxDepth) throw malformed();
    for (const [key, value] of Object.entries(part)) {
      if (key in Object.prototype) throw malformed();
      readText(key);
      if (typeof value === 'string') part[key] = readText(value);
      else if (typeof value === 'object' && value !== null)
        stack.push({ part: value as Record<string, unknown>, depth: depth + 1 });
    }
  }
  return input;
}

function readText(text: string): string {
  if (text.includes('\0') || !text.isWellFormed()) throw malformed();
  return cleanText(text);
}

function malformed(): AppError {
  return new AppError(1015, undefined, { status: 400 });
}
