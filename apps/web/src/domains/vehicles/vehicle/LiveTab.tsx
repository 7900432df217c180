import { listOf } from '@wheelhouse/contract/object';
import type { VehicleStatus } from '@wheelhouse/contract/calls/fleet';
import { useState, type ReactNode } from 'react';
import { labelOf, vehicleStatusEntity } from '../../fleet/status-entity.ts';
import { useMapConfig } from '../../../api/map-config.ts';
import { FieldValue } from '../../../entity-ui/cells/index.tsx';
import { isEmpty, type EntityRow } from '../../../entity-ui/model.ts';
import { usePick } from '../../../i18n/lang.ts';
import { DescriptionList, Section } from '../../../ui/Layout.tsx';
import { MapCanvas } from '../../../ui/map/MapCanvas.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { CopyText, StatusTag } from '../../../ui/Values.tsx';
import { Figures, percentTone } from '../../../blocks/Figures.tsx';
import { Pulse } from '../../../blocks/Pulse.tsx';
import { useVehicleTexts } from '../texts.ts';
import { OnlineCell } from '../../fleet/cells.tsx';
import { useVehicleStatus } from '../../fleet/useVehicleStatus.ts';

type OwnTextKey = Parameters<ReturnType<typeof useVehicleTexts>>[0];

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
    names: ['chargeStatus', 'odometerKm', 'voltageV', 'currentA', 'backupBatteryV'],
  },
  { title: 'signalGroup', names: ['csq', 'rsrpDbm', 'gpsValid', 'gpsTime', 'satellites', 'hdop', 'heading'] },
  { title: 'heatGroup', names: ['controllerTempC', 'motorTempC'] },
  { title: 'versionGroup', names: ['ecuVersion', 'controllerVersion', 'bmsVersion', 'meterVersion'] },
] as const satisfies readonly { readonly title: OwnTextKey; readonly names: readonly string[] }[];

function Value({ name, status }: { readonly name: string; readonly status: VehicleStatus }): ReactNode {
  const texts = useVehicleTexts();
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

/** The place in words; the numbers when somebody asks for them. */
function Coordinates({
  lng,
  lat,
  place,
}: {
  readonly lng: number;
  readonly lat: number;
  readonly place: string | null;
}): ReactNode {
  const texts = useVehicleTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <span>{place}</span>
      {open ? (
        <CopyText value={`${lng}, ${lat}`} />
      ) : (
        <button type="button" className="wh-link-button" onClick={() => setOpen(true)}>
          {texts('coordinates')}
        </button>
      )}
    </>
  );
}

function Position({ status }: { readonly status: VehicleStatus }): ReactNode {
  const texts = useVehicleTexts();
  const pick = usePick();
  const config = useMapConfig();
  const { gpsLng: lng, gpsLat: lat, heading, gpsMasked, speedKmh } = status;
  const placed = lng !== null && lat !== null;
  // The bundled map has nothing to show at street level.
  const zoom = gpsMasked === 1 ? 8 : config?.tilesUrl === undefined && config?.amapKey === undefined ? 8.5 : 15;
  return (
    <Section
      title={texts('position')}
      extra={
        placed && gpsMasked === 0 ? (
          <Coordinates lng={lng} lat={lat} place={status.place && pick(status.place)} />
        ) : undefined
      }
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
  const texts = useVehicleTexts();
  const pick = usePick();
  const { status, error, retry } = useVehicleStatus(row.id);
  if (error !== null || status === undefined) return <PendingState error={error} onRetry={retry} />;
  if (status.dataAgeSec === null) return <EmptyState title={texts('neverReported')} />;
  const label = (name: string): string =>
    ownLabels[name] === undefined ? pick(labelOf(name)) : texts(ownLabels[name]);
  const faults = listOf(status.faultCodes);
  return (
    <div className="ov-live">
      <div className="eu-stack">
        <Section>
          <Figures
            figures={[
              {
                key: 'soc',
                label: texts('charge'),
                value: status.soc,
                unit: '%',
                of: 100,
                tone: percentTone(status.soc, 30, 15),
              },
              { key: 'speed', label: texts('speed'), value: status.speedKmh, unit: 'km/h' },
              { key: 'range', label: pick(labelOf('estimatedRangeKm')), value: status.estimatedRangeKm, unit: 'km' },
            ]}
          />
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
