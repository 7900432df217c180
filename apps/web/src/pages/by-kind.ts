import { createElement, type ComponentType, type ReactNode } from 'react';
import { loadEntity } from '../domains/definitions.ts';
import type { EntityName } from '@wheelhouse/entities/registry';
import { isRegistered } from '@wheelhouse/entities/route-entity';
import type { ConsoleRoute, RouteKind } from '@wheelhouse/entities/routes';
import type { EntityUi } from '../entity-ui/override.ts';
import { overrides } from '../overrides/registry.ts';
import type { PageLoader } from '../routing/pages.ts';

type LoadPage = () => Promise<ComponentType<EntityUi>>;

const list = async () => (await import('../entity-ui/list/EntityListPage.tsx')).EntityListPage;
const form = async () => (await import('../entity-ui/form/FormPage.tsx')).EntityFormPage;
const detail = async () => (await import('../entity-ui/detail/EntityDetailPage.tsx')).EntityDetailPage;

const kinds: Readonly<Partial<Record<RouteKind, LoadPage>>> = { list, add: form, edit: form, detail };

/**
 * The page that a registered entity has by the kind of its route, with the entity's override; definition and code come when it is opened. Where
 * the entity has no such call, the page is one of the maps'.
 */
export function pageByKind(route: ConsoleRoute): PageLoader | undefined {
  const load = kinds[route.kind];
  if (load === undefined || !isRegistered(route)) return undefined;
  return async () => {
    const own = overrides[route.entity as EntityName];
    const [entity, Page, override] = await Promise.all([
      loadEntity(route),
      load(),
      (route.kind === 'detail' ? (own?.detail ?? own?.all) : own?.all)?.(),
    ]);
    return { default: (): ReactNode => createElement(Page, { entity, override }) };
  };
}
