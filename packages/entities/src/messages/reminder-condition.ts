import type { Text } from '@wheelhouse/contract/lang';
import { codes } from '../codes.ts';
import type { Issue } from '../define.ts';
import type { Row } from '../fields.ts';

/** When a vehicle is due for a reminder. Which of these there are follows from the type of the reminder. */
export interface ReminderCondition {
  /** Each time the odometer passes a multiple of so many kilometres. */
  readonly mileageKm?: number;
  /** Each time so many months have passed since activation. */
  readonly months?: number;
  /** Days before a date at which to remind, e.g. `[30, 7, 1]`. */
  readonly daysBefore?: readonly number[];
  /** The battery's health is below this percentage. */
  readonly soh?: number;
  /** Not ridden for at least so many days. */
  readonly idleDays?: number;
}
export type ConditionName = keyof ReminderCondition;

export const conditionLimits = {
  mileageKm: { min: 500, max: 20_000 },
  months: { min: 1, max: 36 },
  daysBefore: { min: 1, max: 90 },
  soh: { min: 50, max: 95 },
  idleDays: { min: 7, max: 365 },
} as const satisfies Readonly<Record<ConditionName, { readonly min: number; readonly max: number }>>;

export const conditionLabels: Readonly<Record<ConditionName, Text>> = {
  mileageKm: { zh: '每行驶公里数(km)', en: 'Every so many km' },
  months: { zh: '每隔月数', en: 'Every so many months' },
  daysBefore: { zh: '到期前天数', en: 'Days before the date' },
  soh: { zh: '健康度低于(%)', en: 'Health below (%)' },
  idleDays: { zh: '未骑行天数不少于', en: 'Min. days without a ride' },
};

/** Most entries of `daysBefore`. */
export const mostDays = 5;

const { ReminderType: type } = codes;
/** Conditions of each type that a rule can ask for. OTA and feedback have no date or value of a vehicle. */
const byType: ReadonlyMap<string, readonly ConditionName[]> = new Map([
  [type.maintenance, ['mileageKm', 'months']],
  [type.warranty, ['daysBefore']],
  [type.inspection, ['daysBefore']],
  [type.battery, ['soh']],
  [type.service, ['daysBefore']],
  [type.idle, ['idleDays']],
]);

/** D:ReminderType of the types that a rule can ask for. */
export const reminderTypes: readonly string[] = [...byType.keys()];

export const conditionsOf = (reminderType: unknown): readonly ConditionName[] =>
  typeof reminderType === 'string' || typeof reminderType === 'number' ? (byType.get(String(reminderType)) ?? []) : [];

/** What a form begins with when a type is chosen. */
export const usualCondition = (reminderType: unknown): ReminderCondition | null =>
  conditionsOf(reminderType).includes('daysBefore') ? { daysBefore: [30, 7, 1] } : null;

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const fits = (name: ConditionName, value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= conditionLimits[name].min && Number(value) <= conditionLimits[name].max;

const text = (zh: string, en: string): Pick<Issue, 'field' | 'text'> => ({ field: 'condition', text: { zh, en } });

function partFault(name: ConditionName, value: unknown): Issue | undefined {
  const { min, max } = conditionLimits[name];
  const label = conditionLabels[name];
  if (name !== 'daysBefore')
    return fits(name, value)
      ? undefined
      : text(`${label.zh}须为${min}–${max}的整数`, `${label.en}: a whole number from ${min} to ${max}`);
  const days: readonly unknown[] = Array.isArray(value) ? value : [];
  const isGood =
    days.length > 0 &&
    days.length <= mostDays &&
    new Set(days).size === days.length &&
    days.every((n) => fits(name, n));
  return isGood
    ? undefined
    : text(
        `${label.zh}须为${min}–${max}的整数，不重复，最多${mostDays}个`,
        `${label.en}: up to ${mostDays} different whole numbers from ${min} to ${max}`,
      );
}

/** What is wrong with the condition of a form: at least one of its type's parts, and nothing else. */
export function conditionFault({ reminderType, condition }: Row): Issue | undefined {
  const known = conditionsOf(reminderType);
  // A missing type or condition is refused as a missing field.
  if (known.length === 0 || condition === undefined || condition === null) return undefined;
  if (!isObject(condition)) return text('条件格式不正确', 'The condition cannot be read');
  const given = Object.entries(condition).filter(([, value]) => value !== null && value !== undefined);
  if (given.length === 0) return text('请填写条件', 'Give the condition');
  for (const [name, value] of given) {
    const part = known.find((one) => one === name);
    if (part === undefined) return text('条件不适用于该提醒类型', 'The condition does not fit this type');
    const fault = partFault(part, value);
    if (fault) return fault;
  }
  return undefined;
}

/** A condition that was checked when it was saved; anything else is left out. */
export function readCondition(reminderType: unknown, stored: unknown): ReminderCondition {
  const value = isObject(stored) ? stored : {};
  const parts = conditionsOf(reminderType).flatMap((name) => {
    const part = value[name];
    return part === null || part === undefined || partFault(name, part) ? [] : [[name, part] as const];
  });
  return Object.fromEntries(parts);
}

/** A condition in words: `每3000公里或每6个月`. */
export function conditionWords(reminderType: unknown, stored: unknown): Text | undefined {
  const { mileageKm, months, daysBefore, soh, idleDays } = readCondition(reminderType, stored);
  const parts: Text[] = [];
  if (mileageKm !== undefined) parts.push({ zh: `每${mileageKm}公里`, en: `Every ${mileageKm} km` });
  if (months !== undefined) parts.push({ zh: `每${months}个月`, en: `Every ${months} months` });
  if (daysBefore !== undefined) {
    const days = daysBefore.toSorted((a, b) => b - a);
    parts.push({ zh: `到期前${days.join('、')}天`, en: `${days.join(', ')} days before` });
  }
  if (soh !== undefined) parts.push({ zh: `健康度低于${soh}%`, en: `Health below ${soh}%` });
  if (idleDays !== undefined) parts.push({ zh: `${idleDays}天未骑行`, en: `Not ridden for ${idleDays} days` });
  if (parts.length === 0) return undefined;
  return {
    zh: parts.map(({ zh }) => zh).join('或'),
    en: parts.map(({ en }, at) => (at === 0 ? en : en.toLowerCase())).join(' or '),
  };
}
