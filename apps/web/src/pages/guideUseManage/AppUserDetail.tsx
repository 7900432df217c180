import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { appUser } from '@wheelhouse/entities/support/app-user';
import { EntityDetailPage } from '../../entity-ui/detail/EntityDetailPage.tsx';
import { appUserDetailOverride } from '../../overrides/appuser/appuser.tsx';

export default function AppUserDetail(): ReactNode {
  return <EntityDetailPage entity={plain(appUser)} override={appUserDetailOverride} />;
}
