import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type Import,
  importsWithin,
  wrongImports,
  circleFree,
  circlesOf,
  filesWithoutLayer,
  sourceTrees,
} from './layers.ts';
import { filesIn, root } from './imports.ts';

const show = ({ from, to }: Import): string => `${from} → ${to}`;

describe.each(sourceTrees)('$src', (tree) => {
  test('every file is in a layer', () => {
    expect(filesWithoutLayer(tree)).toEqual([]);
  });

  test('a file imports from its own folder and lower layers', () => {
    expect(wrongImports(tree).map(show)).toEqual([]);
  });
});

test.each(circleFree)('no circle of imports in %s', (src) => {
  expect(circlesOf(importsWithin(src))).toEqual([]);
});

/** Module of a server file, and its place inside: the nearest folder that states what it adds, or what others may use of it. */
function moduleOf(file: string): { readonly name: string; readonly place: string } | undefined {
  for (let name = dirname(file); /^apps\/server\/src\/(modules\/|gateway)/.test(name); name = dirname(name))
    if (['module.ts', 'service.ts'].some((one) => existsSync(join(root, name, one))))
      return { name, place: file.slice(name.length + 1) };
  return undefined;
}

describe('modules of the server', () => {
  const imports = importsWithin('apps/server/src').filter(({ from }) => from.startsWith('apps/server/src/modules/'));
  const nameOf = (file: string): string => moduleOf(file)?.name ?? file;

  test('use another one, and the gateway, only through its service', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [moduleOf(from), moduleOf(to)];
      return own && other && own.name !== other.name && other.place !== 'service.ts';
    });
    expect(wrong.map(show)).toEqual([]);
  });

  test('form no circle', () => {
    const between = imports.map(({ from, to }) => ({ from: nameOf(from), to: nameOf(to) }));
    expect(circlesOf(between.filter(({ from, to }) => from !== to))).toEqual([]);
  });

  test('stand in the list that puts them in place, which alone registers what they add', () => {
    const listed = new Set(imports.filter(({ from }) => from.endsWith('/modules/list.ts')).map(({ to }) => to));
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
