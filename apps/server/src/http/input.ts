import { AppError } from './errors.ts';

const maxDepth = 32;

/**
 * Refuses what is valid JSON but can never be stored or would overflow a stack: NUL characters (PostgreSQL has none),
 * half surrogates, nesting deeper than 32. Walks without recursion.
 * @throws AppError 1015 (status 400)
 */
export function checkInput(input: unknown): void {
  const stack: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { value, depth } = top;
    if (typeof value === 'string') checkText(value);
    else if (typeof value === 'object' && value !== null) {
      if (depth >= maxDepth) throw malformed();
      for (const [key, part] of Object.entries(value)) {
        checkText(key);
        if (typeof part === 'string') checkText(part);
        else if (typeof part === 'object' && part !== null) stack.push({ value: part, depth: depth + 1 });
      }
    }
  }
}

function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw malformed();
}

function malformed(): AppError {
  return new AppError(1015, undefined, { status: 400 });
}
