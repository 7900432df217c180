import type { ReactNode } from 'react';
import type { FleetState, StateCounts } from '@wheelhouse/contract/fleet';
import { usePick, useTexts } from '../../../i18n/lang.ts';
import { formatNumber, none } from '../../../ui/format.ts';
import { stateOrder, stateTexts, texts } from './texts.ts';

export interface StateLegendProps {
  readonly counts: StateCounts | undefined;
  readonly chosen: ReadonlySet<FleetState>;
  readonly onChange: (chosen: ReadonlySet<FleetState>) => void;
}

/** The states with their numbers in view; each one can be switched off and on. */
export function StateLegend({ counts, chosen, onChange }: StateLegendProps): ReactNode {
  const pick = usePick();
  const t = useTexts(texts);
  const toggle = (state: FleetState): void => {
    const next = new Set(chosen);
    if (!next.delete(state)) next.add(state);
    onChange(next);
  };
  return (
    <fieldset className="fm-legend" aria-label={t('states')}>
      {stateOrder.map((state) => (
        <button
          key={state}
          type="button"
          data-state={state}
          aria-pressed={chosen.has(state)}
          onClick={() => toggle(state)}
        >
          <span className="fm-mark" data-state={state}>
            {pick(stateTexts[state])}
          </span>
          <span className="wh-num">{counts === undefined ? none : formatNumber(counts[state])}</span>
        </button>
      ))}
    </fieldset>
  );
}
