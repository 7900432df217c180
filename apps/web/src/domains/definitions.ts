import { domainOf } from 'virtual:domain-of';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Domain } from '@wheelhouse/entities/domains';
import { plain } from '@wheelhouse/entities/reading';
import type { ConsoleRoute } from '@wheelhouse/entities/routes';

type Definitions = Readonly<Record<string, EntityDef>>;

/** The definitions of each domain that has any, fetched with the first page that is about one of them. */
const loaders = import.meta.glob<Readonly<Partial<Record<`${Domain}Entities`, Definitions>>>>(
  '../../../../packages/entities/src/*/index.ts',
);

/** Loads the definitions of a domain; none where it has none. */
export async function loadDomain(domain: Domain): Promise<Definitions> {
  const load = loaders[`../../../../packages/entities/src/${domain}/index.ts`];
  return (await load?.())?.[`${domain}Entities`] ?? {};
}

/** The definition that a page by its kind is about. @throws Error when the route is about no registered entity */
export async function loadEntity(route: ConsoleRoute): Promise<EntityDef> {
  const name = route.entity ?? '';
  const domain = domainOf[name];
  const entity = domain && (await loadDomain(domain))[name];
  if (entity === undefined) throw new Error(`no entity ${name} for ${route.path}`);
  return plain(entity);
}
