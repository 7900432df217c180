/** The sources of the repository, and what they do more often than they should: `figures.ts` shows it, `test/rules.test.ts` keeps it from growing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './tools.ts';

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

const skipped = new Set(['node_modules', 'dist', 'data', 'migrations']);

function sourcesOf(dir: string): Source[] {
  return readdirSync(join(root, dir), { withFileTypes: true }).flatMap((entry) => {
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : sourcesOf(path);
    if (!/\.tsx?$/.test(entry.name)) return [];
    const text = readFileSync(join(root, path), 'utf8');
    return [{ path, text, lines: text.split('\n').length - 1 }];
  });
}

export const isTest = ({ path }: Source): boolean => /^(e2e|test)\/|\/test\//.test(path);
export const readSources = (): Source[] => ['packages', 'apps', 'e2e', 'bench', 'scripts', 'test'].flatMap(sourcesOf);
export const productOf = (sources: readonly Source[]): Source[] =>
  sources.filter((source) => !isTest(source) && /^(packages|apps)\//.test(source.path));

/** Code alone: without comments, imports, and the new names of keys in mapped types. */
const codeOf = (text: string): string =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{(,])\/\/.*$/gm, '')
    .replaceAll(/^(?:import|export)\b[^;'"]*\bfrom '[^']*';$/gm, '')
    .replaceAll(/\[\w+ in [^\n;?]* as (?=[A-Z])/g, '[');
/** The same without texts. */
const withoutTexts = (text: string): string => codeOf(text).replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''");

interface Habit {
  readonly name: string;
  /** Where it counts, by the beginning of the path. */
  readonly within: string;
  readonly countIn: (text: string) => number;
}

const times = (pattern: RegExp, text: string): number => [...text.matchAll(pattern)].length;
/** A value's property by its name in quotes; of a type (`Row['id']`) it is no reading. */
const read = /(?:\b[a-z_]\w*|[)\]])\??\.?\[\s*'[a-zA-Z]\w*'\s*\]/g;
const habit = (name: string, within: string, countIn: Habit['countIn']): Habit => ({ name, within, countIn });

const habits = [
  habit("rows read by a string, web (row['x'])", 'apps/web/src/', (text) => times(read, codeOf(text))),
  habit("rows read by a string, server (row['x'])", 'apps/server/src/', (text) => times(read, codeOf(text))),
  habit('casts: as never', '', (text) => times(/\bas never\b/g, withoutTexts(text))),
  habit('casts: as unknown as', '', (text) => times(/\bas unknown as\b/g, withoutTexts(text))),
  habit('casts: as X', '', (text) =>
    times(/\bas (?!const\b|never\b|unknown\b)(?:readonly )?[A-Z]/g, withoutTexts(text)),
  ),
  habit("texts beside the code: lang === 'zh' ?", 'apps/server/src/', (text) => times(/lang === 'zh' \?/g, text)),
  habit('lines over 160 characters', '', (text) => text.split('\n').filter((line) => line.length > 160).length),
] as const;

/** How often each habit is met in the product, by its name. */
export const habitsOf = (product: readonly Source[]): ReadonlyMap<string, number> =>
  new Map(
    habits.map(({ name, within, countIn }) => [
      name,
      product.reduce((total, { path, text }) => (path.startsWith(within) ? total + countIn(text) : total), 0),
    ]),
  );
