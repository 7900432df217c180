import type { ReactNode } from 'react';
import { usePick } from '../../i18n/lang.ts';
import { useAreaName } from '../areas.ts';
import { OnDemand } from '../controls/OnDemand.tsx';
import { filtersOf } from '../query-state.ts';
import { areaParts } from './area-parts.ts';
import type { FilterProps } from './types.ts';
import { part } from '../../ui/part.tsx';

const loadCascade = () => import('./AreaCascade.tsx');
const AreaCascade = part(loadCascade);

const labels = { zh: '地区', en: 'Region' } as const;

/** Shown once, at the place of the first area filter. */
export function AreaFilter({ entity, spec, label, query, onChange }: FilterProps<'area'>): ReactNode {
  const pick = usePick();
  const nameOf = useAreaName();
  const parts = areaParts(entity);
  const first = filtersOf(entity).find(({ name }) => parts.some((part) => part.name === name));
  if (first?.name !== spec.name) return null;
  const shown = parts.length > 1 ? pick(labels) : label;
  const chosen = parts.findLast((part) => query[`${part.name}.eq`] !== undefined);
  const code = chosen === undefined ? undefined : query[`${chosen.name}.eq`];
  return (
    <OnDemand
      label={shown}
      text={code === undefined ? '' : (nameOf(code) ?? code)}
      onClear={() => onChange(Object.fromEntries(parts.map((part) => [`${part.name}.eq`, undefined])))}
      load={loadCascade}
    >
      <AreaCascade parts={parts} label={shown} query={query} onChange={onChange} />
    </OnDemand>
  );
}
