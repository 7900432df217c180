import { isRecord } from '@wheelhouse/contract/object';
import { routeNamed } from '@wheelhouse/entities/routes';
import { statistics } from '@wheelhouse/entities/statistics/all';
import type { Statistic } from '@wheelhouse/entities/statistics/define';
import { createContext, useContext, type ReactNode } from 'react';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import type { Override } from '../../../entity-ui/override.ts';
import { usePick } from '../../../i18n/lang.ts';
import { chartNamed } from './model.ts';
import { useExploreTexts } from './texts.ts';

/** The statistic that the dialog is about. */
export const StatisticContext = createContext<Statistic | null>(null);

/** What is saved of the question is said, not changed, in the dialog: the page is where it is asked. */
const Said = ({ id, text }: { readonly id: string; readonly text: string }): ReactNode => (
  <div id={id} className="ex-said">
    {text}
  </div>
);

const namesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

function StatisticInput({ id, value }: InputProps): ReactNode {
  const pick = usePick();
  const of = statistics[String(value)];
  return <Said id={id} text={of === undefined ? '' : pick(routeNamed(of.route))} />;
}

function MeasuresInput({ id, value }: InputProps): ReactNode {
  const pick = usePick();
  const statistic = useContext(StatisticContext);
  const text = namesIn(value).map((name) => pick(statistic?.measures[name]?.label ?? { zh: name, en: name }));
  return <Said id={id} text={text.join(' · ')} />;
}

function DimensionsInput({ id, value }: InputProps): ReactNode {
  const t = useExploreTexts();
  const pick = usePick();
  const statistic = useContext(StatisticContext);
  const text = namesIn(value).map((name) =>
    name === 'day' ? t('day') : pick(statistic?.dimensions[name]?.label ?? { zh: name, en: name }),
  );
  return <Said id={id} text={text.length === 0 ? t('noFilters') : text.join(' · ')} />;
}

function FiltersInput({ id, value }: InputProps): ReactNode {
  const t = useExploreTexts();
  const pick = usePick();
  const statistic = useContext(StatisticContext);
  const names = Object.keys(isRecord(value) ? value : {}).map((key) => {
    const [field = ''] = key.split('.');
    const label = statistic?.filters[field]?.as.label ?? statistic?.dimensions[field]?.label;
    return label === undefined ? field : pick(label);
  });
  return <Said id={id} text={names.length === 0 ? t('noFilters') : names.join(' · ')} />;
}

function ChartInput({ id, value }: InputProps): ReactNode {
  const t = useExploreTexts();
  return <Said id={id} text={t(chartNamed(String(value)))} />;
}

export const explorationOverride: Override = {
  entity: 'exploration',
  input: {
    statistic: StatisticInput,
    measures: MeasuresInput,
    dimensions: DimensionsInput,
    filters: FiltersInput,
    chart: ChartInput,
  },
};
