import { formPage, listPage } from '../../entity-ui/pages/loaders.ts';
import type { PageMap } from '../../routing/pages.ts';

/** Pages of dealers and app users. */
export const guidePages = {
  dealerManage: () => import('./DealerManage.tsx'),
  dealerManageDetail: () => import('./DealerDetail.tsx'),
  appuserManager: listPage,
  appuserEdit: formPage,
  appuserDetail: () => import('./AppUserDetail.tsx'),
} satisfies PageMap;
