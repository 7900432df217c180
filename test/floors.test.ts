import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesIn, importsOf, root, targetOf } from './imports.ts';

interface House {
  readonly src: string;
  /** Folders and files of `src`, lowest floor first. Those of one floor do not know each other. */
  readonly floors: readonly (readonly string[])[];
}

/** What each part of the repository is built of. A file imports from its own folder and from lower floors, nothing else. */
const houses: readonly House[] = [
  {
    src: 'apps/web/src',
    floors: [
      ['lib'],
      ['i18n', 'theme'],
      ['api', 'reference'],
      ['session', 'ui'],
      ['routing', 'public-pages'],
      ['entity-ui'],
      ['overrides', 'shell'],
      ['pages'],
      ['ConsoleRoot.tsx'],
      ['Entry.tsx'],
      ['main.tsx'],
    ],
  },
  {
    src: 'apps/server/src',
    floors: [
      ['config.ts', 'limiter.ts', 'log.ts'],
      ['db', 'sheet'],
      ['http'],
      ['app.ts', 'entity', 'gateway'],
      ['adapters'],
      ['modules'],
      ['seed'],
      ['main.ts'],
    ],
  },
];

interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Imports between files of one part: of values, of types, and of code that is fetched later. */
function arrowsOf(src: string): readonly Arrow[] {
  return filesIn(src).flatMap((from) =>
    importsOf(from).flatMap((specifier) => {
      const to = targetOf(from, specifier);
      return to?.startsWith(`${src}/`) === true && /\.tsx?$/.test(to) ? [{ from, to }] : [];
    }),
  );
}

/** Files that lead back to themselves, as `a → b → a`; empty when there is no circle. */
function circlesOf(arrows: readonly Arrow[]): readonly string[] {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at !== -1) circles.push([...path.slice(at), file].join(' → '));
    if (at !== -1 || done.has(file)) return;
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return circles;
}

const show = ({ from, to }: Arrow): string => `${from} → ${to}`;

describe.each(houses)('$src', ({ src, floors }) => {
  const arrows = arrowsOf(src);
  const folderOf = (file: string): string => file.slice(src.length + 1).split('/')[0] ?? '';
  const floorOf = (file: string): number => floors.findIndex((floor) => floor.includes(folderOf(file)));

  test('every file is on a floor', () => {
    expect(filesIn(src).filter((file) => floorOf(file) === -1)).toEqual([]);
  });

  test('a file imports from its own folder and lower floors', () => {
    const wrong = arrows.filter(({ from, to }) => folderOf(from) !== folderOf(to) && floorOf(to) >= floorOf(from));
    expect(wrong.map(show)).toEqual([]);
  });
});

test.each(['packages/contract/src', 'packages/entities/src', ...houses.map(({ src }) => src)])(
  'no circle of imports in %s',
  (src) => {
    expect(circlesOf(arrowsOf(src))).toEqual([]);
  },
);

test('a page imports no page of another menu group', () => {
  const groupOf = (file: string): string | undefined => /^apps\/web\/src\/pages\/(\w+)\//.exec(file)?.[1];
  const wrong = arrowsOf('apps/web/src').filter(({ from, to }) => {
    const [own, other] = [groupOf(from), groupOf(to)];
    return own !== undefined && other !== undefined && own !== other;
  });
  expect(wrong.map(show)).toEqual([]);
});

/** Module of a server file, and its place inside: folders of `vehicles` are modules of their own. */
function moduleOf(file: string): { readonly name: string; readonly place: string } | undefined {
  const [, name, place] =
    /^apps\/server\/src\/(modules\/vehicles\/\w+|modules\/(?!vehicles\/)\w+|gateway)\/(.+)$/.exec(file) ?? [];
  return name === undefined || place === undefined ? undefined : { name, place };
}

describe('modules of the server', () => {
  const arrows = arrowsOf('apps/server/src').filter(({ from }) => from.startsWith('apps/server/src/modules/'));
  const nameOf = (file: string): string => moduleOf(file)?.name ?? file;

  test('use another one, and the gateway, only through its service', () => {
    const wrong = arrows.filter(({ from, to }) => {
      const [own, other] = [moduleOf(from), moduleOf(to)];
      return own && other && own.name !== other.name && other.place !== 'service.ts';
    });
    expect(wrong.map(show)).toEqual([]);
  });

  test('form no circle', () => {
    const between = arrows.map(({ from, to }) => ({ from: nameOf(from), to: nameOf(to) }));
    expect(circlesOf(between.filter(({ from, to }) => from !== to))).toEqual([]);
  });

  test('stand in the list that puts them in place, which alone registers what they add', () => {
    const listed = new Set(arrows.filter(({ from }) => from.endsWith('/modules/list.ts')).map(({ to }) => to));
    const stated = filesIn('apps/server/src/modules').filter((file) => moduleOf(file)?.place === 'module.ts');
    expect(stated.filter((file) => !listed.has(file))).toEqual([]);
    const registering = filesIn('apps/server/src/modules').filter(
      (file) =>
        !file.endsWith('/modules/index.ts') &&
        /\b(registerHooks|registerTopic|onUplink|onTroubleCodes)\(/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(registering).toEqual([]);
  });
});
