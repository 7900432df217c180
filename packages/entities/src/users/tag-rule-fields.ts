import type { Text } from '@wheelhouse/contract/lang';
import { keysOf } from '@wheelhouse/contract/object';
import type { DictionaryCategory } from '../dictionaries.ts';

/** How a condition compares: `in`, `has` and `hasNot` take several values, the others one. */
export type Comparison = 'eq' | 'in' | 'ge' | 'le' | 'lastDays' | 'has' | 'hasNot';

/** What a condition's value is. Days are `YYYY-MM-DD` in Asia/Shanghai, versions `1.2.0`. */
export type RuleValueKind =
  | { readonly kind: 'dict'; readonly dict: DictionaryCategory }
  | { readonly kind: 'city' }
  | { readonly kind: 'ref'; readonly to: 'vehicleType' | 'vehicleSeries' | 'userTag' }
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly decimals?: number;
      readonly unit?: Text;
    }
  | { readonly kind: 'day' }
  | { readonly kind: 'version' };

export interface RuleField {
  readonly label: Text;
  readonly value: RuleValueKind;
  readonly comparisons: readonly Comparison[];
  /** Dictionary of a part that the condition may name: alarms of one class. */
  readonly of?: DictionaryCategory;
}

const unit = (zh: string, en = zh): { readonly unit: Text } => ({ unit: { zh, en } });
const days = unit('天', 'd');
const code = ['eq', 'in'] as const;
const bounds = ['ge', 'le'] as const;
const time = ['ge', 'le', 'lastDays'] as const;
const whole = (max: number, of: object = {}) => ({ kind: 'number', min: 0, max, ...of }) as const;

/**
 * What rules of tags are made of: the builder, the check and the SQL read this one table. Fields of orders, coupons and themes
 * (`payFenTotal`, `orderCount12m`, `hasTheme`, `couponUsed`) join it with their tables.
 * Fields of vehicles are met by any vehicle that the user owns.
 * @for conditions that people combine: the builder (`domains/users/tags/RuleInput.tsx`), the check (`tag-rule.ts`), the sentence (`tag-rule-words.ts`)
 * and the SQL (`users/tags/rule-sql.ts`) read it
 */
export const ruleFields = {
  gender: { label: { zh: '性别', en: 'Gender' }, value: { kind: 'dict', dict: 'Gender' }, comparisons: code },
  /** Nobody is selected as a minor: years below 18 match no condition. */
  age: {
    label: { zh: '年龄', en: 'Age' },
    value: { kind: 'number', min: 18, max: 120, ...unit('岁', 'years') },
    comparisons: ['eq', 'ge', 'le'],
  },
  cityId: { label: { zh: '城市', en: 'City' }, value: { kind: 'city' }, comparisons: code },
  clientOs: { label: { zh: '手机系统', en: 'Phone OS' }, value: { kind: 'dict', dict: 'ClientOs' }, comparisons: code },
  appVersion: {
    label: { zh: 'APP版本', en: 'App version' },
    value: { kind: 'version' },
    comparisons: ['eq', 'ge', 'le'],
  },
  registerChannel: {
    label: { zh: '注册渠道', en: 'Sign-up channel' },
    value: { kind: 'dict', dict: 'AppChannel' },
    comparisons: code,
  },
  registerTime: { label: { zh: '注册时间', en: 'Signed up' }, value: { kind: 'day' }, comparisons: time },
  lastActiveTime: { label: { zh: '最近活跃', en: 'Last active' }, value: { kind: 'day' }, comparisons: time },
  activationTime: { label: { zh: '车辆激活时间', en: 'Vehicle activated' }, value: { kind: 'day' }, comparisons: time },
  vehicleTypeId: {
    label: { zh: '车型', en: 'Model' },
    value: { kind: 'ref', to: 'vehicleType' },
    comparisons: ['in'],
  },
  seriesId: { label: { zh: '车系', en: 'Series' }, value: { kind: 'ref', to: 'vehicleSeries' }, comparisons: ['in'] },
  vehicleCount: { label: { zh: '车辆数', en: 'Vehicles' }, value: whole(1000), comparisons: bounds },
  vehicleAgeDays: {
    label: { zh: '车龄', en: 'Vehicle age' },
    value: whole(10_000, days),
    comparisons: bounds,
  },
  km30d: {
    label: { zh: '近30天里程', en: 'Mileage in 30 days' },
    value: whole(100_000, { decimals: 1, ...unit('km') }),
    comparisons: bounds,
  },
  rideDays30d: {
    label: { zh: '近30天骑行天数', en: 'Riding days in 30 days' },
    value: whole(30, days),
    comparisons: bounds,
  },
  odometerKm: {
    label: { zh: '总里程', en: 'Odometer' },
    value: whole(1_000_000, { decimals: 1, ...unit('km') }),
    comparisons: bounds,
  },
  soh: { label: { zh: '电池健康度', en: 'Battery health' }, value: whole(100, unit('%')), comparisons: bounds },
  alarmCount30d: {
    label: { zh: '近30天报警次数', en: 'Alarms in 30 days' },
    value: whole(10_000),
    comparisons: bounds,
    of: 'AlarmClass',
  },
  /** Orders that were cancelled are no repairs. */
  repairCount12m: {
    label: { zh: '近12个月报修次数', en: 'Repairs in 12 months' },
    value: whole(10_000),
    comparisons: bounds,
  },
  feedbackCount12m: {
    label: { zh: '近12个月反馈次数', en: 'Feedback in 12 months' },
    value: whole(10_000),
    comparisons: bounds,
  },
  tagId: { label: { zh: '标签', en: 'Tag' }, value: { kind: 'ref', to: 'userTag' }, comparisons: ['has', 'hasNot'] },
} as const satisfies Readonly<Record<string, RuleField>>;

export type RuleFieldName = keyof typeof ruleFields;
export const ruleFieldNames = keysOf(ruleFields);

/** The same entry without its literal types. */
export const ruleField = (name: RuleFieldName): RuleField => ruleFields[name];

export const takesMany = (comparison: Comparison): boolean =>
  comparison === 'in' || comparison === 'has' || comparison === 'hasNot';
