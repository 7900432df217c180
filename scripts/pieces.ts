/**
 * What there is to build with: `npm run pieces` lists it, `npm run pieces -- tree drag` what all of these words are about. A piece says what it is
 * for in its docstring: `@for <what somebody wants to make>: <how, and where it is used>`.
 */
import { parseArgs } from 'node:util';
import { readSources, type Source } from './habits.ts';

interface Piece {
  readonly purpose: string;
  readonly how: string;
  readonly place: string;
}

const line = (text: string): string => text.replaceAll(/\s*\n\s*\* ?/g, ' ').trim();

/** Every `@for` of a source, to the end of its docstring or the next tag. */
function piecesOf({ path, text }: Source): Piece[] {
  return [...text.matchAll(/^\s*(?:\/\*)?\*+ @for ([\s\S]*?)(?=\n\s*\* @|\s*\*\/)/gm)].map((found) => {
    const [purpose = '', ...rest] = line(found[1] ?? '').split(': ');
    const end = text.slice(0, (found.index ?? 0) + found[0].length).split('\n').length;
    return { purpose, how: rest.join(': '), place: `${path}:${end + 1}` };
  });
}

const { positionals } = parseArgs({ allowPositionals: true });
const words = positionals.map((word) => word.toLowerCase());
const pieces = readSources()
  .flatMap(piecesOf)
  .filter(({ purpose, how, place }) => {
    const text = `${purpose} ${how} ${place}`.toLowerCase();
    return words.every((word) => text.includes(word));
  })
  .toSorted((a, b) => a.purpose.localeCompare(b.purpose));
for (const { purpose, how, place } of pieces) console.log(`${purpose}\n    ${place}${how && `\n    ${how}`}`);
console.log(`${pieces.length} pieces`);
