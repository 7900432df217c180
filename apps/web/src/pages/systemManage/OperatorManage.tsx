import { lazy, type ComponentType, type ReactNode } from 'react';
import { sysUser } from '@wheelhouse/entities/access/sys-user';
import { plain } from '@wheelhouse/entities/registry';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { usePage } from '../../shell/page.ts';
import { operatorOverride } from './accounts/overrides.ts';
import { useUser } from '../../session/session.ts';
import { mayOpen, PartNav, partOf, type LogPart } from './logs/PartNav.tsx';

const log = (key: 'OperationLog' | 'LoginLog' | 'RevealLog') =>
  lazy(() => import('./logs/LogPage.tsx').then((parts) => ({ default: parts[key] })));
const parts: Readonly<Record<LogPart, ComponentType>> = {
  operations: log('OperationLog'),
  logins: log('LoginLog'),
  reveals: log('RevealLog'),
  sms: lazy(() => import('./logs/SmsOutbox.tsx').then((part) => ({ default: part.SmsOutbox }))),
  sessions: lazy(() => import('./logs/Sessions.tsx').then((part) => ({ default: part.SessionsPart }))),
};

/** Staff accounts, and the traces of what they do. */
export default function OperatorManage(): ReactNode {
  const part = partOf(usePage().search);
  const { roleCodes } = useUser();
  if (part === undefined || !mayOpen(part, roleCodes))
    return <EntityListPage entity={plain(sysUser)} override={operatorOverride} nav={<PartNav />} />;
  const Part = parts[part];
  return <Part key={part} />;
}
