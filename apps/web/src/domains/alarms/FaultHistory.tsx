import type { ListRowOf } from '@wheelhouse/entities/rows';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../api/query.ts';
import { textOf } from '../../entity-ui/model.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { useCan } from '../../session/session.ts';
import { hrefOf } from '../../routing/page.ts';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { Timeline, TimelineEntry } from '../../ui/Timeline.tsx';
import { StatusTag } from '../../ui/Values.tsx';
import { LevelTag } from './alarm.tsx';
import { useDuration } from '../../ui/format.ts';
import { useAlarmCellTexts } from './cell-texts.ts';

export interface FaultHistoryProps {
  readonly vehicleId: string;
  /** Name of the vehicle. */
  readonly name: string;
  /** D:DeviceType; absent: all parts. */
  readonly deviceType?: number | string | undefined;
  readonly faultCode?: string | undefined;
  readonly onClose: () => void;
}

const shown = 50;

function Fault({ row }: { readonly row: ListRowOf<'faultReport'> }): ReactNode {
  const texts = useAlarmCellTexts();
  const duration = useDuration();
  const dict = useDictLookup();
  const can = useCan();
  const code = textOf(row.faultCode);
  const active = row.clearTime === null;
  const facts = [
    textOf(row.odometerKm) && `${textOf(row.odometerKm)} km`,
    textOf(row.soc) && `${textOf(row.soc)}%`,
    textOf(row.temperature) && `${textOf(row.temperature)} °C`,
    textOf(row.softwareVersion),
  ].filter(Boolean);
  return (
    <TimelineEntry
      title={code}
      tags={
        <>
          <span>{dict('FaultCode', code)?.name ?? ''}</span>
          <LevelTag level={Number(row.level)} />
        </>
      }
      tone={active ? 'danger' : 'success'}
    >
      <p className="al-fault-facts wh-num">
        {textOf(row.setTime)} –{' '}
        {active ? <StatusTag color="danger">{texts('active')}</StatusTag> : textOf(row.clearTime)} ·{' '}
        {duration(Number(row.durationMin) * 60)}
      </p>
      <p className="al-fault-facts wh-num">
        {dict('DeviceType', textOf(row.deviceType))?.name} {facts.join(' · ')}{' '}
        {textOf(row.alarmId) !== '' && can('alarmDetail') ? (
          <Link to={hrefOf('alarmDetail', { id: textOf(row.alarmId) })}>{texts('toAlarm')}</Link>
        ) : null}
      </p>
    </TimelineEntry>
  );
}

/** The faults a vehicle's part has had, the latest first. */
export default function FaultHistory({
  vehicleId,
  name,
  deviceType,
  faultCode,
  onClose,
}: FaultHistoryProps): ReactNode {
  const texts = useAlarmCellTexts();
  const duration = useDuration();
  const query = {
    vehicleId,
    ...(deviceType === undefined ? {} : { deviceType }),
    ...(faultCode === undefined ? {} : { faultCode }),
  };
  const { data, error, refetch } = useCall(
    '/veh/crm/faultReport/list',
    { page: 1, pageSize: shown, query },
    { inlineErrors: true },
  );
  const minutes = (data?.list ?? []).reduce((sum, row) => sum + Number(row.durationMin ?? 0), 0);
  return (
    <Drawer open size={520} onClose={onClose} title={`${texts('faultHistory')} · ${name}`}>
      {data === undefined ? (
        <PendingState error={error} onRetry={() => void refetch()} />
      ) : data.list.length === 0 ? (
        <EmptyState />
      ) : (
        <div className="eu-stack">
          <p className="wh-faint">{texts('faultTimes', { n: data.total, d: duration(minutes * 60) })}</p>
          <Timeline>
            {data.list.map((row) => (
              <Fault key={row.id} row={row} />
            ))}
          </Timeline>
        </div>
      )}
    </Drawer>
  );
}
