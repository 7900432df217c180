import type { ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract/time';
import { useDictLookup } from '../../../reference/reference.ts';
import { formatNumber, none } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import { indexAt } from './track.ts';
import type { Trace } from './useTrace.ts';
import { useTraceTexts } from './texts.ts';

export interface SidePanelProps {
  readonly trace: Trace;
  readonly time: number;
  readonly onSeek: (time: number) => void;
}

const clockOf = (time: number): string => formatInstant(new Date(time)).slice(11, 16);
const dayClockOf = (time: number): string => formatInstant(new Date(time)).slice(5, 16);

/** The point the replay has come to. */
function CurrentPoint({ trace: { track }, time }: Pick<SidePanelProps, 'trace' | 'time'>): ReactNode {
  const texts = useTraceTexts();
  const i = indexAt(track, time);
  const text = (value: number | undefined, unit: string, digits?: number): string =>
    value === undefined || Number.isNaN(value) ? none : `${formatNumber(value, digits)}${unit}`;
  const facts = [
    { key: 'time', value: formatInstant(new Date(track.t[i] ?? 0)) },
    { key: 'speed', value: text(track.kmh[i], ' km/h', 1) },
    { key: 'charge', value: text(track.soc[i], '%') },
    { key: 'heading', value: text(track.heading[i], '°') },
    { key: 'satellites', value: text(track.sat[i], '') },
    { key: 'coordinates', value: `${(track.lng[i] ?? 0).toFixed(6)}, ${(track.lat[i] ?? 0).toFixed(6)}` },
  ] as const;
  return (
    <Section title={texts('now')}>
      <dl className="tr-facts">
        {facts.map(({ key, value }) => (
          <div key={key}>
            <dt>{texts(key)}</dt>
            <dd className="wh-num">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Where the replay is, and ways to what happened. */
export function SidePanel({ trace, time, onSeek }: SidePanelProps): ReactNode {
  const texts = useTraceTexts();
  const dict = useDictLookup();
  const { trips, stops, alarms } = trace;
  return (
    <div className="tr-side">
      <CurrentPoint trace={trace} time={time} />
      {alarms.length === 0 ? null : (
        <Section title={`${texts('alarms')} ${alarms.length}`}>
          <ul className="tr-list">
            {alarms.map((alarm) => (
              <li key={alarm.id}>
                <button type="button" className="wh-link-button wh-num" onClick={() => onSeek(alarm.t)}>
                  {dayClockOf(alarm.t)}
                </button>
                <StatusTag color="danger">{dict('AlarmType', alarm.type)?.name ?? alarm.type}</StatusTag>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={`${texts('trips')} ${trips.length}`}>
        {trips.length === 0 ? <p className="wh-faint tr-none">{texts('none')}</p> : null}
        <ul className="tr-list">
          {trips.map((trip) => (
            <li key={trip.tripNo}>
              <button
                type="button"
                className="wh-link-button wh-num"
                onClick={() => onSeek(Date.parse(`${trip.startTime.replace(' ', 'T')}+08:00`))}
              >
                {trip.startTime.slice(5, 16)} – {trip.endTime.slice(11, 16)}
              </button>
              <span className="wh-num">{formatNumber(trip.distanceKm, 1)} km</span>
              {trip.startAddress === null ? null : (
                <span className="tr-where wh-faint">
                  {trip.startAddress === trip.endAddress
                    ? trip.startAddress
                    : `${trip.startAddress} → ${trip.endAddress ?? none}`}
                </span>
              )}
            </li>
          ))}
        </ul>
      </Section>
      {stops.length === 0 ? null : (
        <Section title={`${texts('stops')} ${stops.length}`}>
          <ul className="tr-list">
            {stops.map((stop) => (
              <li key={stop.from}>
                <button type="button" className="wh-link-button wh-num" onClick={() => onSeek(stop.from)}>
                  {dayClockOf(stop.from)} – {clockOf(stop.to)}
                </button>
                <span className="wh-num">{formatNumber(Math.round((stop.to - stop.from) / 60_000))} min</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}
