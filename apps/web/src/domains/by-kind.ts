import { createElement, type ComponentType, type ReactNode } from 'react';
import { isRegistered } from '@wheelhouse/entities/route-entity';
import type { ConsoleRoute, RouteKind } from '@wheelhouse/entities/routes';
import type { EntityUi, Override } from '../entity-ui/override.ts';
import type { PageLoader } from '../routing/pages.ts';
import { loadEntity } from './definitions.ts';
import { byName } from './found.ts';

type LoadPage = () => Promise<ComponentType<EntityUi>>;

const list = async () => (await import('../entity-ui/list/EntityListPage.tsx')).EntityListPage;
const form = async () => (await import('../entity-ui/form/FormPage.tsx')).EntityFormPage;
const detail = async () => (await import('../entity-ui/detail/EntityDetailPage.tsx')).EntityDetailPage;

const kinds: Readonly<Partial<Record<RouteKind, LoadPage>>> = { list, add: form, edit: form, detail };

interface OverrideModule {
  /** For the entity's list and forms, and its detail page where nothing else is said. */
  readonly default: Override;
  readonly detail?: Override;
}

/** What pages of an entity do differently: `<entity>.override.tsx`, fetched with the first of them. */
export const overrides = byName(import.meta.glob<OverrideModule>('./**/*.override.tsx'));
/** What its detail page does differently, where a list need not load it: `<entity>.detail.tsx`. */
export const details = byName(import.meta.glob<{ readonly default: Override }>('./**/*.detail.tsx'));

async function overrideOf({ entity, kind }: ConsoleRoute): Promise<Override | undefined> {
  const name = entity ?? '';
  const own = kind === 'detail' ? details.get(name) : undefined;
  if (own) return (await own.load()).default;
  const found = await overrides.get(name)?.load();
  return kind === 'detail' ? (found?.detail ?? found?.default) : found?.default;
}

/** Groups of routes whose pages are statistics. */
const ofStatistics: ReadonlySet<string> = new Set(['/reportStatistic', '/analyticStatisticsManage', '/reportManage']);

/** The page of the statistic that a route shows; undefined for other routes. */
export function pageOfStatistic(route: ConsoleRoute): PageLoader | undefined {
  if (route.kind !== 'custom' || !ofStatistics.has(route.group)) return undefined;
  return async () => {
    const [{ statisticOf }, { StatPage }] = await Promise.all([
      import('@wheelhouse/entities/statistics/all'),
      import('./statistics/stat/StatPage.tsx'),
    ]);
    const statistic = statisticOf(route.name);
    if (statistic === undefined) throw new Error(`no statistic for ${route.path}`);
    return { default: (): ReactNode => createElement(StatPage, { statistic }) };
  };
}

/**
 * The page that a registered entity has by the kind of its route, with the entity's override; definition and code come when it is opened. Where
 * the entity has no such call, the page is one with code of its own.
 */
export function pageByKind(route: ConsoleRoute): PageLoader | undefined {
  const load = kinds[route.kind];
  if (load === undefined || !isRegistered(route)) return undefined;
  return async () => {
    const [entity, Page, override] = await Promise.all([loadEntity(route), load(), overrideOf(route)]);
    return { default: (): ReactNode => createElement(Page, { entity, override }) };
  };
}
