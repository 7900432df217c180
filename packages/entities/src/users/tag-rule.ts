import type { Text, TextParams } from '@wheelhouse/contract/lang';
import { recordOf } from '@wheelhouse/contract/object';
import { idPattern } from '@wheelhouse/contract/text';
import { isDay } from '@wheelhouse/contract/time';
import { appVersion } from '../patterns.ts';
import {
  ruleField,
  ruleFields,
  takesMany,
  type Comparison,
  type RuleField,
  type RuleFieldName,
  type RuleValueKind,
} from './tag-rule-fields.ts';

export type RuleLink = 'AND' | 'OR';
export interface RuleCondition {
  readonly field: RuleFieldName;
  readonly cmp: Comparison;
  /** Texts and numbers by the field's kind; a list where the comparison takes several; days as a number for `lastDays`. */
  readonly value: string | number | readonly string[];
  /** Code of the part that is counted; absent: all. */
  readonly of?: string;
}
export interface RuleGroup {
  readonly op: RuleLink;
  readonly items: readonly RuleCondition[];
}
/** Groups of conditions, linked with each other and within. */
export interface TagRule {
  readonly op: RuleLink;
  readonly groups: readonly RuleGroup[];
}

export const ruleLimits = { groups: 3, conditions: 10, values: 50, days: 3650 } as const;

/** Where a rule is wrong, both from 0; without `item` it is the group. */
interface RuleFault {
  readonly group?: number;
  readonly item?: number;
  readonly text: Text;
  readonly params?: TextParams;
}

const texts = {
  rule: { zh: '请设置规则', en: 'Set the rule' },
  groups: { zh: '规则须有1–{n}组', en: 'A rule has 1 to {n} groups' },
  conditions: { zh: '每组须有1–{n}个条件', en: 'A group has 1 to {n} {n|condition|conditions}' },
  field: { zh: '请选择字段', en: 'Choose a field' },
  comparison: { zh: '请选择比较方式', en: 'Choose how to compare' },
  value: { zh: '请填写值', en: 'Enter a value' },
  many: { zh: '须选择1–{n}项', en: 'Choose 1 to {n}' },
  number: { zh: '须为{min}–{max}', en: 'Must be {min} to {max}' },
  day: { zh: '请选择日期', en: 'Choose a day' },
  version: { zh: '格式如1.2.0', en: 'As in 1.2.0' },
} as const satisfies Record<string, Text>;

const isFault = (read: object): read is RuleFault => 'text' in read;

const isNumberIn = (value: unknown, min: number, max: number, decimals = 0): value is number =>
  typeof value === 'number' &&
  Number.isFinite(value) &&
  value >= min &&
  value <= max &&
  Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < 1e-6;

const isCode = (kind: RuleValueKind, value: unknown): value is string => {
  if (typeof value !== 'string') return false;
  if (kind.kind === 'ref') return idPattern.test(value);
  if (kind.kind === 'city') return /^\d{6}$/.test(value);
  return /^[\w.-]{1,40}$/.test(value);
};

function readOne(kind: RuleValueKind, value: unknown): string | number | RuleFault {
  switch (kind.kind) {
    case 'number':
      return isNumberIn(value, kind.min, kind.max, kind.decimals)
        ? value
        : { text: texts.number, params: { min: kind.min, max: kind.max } };
    case 'day':
      return typeof value === 'string' && isDay(value) ? value : { text: texts.day };
    case 'version':
      return typeof value === 'string' && appVersion.test(value) ? value : { text: texts.version };
    default:
      return isCode(kind, value) ? value : { text: texts.value };
  }
}

function readValue(field: RuleField, cmp: Comparison, value: unknown): RuleCondition['value'] | RuleFault {
  if (cmp === 'lastDays')
    return isNumberIn(value, 1, ruleLimits.days)
      ? value
      : { text: texts.number, params: { min: 1, max: ruleLimits.days } };
  if (!takesMany(cmp)) return readOne(field.value, value);
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  const read = given.filter((one) => isCode(field.value, one));
  return read.length > 0 && read.length === given.length && read.length <= ruleLimits.values
    ? read
    : { text: texts.many, params: { n: ruleLimits.values } };
}

const isField = (name: unknown): name is RuleFieldName => typeof name === 'string' && Object.hasOwn(ruleFields, name);
const isLink = (op: unknown): op is RuleLink => op === 'AND' || op === 'OR';

function readCondition(item: unknown): RuleCondition | RuleFault {
  const { field: name, cmp: given, value, of } = recordOf(item);
  if (!isField(name)) return { text: texts.field };
  const field = ruleField(name);
  const cmp = field.comparisons.find((one) => one === given);
  if (cmp === undefined) return { text: texts.comparison };
  const part = of ?? undefined;
  if (part !== undefined && (field.of === undefined || typeof part !== 'string' || !/^\w{1,20}$/.test(part)))
    return { text: texts.value };
  const read = readValue(field, cmp, value);
  if (typeof read === 'object' && isFault(read)) return read;
  return { field: name, cmp, value: read, ...(part !== undefined && { of: part }) };
}

function readGroup(group: unknown): RuleGroup | RuleFault {
  const { op, items } = recordOf(group);
  if (!isLink(op)) return { text: texts.rule };
  const given: readonly unknown[] = Array.isArray(items) ? items : [];
  if (given.length === 0 || given.length > ruleLimits.conditions)
    return { text: texts.conditions, params: { n: ruleLimits.conditions } };
  const read: RuleCondition[] = [];
  for (const [at, one] of given.entries()) {
    const item = readCondition(one);
    if (isFault(item)) return { item: at, ...item };
    read.push(item);
  }
  return { op, items: read };
}

function read(rule: unknown): TagRule | RuleFault {
  const { op, groups } = recordOf(rule);
  if (!isLink(op)) return { text: texts.rule };
  const given: readonly unknown[] = Array.isArray(groups) ? groups : [];
  if (given.length === 0 || given.length > ruleLimits.groups)
    return { text: texts.groups, params: { n: ruleLimits.groups } };
  const all: RuleGroup[] = [];
  for (const [at, one] of given.entries()) {
    const group = readGroup(one);
    if (isFault(group)) return { group: at, ...group };
    all.push(group);
  }
  return { op, groups: all };
}

/** What is wrong with a condition; undefined: nothing. */
export function wrongCondition(item: unknown): RuleFault | undefined {
  const found = readCondition(item);
  return isFault(found) ? found : undefined;
}

/** The first fault of a rule; undefined when it can be evaluated. */
export function ruleFault(rule: unknown): RuleFault | undefined {
  const found = read(rule);
  return isFault(found) ? found : undefined;
}

/** A rule that has no fault, without anything that is no part of it. @throws Error for one that has */
export function readRule(rule: unknown): TagRule {
  const found = read(rule);
  if (isFault(found)) throw new Error('The rule is not valid');
  return found;
}

/** Tags that a rule asks about. */
export const tagsInRule = (rule: TagRule): readonly string[] => [
  ...new Set(
    rule.groups.flatMap(({ items }) =>
      items.flatMap(({ field, value }) => (field === 'tagId' && Array.isArray(value) ? value.map(String) : [])),
    ),
  ),
];
