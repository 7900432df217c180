import { useState, type ReactNode } from 'react';
import { useDictLookup } from '../../../reference/reference.ts';
import { formatNumber } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import { useAlarmTexts } from '../texts.ts';
import type { AlarmRecord, DeviceEvent } from './types.ts';

const perLine = 16;

/** Offset, bytes and characters, as people who read bytes are used to. */
function hexDump(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += perLine) {
    const part = Array.from(bytes.slice(at, at + perLine));
    const hex = part.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const text = part.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('');
    lines.push(`${at.toString(16).padStart(4, '0')}  ${hex.padEnd(perLine * 3 - 1)}  ${text}`);
  }
  return lines.join('\n');
}

const stateTexts: ReadonlyMap<string, 'eventRaised' | 'eventCleared' | 'eventInfo'> = new Map([
  ['raise', 'eventRaised'],
  ['clear', 'eventCleared'],
  ['info', 'eventInfo'],
]);
const colors: Readonly<Record<string, string>> = { raise: 'danger', clear: 'success' };

function Message({ event, hex }: { readonly event: DeviceEvent; readonly hex: boolean }): ReactNode {
  const texts = useAlarmTexts();
  const dict = useDictLookup();
  const state = stateTexts.get(event.state);
  const bytes = new TextEncoder().encode(JSON.stringify(event.payload));
  return (
    <li>
      <p>
        <StatusTag color={colors[event.state]}>{state === undefined ? event.state : texts(state)}</StatusTag>{' '}
        {dict('AlarmType', event.code)?.name ?? event.code}{' '}
        <span className="wh-num wh-faint">
          {event.time} · {texts('bytes', { n: formatNumber(bytes.length) })}
        </span>
      </p>
      <ScrollRegion className="am-code" label={`${event.code} ${event.time}`}>
        <pre>{hex ? hexDump(bytes) : JSON.stringify(event.payload, null, 2)}</pre>
      </ScrollRegion>
    </li>
  );
}

/** The device's own messages, for those who may see them. */
export function Payload({ alarm }: { readonly alarm: AlarmRecord }): ReactNode {
  const texts = useAlarmTexts();
  const [hex, setHex] = useState(false);
  const { events } = alarm;
  if (events === undefined) return null;
  const switcher = (
    <Segments
      label={texts('payload')}
      options={[
        { key: false, label: texts('decoded') },
        { key: true, label: texts('hex') },
      ]}
      value={hex}
      onChange={setHex}
    />
  );
  return (
    <Section title={texts('payload')} extra={events.length === 0 ? undefined : switcher}>
      {events.length === 0 ? (
        <EmptyState small title={texts('noPayload')} />
      ) : (
        <ol className="am-messages">
          {events.map((event, at) => (
            <Message key={`${event.time}${at}`} event={event} hex={hex} />
          ))}
        </ol>
      )}
    </Section>
  );
}
