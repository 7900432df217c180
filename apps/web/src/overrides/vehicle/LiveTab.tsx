import type { VehicleStatus } from '@wheelhouse/contract/calls/vehicles';
import type { ReactNode } from 'react';
import { labelOf, vehicleStatusEntity } from './status-entity.ts';
import { useMapConfig } from '../../api/map-config.ts';
import { FieldValue } from '../../entity-ui/cells/index.tsx';
import { isEmpty, listOf, type EntityRow } from '../../entity-ui/model.ts';
import { usePick } from '../../i18n/lang.ts';
import { DescriptionList, Section } from '../../ui/Layout.tsx';
import { MapCanvas } from '../../ui/map/MapCanvas.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { DateTime, StatusTag } from '../../ui/Values.tsx';
import { Gauge, percentTone } from '../gauge.tsx';
import { Pulse } from '../Pulse.tsx';
import { useOwnTexts } from '../texts.ts';
import { OnlineCell } from './cells.tsx';
import { useVehicleStatus } from './useVehicleStatus.ts';

type OwnTextKey = Parameters<ReturnType<typeof useOwnTexts>>[0];

/** Flags with texts of their own: value 1, value 0. */
const flagTexts: Readonly<Record<string, readonly [OwnTextKey, OwnTextKey]>> = {
  acc: ['on', 'off'],
  locked: ['locked', 'unlocked'],
  armed: ['armed', 'disarmed'],
  seatOpen: ['opened', 'shut'],
  sideStand: ['down', 'up'],
};

/** Labels that do not say what the value says again. */
const ownLabels: Readonly<Record<string, OwnTextKey>> = { online: 'onlineStatus', locked: 'lock', seatOpen: 'seat' };

const groups = [
  {
    title: 'stateGroup',
    names: ['online', 'onlineSince', 'offlineTime', 'acc', 'locked', 'armed', 'seatOpen', 'sideStand', 'gear'],
  },
  {
    title: 'powerGroup',
    names: ['chargeStatus', 'estimatedRangeKm', 'odometerKm', 'voltageV', 'currentA', 'backupBatteryV'],
  },
  { title: 'signalGroup', names: ['csq', 'rsrpDbm', 'gpsValid', 'gpsTime', 'satellites', 'hdop', 'heading'] },
  { title: 'heatGroup', names: ['controllerTempC', 'motorTempC'] },
  { title: 'versionGroup', names: ['ecuVersion', 'controllerVersion', 'bmsVersion', 'meterVersion'] },
] as const satisfies readonly { readonly title: OwnTextKey; readonly names: readonly string[] }[];

function Value({ name, status }: { readonly name: string; readonly status: VehicleStatus }): ReactNode {
  const texts = useOwnTexts();
  const flag = flagTexts[name];
  if (flag !== undefined && !isEmpty(status[name]))
    return (
      <StatusTag color={Number(status[name]) === 1 ? 'primary' : 'default'}>
        {texts(flag[Number(status[name]) === 1 ? 0 : 1])}
      </StatusTag>
    );
  return (
    <FieldValue
      entity={vehicleStatusEntity}
      name={name}
      row={status}
      place="detail"
      as={name === 'online' ? OnlineCell : undefined}
    />
  );
}

function Age({ age, status }: { readonly age: number | null; readonly status: VehicleStatus }): ReactNode {
  const texts = useOwnTexts();
  if (age === null) return null;
  const old = age > status.onlineTimeoutSec;
  const text =
    age < 60
      ? texts('secondsAgo', { n: age })
      : age < 3600
        ? texts('minutesAgo', { n: Math.floor(age / 60) })
        : age < 86_400
          ? texts('hoursAgo', { n: Math.floor(age / 3600) })
          : texts('daysAgo', { n: Math.floor(age / 86_400) });
  return (
    <p className={old ? 'ov-age ov-old' : 'ov-age'} role="timer">
      {texts('dataAge')} <strong className="wh-num">{text}</strong>
      {old ? <StatusTag color="danger">{texts('dataOld')}</StatusTag> : null}
      <DateTime value={String(status.reportTime ?? '')} />
    </p>
  );
}

function Position({ status }: { readonly status: VehicleStatus }): ReactNode {
  const texts = useOwnTexts();
  const config = useMapConfig();
  const { gpsLng: lng, gpsLat: lat, heading, gpsMasked, speedKmh } = status;
  const placed = lng !== null && lat !== null;
  // The bundled map has nothing to show at street level.
  const zoom = gpsMasked === 1 ? 8 : config?.tilesUrl === undefined && config?.amapKey === undefined ? 8.5 : 15;
  return (
    <Section
      title={texts('position')}
      extra={placed ? <span className="wh-num wh-faint">{`${lng}, ${lat}`}</span> : undefined}
      flush
    >
      <div className="ov-live-map">
        {placed ? (
          <MapCanvas
            label={texts('position')}
            config={config}
            camera={{ center: [lng, lat], zoom }}
            marker={{
              lng,
              lat,
              heading: (speedKmh ?? 0) > 0 ? heading : null,
              tone: status.online === 1 ? 'success' : 'default',
            }}
            follow
          />
        ) : (
          <EmptyState small title={texts('noFix')} />
        )}
      </div>
      {gpsMasked === 1 && placed ? <p className="ov-map-note">{texts('masked')}</p> : null}
    </Section>
  );
}

/** What a vehicle does right now, as its device reports it. */
export default function LiveTab({ row }: { readonly row: EntityRow }): ReactNode {
  const texts = useOwnTexts();
  const pick = usePick();
  const { status, age, error, retry } = useVehicleStatus(row.id);
  if (error !== null || status === undefined) return <PendingState error={error} onRetry={retry} />;
  if (status.dataAgeSec === null) return <EmptyState title={texts('neverReported')} />;
  const label = (name: string): string =>
    ownLabels[name] === undefined ? pick(labelOf(name)) : texts(ownLabels[name]);
  const faults = listOf(status.faultCodes);
  return (
    <div className="ov-live">
      <div className="eu-stack">
        <Section>
          <Age age={age} status={status} />
          <div className="ov-gauges">
            <Gauge
              label={texts('charge')}
              value={status.soc}
              max={100}
              unit="%"
              tone={percentTone(status.soc, 30, 15)}
            />
            <Gauge label={texts('speed')} value={status.speedKmh} max={120} unit="km/h" />
          </div>
          <p className="ov-faults">
            <span className="wh-faint">{texts('faults')}</span>{' '}
            {faults.length === 0 ? (
              <StatusTag color="success">{texts('noFaults')}</StatusTag>
            ) : (
              faults.map((code) => (
                <StatusTag key={code} color="danger">
                  {code}
                </StatusTag>
              ))
            )}
          </p>
        </Section>
        <Position status={status} />
      </div>
      <div className="eu-stack">
        {groups.map(({ title, names }) => (
          <Section key={title} title={texts(title)}>
            <DescriptionList
              items={names.map((name) => ({
                key: name,
                label: label(name),
                value: (
                  <Pulse value={status[name]}>
                    <Value name={name} status={status} />
                  </Pulse>
                ),
              }))}
            />
          </Section>
        ))}
      </div>
    </div>
  );
}
