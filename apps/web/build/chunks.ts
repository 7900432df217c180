import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { domainOf, domains, indexOf } from './domains.ts';

type NameFunction = Extract<Rolldown.CodeSplittingGroup['name'], (...input: never[]) => unknown>;
type Context = Parameters<NameFunction>[1];

/** Files that come whole, each with all it imports at once that none of those before it has brought. */
const roots = {
  // The login page, and what everything stands on.
  base: ['/apps/web/src/main.tsx'],
  // The shell, and where every page is found.
  console: ['/apps/web/src/ConsoleRoot.tsx'],
  // What most pages are, or show a part of.
  list: [
    '/apps/web/src/entity-ui/list/EntityListPage.tsx',
    '/packages/entities/src/reading.ts',
    '/packages/contract/src/errors.ts',
  ],
  // What the list of vehicles shows of its own, and other pages about vehicles too: alone, each of its icons would be a file.
  vehicles: ['/apps/web/src/domains/vehicles/vehicle/vehicle.override.tsx'],
  // Definitions of a few domains compare with codes; a first list does not.
  codes: ['/packages/entities/src/codes.ts'],
} as const;

const top = join(import.meta.dirname, '../../..');
/** They name more than who imports something from them needs. */
const indexes = /\/packages\/\w+\/src\/(?:index|registry)\.ts$|\/@ant-design\/icons\/es\/index\.js$/;

/** Everything a module imports at once, itself included; of definitions those of one domain, or none. */
function closure(root: string, context: Context, domain?: string): Set<string> {
  const found = new Set([root]);
  for (const id of found)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? [])
      if ([undefined, domain].includes(domainOf(imported)) && !indexes.test(imported)) found.add(imported);
  return found;
}

/**
 * Names the file a module goes into. Left alone, the bundler makes a file of every set of modules that the same pages share:
 * a first list took 65, most of them smaller than the headers of their answer.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  const files = new Map<string, string>();
  const name: NameFunction = (id, context) => {
    if (files.size === 0) collect(files, context);
    return files.get(id) ?? null;
  };
  return [{ name, debugName: 'first pages', includeDependenciesRecursively: false }];
}

function collect(files: Map<string, string>, context: Context): void {
  for (const [file, paths] of Object.entries(roots))
    for (const path of paths) {
      const root = join(top, path);
      if (context.getModuleInfo(root) === null) throw new Error(`there is no ${path} to begin the file ${file} with`);
      for (const id of closure(root, context)) if (!files.has(id)) files.set(id, file);
    }
  collectDomains(files, context);
}

/** A file for the definitions of each domain. What those of several domains stand on is in the file of the lists. */
function collectDomains(files: Map<string, string>, context: Context): void {
  const users = new Map<string, string[]>();
  for (const domain of domains)
    for (const id of closure(indexOf(domain), context, domain))
      if (!files.has(id)) users.set(id, [...(users.get(id) ?? []), domain]);
  for (const [id, [domain, ...others]] of users) files.set(id, others.length > 0 ? 'list' : `domain-${domain}`);
}
