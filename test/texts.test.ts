import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The rules of docs/glossary.md that a program can hold, over every text of the product. */
const root = resolve(import.meta.dirname, '..');

function files(dir: string): string[] {
  return readdirSync(join(root, dir), { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', 'test'].includes(entry.name) ? [] : files(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Names of demo vehicles and places are data, not texts. */
const data = /seed\/demo\/(vehicles\/models|places|users\/users)\.ts$/;
const sources = ['apps/web/src', 'apps/server/src', 'packages']
  .flatMap(files)
  .filter((file) => !data.test(file))
  .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }));

const isComment = /^\s*(\/?\*|\/\/)/;
const han = /\p{Script=Han}/u;
/** Literals that hold Chinese, with where they stand. */
const chinese = sources.flatMap(({ file, source }) =>
  source.split('\n').flatMap((line, at) =>
    isComment.test(line)
      ? []
      : [...line.matchAll(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/gu)]
          .map(([text]) => text.slice(1, -1))
          .filter((text) => han.test(text))
          .map((text) => ({ where: `${file}:${at + 1}`, text })),
  ),
);

interface Pair {
  readonly where: string;
  readonly zh: string;
  readonly en: string;
}
const pairPattern = /zh:\s*(['`])((?:(?!\1)[^\\]|\\.)*)\1,\s*en:\s*(['"`])((?:(?!\3)[^\\]|\\.)*)\3/gu;
const pairs: readonly Pair[] = sources.flatMap(({ file, source }) =>
  [...source.matchAll(pairPattern)].map(([, , zh = '', , en = '']) => ({ where: `${file}: ${zh}`, zh, en })),
);

const offenders = (pattern: RegExp): string[] =>
  chinese.filter(({ text }) => pattern.test(text)).map(({ where, text }) => `${where} ${text}`);

test('the texts are found', () => {
  expect(chinese.length).toBeGreaterThan(3000);
  expect(pairs.length).toBeGreaterThan(2500);
});

describe('Chinese', () => {
  test('no space stands between Chinese and Latin letters, digits or places to be filled', () => {
    expect(offenders(/\p{Script=Han} (?:[A-Za-z0-9{]|\$\{)|[A-Za-z0-9}%] \p{Script=Han}/u)).toEqual([]);
  });

  test('names and words stand in 「」, never in “”', () => {
    expect(offenders(/[“”]/u)).toEqual([]);
  });

  test('punctuation inside a sentence is full width', () => {
    expect(offenders(/\p{Script=Han}[,?!;]/u)).toEqual([]);
  });
});

describe('English', () => {
  const placeOf = /「(\$?\{[^}「」]+\})」/gu;

  test('what stands in 「」 in Chinese stands in “” in English', () => {
    const bare = pairs.filter(({ zh, en }) =>
      [...zh.matchAll(placeOf)]
        .flatMap(([, place = '']) => [place, place.replace('.zh}', '.en}').replace('{zh}', '{en}')])
        .some((place) => en.includes(place) && !en.includes(`“${place}”`)),
    );
    expect(bare.map(({ where, en }) => `${where} | ${en}`)).toEqual([]);
  });

  test('straight quotes and words that the glossary replaces do not occur', () => {
    const banned =
      /\b(somebody|nobody|everybody|whoever|deeds?|at the left|at the right|waits for you|signs? of life|give one|make a link|an hour used|used an hour|look at|looked at|in all|counted again|is malformed|state at)\b/i;
    const odd = pairs.filter(({ zh, en }) => banned.test(en) || (/"/.test(en) && !zh.includes('"')));
    expect(odd.map(({ where, en }) => `${where} | ${en}`)).toEqual([]);
  });

  test('what is said of a field holds for labels of either number', () => {
    const singular = pairs.filter(({ en }) => /^\{label\} (?:is|has|does|was|are|have|do)\b/.test(en));
    expect(singular.map(({ where, en }) => `${where} | ${en}`)).toEqual([]);
  });

  test('both languages of a text ask for the same places', () => {
    const placesOf = (text: string): string[] => [
      ...new Set([...text.matchAll(/(?<!\$)\{(\w+)\}/g)].map(([, name = '']) => name)),
    ];
    const uneven = pairs.filter(
      ({ zh, en }) => placesOf(zh).toSorted().join() !== placesOf(en).toSorted().join() && !zh.includes('=>'),
    );
    expect(uneven.map(({ where, en }) => `${where} | ${en}`)).toEqual([]);
  });
});

test('temperatures are written °C: fonts lack the single sign', () => {
  const found = sources.filter(({ source }) => /[\u2103\u2109]/u.test(source)).map(({ file }) => file);
  expect(found).toEqual([]);
});
