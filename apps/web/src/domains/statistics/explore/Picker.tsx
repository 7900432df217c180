import type { ExploreFamily } from '@wheelhouse/contract/statistics';
import { routeNamed } from '@wheelhouse/entities/routes';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { exploreLimits } from '@wheelhouse/entities/statistics/exploration';
import type { ReactNode } from 'react';
import { usePick } from '../../../i18n/lang.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Select } from '../../../ui/inputs/Select.tsx';
import { useSaying } from '../stat/shown.ts';
import { firstQuestion, fits, type Question } from './model.ts';
import { useExploreTexts } from './texts.ts';

interface PickerProps {
  readonly families: readonly ExploreFamily[];
  readonly question: Question;
  readonly onAsk: (question: Question) => void;
}

interface ChoiceProps {
  readonly title: string;
  readonly most: number;
  readonly chosen: readonly string[];
  readonly options: readonly { readonly name: string; readonly label: string; readonly fits: boolean }[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A list to tick; what does not combine with the rest of the question cannot be ticked. */
function Choice({ title, most, chosen, options, onChange }: ChoiceProps): ReactNode {
  const t = useExploreTexts();
  return (
    <fieldset className="ex-choice">
      <legend>
        {title} <span className="wh-faint wh-num">{t('most', { n: most })}</span>
      </legend>
      {options.map(({ name, label, fits: fit }) => {
        const isOn = chosen.includes(name);
        const isOff = !isOn && (!fit || chosen.length >= most);
        return (
          <label key={name} data-off={isOff || undefined} title={!isOn && !fit ? t('notTogether') : undefined}>
            <input
              type="checkbox"
              checked={isOn}
              disabled={isOff}
              onChange={() => onChange(isOn ? chosen.filter((one) => one !== name) : [...chosen, name])}
            />
            <span>{label}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** What is asked: a statistic, its measures and its dimensions. */
export function Picker({ families, question, onAsk }: PickerProps): ReactNode {
  const t = useExploreTexts();
  const pick = usePick();
  const { statistic, measures, by } = question;
  const say = useSaying({ statistic, asked: { days: { from: '', to: '' } } });
  const family = families.find(({ name }) => name === statistic.name);
  const all = family?.measures ?? [];
  const chosen = all.filter(({ name }) => measures.includes(name));
  const dimensions = ['day', ...Object.keys(statistic.dimensions)].filter((name) =>
    all.some((one) => one.by.includes(name)),
  );
  const inOrder = (names: readonly string[]): readonly string[] =>
    names.toSorted((a, b) => Number(b === 'day') - Number(a === 'day'));
  const choose = (name: string): void => {
    const next = families.find((one) => one.name === name);
    const of = statistics[name];
    if (next !== undefined && of !== undefined) onAsk(firstQuestion(of, next));
  };
  return (
    <Section title={t('question')}>
      <div className="ex-picker">
        <Select
          aria-label={t('statistic')}
          value={statistic.name}
          options={families.flatMap(({ name }) => {
            const of = statistics[name];
            return of === undefined ? [] : [{ value: name, label: pick(routeNamed(of.route)) }];
          })}
          onChange={(name: string) => choose(name)}
        />
        <Choice
          title={t('measures')}
          most={exploreLimits.measures}
          chosen={measures}
          options={all.map((one) => ({ name: one.name, label: say.label(one.name), fits: fits(one, by) }))}
          onChange={(next) => onAsk({ ...question, measures: next })}
        />
        <Choice
          title={t('dimensions')}
          most={exploreLimits.dimensions}
          chosen={by}
          options={dimensions.map((name) => ({
            name,
            label: name === 'day' ? t('day') : say.dimension(name),
            fits: chosen.every((one) => one.by.includes(name)),
          }))}
          onChange={(next) => onAsk({ ...question, by: inOrder(next) })}
        />
      </div>
    </Section>
  );
}
