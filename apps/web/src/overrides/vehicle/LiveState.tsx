import type { ReactNode } from 'react';
import { FieldValue } from '../../entity-ui/cells/index.tsx';
import { usePick } from '../../i18n/lang.ts';
import { DescriptionList } from '../../ui/Layout.tsx';
import { PendingState } from '../../ui/States.tsx';
import { labelOf, vehicleStatusEntity } from './status-entity.ts';
import { useVehicleStatus } from './useVehicleStatus.ts';

const shown = ['online', 'soc', 'locked', 'chargeStatus', 'odometerKm', 'ecuVersion', 'bmsVersion'] as const;

/** What the vehicle is doing now. */
export function LiveState({ vehicleId }: { readonly vehicleId: string }): ReactNode {
  const pick = usePick();
  const { status, error, retry } = useVehicleStatus(vehicleId);
  if (status === undefined) return <PendingState small error={error} onRetry={retry} />;
  return (
    <DescriptionList
      items={shown.map((name) => ({
        key: name,
        label: pick(labelOf(name)),
        value: <FieldValue entity={vehicleStatusEntity} name={name} row={status} place="detail" />,
      }))}
    />
  );
}
