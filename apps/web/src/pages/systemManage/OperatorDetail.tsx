import type { ReactNode } from 'react';
import { sysUser } from '@wheelhouse/entities/access/sys-user';
import { plain } from '@wheelhouse/entities/registry';
import { EntityDetailPage } from '../../entity-ui/detail/EntityDetailPage.tsx';
import { operatorDetailOverride } from './accounts/overrides.ts';

export default function OperatorDetail(): ReactNode {
  return <EntityDetailPage entity={plain(sysUser)} override={operatorDetailOverride} />;
}
