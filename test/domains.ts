import { keysOf } from '@wheelhouse/contract/object';
import { domains, type Domain } from '@wheelhouse/entities/domains';

/** Where domains stand, with what stands beside them and belongs to no domain. */
export const places: readonly (readonly [folder: string, ...others: readonly string[]])[] = [
  ['packages/entities/src', 'areas', 'dictionaries', 'machines', 'routes'],
  ['packages/entities/src/machines', 'common', 'types'],
  ['packages/entities/src/dictionaries', 'common', 'types'],
  ['packages/contract/src/calls', 'kit'],
  // Whom something is for, asked by several domains.
  ['apps/server/src/modules', 'audience'],
  ['apps/server/src/seed', 'assets', 'demo'],
  ['apps/server/src/seed/demo'],
  ['apps/server/test', 'fuzz', 'gateway', 'import-export', 'platform', 'registry', 'support', 'tracing'],
  ['apps/web/src/domains'],
  ['e2e'],
];

/** The domain of a file: the folder or file below one of these places that is called by it. */
export function domainIn(path: string): Domain | undefined {
  const below = places
    .flatMap(([place]) => (path.startsWith(`${place}/`) ? [path.slice(place.length + 1)] : []))
    .toSorted((a, b) => a.length - b.length);
  const [name] = below[0]?.split(/[/.]/) ?? [];
  return keysOf(domains).find((domain) => domain === name);
}
