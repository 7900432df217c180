import { keysOf } from '@wheelhouse/contract/object';
import { domains, type Domain } from '@wheelhouse/entities/domains';

/** A file of the console that is found by its name. */
export interface Found<Module> {
  /** The domain whose folder it is in; undefined for what belongs to none: the shell, the gallery. */
  readonly domain: Domain | undefined;
  load(): Promise<Module>;
}

const domainNames = keysOf(domains);

/** Files by what their names begin with: of `./vehicles/vehicle.override.tsx`, `vehicle`. @throws Error where two files have a name */
export function byName<Module>(
  files: Readonly<Record<string, () => Promise<Module>>>,
): ReadonlyMap<string, Found<Module>> {
  const found = new Map<string, Found<Module>>();
  for (const [path, load] of Object.entries(files)) {
    const parts = path.split('/');
    const [name = ''] = (parts.at(-1) ?? '').split('.');
    if (found.has(name)) throw new Error(`two files are called ${name}`);
    found.set(name, { domain: domainNames.find((domain) => parts.includes(domain)), load });
  }
  return found;
}
