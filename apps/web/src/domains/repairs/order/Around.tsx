import { formatDay } from '@wheelhouse/contract/time';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { repairOrder } from '@wheelhouse/entities/repairs/repair-order';
import { replacementRecord } from '@wheelhouse/entities/repairs/replacement-record';
import { alarm } from '@wheelhouse/entities/alarms/alarm';
import { faultReport } from '@wheelhouse/entities/alarms/fault-report';
import { useCall } from '../../../api/query.ts';
import { RecordLink } from '../../../entity-ui/cells/ref.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { alarmOverride } from '../../alarms/alarm.tsx';
import { repairOverride } from './repairOrder.override.tsx';
import { useRepairTexts } from './texts.ts';
import { LiveState } from '../../fleet/LiveState.tsx';
import { useVehicleStatus } from '../../fleet/useVehicleStatus.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { hrefOf } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { Identity, StatusTag, TimeAgo } from '../../../ui/Values.tsx';

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
          <Identity value={textOf(row.vin)} />
        </RecordLink>
      }
    >
      <Warranty row={row} />
      <LiveState vehicleId={row.vehicleId} />
    </Section>
  );
}

const [shownAlarms, shownDays, dayMs] = [5, 30, 86_400_000];

/** Faults that the vehicle reports now, for users who may see its state. */
function ActiveFaults({ vehicleId }: { readonly vehicleId: string }): ReactNode {
  const texts = useRepairTexts();
  const { status } = useVehicleStatus(vehicleId);
  if (status === undefined) return null;
  const faults = status.faultCodes ?? [];
  return (
    <p className="rp-warranty">
      <span className="wh-faint">{texts('activeFaults')}</span>{' '}
      {faults.length === 0
        ? texts('noFaults')
        : faults.map((code) => (
            <StatusTag key={code} color="danger">
              {code}
            </StatusTag>
          ))}
    </p>
  );
}

/** What the vehicle has raised lately, beside its state: the evidence for what is wrong. */
export function AlarmsCard({ row }: Props): ReactNode {
  const can = useCan();
  return can('alarmManage.query') ? <Alarms row={row} /> : null;
}

function Alarms({ row: { vehicleId } }: Props): ReactNode {
  const texts = useRepairTexts();
  const dict = useDictLookup();
  const [from] = useState(() => formatDay(new Date(Date.now() - shownDays * dayMs)));
  const { data, error, refetch } = useCall(
    '/veh/crm/alarm/list',
    { page: 1, pageSize: shownAlarms, query: { 'vehicleId.eq': vehicleId, 'firstTime.ge': `${from} 00:00:00` } },
    { inlineErrors: true },
  );
  const tag = (category: string, code: unknown): ReactNode => {
    const item = dict(category, textOf(code));
    return <StatusTag color={item?.color}>{item?.name ?? textOf(code)}</StatusTag>;
  };
  return (
    <Section
      title={texts('aroundAlarms')}
      extra={<Link to={hrefOf('alarmManage', { 'vehicleId.eq': vehicleId })}>{texts('allAlarms')}</Link>}
    >
      <ActiveFaults vehicleId={vehicleId} />
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : data.list.length === 0 ? (
        <p className="wh-faint rp-warranty">{texts('noAlarms')}</p>
      ) : (
        <ul className="rp-alarms">
          {data.list.map((one) => (
            <li key={one.id}>
              {tag('AlarmLevel', one.level)}
              <RecordLink entity="alarm" id={one.id}>
                {dict('AlarmType', textOf(one.alarmType))?.name ?? textOf(one.alarmType)}
              </RecordLink>
              {tag('AlarmHandleStatus', one.handleStatus)}
              <TimeAgo value={textOf(one.lastTime)} />
            </li>
          ))}
        </ul>
      )}
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
