import type { ReactNode } from 'react';
import { sysUser } from '@wheelhouse/entities/access/sys-user';
import { plain } from '@wheelhouse/entities/registry';
import { EntityFormPage } from '../../entity-ui/form/FormPage.tsx';
import { operatorOverride } from './accounts/overrides.ts';

export default function OperatorEdit(): ReactNode {
  return <EntityFormPage entity={plain(sysUser)} override={operatorOverride} mode="edit" />;
}
