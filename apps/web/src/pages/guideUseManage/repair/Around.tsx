import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { repairOrder } from '@wheelhouse/entities/support/repair-order';
import { replacementRecord } from '@wheelhouse/entities/support/replacement-record';
import { alarm } from '@wheelhouse/entities/alarms/alarm';
import { faultReport } from '@wheelhouse/entities/alarms/fault-report';
import { RecordLink } from '../../../entity-ui/cells/ref.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { alarmOverride } from '../../../overrides/alarm/alarm.tsx';
import { repairOverride } from '../../../overrides/repair/repair.tsx';
import { useRepairTexts } from '../../../overrides/repair/texts.ts';
import { LiveState } from '../../../overrides/vehicle/LiveState.tsx';
import { useCan } from '../../../session/session.ts';
import { Section } from '../../../ui/Layout.tsx';

type Props = { readonly row: RowOf<'repairOrder'> };

/** How the warranty of the vehicle stands on the day of the report. */
function Warranty({ row }: Props): ReactNode {
  const texts = useRepairTexts();
  const date = textOf(row.warrantyEnd);
  if (date === '') return <p className="rp-warranty wh-faint">{texts('noWarranty')}</p>;
  const isIn = date >= textOf(row.createTime).slice(0, 10);
  return (
    <p className={isIn ? 'rp-warranty' : 'rp-warranty rp-late'}>
      {texts(isIn ? 'inWarranty' : 'outOfWarranty', { date })}
    </p>
  );
}

/** The vehicle as it is now, with its warranty. */
export function VehicleCard({ row }: Props): ReactNode {
  const texts = useRepairTexts();
  return (
    <Section
      title={texts('vehicle')}
      extra={
        <RecordLink entity="vehicle" id={row.vehicleId}>
          <span className="wh-num">{textOf(row.vin)}</span>
        </RecordLink>
      }
    >
      <Warranty row={row} />
      <LiveState vehicleId={row.vehicleId} />
    </Section>
  );
}

/** What happened to the vehicle: alarms, fault codes, changed parts, other orders. */
export function Surroundings({ row }: Props): ReactNode {
  const texts = useRepairTexts();
  const can = useCan();
  const { vehicleId } = row;
  const of = { vehicleId };
  return (
    <>
      {can('alarmManage.query') ? (
        <>
          <Section title={texts('alarms')} flush>
            <RelatedList
              entity={plain(alarm)}
              override={alarmOverride}
              fixed={of}
              without={['vin', 'vehicleTypeId', 'ownerMobile', 'dealerId']}
            />
          </Section>
          <Section title={texts('faults')} flush>
            <RelatedList entity={plain(faultReport)} fixed={of} without={['vin', 'vehicleTypeId']} />
          </Section>
        </>
      ) : null}
      {can('replacementRecord.query') ? (
        <Section title={texts('replaced')} flush>
          <RelatedList entity={plain(replacementRecord)} fixed={of} without={['vehicleId']} />
        </Section>
      ) : null}
      <Section title={texts('others')} flush>
        <RelatedList
          entity={plain(repairOrder)}
          override={repairOverride}
          fixed={{ ...of, 'id.ne': row.id }}
          without={['vehicleId', 'vehicleTypeId', 'contactName', 'contactMobile']}
        />
      </Section>
    </>
  );
}
