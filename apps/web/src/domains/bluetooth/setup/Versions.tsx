import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/reading';
import type { RowOf } from '@wheelhouse/entities/rows';
import { bluetoothSetup } from '@wheelhouse/entities/bluetooth/bluetooth-setup';
import { useCall } from '../../../api/query.ts';
import { Versions } from '../../../entity-ui/detail/Versions.tsx';
import { PendingState } from '../../../ui/States.tsx';

const entity = plain(bluetoothSetup);

/** Every version of a setup. */
export default function SetupVersions({ row }: { readonly row: RowOf<'bluetoothSetup'> }): ReactNode {
  const { data, error, refetch } = useCall('/veh/crm/bluetoothSetup/history', { id: row.id }, { inlineErrors: true });
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  return <Versions entity={entity} versions={data} />;
}
