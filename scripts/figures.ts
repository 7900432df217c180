/**
 * Figures of the source, to be taken before and after a change of shape: `npm run figures`.
 * Lines by part and per entity, habits that should shrink, the largest files. It reads files only.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entities } from '../packages/entities/src/registry.ts';
import { routes } from '../packages/entities/src/routes.ts';
import { root } from './tools.ts';

interface Source {
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

const all = ['packages', 'apps', 'e2e', 'bench', 'scripts', 'test'].flatMap(sourcesOf);
const isTest = ({ path }: Source): boolean => /^(e2e|test)\/|\/test\//.test(path);
const product = all.filter((source) => !isTest(source) && /^(packages|apps)\//.test(source.path));
const sum = (sources: readonly Source[]): number => sources.reduce((total, { lines }) => total + lines, 0);
const under = (...folders: readonly string[]): Source[] =>
  product.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)));
const count = (pattern: RegExp, sources: readonly Source[]): number =>
  sources.reduce((total, { text }) => total + [...text.matchAll(pattern)].length, 0);

const server = 'apps/server/src';
const web = 'apps/web/src';
const entityCount = Object.keys(entities).length;
const parts: readonly (readonly [string, readonly Source[]])[] = [
  ['definitions', under('packages/entities/src')],
  ['contract', under('packages/contract/src')],
  ['server: engine', under(`${server}/entity`, `${server}/sheet`)],
  ['server: modules, adapters', under(`${server}/modules`, `${server}/adapters`)],
  ['server: gateway', under(`${server}/gateway`)],
  ['server: seed', under(`${server}/seed`)],
  ['web: engine', under(`${web}/entity-ui`)],
  ['web: overrides, pages', under(`${web}/overrides`, `${web}/pages`)],
  ['web: the rest', under(web).filter(({ path }) => !/\/(entity-ui|overrides|pages)\//.test(path))],
  ['simulator', under('apps/simulator')],
];
const habits: readonly (readonly [string, number])[] = [
  ["rows read by a string, web (row['x'])", count(/\w\[\s*'[a-zA-Z]\w*'\s*\]/g, under(web))],
  ["rows read by a string, server (row['x'])", count(/\w\[\s*'[a-zA-Z]\w*'\s*\]/g, under(server))],
  ['casts: as never', count(/\bas never\b/g, product)],
  ['casts: as unknown as', count(/\bas unknown as\b/g, product)],
  ['casts: as X', count(/\bas (?!const|never|unknown|type)[A-Z]\w*/g, product)],
  ["texts beside the code: lang === 'zh' ?", count(/lang === 'zh' \?/g, under(server))],
  [
    'lines over 160 characters',
    product.flatMap(({ text }) => text.split('\n')).filter((line) => line.length > 160).length,
  ],
];

function table(title: string, rows: readonly (readonly (string | number)[])[]): void {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
  console.log(`\n${title}`);
  for (const row of rows)
    console.log(
      row
        .map((cell, at) =>
          at === 0 ? cell.toString().padEnd(widths[at] ?? 0) : String(cell).padStart(widths[at] ?? 0),
        )
        .join('  '),
    );
}

console.log(`${entityCount} entities, ${routes.length} routes, ${product.length} source files`);
table('Lines by part', [
  ['part', 'lines', 'an entity'],
  ...parts.map(([name, sources]) => [name, sum(sources), Math.round(sum(sources) / entityCount)]),
  ['all', sum(product), Math.round(sum(product) / entityCount)],
  ['tests', sum(all.filter(isTest)), Math.round(sum(all.filter(isTest)) / entityCount)],
]);
table('Habits', habits);
table(
  'Largest files',
  [...product]
    .sort((a, b) => b.lines - a.lines)
    .slice(0, 8)
    .map(({ path, lines }) => [path, lines]),
);
