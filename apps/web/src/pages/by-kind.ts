import { createElement, type ComponentType, type ReactNode } from 'react';
import type { CallName } from '@wheelhouse/entities';
import type { EntityName } from '@wheelhouse/entities/registry';
import { entityOfRoute } from '@wheelhouse/entities/route-entity';
import type { ConsoleRoute, RouteKind } from '@wheelhouse/entities/routes';
import type { EntityUi } from '../entity-ui/override.ts';
import { overrides } from '../overrides/registry.ts';
import type { PageLoader } from '../routing/pages.ts';

interface KindPage {
  /** The call without which an entity has no such page. */
  readonly call: CallName;
  readonly load: () => Promise<ComponentType<EntityUi>>;
}

const list = async () => (await import('../entity-ui/list/EntityListPage.tsx')).EntityListPage;
const form = async () => (await import('../entity-ui/form/FormPage.tsx')).EntityFormPage;
const detail = async () => (await import('../entity-ui/detail/EntityDetailPage.tsx')).EntityDetailPage;

const kinds: Readonly<Partial<Record<RouteKind, KindPage>>> = {
  list: { call: 'list', load: list },
  add: { call: 'add', load: form },
  edit: { call: 'update', load: form },
  detail: { call: 'detail', load: detail },
};

/** The page that a registered entity has by the kind of its route, with the entity's override; its code comes when it is opened. */
export function pageByKind(route: ConsoleRoute): PageLoader | undefined {
  const kind = kinds[route.kind];
  const entity = entityOfRoute(route);
  if (kind === undefined || entity?.calls.includes(kind.call) !== true) return undefined;
  return async () => {
    const own = overrides[entity.name as EntityName];
    const [Page, override] = await Promise.all([
      kind.load(),
      (route.kind === 'detail' ? (own?.detail ?? own?.all) : own?.all)?.(),
    ]);
    return { default: (): ReactNode => createElement(Page, { entity, override }) };
  };
}
