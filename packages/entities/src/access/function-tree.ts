/**
 * The function tree as the release brings it: pages from the route table, buttons and data rights from `actions.ts`.
 * Administrators may rename, reorder, hide and disable nodes and add their own; those live in the database.
 */

import { routes, type ConsoleRoute } from '../routes.ts';
import { actionLabel, menuIcons, pageActions, pageDataRights, privacyRights, type PageActions } from './actions.ts';

export interface FunctionSeed {
  readonly code: string;
  readonly parentCode: string | null;
  readonly name: string;
  readonly nameEn: string;
  /** 1 page, 2 button, 3 data right. */
  readonly functionType: 1 | 2 | 3;
  /** Route of a page, empty for the rest. */
  readonly path: string;
  readonly icon: string | null;
  readonly sort: number;
  readonly hidden: boolean;
  readonly cached: boolean;
  /** Never grantable to roles of dealer accounts. */
  readonly staffOnly: boolean;
}

/** Pages whose buttons dealers may be granted at all (their own vehicles, alarms and repair orders). */
// prettier-ignore
const dealerPages: ReadonlySet<string> = new Set([
  'equipmentManage', 'vehicleManage', 'vehicleSeries', 'batteryManage', 'vehicleModelManage', 'batteryHistory', 'vehicleImage', 'mileage',
  'alarmManageGroup', 'alarmManage', 'guideUseManage', 'repairListsManage', 'replacementRecord', 'dealerManage',
  'reportStatistic', 'faultStatisticIndex',
  'analyticStatisticsManage', 'alarmStatistics', 'vehicleRepairStatistics', 'activationStatistics', 'exploreStatistics',
  'reportManage', 'vehicleStatistics', 'batteryStatistics', 'serviceMaintenanceStatistics', 'qa',
]);
const dealerPrivacy: ReadonlySet<string> = new Set(['privacy.viewPhone', 'privacy.viewAddress']);
// prettier-ignore
const dealerButtons: ReadonlySet<string> = new Set([
  'repairListsManage.add', 'repairListsManage.accept', 'repairListsManage.repair', 'repairListsManage.close', 'repairListsManage.cancel',
  'repairListsManage.note', 'repairListsManage.print', 'replacementRecord.add',
]);

function dealersMay(code: string, owner: string): boolean {
  if (!dealerPages.has(owner)) return false;
  return code === owner || /\.(query|export)$/.test(code) || dealerButtons.has(code);
}

const groupNames = new Map(routes.filter((route) => route.kind === 'group').map((route) => [route.path, route.name]));

/** The page whose button opens a hidden page. */
const ownerOf = (route: ConsoleRoute): string | undefined => route.via?.split('.')[0];

/** Nodes the route table gives: everything that is granted, and `qa`, which is open to all but has buttons. */
function pageSeed(route: ConsoleRoute, sort: number): FunctionSeed {
  const owner = ownerOf(route);
  const parentCode = route.kind === 'group' ? null : (owner ?? groupNames.get(route.group) ?? null);
  return {
    code: route.name,
    parentCode,
    name: route.zh,
    nameEn: route.en,
    functionType: 1,
    path: route.path,
    icon: menuIcons[route.path] ?? null,
    sort,
    hidden: route.hidden,
    cached: route.cached,
    staffOnly: !(
      dealersMay(route.name, route.name) ||
      (owner !== undefined && route.via?.endsWith('.query') === true && dealerPages.has(owner))
    ),
  };
}

function buttonSeed(page: string, action: string, sort: number): FunctionSeed {
  const code = `${page}.${action}`;
  const label = actionLabel(page, action);
  const isRight = (pageDataRights as readonly string[]).includes(code);
  const type = isRight ? 3 : 2;
  return {
    code,
    parentCode: page,
    name: label.zh,
    nameEn: label.en,
    functionType: type,
    path: '',
    icon: null,
    sort,
    hidden: false,
    cached: false,
    staffOnly: !dealersMay(code, page),
  };
}

const pageNodes = routes
  .filter((route) => route.permission === route.name || route.name === 'qa')
  .map((route, index) => pageSeed(route, (index + 1) * 10));
const buttonNodes = Object.entries<PageActions>(pageActions).flatMap(([page, { actions }]) =>
  actions.map((action, index) => buttonSeed(page, action, (index + 1) * 10)),
);
const privacyNodes = Object.entries(privacyRights).map(([code, label], index): FunctionSeed => ({
  code,
  parentCode: null,
  name: label.zh,
  nameEn: label.en,
  functionType: 3,
  path: '',
  icon: null,
  sort: 9000 + index,
  hidden: false,
  cached: false,
  staffOnly: !dealerPrivacy.has(code),
}));

/** Every node of the release. */
export const functionSeeds: readonly FunctionSeed[] = [...pageNodes, ...buttonNodes, ...privacyNodes];

/** Hidden pages by the button whose grant includes them. */
const pagesVia = new Map<string, string[]>();
for (const route of routes)
  if (route.via !== null) pagesVia.set(route.via, [...(pagesVia.get(route.via) ?? []), route.name]);

/**
 * What granting some functions amounts to: a button brings its page's `.query`, its page, the page's group and the
 * hidden pages it opens. `parentOf` gives a node's parent: null for none, undefined for a code that is not in the tree (which is dropped).
 */
export function closeFunctions(
  codes: Iterable<string>,
  parentOf: (code: string) => string | null | undefined,
): Set<string> {
  const closed = new Set<string>();
  const open = [...codes];
  for (let code = open.pop(); code !== undefined; code = open.pop()) {
    const parent = parentOf(code);
    if (parent === undefined || closed.has(code)) continue;
    closed.add(code);
    if (parent !== null) open.push(parent);
    const page = code.includes('.') ? parent : null;
    if (page !== null) open.push(`${page}.query`);
    for (const opened of pagesVia.get(code) ?? []) open.push(opened, `${opened}.query`);
  }
  return closed;
}

const releaseParents = new Map(functionSeeds.map((seed) => [seed.code, seed.parentCode]));

/**
 * Functions that follow from granted ones: these, and those that the release requires for them. The place of a function in an
 * installation's tree grants nothing: a function that an administrator added includes only itself.
 */
export function heldFunctions(granted: Iterable<string>): Set<string> {
  const codes = [...granted];
  return new Set([...codes, ...closeFunctions(codes, (code) => releaseParents.get(code))]);
}
