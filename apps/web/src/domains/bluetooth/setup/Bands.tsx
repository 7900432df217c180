import type { ReactNode } from 'react';
import { rssiGap } from '@wheelhouse/entities/bluetooth/bluetooth-setup';
import { useBluetoothTexts } from './texts.ts';
import './bluetooth.css';

/** Ends of the axis, dBm: what either threshold can be. */
const [weakest, strongest] = [-100, -40];
const ticks = [-100, -90, -80, -70, -60, -50, -40];
const percent = (dbm: number): number =>
  ((Math.min(strongest, Math.max(weakest, dbm)) - weakest) / (strongest - weakest)) * 100;

/** What happens at which signal: locked below one threshold, unlocked above the other, and what was stays between them. */
export function Bands({ unlock, lock }: { readonly unlock: unknown; readonly lock: unknown }): ReactNode {
  const texts = useBluetoothTexts();
  if (typeof unlock !== 'number' || typeof lock !== 'number')
    return <p className="ov-bands-note wh-faint">{texts('unknown')}</p>;
  const fits = unlock - lock >= rssiGap;
  const [left, right] = [percent(Math.min(lock, unlock)), percent(Math.max(lock, unlock))];
  return (
    <figure className="ov-bands" data-fits={fits} role="img" aria-label={texts('bandsText', { unlock, lock })}>
      <div className="ov-bands-bar" aria-hidden="true">
        <span className="ov-bands-lock" style={{ width: `${left}%` }}>
          {texts('lock')}
        </span>
        <span className="ov-bands-keep" style={{ width: `${right - left}%` }}>
          {right - left > 12 ? `${texts('keep')} ${unlock - lock} dB` : ''}
        </span>
        <span className="ov-bands-unlock" style={{ width: `${100 - right}%` }}>
          {texts('unlock')}
        </span>
      </div>
      <div className="ov-bands-axis wh-num" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ insetInlineStart: `${percent(tick)}%` }}>
            {tick}
          </span>
        ))}
      </div>
      <figcaption className={fits ? 'ov-bands-note' : 'ov-bands-note eu-error'} aria-hidden="true">
        {fits ? texts('bandsText', { unlock, lock }) : texts('tooClose', { n: rssiGap })}
      </figcaption>
    </figure>
  );
}
