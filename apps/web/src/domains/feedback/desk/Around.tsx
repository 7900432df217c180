import { useState, type ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract';
import { alarm } from '@wheelhouse/entities/alarms/alarm';
import type { RowOf } from '@wheelhouse/entities/rows';
import { plain } from '@wheelhouse/entities/registry';
import { feedback } from '@wheelhouse/entities/feedback/feedback';
import { appLogRecord } from '@wheelhouse/entities/feedback/app-log-record';
import { repairOrder } from '@wheelhouse/entities/repairs/repair-order';
import { RecordLink } from '../../../entity-ui/cells/ref.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { alarmOverride } from '../../alarms/alarm.tsx';
import { appLogOverride } from '../app-logs/appLogRecord.override.tsx';
import { feedbackOverride } from '../feedback.override.tsx';
import { useFeedbackTexts } from '../texts.ts';
import { repairOverride } from '../../repairs/order/repairOrder.override.tsx';
import { LiveState } from '../../fleet/LiveState.tsx';
import { useCan } from '../../../session/session.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Identity } from '../../../ui/Values.tsx';

const entity = plain(feedback);
const daysShown = 90;

/** The vehicle that the feedback is about, as it is now. */
export function VehicleCard({ row }: { readonly row: RowOf<'feedback'> }): ReactNode {
  const texts = useFeedbackTexts();
  const vehicleId = textOf(row.vehicleId);
  if (vehicleId === '')
    return (
      <Section title={texts('vehicle')}>
        <p className="wh-faint">{texts('noVehicle')}</p>
      </Section>
    );
  return (
    <Section
      title={texts('vehicle')}
      extra={
        <RecordLink entity="vehicle" id={vehicleId}>
          <Identity value={textOf(row.vin) || textOf(row.vehicleName)} />
        </RecordLink>
      }
    >
      <LiveState vehicleId={vehicleId} />
    </Section>
  );
}

/** Repair orders made of the feedback, the vehicle's last alarms, the logs sent with it, and what else the user has written lately. */
export function Surroundings({ row }: { readonly row: RowOf<'feedback'> }): ReactNode {
  const texts = useFeedbackTexts();
  const can = useCan();
  const vehicleId = textOf(row.vehicleId);
  const [since] = useState(() => formatInstant(new Date(Date.now() - daysShown * 86_400_000)));
  return (
    <>
      {vehicleId !== '' && can('repairListsManage.query') ? (
        <Section title={texts('repairs')} flush>
          <RelatedList
            entity={plain(repairOrder)}
            override={repairOverride}
            fixed={{ feedbackId: row.id }}
            without={['vehicleId', 'vehicleTypeId', 'contactName', 'contactMobile']}
          />
        </Section>
      ) : null}
      {vehicleId !== '' && can('alarmManage.query') ? (
        <Section title={texts('alarms')} flush>
          <RelatedList
            entity={plain(alarm)}
            override={alarmOverride}
            fixed={{ vehicleId }}
            without={['vin', 'vehicleTypeId', 'ownerMobile', 'dealerId']}
          />
        </Section>
      ) : null}
      {Number(row.withLog) === 1 && can('appLogRecord.query') ? (
        <Section title={texts('logs')} flush>
          <RelatedList
            entity={plain(appLogRecord)}
            override={appLogOverride}
            fixed={{ feedbackId: row.id }}
            without={['userId', 'mobile', 'vehicleId', 'feedbackNo']}
          />
        </Section>
      ) : null}
      {Number(row.mergedCount) > 0 ? (
        <Section title={texts('merged')} flush>
          <RelatedList
            entity={entity}
            override={feedbackOverride}
            fixed={{ mergedIntoId: row.id }}
            without={['mobile']}
          />
        </Section>
      ) : null}
      <Section title={texts('others')} flush>
        <RelatedList
          entity={entity}
          override={feedbackOverride}
          fixed={{ userId: textOf(row.userId), 'createTime.ge': since, 'id.ne': row.id }}
          without={['userId', 'mobile']}
        />
      </Section>
    </>
  );
}
