import type { Stage } from '@wheelhouse/entities/ota/ota-task-rules';
import { rowsOf } from '@wheelhouse/entities/rows-cells';
import { formatNumber } from '../../../ui/format.ts';
import type { OtaTexts } from './texts.ts';

const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
};

/** The stages of a form: a number that is being typed is still text. */
export const stagesOf = (value: unknown): readonly Stage[] =>
  rowsOf(value).map(({ percent, count, minHours, minSuccessRate, minSample }) => ({
    percent: numberOf(percent),
    count: numberOf(count),
    minHours: numberOf(minHours),
    minSuccessRate: numberOf(minSuccessRate),
    minSample: numberOf(minSample),
  }));

/** What has to be true before the next stage. */
export function gateWords(
  texts: OtaTexts,
  { minHours, minSuccessRate, minSample }: Pick<Stage, 'minHours' | 'minSuccessRate' | 'minSample'>,
) {
  const words = [
    ...(minHours ? [texts('gateHours', { n: minHours })] : []),
    ...(minSuccessRate ? [texts('gateRate', { n: minSuccessRate })] : []),
    ...(minSuccessRate && minSample ? [texts('gateSample', { n: formatNumber(minSample) })] : []),
  ];
  return words.length === 0 ? texts('noGate') : words.join(' · ');
}

export const reachWords = (texts: OtaTexts, { percent, count }: Stage): string =>
  count === null || percent !== null
    ? texts('percentOf', { n: percent ?? 0 })
    : texts('countOf', { n: formatNumber(count) });

const dayHours = 24;

/** Hours as people say them. */
export const hoursWords = (texts: OtaTexts, hours: number): string =>
  hours >= 2 * dayHours && hours % dayHours === 0
    ? texts('days', { n: hours / dayHours })
    : texts('hours', { n: formatNumber(hours) });

/** Hours that the stages wait at least, before the last one opens. */
export const leastHours = (stages: readonly Stage[]): number =>
  stages.slice(0, -1).reduce((sum, { minHours }) => sum + (minHours ?? 0), 0);
