import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from '../scripts/habits.ts';
import { piecesOf } from '../scripts/piece-list.ts';
import { root } from './imports.ts';

const sources = readSources();
const pieces = sources.flatMap(piecesOf);

test('each piece is for something of its own, and stands above what it is about', () => {
  const purposes = pieces.map(({ purpose }) => purpose);
  expect(purposes.filter((one, at) => one === '' || purposes.indexOf(one) !== at)).toEqual([]);
  const astray = pieces.filter(({ place }) => {
    const [path = '', line = '0'] = place.split(':');
    return !/\w/.test(readFileSync(join(root, path), 'utf8').split('\n')[Number(line) - 1] ?? '');
  });
  expect(astray).toEqual([]);
  expect(pieces.length).toBeGreaterThan(50);
});

test('files that a piece names are there', () => {
  const named = pieces.flatMap(({ purpose, how }) =>
    [...how.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, file = '']) => ({ purpose, file })),
  );
  const isThere = (file: string): boolean => {
    // Of a short path, the last part is a whole name.
    const parts = file.split('/');
    return sources.some(
      ({ path }) => parts.every((part) => path.split('/').includes(part)) && path.endsWith(`/${parts.at(-1)}`),
    );
  };
  expect(named.filter(({ file }) => !isThere(file))).toEqual([]);
});

test('the recipes are read in one go', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  expect(text.split('\n').length).toBeLessThanOrEqual(200);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16 * 1024);
});
