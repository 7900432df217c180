import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract/time';
import { useMapConfig } from '../../../api/map-config.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { Section } from '../../../ui/Layout.tsx';
import { boundsOf } from '../../../ui/map/datum.ts';
import { MapCanvas, type LngLat, type MapHandle, type MapPoint } from '../../../ui/map/MapCanvas.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { Controls, type Switches, type Tick } from './Controls.tsx';
import { SidePanel } from './SidePanel.tsx';
import { TraceCharts } from './TraceCharts.tsx';
import { linesOf, speedBands, spotAt } from './track.ts';
import { useTraceTexts } from './texts.ts';
import { gridOver } from './grid.ts';
import { usePlayer, type Player, type Span } from './usePlayer.ts';
import type { Trace } from './useTrace.ts';
import './trace.css';

const stepMs = 10_000;
const leapMs = 60_000;
const minuteMs = 60_000;
const ownKeys = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], .ant-modal';

/** Space plays, arrows step: while the page is shown and nothing else takes the key. */
function useReplayKeys(player: Player): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const on = event.target instanceof Element ? event.target : null;
    if (on?.closest(ownKeys)) return;
    if (event.key === ' ') {
      // A focused button has its own use of the key.
      if (on?.closest('button, a, [role="button"]')) return;
      player.toggle();
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const step = event.shiftKey ? leapMs : stepMs;
      player.seek(player.time + (event.key === 'ArrowRight' ? step : -step));
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => pressed(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Stands and gaps of a trace, as stretches of its time. */
function spansOf({ stops, gaps, track }: Trace): { stops: Span[]; gaps: Span[] } {
  return {
    stops: stops.map(({ from, to }) => ({ from, to })),
    gaps: [...gaps].map((i) => ({ from: track.t[i - 1] ?? 0, to: track.t[i] ?? 0 })),
  };
}

function useMarks({ stops, alarms, drift, track }: Trace, showDrift: boolean): MapPoint[] {
  const texts = useTraceTexts();
  const dict = useDictLookup();
  return useMemo(() => {
    const clock = (time: number): string => formatInstant(new Date(time)).slice(5, 16);
    return [
      ...(showDrift
        ? [...drift].map((i): MapPoint => ({
            id: `d${i}`,
            lng: track.lng[i] ?? 0,
            lat: track.lat[i] ?? 0,
            tone: 'default',
          }))
        : []),
      ...stops.map((stop): MapPoint => ({
        id: `s${stop.from}`,
        lng: stop.lng,
        lat: stop.lat,
        tone: 'warning',
        title: texts('stop', {
          from: clock(stop.from),
          to: clock(stop.to),
          n: Math.round((stop.to - stop.from) / minuteMs),
        }),
      })),
      ...alarms.map((alarm): MapPoint => ({
        id: `a${alarm.id}`,
        lng: alarm.lng,
        lat: alarm.lat,
        tone: 'danger',
        title: `${clock(alarm.t)} ${dict('AlarmType', alarm.type)?.name ?? alarm.type}`,
      })),
    ];
  }, [stops, alarms, drift, track, showDrift, texts, dict]);
}

/** Where the track begins and ends, with the names of the places as far as its trips know them. */
function useEnds({ track, trips }: Trace): MapPoint[] {
  const texts = useTraceTexts();
  return useMemo(() => {
    const last = track.length - 1;
    const [first, end] = [trips[0], trips.at(-1)];
    const titled = (name: string, place: string | null | undefined): string => [name, place].filter(Boolean).join(' ');
    return [
      {
        id: 'start',
        lng: track.lng[0] ?? 0,
        lat: track.lat[0] ?? 0,
        tone: 'success',
        title: titled(texts('begin'), first?.startAddress),
      },
      {
        id: 'end',
        lng: track.lng[last] ?? 0,
        lat: track.lat[last] ?? 0,
        tone: 'primary',
        title: titled(texts('finish'), end?.endAddress),
      },
    ];
  }, [track, trips, texts]);
}

/** A track on the map that plays in time, with charts that go along. */
export function Replay({ trace }: { readonly trace: Trace }): ReactNode {
  const texts = useTraceTexts();
  if (trace.track.length === 0) return <EmptyState title={texts(trace.expired ? 'expired' : 'noPoints')} />;
  return <Player trace={trace} />;
}

function Player({ trace }: { readonly trace: Trace }): ReactNode {
  const texts = useTraceTexts();
  const config = useMapConfig();
  const { track, gaps, drift } = trace;
  const [from, to] = [track.t[0] ?? 0, track.t[track.length - 1] ?? 0];
  const [switches, setSwitches] = useState<Switches>({
    follow: true,
    skipStops: true,
    showDrift: false,
    showGaps: true,
  });
  const map = useRef<MapHandle>(null);
  const spans = useMemo(() => spansOf(trace), [trace]);
  const place = useCallback(
    (time: number): void => {
      const { lng, lat, heading } = spotAt(track, gaps, time);
      map.current?.moveMarker(lng, lat, heading, switches.follow);
    },
    [track, gaps, switches.follow],
  );
  const player = usePlayer({ from, to }, switches.skipStops ? [...spans.stops, ...spans.gaps] : [], place);
  useReplayKeys(player);
  const marks = useMarks(trace, switches.showDrift);
  const lines = useMemo(
    () => linesOf(track, { gaps, hidden: switches.showDrift ? new Set() : drift, joined: switches.showGaps }),
    [track, gaps, drift, switches.showDrift, switches.showGaps],
  );
  const fit = useMemo(() => {
    const places: LngLat[] = [];
    for (let i = 0; i < track.length; i++) if (!drift.has(i)) places.push([track.lng[i] ?? 0, track.lat[i] ?? 0]);
    return boundsOf(places);
  }, [track, drift]);
  // The bundled map has no streets: distances and directions are read from a grid.
  const hasStreets = config === undefined || config.tilesUrl !== undefined || config.amapKey !== undefined;
  const grid = useMemo(() => (hasStreets || fit === null ? undefined : gridOver(fit)), [hasStreets, fit]);
  const drawn = useMemo(() => [...(grid?.lines ?? []), ...lines], [grid, lines]);
  const ends = useEnds(trace);
  const points = useMemo(() => [...marks, ...ends], [marks, ends]);
  const ticks = useMemo(
    (): Tick[] => [
      ...spans.stops.map((span): Tick => ({ ...span, key: `s${span.from}`, kind: 'stop' })),
      ...spans.gaps.map((span): Tick => ({ ...span, key: `g${span.from}`, kind: 'gap' })),
      ...trace.alarms.map(({ id, t }): Tick => ({ from: t, to: t, key: `a${id}`, kind: 'alarm' })),
    ],
    [spans, trace.alarms],
  );
  const spot = spotAt(track, gaps, player.time);
  return (
    <div className="tr-replay">
      <div className="tr-main">
        <Section flush>
          <div className="tr-map" data-testid="replay-map">
            <MapCanvas
              label={texts('map')}
              config={config}
              lines={drawn}
              points={points}
              fit={fit}
              marker={{ ...spot, tone: 'primary' }}
              onReady={(handle) => {
                map.current = handle;
              }}
              onSelect={({ id }) => {
                const stop = trace.stops.find((one) => `s${one.from}` === id);
                const alarm = trace.alarms.find((one) => `a${one.id}` === id);
                if (stop ?? alarm) player.seek(stop?.from ?? alarm?.t ?? from);
              }}
            />
            <Legend km={grid?.km} />
          </div>
          <Controls
            player={player}
            from={from}
            to={to}
            ticks={ticks}
            switches={switches}
            onSwitch={(change) => setSwitches({ ...switches, ...change })}
          />
        </Section>
        <Section>
          <TraceCharts trace={trace} from={from} to={to} time={player.time} onSeek={player.seek} />
        </Section>
      </div>
      <SidePanel trace={trace} time={player.time} onSeek={player.seek} />
    </div>
  );
}

/** What the colours of the way mean. */
function Legend({ km }: { readonly km: number | undefined }): ReactNode {
  const texts = useTraceTexts();
  return (
    <div className="tr-legend">
      <span>{texts('legend')}</span>
      {speedBands.map(({ from, tone }, i) => (
        <span key={from} className="tr-band" data-tone={tone}>
          {speedBands[i + 1] === undefined ? `≥${from}` : `${from}–${speedBands[i + 1]?.from}`}
        </span>
      ))}
      {km === undefined ? null : <span className="tr-grid wh-num">{texts('grid', { km })}</span>}
    </div>
  );
}
