import type { EntityDef } from '@wheelhouse/entities';
import { routes, type ConsoleRoute } from '@wheelhouse/entities/routes';
import { useCan } from '../session/session.ts';
import { loaderOf } from './pages.ts';
import { queryOf } from './page.ts';

/** The pages of an entity's own, as the route table has them. Without an add or edit page the form is a dialog. */
export interface EntityRoutes {
  readonly list?: ConsoleRoute;
  readonly add?: ConsoleRoute;
  readonly edit?: ConsoleRoute;
  readonly detail?: ConsoleRoute;
}

/** Routes of an entity whose pages exist. */
export function routesOf(entity: Pick<EntityDef, 'name'>): EntityRoutes {
  const found: { -readonly [K in keyof EntityRoutes]: EntityRoutes[K] } = {};
  for (const route of routes) {
    const { kind } = route;
    if (route.entity !== entity.name || kind === 'group' || kind === 'custom' || loaderOf(route) === undefined)
      continue;
    found[kind] ??= route;
  }
  return found;
}

const cache = new Map<string, EntityRoutes>();

/** Address of a record's detail page; undefined when there is none or the user may not open it. */
export function useDetailHref(): (entityName: string, id: unknown) => string | undefined {
  const can = useCan();
  return (entityName, id) => {
    if (typeof id !== 'string' || id === '') return undefined;
    let found = cache.get(entityName);
    if (found === undefined) {
      found = routesOf({ name: entityName });
      cache.set(entityName, found);
    }
    return found.detail !== undefined && can(found.detail.permission) ? found.detail.path + queryOf({ id }) : undefined;
  };
}
