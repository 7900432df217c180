import { isRecord } from '@wheelhouse/contract/object';
import type { Text } from '@wheelhouse/contract';
import type { Issue } from '../define.ts';
import type { Row } from '../fields.ts';

/** A threshold of a rule: a whole number in bounds. */
export interface RuleParam {
  readonly key: string;
  readonly label: Text;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** Must be above another threshold of the rule, or it would flap. */
  readonly above?: string;
}

const param = (
  key: string,
  zh: string,
  en: string,
  unit: string,
  [min, start, max]: readonly [number, number, number],
  more: Pick<RuleParam, 'above'> = {},
): RuleParam => ({ key, label: { zh, en }, unit, min, max, default: start, ...more });

/** Thresholds by D:AlarmType; a type that is not here is raised by the device, and has none. */
const schemas: Readonly<Record<string, readonly RuleParam[]>> = {
  VIBRATION: [param('quietSec', '静止多久自动恢复', 'Recovers after quiet for', 's', [10, 60, 3600])],
  OVERSPEED: [
    param('overPct', '超过限速', 'Over the limit by', '%', [0, 10, 100]),
    param('holdSec', '持续', 'For', 's', [5, 30, 600]),
  ],
  SOC_LOW: [
    param('socPct', '电量低于', 'Charge below', '%', [1, 20, 60]),
    param('clearPct', '恢复电量', 'Recovers from', '%', [2, 30, 100], { above: 'socPct' }),
  ],
  CELL_IMBALANCE: [
    param('diffMv', '压差大于', 'Difference above', 'mV', [20, 300, 2000], { above: 'clearMv' }),
    param('clearMv', '恢复压差低于', 'Recovers below', 'mV', [10, 150, 1900]),
    param('holdMin', '持续', 'For', 'min', [1, 10, 240]),
  ],
  THERMAL_RUNAWAY: [
    param('tempC', '温度高于', 'Temperature above', '°C', [45, 60, 90]),
    param('riseCPerSec', '升温速率', 'Rising by', '°C/s', [1, 1, 20]),
    param('holdSec', '持续', 'For', 's', [1, 3, 60]),
    param('dropPct', '或电压骤降', 'Or voltage drop', '%', [5, 25, 90]),
  ],
  OFFLINE_LONG: [param('offlineHours', '离线超过', 'Silent for', 'h', [1, 72, 2160])],
};

/** Thresholds of a type, in the order a form shows them. */
export const ruleParams = (alarmType: string): readonly RuleParam[] =>
  Object.hasOwn(schemas, alarmType) ? (schemas[alarmType] ?? []) : [];

export const defaultParams = (alarmType: string): Record<string, number> =>
  Object.fromEntries(ruleParams(alarmType).map(({ key, default: start }) => [key, start]));

const issue = (zh: string, en: string): Issue => ({ field: 'params', text: { zh, en } });

/** What is wrong with the thresholds of a rule, if anything. */
export function paramsIssue(row: Row): Issue | undefined {
  const given = row['params'] ?? {};
  const known = ruleParams(String(row['alarmType'] ?? ''));
  if (!isRecord(given)) return issue('格式不正确', 'Malformed');
  const stranger = Object.keys(given).find((key) => !known.some((one) => one.key === key));
  if (stranger !== undefined)
    return issue(`未知阈值${stranger.slice(0, 30)}`, `Unknown threshold ${stranger.slice(0, 30)}`);
  for (const { key, label, unit, min, max, above } of known) {
    const value = given[key];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
      return issue(
        `${label.zh}须为${min}–${max}的整数${unit}`,
        `${label.en}: a whole number from ${min} to ${max} ${unit}`,
      );
    const other = above === undefined ? undefined : given[above];
    if (typeof other === 'number' && value <= other) {
      const floor = known.find((one) => one.key === above)?.label;
      return issue(`${label.zh}须大于${floor?.zh}`, `${label.en} must exceed ${floor?.en}`);
    }
  }
  return undefined;
}

/** A threshold of a stored rule; the built-in value where the row has none. */
export function paramOf(alarmType: string, params: unknown, key: string): number {
  const value = isRecord(params) ? params[key] : undefined;
  return typeof value === 'number' ? value : (defaultParams(alarmType)[key] ?? 0);
}
