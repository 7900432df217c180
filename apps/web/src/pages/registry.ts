import type { ComponentType } from 'react';
import type { ConsoleRoute, RouteName } from '@wheelhouse/entities/routes';
import { alarmPages } from './alarmManage/routes.ts';
import { equipmentPages } from './equipmentManage/routes.ts';
import { xpPages } from './equipmentManageXp/routes.ts';
import { guidePages } from './guideUseManage/routes.ts';
import { systemPages } from './systemManage/routes.ts';
import { testPages } from './test/routes.ts';
import { virtualPages } from './virtualVehicleManagement/routes.ts';

/** What every page component gets. Its address, tab and title come from `shell/page.ts`. */
export interface PageProps {
  readonly route: ConsoleRoute;
}

export type PageLoader = () => Promise<{ readonly default: ComponentType<PageProps> }>;

/** Pages by route name. Each menu group has its own map in `pages/<group>/routes.ts`; every page is its own chunk. */
export type PageMap = Partial<Record<RouteName, PageLoader>>;

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

/** The loader of a route's page; undefined while nothing implements it (it is then not in the menu and opens /404). */
export const loaderOf = (route: ConsoleRoute): PageLoader | undefined => pages[route.name];
