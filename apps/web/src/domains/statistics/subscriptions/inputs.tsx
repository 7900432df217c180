import { isRecord } from '@wheelhouse/contract/object';
import { routeNamed } from '@wheelhouse/entities/routes';
import type { Statistic } from '@wheelhouse/entities/statistics/define';
import { Input } from 'antd';
import { createContext, useContext, type ReactNode } from 'react';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import type { Override } from '../../../entity-ui/override.ts';
import { useListed, usePick } from '../../../i18n/lang.ts';
import { Button } from '../../../ui/Button.tsx';
import { useSubscriptionTexts } from './texts.ts';

interface OfPage {
  readonly statistic: Statistic;
  /** Filters that the page has now. */
  readonly filters: Readonly<Record<string, unknown>>;
}
export const PageContext = createContext<OfPage | null>(null);

/** The statistic is that of the page. */
function StatisticInput({ id }: InputProps): ReactNode {
  const pick = usePick();
  const page = useContext(PageContext);
  return <Input id={id} value={page === null ? '' : pick(routeNamed(page.statistic.route))} disabled />;
}

/** The filters that are kept, by name; those of the page take their place by a button. */
function FiltersInput({ id, value, onChange, disabled }: InputProps): ReactNode {
  const t = useSubscriptionTexts();
  const pick = usePick();
  const list = useListed();
  const page = useContext(PageContext);
  const names = Object.keys(isRecord(value) ? value : {}).map((key) => {
    const [field = ''] = key.split('.');
    const label = page?.statistic.filters[field]?.as.label ?? page?.statistic.dimensions[field]?.label;
    return label === undefined ? field : pick(label);
  });
  return (
    <div id={id} className="su-filters">
      <span>{names.length === 0 ? t('noFilters') : t('filtersOf', { names: list(names) })}</span>
      <Button size="small" disabled={disabled || page === null} onClick={() => onChange(page?.filters ?? null)}>
        {t('useCurrent')}
      </Button>
    </div>
  );
}

export const subscriptionOverride: Override = {
  entity: 'reportSubscription',
  input: { statistic: StatisticInput, filters: FiltersInput },
};
