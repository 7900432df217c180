import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { domains } from '@wheelhouse/entities/domains';
import { entities, plain } from '@wheelhouse/entities/registry';
import { routes } from '@wheelhouse/entities/routes';
import { describe, expect, test } from 'vitest';
import { domainIn, places } from './domains.ts';
import { filesIn, importsOf, root, targetOf } from './imports.ts';

/** Folders in which files are called by domains too. */
const withFiles = /\/(?:machines|dictionaries|calls)$/;

test.each(places)('%s is sorted by domain', (folder, ...others) => {
  const found = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || withFiles.test(folder))
    .map(({ name }) => basename(name, '.ts'));
  expect(found.filter((name) => !Object.hasOwn(domains, name) && !others.includes(name))).toEqual([]);
});

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test('an entity is defined in its domain, in a file of its name', () => {
  const files = new Set(filesIn('packages/entities/src'));
  const homes = Object.values(entities)
    .map(plain)
    .map(({ domain, name }) => `packages/entities/src/${domain}/${kebab(name)}.ts`);
  expect(homes.filter((home) => !files.has(home))).toEqual([]);
});

test('hooks of an entity are in its domain', () => {
  const of = new Map<string, string>(
    Object.values(entities)
      .map(plain)
      .map(({ name, domain }) => [name, domain]),
  );
  const hooked = filesIn('apps/server/src/modules')
    .filter((file) => file.endsWith('/module.ts'))
    .flatMap((file) => {
      const [, hooks = ''] = /\bhooks: \{([^}]*)\}/.exec(readFileSync(join(root, file), 'utf8')) ?? [];
      const entities = [...hooks.matchAll(/(\w+):/g)].map(([, name = '']) => name).filter((name) => of.has(name));
      return entities.map((name) => ({ name, domain: file.split('/')[4] }));
    });
  expect(hooked.length).toBeGreaterThan(40);
  expect(hooked.filter(({ name, domain }) => of.get(name) !== domain)).toEqual([]);
});

describe('the console finds by its name', () => {
  const files = filesIn('apps/web/src').map(
    (file) => [file, /([\w-]+)\.(page|override|detail)\.tsx$/.exec(file)] as const,
  );
  const called = (kind: string) =>
    files.flatMap(([file, match]) => (match?.[2] === kind ? [{ file, name: match[1] ?? '' }] : []));

  test('a page of a route', () => {
    const known = new Set<string>(routes.map(({ name }) => name));
    expect(called('page').filter(({ name }) => !known.has(name))).toEqual([]);
  });

  test.each(['override', 'detail'])('%s of an entity, in its domain', (kind) => {
    const homes = called(kind).map(({ file, name }) => ({
      file,
      home: Object.values(entities)
        .map(plain)
        .find((entity) => entity.name === name)?.domain,
    }));
    expect(homes.filter(({ file, home }) => file.split('/')[4] !== home)).toEqual([]);
  });
});

/** Pages show records of what is above as well as of what is below: the console is looked at by itself. */
test.each([
  ['the server, its definitions and calls', ['packages', 'apps/server/src/modules']],
  ['the console', ['apps/web/src/domains']],
])('no two domains of %s import each other both ways', (_, folders) => {
  const between = new Map<string, string>();
  for (const from of folders.flatMap(filesIn))
    for (const specifier of importsOf(from)) {
      const to = targetOf(from, specifier) ?? '';
      const [own, other] = folders.some((folder) => to.startsWith(`${folder}/`)) ? [domainIn(from), domainIn(to)] : [];
      if (own !== undefined && other !== undefined && own !== other) between.set(`${own} ${other}`, `${from} → ${to}`);
    }
  const both = [...between].filter(([pair]) => between.has(pair.split(' ').toReversed().join(' ')));
  expect(both.map(([, where]) => where)).toEqual([]);
});
