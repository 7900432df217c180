import type { Source } from './habits.ts';

export interface Piece {
  /** What somebody wants to make. */
  readonly purpose: string;
  /** How, and where it is used. */
  readonly how: string;
  /** File and line of the piece. */
  readonly place: string;
}

const flat = (text: string): string => text.replaceAll(/\s*\n\s*\* ?/g, ' ').trim();

/** Every `@for` of a source, to the end of its docstring or the next tag. */
export function piecesOf({ path, text }: Source): Piece[] {
  return [...text.matchAll(/^\s*(?:\/\*)?\*+ @for ([\s\S]*?)(?=\n\s*\* @|\s*\*\/)/gm)].map((found) => {
    const [purpose = '', ...rest] = flat(found[1] ?? '').split(': ');
    // What is documented begins below the docstring.
    const docstring = text.slice(0, text.indexOf('*/', found.index));
    return { purpose, how: rest.join(': '), place: `${path}:${docstring.split('\n').length + 1}` };
  });
}
