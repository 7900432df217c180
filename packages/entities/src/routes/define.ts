/**
 * The shape of a route and the helpers the route table is written with.
 */

export type RouteKind = 'group' | 'list' | 'add' | 'edit' | 'detail' | 'custom';

export interface RouteDef {
  path: string;
  name: string;
  zh: string;
  en: string;
  /** Path of the menu group; `(public)` and `(root)` for pages outside the groups. */
  group: string;
  kind: RouteKind;
  /** Not shown in the menu. */
  hidden: boolean;
  /** Kept alive, so that a list keeps its filters and page. */
  cached: boolean;
  /** Model name of the entity it is about; the entity itself may not be there yet (`route-entity.ts`). */
  entity: string | null;
  /** Field of the entity that `?id=` gives, on a page about one record. */
  record: string | null;
  /** `public`, `login` or a function code. */
  permission: string;
  /** The button code that opens the page and whose grant includes it. */
  via: string | null;
}

export interface NamedRoute<Name extends string, Entity extends string | null = null> extends RouteDef {
  name: Name;
  entity: Entity;
}

/** What a row may say differently from the habit of its kind. */
export type RouteOptions = Partial<Pick<RouteDef, 'hidden' | 'cached' | 'permission' | 'via' | 'record'>>;

function define<Name extends string, Entity extends string | null>(
  row: Pick<NamedRoute<Name, Entity>, 'group' | 'kind' | 'path' | 'name' | 'zh' | 'en' | 'entity'>,
  options: RouteOptions,
): NamedRoute<Name, Entity> {
  const { kind, name } = row;
  const form = kind === 'add' || kind === 'edit' || kind === 'detail';
  return {
    ...row,
    hidden: form,
    cached: kind === 'list',
    record: kind === 'edit' || kind === 'detail' ? 'id' : null,
    permission: name,
    via: null,
    ...options,
  };
}

type PageHelper = <const Name extends string, const Entity extends string | null>(
  path: string,
  name: Name,
  zh: string,
  en: string,
  entity: Entity,
  options?: RouteOptions,
) => NamedRoute<Name, Entity>;

type GroupHelper = <const Name extends string>(
  path: string,
  name: Name,
  zh: string,
  en: string,
  options?: RouteOptions,
) => NamedRoute<Name>;

export type RouteHelpers = Record<Exclude<RouteKind, 'group'>, PageHelper> & { group: GroupHelper };

/**
 * Row helpers of one menu group. A row's permission code is its name; lists are
 * cached, add, edit and detail pages are hidden, unless the options say otherwise.
 */
export function routesOf(menuGroup: string): RouteHelpers {
  const page =
    (kind: RouteKind): PageHelper =>
    (path, name, zh, en, entity, options = {}) =>
      define({ group: menuGroup, kind, path, name, zh, en, entity }, options);
  return {
    group: (path, name, zh, en, options = {}) =>
      define({ group: menuGroup, kind: 'group', path, name, zh, en, entity: null }, options),
    list: page('list'),
    add: page('add'),
    edit: page('edit'),
    detail: page('detail'),
    custom: page('custom'),
  };
}
