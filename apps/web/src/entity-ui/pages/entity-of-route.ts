import { entityNamed, type EntityDef } from '@wheelhouse/entities';
import type { ConsoleRoute } from '@wheelhouse/entities/routes';

/** The entity that the route table gives a page. */
export function entityOfRoute(route: ConsoleRoute): EntityDef {
  if (route.entity === null) throw new Error(`Route ${route.name} has no entity`);
  return entityNamed(route.entity.charAt(0).toLowerCase() + route.entity.slice(1));
}
