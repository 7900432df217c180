import { AimOutlined, ExpandOutlined } from '@ant-design/icons';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useMapConfig } from '../../api/map-config.ts';
import { textOf } from '../../entity-ui/model.ts';
import { useNow } from '../../lib/useNow.ts';
import { Section } from '../../ui/Layout.tsx';
import { boundsOf } from '../../ui/map/datum.ts';
import { MapCanvas, type LngLat, type MapHandle } from '../../ui/map/MapCanvas.tsx';
import { closeZoom } from '../../ui/map/types.ts';
import { useIsLive } from '../../ui/LiveBadge.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { StatusTag, TimeAgo } from '../../ui/Values.tsx';
import { none } from '../../ui/format.ts';
import { useTheftTexts } from './texts.ts';
import type { ShownCase } from './useCaseLive.ts';
import { Segments } from '../../ui/Segments.tsx';
import '../../blocks/blocks.css';

const cityZoom = 8.5;
const tickMs = 1_000;
const earthRadius = 6_371_008.8;

/** Metres between two places, near enough for a circle on a map. */
function metresBetween(a: LngLat, b: LngLat): number {
  const rad = Math.PI / 180;
  const x = (b[0] - a[0]) * rad * Math.cos(((a[1] + b[1]) / 2) * rad);
  const y = (b[1] - a[1]) * rad;
  return Math.hypot(x, y) * earthRadius;
}

function Facts({ live }: { readonly live: ShownCase }): ReactNode {
  const texts = useTheftTexts();
  const now = useNow(tickMs);
  const { status, guard } = live;
  if (status === null) return null;
  const age = status.dataAgeSec === null ? null : status.dataAgeSec + Math.round((now - live.at) / 1000);
  const placed = status.gpsMasked === 0 && status.gpsLng !== null && status.gpsLat !== null;
  const away =
    placed && guard !== null
      ? metresBetween([guard.lng, guard.lat], [status.gpsLng, status.gpsLat]) > (guard.radius ?? 0)
      : undefined;
  return (
    <dl className="th-facts">
      <div>
        <dt>{texts('lastSeen')}</dt>
        <dd className={age !== null && age > status.onlineTimeoutSec ? 'th-far' : undefined}>
          <TimeAgo value={textOf(status.reportTime)} />
        </dd>
      </div>
      <div>
        <dt>{texts('speed')}</dt>
        <dd className="wh-num">{status.speedKmh === null ? none : `${Math.round(status.speedKmh * 10) / 10} km/h`}</dd>
      </div>
      <div>
        <dt>{texts('charge')}</dt>
        <dd className="wh-num">{status.soc === null ? none : `${status.soc}%`}</dd>
      </div>
      <div>
        <dt>{texts('guard')}</dt>
        <dd className={away === true ? 'th-far' : undefined}>
          {texts(away === undefined ? 'noGuard' : away ? 'outOfGuard' : 'inGuard')}
        </dd>
      </div>
    </dl>
  );
}

export interface LiveMapProps {
  readonly live: ShownCase;
  /** A place of the evidence that is to be looked at. */
  readonly spot: LngLat | null;
}

/** Where a stolen vehicle is, and where it has been since the theft. */
export function LiveMap({ live, spot }: LiveMapProps): ReactNode {
  const texts = useTheftTexts();
  const config = useMapConfig();
  const handle = useRef<MapHandle | null>(null);
  const [follow, setFollow] = useState(true);
  const { status, guard, trace } = live;
  const lng = status?.gpsLng ?? null;
  const lat = status?.gpsLat ?? null;
  const lines = useMemo(() => [{ id: 'trace', path: trace, tone: 'danger' as const, width: 3 }], [trace]);
  const areas = useMemo(
    () =>
      guard === null
        ? []
        : [
            {
              id: 'guard',
              center: [guard.lng, guard.lat] as const,
              radius: guard.radius ?? 200,
              tone: 'warning' as const,
            },
          ],
    [guard],
  );
  const isLive = useIsLive() && status?.online === 1;
  const points = useMemo(
    () => (spot === null ? [] : [{ id: 'spot', lng: spot[0], lat: spot[1], tone: 'primary' as const }]),
    [spot],
  );
  const fit = useMemo(() => (spot === null ? null : boundsOf([spot])), [spot]);
  const showAll = (): void => {
    setFollow(false);
    const bounds = boundsOf(lng === null || lat === null ? trace : [...trace, [lng, lat]]);
    if (bounds !== null) handle.current?.fit(bounds);
  };
  const goTo = (): void => {
    setFollow(true);
    if (lng !== null && lat !== null) handle.current?.flyTo({ center: [lng, lat], zoom: closeZoom(config) });
  };
  return (
    <Section
      title={texts('liveMap')}
      extra={
        <StatusTag color={isLive ? 'success' : 'default'}>
          {isLive ? texts('liveNow') : <TimeAgo value={textOf(status?.reportTime)} />}
        </StatusTag>
      }
      flush
    >
      <div className="th-map">
        {lng === null || lat === null ? (
          <EmptyState small title={texts(status === null ? 'neverReported' : 'noFix')} />
        ) : (
          <>
            <MapCanvas
              label={texts('liveMap')}
              config={config}
              camera={{ center: [lng, lat], zoom: live.placed === 1 ? closeZoom(config) : cityZoom }}
              lines={lines}
              areas={areas}
              points={points}
              marker={{
                lng,
                lat,
                heading: (status?.speedKmh ?? 0) > 0 ? (status?.heading ?? null) : null,
                tone: 'danger',
              }}
              follow={follow && spot === null}
              fit={fit}
              onReady={(ready) => (handle.current = ready)}
            />
            {live.placed === 1 ? (
              <div className="th-map-tools">
                <Segments
                  label={texts('liveMap')}
                  options={[
                    { key: true, label: texts('follow'), icon: <AimOutlined aria-hidden="true" /> },
                    { key: false, label: texts('whole'), icon: <ExpandOutlined aria-hidden="true" /> },
                  ]}
                  value={follow}
                  onChange={(on) => (on ? goTo() : showAll())}
                />
              </div>
            ) : null}
          </>
        )}
      </div>
      {live.placed === 0 && lng !== null ? <p className="ov-map-note">{texts('cityOnly')}</p> : null}
      <Facts live={live} />
    </Section>
  );
}
