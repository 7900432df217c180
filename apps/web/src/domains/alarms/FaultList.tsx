import type { ReactNode } from 'react';
import type { ListRowOf, RowOf } from '@wheelhouse/entities/rows';
import { faultReport } from '@wheelhouse/entities/alarms/fault-report';
import { plain } from '@wheelhouse/entities/registry';
import { useDialogs } from '../../entity-ui/dialogs.tsx';
import { textOf } from '../../entity-ui/model.ts';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { faultOverride } from './alarm.tsx';
import { useAlarmCellTexts } from './cell-texts.ts';
import { part } from '../../ui/part.tsx';

const FaultHistory = part(() => import('./FaultHistory.tsx'));

/** The way from a fault to all of its kind on the vehicle. */
export function FaultHistoryButton({ row }: { readonly row: ListRowOf<'faultReport'> }): ReactNode {
  const texts = useAlarmCellTexts();
  const dialogs = useDialogs();
  const code = textOf(row.faultCode);
  const name = `${textOf(row.vin) || textOf(row.frameNo)} ${code}`;
  return (
    <button
      type="button"
      className="wh-link-button"
      aria-label={`${texts('faultHistory')} ${name}`}
      onClick={() =>
        void dialogs.open((close) => (
          <FaultHistory
            vehicleId={textOf(row.vehicleId)}
            deviceType={textOf(row.deviceType)}
            faultCode={code}
            name={name}
            onClose={() => close(null)}
          />
        ))
      }
    >
      {texts('faultHistory')}
    </button>
  );
}

/** Faults that an electronic part has had. */
export default function EcuFaultsTab({
  row,
}: {
  readonly row: Pick<RowOf<'ecu'>, 'vehicleId' | 'deviceType'>;
}): ReactNode {
  return (
    <RelatedList
      entity={plain(faultReport)}
      override={faultOverride}
      fixed={{ vehicleId: row.vehicleId, deviceType: row.deviceType }}
      without={['vin', 'deviceType']}
      rowActions={(fault) => <FaultHistoryButton row={fault} />}
    />
  );
}
