import { pageActions, type PageActions } from '@wheelhouse/entities/access/actions';
import { functionSeeds } from '@wheelhouse/entities/access/function-tree';
import { functionsOf, seedRoles } from '@wheelhouse/entities/access/seed-roles';
import { routes } from '@wheelhouse/entities/routes';
import { expect, test } from 'vitest';

/**
 * What the roles of a new installation may do, as the product's grant table says: R reads, W does everything but delete, F everything. A page
 * named in a cell has its own grant, or its own list of buttons; `*` are the row's other pages. Where a page says who works on it, it has such a
 * grant.
 */
type Grant = 'R' | 'W' | 'F' | '–' | readonly string[];
type Cell = Grant | Readonly<Record<string, Grant>>;
interface MatrixRow {
  /** Groups of the menu, or single pages. */
  readonly of: readonly string[];
  readonly cells: Readonly<Record<string, Cell>>;
}

const names = [
  'ops',
  'cs',
  'aftersales',
  'ota',
  'quality',
  'marketing',
  'sim',
  'finance',
  'dealer',
  'auditor',
  'cslead',
] as const;
const row = (of: readonly string[], ...cells: readonly Cell[]): MatrixRow => ({
  of,
  cells: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '–'])),
});
const control = ['remoteControl', 'vehicleRemoteDebugging', 'stolenMonitorManage'];
/** Buttons of the vehicle page that other rows, or the administrator alone, have. */
const except = (page: string, ...not: readonly string[]) =>
  buttonsOf(page).filter((action) => !action.startsWith('delete') && !not.includes(action));
const alone = ['resetActivation', 'resetDeviceSecret'];

function buttonsOf(page: string): readonly string[] {
  return (pageActions as Readonly<Record<string, PageActions>>)[page]?.actions ?? [];
}

const campaigns = buttonsOf('operationActivityManage').filter((action) => action !== 'externalLink');

// prettier-ignore
const matrix: readonly MatrixRow[] = [
  //                            ops, cs, aftersales, ota, quality, marketing, sim, finance, dealer, auditor, cslead
  row(['/equipmentManage', '/equipmentManageXp'],
    { '*': 'W', vehicleManage: except('vehicleManage', 'remote', 'debug', ...alone) },
    // Applications to unbind are reviewed by customer service; the vehicle page leads to remote control.
    { '*': 'R', unbindManage: 'W', vehicleManage: ['query', 'remote'] },
    { '*': 'W', vehicleManage: except('vehicleManage', ...alone) },
    { '*': 'R', vehicleManage: ['query', 'debug'] }, 'R', '–', 'R', '–', 'R', 'R'),
  row(control, '–',
    { remoteControl: ['query', 'basic'], stolenMonitorManage: 'W', '*': '–' },
    { remoteControl: 'W', vehicleRemoteDebugging: 'R', stolenMonitorManage: 'W' },
    { vehicleRemoteDebugging: 'F', '*': '–' }, '–', '–', '–', '–', '–', 'R'),
  row(['/alarmManage'], 'W', 'W', 'W', 'R', 'W', '–', '–', '–', 'R', 'R'),
  // Quality approves firmware, and watches and steers roll-outs.
  row(['/versionManage'], 'R', 'R', 'R', 'F',
    { firmwareManage: ['query', 'audit'], taskList: ['query', 'audit', 'run', 'terminate'], '*': 'R' },
    { appVersion: 'W', '*': '–' }, '–', '–', '–', 'R'),
  row(['/simManage'], 'R', 'R', 'R', '–', '–', '–', 'F', 'R', '–', 'R'),
  // Nobody who writes campaigns goes round the list of allowed hosts.
  row(['/messageManage'], { operationActivityManage: campaigns, '*': 'F' }, { serviceReminderManage: 'W', '*': '–' }, '–', '–', '–',
    { operationActivityManage: campaigns, '*': 'F' }, '–', '–', '–', 'R'),
  row(['/guideUseManage'],
    // Test accounts are made by administrators.
    { appuserManager: except('appuserManager', 'testAccount'), '*': 'F' },
    // App logs are asked for by customer service, and read by engineers too.
    { repairListsManage: except('repairListsManage', 'accept', 'repair', 'warranty'), appuserManager: except('appuserManager', 'testAccount', 'export'), appLogRecord: 'W', '*': '–' },
    { repairListsManage: 'W', replacementRecord: 'W', videoManage: 'W', functionIntroduce: 'W', blueToothInfo: 'W', '*': '–' },
    { appLogRecord: ['query', 'view'], blueToothInfo: 'W', availableModel: 'W', '*': '–' }, 'R',
    { bannerManage: 'F', promotion: 'F', link: 'F', videoManage: 'W', functionIntroduce: 'W', '*': '–' }, '–', '–',
    // A dealer sees its own record.
    { repairListsManage: 'W', replacementRecord: 'W', dealerManage: 'R', '*': '–' }, 'R',
    { customerServiceAccount: 'F', customerServiceAccountLog: 'F', '*': '–' }),
  row(['/guideUseManageAPP'], 'F', { commonProblemManage: 'W', '*': 'R' }, { instructionsManage: 'W', '*': 'R' }, '–', '–', 'F', '–', '–', '–', 'R'),
  row(['/eventManage', '/prizeManage'], 'R', { winningRecord: 'R', '*': '–' }, '–', '–', '–', 'F', '–', 'R', '–', 'R'),
  // No row of the table: the page says that it is for operations.
  row(['/virtualVehicleManagement'], 'W', '–', '–', '–', '–', '–', '–', '–', '–', 'R'),
  row(['/orderManage'], 'R',
    { '*': 'R', blindoOder: ['query', 'refund'], orderList: ['query', 'refund'] },
    '–', '–', '–', 'R', '–', 'F', '–', 'R'),
  row(['/reportStatistic', '/analyticStatisticsManage', '/reportManage'], 'R', 'R', 'R', 'R', 'R', 'R', 'R', 'R', 'R', 'R'),
  row(['/businessManage'], 'F', 'F', 'W', 'R', 'R', '–', '–', '–', '–', 'R'),
  row(['/systemSet'], { userTagsManage: 'W', '*': '–' }, '–', '–', { bluetoothSetup: 'W', '*': '–' }, '–',
    { userTagsManage: 'W', '*': '–' }, '–', '–', '–', 'R'),
  // Dealer accounts and the dictionary name operations on their own pages; lists that guard something are the administrator's alone.
  row(['/systemManage'], { dealerAccountManage: 'W', dictionary: except('dictionary', 'guard'), changeRequest: 'W', '*': '–' }, '–', '–', '–', '–', '–', '–', '–', '–',
    { operatorManage: ['query', 'proof'], '*': 'R' }),
];

const ownRows = new Set(control);
const pagesOf = ({ of }: MatrixRow): string[] =>
  routes
    .filter((route) => route.kind !== 'group' && route.via === null && buttonsOf(route.name).length > 0)
    .filter((route) => of.includes(route.name) || (of.includes(route.group) && !ownRows.has(route.name)))
    .map((route) => route.name);
const staffOnly = new Set(functionSeeds.filter((seed) => seed.staffOnly).map((seed) => seed.code));

function granted(cell: Cell, page: string): readonly string[] {
  const grant =
    typeof cell === 'string' || Array.isArray(cell)
      ? (cell as Grant)
      : grantIn(cell as Readonly<Record<string, Grant>>, page);
  if (typeof grant !== 'string') return grant;
  const buttons = buttonsOf(page);
  if (grant === 'F') return buttons;
  if (grant === 'W') return buttons.filter((action) => !action.startsWith('delete'));
  return grant === 'R' ? buttons.filter((action) => action === 'query') : [];
}
const grantIn = (cell: Readonly<Record<string, Grant>>, page: string): Grant => cell[page] ?? cell['*'] ?? '–';

test('every page with buttons stands in one row', () => {
  const pages = matrix.flatMap(pagesOf);
  expect(new Set(pages).size).toBe(pages.length);
  const other = Object.keys(pageActions).filter((page) => !pages.includes(page));
  const hidden = new Set<string>(routes.filter((route) => route.via !== null).map((route) => route.name));
  expect(other.filter((page) => !hidden.has(page))).toEqual(['qa']);
});

test.each(names)('%s: what the grant table says, row by row', (name) => {
  const role = seedRoles.find((one) => one.roleCode === name);
  const held = role ? functionsOf(role) : new Set<string>();
  const wrong = matrix.flatMap((one) =>
    pagesOf(one).flatMap((page) => {
      const expected = granted(one.cells[name] ?? '–', page)
        .map((action) => `${page}.${action}`)
        .filter((code) => name !== 'dealer' || !staffOnly.has(code));
      const actual = buttonsOf(page)
        .map((action) => `${page}.${action}`)
        .filter((code) => held.has(code));
      const missing = expected.filter((code) => !held.has(code)).map((code) => `lacks ${code}`);
      return [...missing, ...actual.filter((code) => !expected.includes(code)).map((code) => `holds ${code}`)];
    }),
  );
  expect(wrong).toEqual([]);
});

test('what is the administrator’s alone stands in no other role', () => {
  const held = seedRoles.flatMap((role) => [...functionsOf(role)].map((code) => `${role.roleCode} ${code}`));
  expect(held.filter((one) => alone.some((action) => one.endsWith(`vehicleManage.${action}`)))).toEqual([]);
});
