import type { ComponentType, ReactNode } from 'react';
import { sysUser } from '@wheelhouse/entities/access/sys-user';
import { plain } from '@wheelhouse/entities/registry';
import { EntityListPage } from '../../../entity-ui/list/EntityListPage.tsx';
import { usePage } from '../../../routing/page.ts';
import { operatorOverride } from './sysUser.override.tsx';
import { partOf, useMayOpen, type LogPart } from '../logs/PartNav.tsx';
import { part } from '../../../ui/part.tsx';

const log = (key: 'OperationLog' | 'LoginLog' | 'RevealLog') =>
  part(async () => ({ default: (await import('../logs/LogPage.tsx'))[key] }));
const parts: Readonly<Record<LogPart, ComponentType>> = {
  operations: log('OperationLog'),
  logins: log('LoginLog'),
  reveals: log('RevealLog'),
  sms: part(async () => ({ default: (await import('../logs/SmsOutbox.tsx')).SmsOutbox })),
  work: part(async () => ({ default: (await import('../logs/Work.tsx')).WorkPart })),
  proof: part(async () => ({ default: (await import('../logs/Proof.tsx')).ProofPart })),
  sessions: part(async () => ({ default: (await import('../logs/Sessions.tsx')).SessionsPart })),
};

/** Staff accounts, and the traces of what they do. */
export default function OperatorManage(): ReactNode {
  const part = partOf(usePage().search);
  const mayOpen = useMayOpen();
  if (part === undefined || !mayOpen(part))
    return <EntityListPage entity={plain(sysUser)} override={operatorOverride} />;
  const Part = parts[part];
  return <Part key={part} />;
}
