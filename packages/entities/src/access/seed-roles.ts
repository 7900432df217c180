/**
 * The roles a new installation starts with and what they may do.
 * Existing roles are never changed by a later release: they belong to the operator.
 */

import { keysOf } from '@wheelhouse/contract/object';
import { routes, type ConsoleRoute } from '../routes.ts';
import { actionsOfPage, type pageActions, type FunctionCode } from './actions.ts';
import { closeFunctions, functionSeeds } from './function-tree.ts';

/** R: page and search. W: everything but deleting. F: everything. */
type Level = 'R' | 'W' | 'F';

/** The parts of the menu that the grant table speaks of. */
const areaGroups = {
  equipment: ['/equipmentManage', '/equipmentManageXp'],
  alarms: ['/alarmManage'],
  versions: ['/versionManage'],
  sim: ['/simManage'],
  messages: ['/messageManage'],
  guides: ['/guideUseManage'],
  content: ['/guideUseManageAPP'],
  events: ['/eventManage', '/prizeManage'],
  virtual: ['/virtualVehicleManagement'],
  orders: ['/orderManage'],
  statistics: ['/reportStatistic', '/analyticStatisticsManage', '/reportManage'],
  business: ['/businessManage'],
  settings: ['/systemSet'],
  system: ['/systemManage'],
} as const;
type Area = keyof typeof areaGroups;

/** Pages of the group `equipment` that have a row of their own in the grant table. */
const controlPages = ['remoteControl', 'vehicleRemoteDebugging', 'stolenMonitorManage'] as const;

interface Grant {
  readonly level: Level;
  /** All pages of these parts of the menu … */
  readonly areas?: readonly Area[];
  /** … and these pages. */
  readonly pages?: readonly (keyof typeof pageActions)[];
}

export interface SeedRole {
  readonly roleCode: string;
  readonly roleName: string;
  readonly roleNameEn: string;
  /** D:DataScope. */
  readonly dataScope: 1 | 2 | 3 | 4 | 5;
  readonly dealerAssignable: boolean;
  readonly grants: readonly Grant[];
  /** Single functions besides. */
  readonly plus?: readonly FunctionCode[];
  /** Single functions that a level would bring but the role must not have. */
  readonly minus?: readonly FunctionCode[];
}

const everything: readonly Area[] = keysOf(areaGroups);

export const seedRoles: readonly SeedRole[] = [
  {
    roleCode: 'ops',
    roleName: '运营',
    roleNameEn: 'Operations',
    dataScope: 1,
    dealerAssignable: false,
    grants: [
      { level: 'F', areas: ['messages', 'guides', 'content', 'business'], pages: ['qa'] },
      // Virtual vehicles have no row in the grant table; their page is for operations.
      {
        level: 'W',
        areas: ['equipment', 'alarms', 'virtual'],
        pages: ['userTagsManage', 'dealerAccountManage', 'dictionary', 'changeRequest'],
      },
      { level: 'R', areas: ['versions', 'sim', 'events', 'orders', 'statistics'] },
    ],
    plus: ['privacy.viewPhone', 'privacy.viewAddress', 'privacy.viewLocation', 'privacy.search'],
    minus: [
      // Lists that allow or forbid something are not kept by those whose work they limit.
      'dictionary.guard',
      'operationActivityManage.externalLink',
      'vehicleManage.remote',
      'vehicleManage.debug',
      'vehicleManage.resetActivation',
      'vehicleManage.resetDeviceSecret',
    ],
  },
  {
    roleCode: 'cs',
    roleName: '客服',
    roleNameEn: 'Customer service',
    dataScope: 1,
    dealerAssignable: false,
    grants: [
      { level: 'F', areas: ['business'] },
      { level: 'W', pages: ['appuserManager', 'commonProblemManage'] },
      // Customer service reviews applications to unbind a vehicle, and asks owners for the log of their app.
      {
        level: 'W',
        areas: ['alarms'],
        pages: ['stolenMonitorManage', 'unbindManage', 'serviceReminderManage', 'repairListsManage', 'appLogRecord'],
      },
      {
        level: 'R',
        areas: ['equipment', 'versions', 'sim', 'content', 'orders', 'statistics'],
        pages: ['remoteControl', 'winningRecord'],
      },
    ],
    plus: [
      'remoteControl.basic',
      'vehicleManage.remote',
      'blindoOder.refund',
      'orderList.refund',
      'privacy.viewPhone',
      'privacy.search',
    ],
    // Dealers accept and repair; after-sales decide what is free.
    minus: [
      'repairListsManage.accept',
      'repairListsManage.repair',
      'repairListsManage.warranty',
      'appuserManager.export',
    ],
  },
  {
    roleCode: 'cslead',
    roleName: '客服主管',
    roleNameEn: 'Customer service lead',
    dataScope: 1,
    dealerAssignable: false,
    // Given beside the role of customer service.
    grants: [{ level: 'F', pages: ['customerServiceAccount'] }],
  },
  {
    roleCode: 'aftersales',
    roleName: '售后',
    roleNameEn: 'After-sales',
    dataScope: 1,
    dealerAssignable: false,
    grants: [
      {
        level: 'W',
        areas: ['equipment', 'alarms', 'business'],
        pages: [
          'remoteControl',
          'stolenMonitorManage',
          'repairListsManage',
          'replacementRecord',
          'videoManage',
          'functionIntroduce',
          'instructionsManage',
          'blueToothInfo',
        ],
      },
      { level: 'R', areas: ['versions', 'sim', 'content', 'statistics'], pages: ['vehicleRemoteDebugging'] },
    ],
    plus: ['privacy.viewPhone', 'privacy.viewAddress', 'privacy.viewLocation', 'privacy.search'],
    minus: ['vehicleManage.resetActivation', 'vehicleManage.resetDeviceSecret'],
  },
  {
    roleCode: 'ota',
    roleName: '固件工程师',
    roleNameEn: 'Firmware engineer',
    dataScope: 1,
    dealerAssignable: false,
    grants: [
      { level: 'F', areas: ['versions'], pages: ['vehicleRemoteDebugging'] },
      { level: 'W', pages: ['bluetoothSetup', 'blueToothInfo', 'availableModel'] },
      { level: 'R', areas: ['equipment', 'alarms', 'statistics', 'business'], pages: ['appLogRecord'] },
    ],
    plus: ['vehicleManage.debug', 'appLogRecord.view'],
  },
  {
    roleCode: 'quality',
    roleName: '质量',
    roleNameEn: 'Quality',
    dataScope: 1,
    dealerAssignable: false,
    grants: [
      { level: 'W', areas: ['alarms'] },
      { level: 'R', areas: ['equipment', 'versions', 'guides', 'statistics', 'business'] },
    ],
    // Quality approves firmware and tasks, and stops a task that goes wrong.
    plus: ['firmwareManage.audit', 'taskList.audit', 'taskList.run', 'taskList.terminate'],
  },
  {
    roleCode: 'marketing',
    roleName: '市场',
    roleNameEn: 'Marketing',
    dataScope: 1,
    dealerAssignable: false,
    grants: [
      { level: 'F', areas: ['messages', 'content', 'events'], pages: ['bannerManage', 'promotion', 'link'] },
      { level: 'W', pages: ['appVersion', 'userTagsManage', 'videoManage', 'functionIntroduce'] },
      { level: 'R', areas: ['orders', 'statistics'] },
    ],
    minus: ['operationActivityManage.externalLink'],
  },
  {
    roleCode: 'sim',
    roleName: '联网卡管理',
    roleNameEn: 'SIM management',
    dataScope: 1,
    dealerAssignable: false,
    grants: [
      { level: 'F', areas: ['sim'] },
      { level: 'R', areas: ['equipment', 'statistics'] },
    ],
  },
  {
    roleCode: 'finance',
    roleName: '财务',
    roleNameEn: 'Finance',
    dataScope: 1,
    dealerAssignable: false,
    grants: [
      { level: 'F', areas: ['orders'] },
      { level: 'R', areas: ['sim', 'events', 'statistics'] },
    ],
  },
  {
    roleCode: 'dealer',
    roleName: '经销商',
    roleNameEn: 'Dealer',
    dataScope: 4,
    dealerAssignable: true,
    grants: [
      { level: 'R', areas: ['equipment', 'alarms', 'statistics'], pages: ['dealerManage'] },
      { level: 'W', pages: ['repairListsManage', 'replacementRecord'] },
    ],
    plus: ['privacy.viewPhone', 'privacy.viewAddress'],
  },
  {
    roleCode: 'auditor',
    roleName: '审计',
    roleNameEn: 'Auditor',
    dataScope: 1,
    dealerAssignable: false,
    grants: [{ level: 'R', areas: everything, pages: [...controlPages] }],
    plus: ['operatorManage.proof'],
  },
];

/** The role that passes every check; its grants are for display only. */
export const adminRole = {
  roleCode: 'admin',
  roleName: '超级管理员',
  roleNameEn: 'Administrator',
  dataScope: 1,
  dealerAssignable: false,
} as const;

function pagesOf(area: Area): string[] {
  const groups: readonly string[] = areaGroups[area];
  const inArea = (route: ConsoleRoute) => groups.includes(route.group) && route.kind !== 'group' && route.via === null;
  return routes
    .filter(inArea)
    .map((route) => route.name)
    .filter((name) => !(controlPages as readonly string[]).includes(name));
}

/** A list that another page's button opens (the service accounts' log) comes with its opener, at the opener's level. */
function pagesOpenedBy(page: string): string[] {
  return routes
    .filter((route) => route.kind === 'list' && route.via?.startsWith(`${page}.`))
    .map((route) => route.name);
}

/** Buttons of administrators: no level of a page brings them, a role that shall have one names it. */
const named: ReadonlySet<string> = new Set(['appuserManager.testAccount']);

function actionsAt(page: string, level: Level): string[] {
  const actions = actionsOfPage(page)?.actions ?? [];
  const granted =
    level === 'F'
      ? actions
      : actions.filter((action) => (level === 'R' ? action === 'query' : !action.startsWith('delete')));
  return granted.map((action) => `${page}.${action}`).filter((code) => !named.has(code));
}

const seedByCode = new Map(functionSeeds.map((seed) => [seed.code, seed]));
const parentOf = (code: string) => seedByCode.get(code)?.parentCode;

/** Codes of the functions a seed role is granted, closed over; for a dealer role only what dealers may have. */
export function functionsOf(role: SeedRole): ReadonlySet<string> {
  const wanted = role.grants.flatMap(({ level, areas = [], pages = [] }) => {
    const chosen = [...areas.flatMap(pagesOf), ...pages];
    const all = level === 'R' ? chosen : [...chosen, ...chosen.flatMap(pagesOpenedBy)];
    return all.flatMap((page) => [page, ...actionsAt(page, level)]);
  });
  const minus = new Set<string>(role.minus);
  const allowed = [...wanted, ...(role.plus ?? [])].filter(
    (code) => !minus.has(code) && !(role.dealerAssignable && seedByCode.get(code)?.staffOnly),
  );
  const closed = closeFunctions(allowed, parentOf);
  if (role.dealerAssignable) for (const code of closed) if (seedByCode.get(code)?.staffOnly) closed.delete(code);
  return closed;
}
