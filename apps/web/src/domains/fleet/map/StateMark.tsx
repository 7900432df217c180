import type { ReactNode } from 'react';
import type { FleetState } from '@wheelhouse/contract/fleet';
import { usePick, useTexts } from '../../../i18n/lang.ts';
import { ageOf, stateTexts, texts } from './texts.ts';
import './fleet-map.css';

/** What a vehicle does, with the map's colour. */
export function StateMark({ state }: { readonly state: FleetState }): ReactNode {
  const pick = usePick();
  return (
    <span className="fm-mark" data-state={state}>
      {pick(stateTexts[state])}
    </span>
  );
}

/** How old the newest sample is; red when it is older than the vehicle may be silent. */
export function DataAge({ seconds, limit }: { readonly seconds: number | null; readonly limit?: number }): ReactNode {
  const t = useTexts(texts);
  const { key, n } = ageOf(seconds);
  const old = seconds !== null && limit !== undefined && seconds > limit;
  return <span className={old ? 'wh-num fm-old' : 'wh-num'}>{t(key, { n })}</span>;
}
