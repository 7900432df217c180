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
import { useOwnWords } from '../texts.ts';
import { OnlineCell } from './cells.tsx';
import { useVehicleStatus, type VehicleStatus } from './useVehicleStatus.ts';

type WordKey = Parameters<ReturnType<typeof useOwnWords>>[0];

/** Flags in words of their own: value 1, value 0. */
const flagWords: Readonly<Record<string, readonly [WordKey, WordKey]>> = {
  acc: ['on', 'off'],
  locked: ['locked', 'unlocked'],
  armed: ['armed', 'disarmed'],
  seatOpen: ['opened', 'shut'],
  sideStand: ['down', 'up'],
};

/** Labels that do not say what the value says again. */
const ownLabels: Readonly<Record<string, WordKey>> = { online: 'onlineStatus', locked: 'lock', seatOpen: 'seat' };

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
] as const satisfies readonly { readonly title: WordKey; readonly names: readonly string[] }[];

function Value({ name, status }: { readonly name: string; readonly status: VehicleStatus }): ReactNode {
  const words = useOwnWords();
  const flag = flagWords[name];
  if (flag !== undefined && !isEmpty(status[name]))
    return (
      <StatusTag color={Number(status[name]) === 1 ? 'primary' : 'default'}>
        {words(flag[Number(status[name]) === 1 ? 0 : 1])}
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
  const words = useOwnWords();
  if (age === null) return null;
  const old = age > status.onlineTimeoutSec;
  const text =
    age < 60
      ? words('secondsAgo', { n: age })
      : age < 3600
        ? words('minutesAgo', { n: Math.floor(age / 60) })
        : age < 86_400
          ? words('hoursAgo', { n: Math.floor(age / 3600) })
          : words('daysAgo', { n: Math.floor(age / 86_400) });
  return (
    <p className={old ? 'ov-age ov-old' : 'ov-age'} role="timer">
      {words('dataAge')} <strong className="wh-num">{text}</strong>
      {old ? <StatusTag color="danger">{words('dataOld')}</StatusTag> : null}
      <DateTime value={String(status['reportTime'] ?? '')} />
    </p>
  );
}

function Position({ status }: { readonly status: VehicleStatus }): ReactNode {
  const words = useOwnWords();
  const config = useMapConfig();
  const { gpsLng: lng, gpsLat: lat, heading, gpsMasked, speedKmh } = status;
  const placed = lng !== null && lat !== null;
  // The bundled map has nothing to show at street level.
  const zoom = gpsMasked === 1 ? 8 : config?.tilesUrl === undefined && config?.amapKey === undefined ? 8.5 : 15;
  return (
    <Section
      title={words('position')}
      extra={placed ? <span className="wh-num wh-faint">{`${lng}, ${lat}`}</span> : undefined}
      flush
    >
      <div className="ov-live-map">
        {placed ? (
          <MapCanvas
            label={words('position')}
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
          <EmptyState small title={words('noFix')} />
        )}
      </div>
      {gpsMasked === 1 && placed ? <p className="ov-map-note">{words('masked')}</p> : null}
    </Section>
  );
}

/** What a vehicle does right now, as its device reports it. */
export default function LiveTab({ row }: { readonly row: EntityRow }): ReactNode {
  const words = useOwnWords();
  const pick = usePick();
  const { status, age, error, retry } = useVehicleStatus(row.id);
  if (error !== null || status === undefined) return <PendingState error={error} onRetry={retry} />;
  if (status.dataAgeSec === null) return <EmptyState title={words('neverReported')} />;
  const label = (name: string): string =>
    ownLabels[name] === undefined ? pick(labelOf(name)) : words(ownLabels[name]);
  const faults = listOf(status['faultCodes']);
  return (
    <div className="ov-live">
      <div className="eu-stack">
        <Section>
          <Age age={age} status={status} />
          <div className="ov-gauges">
            <Gauge
              label={words('charge')}
              value={status.soc}
              max={100}
              unit="%"
              tone={percentTone(status.soc, 30, 15)}
            />
            <Gauge label={words('speed')} value={status.speedKmh} max={120} unit="km/h" />
          </div>
          <p className="ov-faults">
            <span className="wh-faint">{words('faults')}</span>{' '}
            {faults.length === 0 ? (
              <StatusTag color="success">{words('noFaults')}</StatusTag>
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
          <Section key={title} title={words(title)}>
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
