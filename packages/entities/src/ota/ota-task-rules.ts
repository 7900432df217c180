import type { Issue } from '../define.ts';
import type { Row } from '../fields.ts';

/** Days that a task may last. */
export const otaDays = 180;
/** What may be typed or pasted where VINs are asked for: those of 2,000 vehicles. */
export const vinsLength = 40_000;
/** Vehicles of a single-vehicle task that needs no review. */
export const otaSmall = 5;
const whole = 100;

type Rule = (row: Row) => Issue | undefined;

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Both ends of the window, or none; they differ. */
function window(row: Row): Issue | undefined {
  const { windowStart, windowEnd } = row;
  if (isEmpty(windowStart) === isEmpty(windowEnd)) {
    if (isEmpty(windowStart) || windowStart !== windowEnd) return undefined;
    return { field: 'windowEnd', text: { zh: '不能与开始相同', en: 'Must differ from the beginning' } };
  }
  return {
    field: isEmpty(windowStart) ? 'windowStart' : 'windowEnd',
    text: { zh: '时段的起止须同时填写', en: 'Enter both ends of the window' },
  };
}

export const windowRules: readonly Rule[] = [window];

/** One stage of a roll-out, cumulative: up to so many percent or vehicles. */
export interface Stage {
  readonly percent: number | null;
  readonly count: number | null;
  readonly minHours: number | null;
  readonly minSuccessRate: number | null;
  /** Results that are enough to judge a stage whose vehicles cannot all be reached; null: of all of them. */
  readonly minSample: number | null;
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The stages of a task as they are stored. */
export function readStages(value: unknown): readonly Stage[] {
  if (!Array.isArray(value)) return [];
  return value.map(({ percent, count, minHours, minSuccessRate, minSample }: Row) => ({
    percent: numberOf(percent),
    count: numberOf(count),
    minHours: numberOf(minHours),
    minSuccessRate: numberOf(minSuccessRate),
    minSample: numberOf(minSample),
  }));
}

/** How many vehicles of a target have been notified when a stage is over. */
export const upToOf = ({ percent, count }: Stage, target: number): number =>
  Math.min(target, percent === null ? (count ?? 0) : Math.ceil((target * percent) / whole));

const rising = { zh: '须大于上一阶段', en: 'Must be above the stage before' } as const;

function stages(row: Row): Issue | undefined {
  const all = readStages(row['stages']);
  if (all.length === 0) return undefined;
  for (const [at, { percent, count }] of all.entries()) {
    if ((percent === null) === (count === null))
      return {
        field: `stages[${at}].percent`,
        text: { zh: '占比和车辆数填写其一', en: 'Enter either a percentage or a number of vehicles' },
      };
    const before = all[at - 1];
    if (before === undefined) continue;
    if (percent !== null && before.percent !== null && percent <= before.percent)
      return { field: `stages[${at}].percent`, text: rising };
    if (count !== null && before.count !== null && count <= before.count)
      return { field: `stages[${at}].count`, text: rising };
  }
  return all.at(-1)?.percent === whole
    ? undefined
    : {
        field: `stages[${all.length - 1}].percent`,
        text: { zh: '最后一个阶段须为100%', en: 'The last stage has to be 100%' },
      };
}

export const stageRules: readonly Rule[] = [stages];

/** VINs of a text, in capitals: one a line, or with commas, semicolons or blanks between them. */
export function vinsIn(text: unknown): readonly string[] {
  if (typeof text !== 'string') return [];
  return [
    ...new Set(
      text
        .toUpperCase()
        .split(/[\s,;，；、]+/)
        .filter((one) => one !== ''),
    ),
  ];
}
