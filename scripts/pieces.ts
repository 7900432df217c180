/**
 * What there is to build with: `npm run pieces` lists it, `npm run pieces -- tree drag` what all of these words are about. A piece says what it is
 * for in its docstring: `@for <what somebody wants to make>: <how, and where it is used>`.
 */
import { parseArgs } from 'node:util';
import { readSources } from './habits.ts';
import { piecesOf } from './piece-list.ts';

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
