import type { ReactNode } from 'react';
import { alarmTemplate } from '@wheelhouse/entities/templates/alarm-template';
import { serviceTemplate } from '@wheelhouse/entities/templates/service-template';
import { plain } from '@wheelhouse/entities/reading';
import { useCall } from '../../api/query.ts';
import { Versions } from '../../entity-ui/detail/Versions.tsx';
import { PendingState } from '../../ui/States.tsx';

const [service, alarm] = [plain(serviceTemplate), plain(alarmTemplate)];

interface Props {
  readonly row: { readonly id: string };
}

export function ServiceVersions({ row }: Props): ReactNode {
  const { data, error, refetch } = useCall('/msg/crm/serviceTemplate/history', { id: row.id }, { inlineErrors: true });
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  return <Versions entity={service} versions={data} />;
}

export function AlarmVersions({ row }: Props): ReactNode {
  const { data, error, refetch } = useCall('/msg/crm/alarmTemplate/history', { id: row.id }, { inlineErrors: true });
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  return <Versions entity={alarm} versions={data} />;
}
