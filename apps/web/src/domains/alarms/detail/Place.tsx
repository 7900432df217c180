import { useMemo, type ReactNode } from 'react';
import { useMapConfig } from '../../../api/map-config.ts';
import { useCan } from '../../../session/session.ts';
import { Section } from '../../../ui/Layout.tsx';
import { MapCanvas, type Bounds, type Tone } from '../../../ui/map/MapCanvas.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { useAlarmTexts } from '../texts.ts';
import type { AlarmRecord } from './types.ts';

const tones: Readonly<Record<number, Tone>> = { 1: 'primary', 2: 'warning', 3: 'warning', 4: 'danger' };
const margin = 0.002;

/** What is to be seen: the point and the line around it. */
function boundsOf({ position, trace }: AlarmRecord): Bounds | null {
  if (position === null || trace.length < 2) return null;
  const all = [[position.lng, position.lat] as const, ...trace.map(([lng, lat]) => [lng, lat] as const)];
  const [lngs, lats] = [all.map(([lng]) => lng), all.map(([, lat]) => lat)];
  return [
    Math.min(...lngs) - margin,
    Math.min(...lats) - margin,
    Math.max(...lngs) + margin,
    Math.max(...lats) + margin,
  ];
}

/** Where it was, with the way before and after for those who may replay. */
export function Place({ alarm }: { readonly alarm: AlarmRecord }): ReactNode {
  const texts = useAlarmTexts();
  const can = useCan();
  const config = useMapConfig();
  const { position, trace } = alarm;
  const level = Number(alarm.level);
  const fit = useMemo(() => boundsOf(alarm), [alarm]);
  const points = useMemo(
    () =>
      position === null ? [] : [{ id: 'alarm', lng: position.lng, lat: position.lat, tone: tones[level] ?? 'primary' }],
    [position, level],
  );
  const lines = useMemo(
    () =>
      trace.length < 2
        ? []
        : [{ id: 'trace', path: trace.map(([lng, lat]) => [lng, lat] as const), tone: 'primary' as const }],
    [trace],
  );
  if (position === null)
    return (
      <Section title={texts('place')}>
        <EmptyState small title={texts('noPlace')} />
      </Section>
    );
  const tiles = config?.tilesUrl !== undefined || config?.amapKey !== undefined;
  const note =
    position.masked === 1
      ? texts('masked')
      : can('historytrace.replay')
        ? lines.length > 0
          ? texts('trace')
          : ''
        : texts('noTrace');
  return (
    <Section
      title={texts('place')}
      extra={
        position.masked === 1 ? undefined : (
          <span className="wh-num wh-faint">{`${position.lng}, ${position.lat}`}</span>
        )
      }
      flush
    >
      <div className="am-map">
        <MapCanvas
          label={texts('place')}
          config={config}
          camera={{ center: [position.lng, position.lat], zoom: position.masked === 1 ? 8 : tiles ? 15 : 9 }}
          points={points}
          lines={lines}
          fit={fit}
        />
      </div>
      {note === '' ? null : <p className="am-note">{note}</p>}
    </Section>
  );
}
