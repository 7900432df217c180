import type { ComponentType, ReactNode } from 'react';
import { FieldValue } from '../../entity-ui/cells/index.tsx';
import { usePick, useTexts, type Texts } from '../../i18n/lang.ts';
import { DescriptionList } from '../../ui/Layout.tsx';
import { PendingState } from '../../ui/States.tsx';
import { labelOf, vehicleStatusEntity } from './status-entity.ts';
import { OnlineFact, PlaceFact, stateTexts, VehicleAge } from './state-facts.tsx';
import { useVehicleStatus } from './useVehicleStatus.ts';

const shown = ['soc', 'locked', 'chargeStatus', 'odometerKm', 'ecuVersion', 'bmsVersion'] as const;

const texts = {
  hidden: { zh: '无权查看该车辆的状态', en: 'You cannot view the status of this vehicle' },
} as const satisfies Texts;

interface Props {
  readonly vehicleId: string;
}

function Hidden(): ReactNode {
  const text = useTexts(texts);
  return <p className="wh-faint">{text('hidden')}</p>;
}

const Fact = ({ of: Of, vehicleId }: Props & { readonly of: ComponentType<Props> }): ReactNode => (
  <span className="ov-state">
    <Of vehicleId={vehicleId} />
  </span>
);

/**
 * What the vehicle is doing now, or was when it reported last, with how long ago that is: for users who may see it.
 * @for a vehicle as it is now, beside a record: `feedback/appFeedbackDetail.page.tsx`, `repairs/repairDetail.page.tsx`
 */
export function LiveState({ vehicleId }: Props): ReactNode {
  const pick = usePick();
  const text = useTexts(stateTexts);
  const { status, hidden, error, retry } = useVehicleStatus(vehicleId);
  if (hidden) return <Hidden />;
  if (status === undefined) return <PendingState small error={error} onRetry={retry} />;
  return (
    <>
      <DescriptionList
        items={[
          { key: 'online', label: text('state'), value: <Fact of={OnlineFact} vehicleId={vehicleId} /> },
          { key: 'place', label: text('place'), value: <Fact of={PlaceFact} vehicleId={vehicleId} /> },
          ...shown.map((name) => ({
            key: name,
            label: pick(labelOf(name)),
            value: <FieldValue entity={vehicleStatusEntity} name={name} row={status} place="detail" />,
          })),
        ]}
      />
      <div className="ov-state-age">
        <VehicleAge vehicleId={vehicleId} />
      </div>
    </>
  );
}
