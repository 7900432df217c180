import { useState, type ReactNode } from 'react';
import { formatNumber } from '../../../ui/format.ts';
import { useDebugTexts } from './texts.ts';
import { countdown, useClock } from './useClock.ts';
import type { HeldSession, SessionHandle } from './useSession.ts';
import { Select } from '../../../ui/inputs/Select.tsx';
import { Button } from '../../../ui/Button.tsx';

const levels = ['E', 'W', 'I', 'D'] as const;
const budgets = [16_384, 65_536, 262_144, 1_048_576];
const spans = [1, 3, 5, 10];

/** The log of the device: how much, for how long, and what is left of both. */
export function LogControls({
  held,
  active,
  onSwitch,
}: {
  readonly held: HeldSession;
  readonly active: boolean;
  readonly onSwitch: SessionHandle['switchLog'];
}): ReactNode {
  const texts = useDebugTexts();
  const now = useClock();
  const [level, setLevel] = useState<(typeof levels)[number]>('I');
  const [bytes, setBytes] = useState(65_536);
  const [minutes, setMinutes] = useState(5);
  const { log } = held.session;
  const leftMs = Math.max(0, log.leftMs - (now - held.at));
  const on = active && log.on === 1 && leftMs > 0 && (log.left ?? 0) > 0;
  const share = log.bytes === null || log.bytes === 0 ? 0 : (log.left ?? 0) / log.bytes;
  return (
    <div className="rd-logs">
      <h3>{texts('logStream')}</h3>
      {on ? (
        <>
          <div className="rd-meter" aria-hidden="true">
            <span style={{ width: `${Math.round(share * 100)}%` }} />
          </div>
          <p className="wh-num rc-note">
            {texts('logLeft', {
              bytes: formatNumber(log.left ?? 0),
              all: formatNumber(log.bytes ?? 0),
              time: countdown(leftMs),
            })}
          </p>
          <Button size="small" onClick={() => void onSwitch({ on: 0 })}>
            {texts('logOff')}
          </Button>
        </>
      ) : (
        <div className="rd-log-order">
          <Select
            size="small"
            aria-label={texts('level')}
            value={level}
            onChange={setLevel}
            options={levels.map((one) => ({ value: one, label: `${texts('level')} ${one}` }))}
          />
          <Select
            size="small"
            aria-label={texts('budget')}
            value={bytes}
            onChange={setBytes}
            options={budgets.map((one) => ({ value: one, label: `${one / 1024} KiB` }))}
          />
          <Select
            size="small"
            aria-label={texts('minutes')}
            value={minutes}
            onChange={setMinutes}
            options={spans.map((n) => ({ value: n, label: texts('nMinutes', { n }) }))}
          />
          <Button size="small" disabled={!active} onClick={() => void onSwitch({ on: 1, level, bytes, minutes })}>
            {texts('logOn')}
          </Button>
        </div>
      )}
    </div>
  );
}
