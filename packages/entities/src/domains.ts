import type { EntityDef } from './define.ts';
import { plain } from './reading.ts';
import type { ConsoleRoute } from './routes.ts';

/** Definitions by domain, for code that needs only one domain: the console loads them with the first page of a menu group that is about them. */
const loaders = {
  access: async (): Promise<object> => (await import('./access/index.ts')).access,
  alarms: async (): Promise<object> => (await import('./alarms/index.ts')).alarms,
  content: async (): Promise<object> => (await import('./content/index.ts')).content,
  messages: async (): Promise<object> => (await import('./messages/index.ts')).messages,
  ota: async (): Promise<object> => (await import('./ota/index.ts')).ota,
  settings: async (): Promise<object> => (await import('./settings/index.ts')).settings,
  sim: async (): Promise<object> => (await import('./sim/index.ts')).sim,
  support: async (): Promise<object> => (await import('./support/index.ts')).support,
  vehicles: async (): Promise<object> => (await import('./vehicles/index.ts')).vehicles,
} as const;

export type LoadedDomain = keyof typeof loaders;

/** Domain of the entities that a menu group has pages for; one without a line has none yet. */
export const domainOfGroup: Readonly<Record<string, LoadedDomain>> = {
  '/alarmManage': 'alarms',
  '/businessManage': 'settings',
  '/equipmentManage': 'vehicles',
  '/equipmentManageXp': 'vehicles',
  '/guideUseManage': 'support',
  '/guideUseManageAPP': 'content',
  '/messageManage': 'messages',
  '/reportStatistic': 'alarms',
  '/simManage': 'sim',
  '/systemManage': 'access',
  '/systemSet': 'settings',
  '/versionManage': 'ota',
  '/virtualVehicleManagement': 'vehicles',
};

/** Loads what pages of a menu group are about. */
export async function loadDomain({ group }: Pick<ConsoleRoute, 'group'>): Promise<Readonly<Record<string, EntityDef>>> {
  const domain = domainOfGroup[group];
  const found = domain === undefined ? {} : await loaders[domain]();
  return found as Readonly<Record<string, EntityDef>>;
}

/** The definition that a page by its kind is about. @throws Error when its menu group is of another domain */
export async function loadEntity(route: ConsoleRoute): Promise<EntityDef> {
  const entity = (await loadDomain(route))[route.entity ?? ''];
  if (entity === undefined) throw new Error(`no entity ${route.entity} in the domain of ${route.group}`);
  return plain(entity);
}
