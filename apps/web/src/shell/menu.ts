import type { MenuNode } from '@wheelhouse/contract/calls/access/rights';
import type { Text } from '../i18n/lang.ts';
import { loaderOf } from '../routing/pages.ts';
import { can, flatten, type Session } from '../session/session.ts';
import { groupOf, homePath, routeByName, type ConsoleRoute } from '../routing/routes.ts';
import { routes } from '@wheelhouse/entities/routes';

export interface MenuItem {
  readonly route: ConsoleRoute;
  readonly title: Text;
  readonly icon: string;
}

export interface MenuGroup extends MenuItem {
  readonly items: readonly MenuItem[];
}

export type MenuEntry = MenuItem | MenuGroup;

export const isGroup = (entry: MenuEntry): entry is MenuGroup => 'items' in entry;

/** A page's name: as an administrator renamed it in the function tree, else the route table's. */
export function titleOf(route: ConsoleRoute, session: Session): Text {
  const node = nodesOf(session).get(route.name);
  return node === undefined
    ? route
    : { zh: node.name, en: node.nameEn || (node.name === route.zh ? route.en : node.name) };
}

const nodeCache = new WeakMap<Session, Map<string, MenuNode>>();
function nodesOf(session: Session): Map<string, MenuNode> {
  const known = nodeCache.get(session);
  if (known !== undefined) return known;
  const nodes = new Map(flatten(session.functions).map((node) => [node.code, node]));
  nodeCache.set(session, nodes);
  return nodes;
}

/** Of pages that everybody has, which need no node of the function tree. */
const openIcons: Readonly<Record<string, string>> = { [homePath]: 'HomeOutlined', '/qa': 'QuestionCircleOutlined' };

/** The sidebar: pages outside groups, then the granted groups in the function tree's order. Hidden pages and pages without a component are left out. */
export function buildMenu(session: Session): readonly MenuEntry[] {
  const entry = (route: ConsoleRoute, node?: MenuNode, group?: MenuNode): MenuItem => ({
    route,
    title: titleOf(route, session),
    // A page without one has that of its group.
    icon: node?.icon || group?.icon || (openIcons[route.path] ?? ''),
  });
  const shown = (route: ConsoleRoute | undefined, node?: MenuNode): route is ConsoleRoute =>
    route !== undefined &&
    route.kind !== 'group' &&
    !route.hidden &&
    Number(node?.hidden ?? 0) === 0 &&
    can(route.permission) &&
    loaderOf(route) !== undefined;

  const nodes = nodesOf(session);
  const open = routes.filter((route) => route.permission === 'login' && route.group === '(root)' && shown(route));
  const groups = new Map<ConsoleRoute, MenuItem[]>();
  for (const node of flatten(session.functions)) {
    const route = node.functionType === 1 ? routeByName(node.code) : undefined;
    const group = route === undefined ? undefined : (groupOf(route) ?? route);
    if (group === undefined || group.kind !== 'group' || group.hidden) continue;
    if (!groups.has(group)) groups.set(group, []);
    if (shown(route, node)) groups.get(group)?.push(entry(route, node, nodes.get(group.name)));
  }
  return [
    ...open.map((route) => entry(route, nodes.get(route.name))),
    ...[...groups]
      .filter(([, items]) => items.length > 0)
      .map(([group, items]) => ({ ...entry(group, nodes.get(group.name)), items })),
  ];
}
