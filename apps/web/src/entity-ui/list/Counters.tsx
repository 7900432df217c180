import type { ReactNode } from 'react';
import { totalLimit } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/common.ts';
import { useDict } from '../../reference/reference.ts';
import { formatNumber, none } from '../../ui/format.ts';
import { pathUnder } from '../model.ts';
import { useEntityTexts } from '../texts.ts';
import type { ListStateHandle } from './useListState.ts';

export interface Counter {
  readonly key: string;
  readonly label: string;
  /** Undefined while it is not known. */
  readonly count: number | undefined;
  /** What it counts, as filters of the list. */
  readonly query: Readonly<Record<string, string>>;
  /** Its number is red unless it is nothing. */
  readonly urgent?: boolean;
}

export interface CountersProps {
  readonly label: string;
  readonly counters: readonly Counter[];
  /** The list's state: the chosen counter is its filter, and with it in the address. */
  readonly handle: ListStateHandle;
}

/** States of many records are counted no further, nor are lists. */
const upToLimit = (count: number): string =>
  count > totalLimit ? `${formatNumber(totalLimit)}+` : formatNumber(count);

const same = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([key, value]) => b[key] === value);

/** Counters above a list; each one switches its filter on and off. */
export const Counters = ({ label, counters, handle }: CountersProps): ReactNode => (
  <div className="eu-counters" role="group" aria-label={label}>
    {counters.map(({ key, label: name, count, query, urgent = false }) => {
      const on = same(query, handle.state.query);
      return (
        <button
          key={key}
          type="button"
          aria-pressed={on}
          data-urgent={urgent && (count ?? 0) > 0}
          onClick={() => handle.set({ query: on ? {} : query, keyword: '' })}
        >
          <span>{name}</span>
          <strong className="wh-num">{count === undefined ? none : upToLimit(count)}</strong>
        </button>
      );
    })}
  </div>
);

/** A counter for each state that the definition counts by, and one for all. */
export function StateCounters({
  entity,
  field,
  handle,
}: {
  readonly entity: EntityDef;
  readonly field: string;
  readonly handle: ListStateHandle;
}): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  const kind = entity.fields[field];
  const states = useDict(kind?.kind === 'dict' ? kind.dict : '');
  const { data } = useCall(pathUnder<'counters'>(entity, 'counters'), {}, { inlineErrors: true });
  const operator = [entity.list.filters[field]].flat().includes('eq') ? 'eq' : 'in';
  const all = data && Object.values(data).reduce((sum, count) => sum + count, 0);
  const counters = [
    { key: '', label: t('all'), count: all, query: {} },
    ...states.map(({ code, name }) => ({
      key: code,
      label: name,
      count: data && (data[code] ?? 0),
      query: { [`${field}.${operator}`]: code },
    })),
  ];
  return <Counters label={texts('byState')} counters={counters} handle={handle} />;
}
