/**
 * Figures of the source, to be taken before and after a change of shape: `npm run figures`.
 * Lines by part and per entity, what a plain entity takes, pages with code of their own, imports and circles of imports, habits that should
 * shrink, the largest files. `npm run figures -- entities` adds the lines of each entity by part.
 * It reads files only, and names the commands that measure what runs.
 */
import { ddlOf } from '../apps/server/src/entity/ddl.ts';
import type { EntityDef } from '../packages/entities/src/define.ts';
import { entities, plain } from '../packages/entities/src/registry.ts';
import { isRegistered } from '../packages/entities/src/route-entity.ts';
import { routes } from '../packages/entities/src/routes.ts';
import { importsWithin, wrongImports, circleFree, circlesOf, sourceTrees } from '../test/layers.ts';
import { habitsOf, isTest, productOf, readSources, type Source } from './habits.ts';
import { ownCodeOf } from './own-code.ts';

const all = readSources();
const product = productOf(all);
const sum = (sources: readonly Source[]): number => sources.reduce((total, { lines }) => total + lines, 0);
const under = (...folders: readonly string[]): Source[] =>
  product.filter(({ path }) => folders.some((folder) => path.startsWith(`${folder}/`)));

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
  ['web: domains, blocks', under(`${web}/domains`, `${web}/blocks`)],
  ['web: the rest', under(web).filter(({ path }) => !/\/(entity-ui|domains|blocks)\//.test(path))],
  ['simulator', under('apps/simulator')],
];

/** Imports that no source tree may have (`test/layers.ts`). */
const imports: readonly (readonly [string, number])[] = [
  ...sourceTrees.map((tree) => [`imports up or sideways: ${tree.src}`, wrongImports(tree).length] as const),
  ...circleFree.map((src) => [`circles of imports: ${src}`, circlesOf(importsWithin(src)).length] as const),
];

const linesWith = (pattern: RegExp, path: string): number =>
  (all.find((source) => source.path === path)?.text ?? '').split('\n').filter((line) => pattern.test(line)).length;

const listed = Object.values(entities)
  .map(plain)
  .filter(({ name }) => routes.some((route) => route.entity === name && route.kind === 'list'));

const definitionOf = (name: string): Source | undefined =>
  product.find(({ path, text }) => path.startsWith('packages/entities/') && text.includes(`\n  name: '${name}',`));

/** Routes that show an entity, and the pages with a component of their own. */
const entityRoutes = routes.filter(isRegistered);
const own = ownCodeOf(product);
const ownPages = new Set(own.pages.map(({ route }) => route));
const ownCode = new Map(
  Object.keys(entities).map((name) => {
    const pages = routes.filter((route) => route.entity === name).map((route) => route.name);
    return [name, own.of(name, definitionOf(name)?.lines ?? 0, pages)] as const;
  }),
);
/** Their rules on the server aside, these are their definitions alone. */
const plainEntities = listed.filter(({ name }) => {
  const code = ownCode.get(name);
  return code !== undefined && code.override + code.pages === 0;
});

/** Lines by file that an entity is written in, the draft of its table included. */
function writtenIn({ name, domain, page, ...def }: EntityDef): Readonly<Record<string, number>> {
  const definition = definitionOf(name);
  const ddl = ddlOf({ name, domain, page, ...def });
  return {
    'its definition': definition?.lines ?? 0,
    'index.ts of its domain': linesWith(new RegExp(`\\b${name}\\b`), `packages/entities/src/${domain}/index.ts`),
    'routes.ts': linesWith(new RegExp(`'${name}'`), 'packages/entities/src/routes.ts'),
    'access/actions.ts': linesWith(new RegExp(`^  ${page}: \\{ bases`), 'packages/entities/src/access/actions.ts'),
    'its migration, drafted by a command': [ddl?.table ?? '', ...(ddl?.after ?? [])].join('\n').split('\n').length,
  };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function plainRows(): (readonly [string, number])[] {
  const written = plainEntities.map(writtenIn);
  const files = Object.keys(written[0] ?? {});
  return files.map((file) => [file, middle(written.map((lines) => lines[file] ?? 0))]);
}

function table(title: string, rows: readonly (readonly (string | number)[])[]): void {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
  console.log(`\n${title}`);
  for (const row of rows)
    console.log(
      row
        .map((cell, at) =>
          at === 0 || typeof cell === 'string'
            ? cell.toString().padEnd(widths[at] ?? 0)
            : String(cell).padStart(widths[at] ?? 0),
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
const ownLines = plainRows();
table(
  `A plain entity (${plainEntities.length} of ${listed.length} with a list have no code of their own in the console): lines by file, the middle one`,
  [
    ...ownLines,
    [
      `all, in ${ownLines.filter(([, lines]) => lines > 0).length} files`,
      ownLines.reduce((total, [, lines]) => total + lines, 0),
    ],
  ],
);
table('Pages of entities', [
  ['from their definitions', entityRoutes.filter(({ name }) => !ownPages.has(name)).length],
  ['with a component of their own', entityRoutes.filter(({ name }) => ownPages.has(name)).length],
]);
table('Pages with a component of their own: lines, with what they alone import', [
  ['page', 'of', 'lines'],
  ...own.pages
    .toSorted((one, other) => other.lines - one.lines)
    .map(({ route, lines }) => [route, routes.find(({ name }) => name === route)?.entity ?? '', lines]),
]);
if (process.argv.includes('entities'))
  table('Lines by entity', [
    ['entity', 'definition', 'hooks', 'override', 'pages', 'all'],
    ...[...ownCode]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, { definition, hooks, override, pages }]) => [
        name,
        definition,
        hooks,
        override,
        pages,
        definition + hooks + override + pages,
      ]),
  ]);
table('Imports', imports);
table('Habits', [...habitsOf(product)]);
table(
  'Largest files',
  [...product]
    .sort((a, b) => b.lines - a.lines)
    .slice(0, 8)
    .map(({ path, lines }) => [path, lines]),
);
table('Measured by other commands', [
  [
    'bytes of the login page, a cold list and a warm reload',
    'npm run bench -- web; held by e2e/budget.spec.ts, which prints its table',
  ],
  ['Lighthouse of login and list', 'npm run lighthouse'],
  ['seconds of the registry tests, now and with 150 entities', 'npm run registry-cost'],
  ['seconds of the gate by stage, now and with all domains', '.ci/run, then npm run gate-cost -- <its output>'],
  ['seconds of checking the types, and what they have grown by', 'npm run type-cost [-- <commit>]'],
]);
