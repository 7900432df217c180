import type { ReactNode } from 'react';
import type { ListStateHandle } from '../../entity-ui/list/useListState.ts';
import { formatNumber, none } from '../../ui/format.ts';
import { useAlarmTexts } from './texts.ts';

export interface CounterNumbers {
  readonly unhandled: number;
  readonly criticalUnhandled: number;
  readonly inProgress: number;
  readonly overdue: number;
}

/** What each number counts, as filters of the list. */
const filters: Readonly<Record<keyof CounterNumbers, Readonly<Record<string, string>>>> = {
  unhandled: { 'handleStatus.eq': '0' },
  criticalUnhandled: { 'handleStatus.eq': '0', 'level.in': '4' },
  inProgress: { 'handleStatus.eq': '1' },
  overdue: { 'overdue.eq': '1' },
};
const keys = Object.keys(filters) as (keyof CounterNumbers)[];

const same = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([key, value]) => b[key] === value);

/** Numbers of what waits; each narrows the list to what it counts, and back. */
export function Counters({
  numbers,
  handle,
}: {
  readonly numbers: CounterNumbers | undefined;
  readonly handle: ListStateHandle;
}): ReactNode {
  const texts = useAlarmTexts();
  return (
    <div className="am-counters" role="group" aria-label={texts('counters')}>
      {keys.map((key) => {
        const on = same(filters[key], handle.state.query);
        return (
          <button
            key={key}
            type="button"
            className="am-counter"
            data-key={key}
            data-any={(numbers?.[key] ?? 0) > 0}
            aria-pressed={on}
            onClick={() => handle.set({ query: on ? {} : filters[key], keyword: '' })}
          >
            <span>{texts(key)}</span>
            <strong className="wh-num">{numbers === undefined ? none : formatNumber(numbers[key])}</strong>
          </button>
        );
      })}
    </div>
  );
}
