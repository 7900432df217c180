import { loadDomain } from '../domains/definitions.ts';
import type { ConsoleRoute } from '@wheelhouse/entities/routes';
import type { PageLoader, PageMap } from '../routing/pages.ts';
import { alarmPages } from './alarmManage/routes.ts';
import { businessPages } from './businessManage/routes.ts';
import { contentPages } from './guideUseManageAPP/routes.ts';
import { guidePages } from './guideUseManage/routes.ts';
import { messagePages } from './messageManage/routes.ts';
import { pageByKind } from './by-kind.ts';
import { equipmentPages } from './equipmentManage/routes.ts';
import { simPages } from './simManage/routes.ts';
import { systemPages } from './systemManage/routes.ts';
import { testPages } from './test/routes.ts';
import { versionPages } from './versionManage/routes.ts';

/** Pages with code of their own; each menu group has its map in `pages/<group>/routes.ts`. The others are there by their kind. */
export const ownPages: PageMap = {
  ...alarmPages,
  ...businessPages,
  ...contentPages,
  ...equipmentPages,
  ...guidePages,
  ...messagePages,
  ...simPages,
  ...systemPages,
  ...testPages,
  ...versionPages,
  dashboard: () => import('./dashboard/Dashboard.tsx'),
  qa: () => import('./qa/Qa.tsx'),
  profile: () => import('./userCenter/profile.tsx'),
  errorPage401: () => import('./error/NoAccess.tsx'),
  errorPage404: () => import('./error/NotFound.tsx'),
};

/** The loader of a route's page, which comes with the definitions of its domain; undefined while nothing implements it. */
export function findPage(route: ConsoleRoute): PageLoader | undefined {
  const own = ownPages[route.name];
  if (own === undefined) return pageByKind(route);
  return async () => {
    const [page] = await Promise.all([own(), loadDomain('vehicles')]);
    return page;
  };
}
