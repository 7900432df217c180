import type { ConsoleRoute } from '@wheelhouse/entities/routes';
import type { PageLoader, PageMap } from '../routing/pages.ts';
import { alarmPages } from './alarmManage/routes.ts';
import { equipmentPages } from './equipmentManage/routes.ts';
import { xpPages } from './equipmentManageXp/routes.ts';
import { guidePages } from './guideUseManage/routes.ts';
import { systemPages } from './systemManage/routes.ts';
import { testPages } from './test/routes.ts';
import { virtualPages } from './virtualVehicleManagement/routes.ts';

/** Each menu group has its own map in `pages/<group>/routes.ts`. */
const pages: PageMap = {
  ...alarmPages,
  ...equipmentPages,
  ...guidePages,
  ...systemPages,
  ...testPages,
  ...virtualPages,
  ...xpPages,
  dashboard: () => import('./dashboard/Dashboard.tsx'),
  qa: () => import('./qa/Qa.tsx'),
  profile: () => import('./userCenter/profile.tsx'),
  errorPage401: () => import('./error/NoAccess.tsx'),
  errorPage404: () => import('./error/NotFound.tsx'),
};

/** The loader of a route's page; undefined while nothing implements it. */
export const findPage = (route: ConsoleRoute): PageLoader | undefined => pages[route.name];
