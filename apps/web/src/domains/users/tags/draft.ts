import { recordOf } from '@wheelhouse/contract/object';
import { ruleField, takesMany, type Comparison, type RuleFieldName } from '@wheelhouse/entities/users/tag-rule-fields';
import type { RuleLink } from '@wheelhouse/entities/users/tag-rule';

/** A rule while it is built: parts may be missing. */
export interface DraftItem {
  readonly field?: RuleFieldName;
  readonly cmp?: Comparison;
  readonly value?: unknown;
  readonly of?: string;
}
export interface DraftGroup {
  readonly op: RuleLink;
  readonly items: readonly DraftItem[];
}
export interface DraftRule {
  readonly op: RuleLink;
  readonly groups: readonly DraftGroup[];
}

export const emptyGroup: DraftGroup = { op: 'AND', items: [{}] };
const emptyRule: DraftRule = { op: 'AND', groups: [emptyGroup] };

/** The builder alone writes the value of the form, or the server a rule that it has checked. */
const isDraft = (value: unknown): value is DraftRule => {
  const { groups } = recordOf(value);
  return Array.isArray(groups);
};

/** What the form holds as a draft; an empty one where it holds none. */
export const draftOf = (value: unknown): DraftRule => (isDraft(value) ? value : emptyRule);

/** A condition of another field: its first comparison, and no value. */
export const withField = (field: RuleFieldName): DraftItem => {
  const [cmp] = ruleField(field).comparisons;
  return { field, ...(cmp !== undefined && { cmp }) };
};

/** Another comparison keeps a value of the same kind. */
export function withComparison(item: DraftItem, cmp: Comparison): DraftItem {
  const { value: _value, ...rest } = item;
  const same =
    item.cmp !== undefined &&
    takesMany(item.cmp) === takesMany(cmp) &&
    (item.cmp === 'lastDays') === (cmp === 'lastDays');
  return same ? { ...item, cmp } : { ...rest, cmp };
}

export const groupAt = (rule: DraftRule, at: number, group: DraftGroup | undefined): DraftRule => ({
  ...rule,
  groups: group === undefined ? rule.groups.toSpliced(at, 1) : rule.groups.with(at, group),
});
export const itemAt = (group: DraftGroup, at: number, item: DraftItem | undefined): DraftGroup => ({
  ...group,
  items: item === undefined ? group.items.toSpliced(at, 1) : group.items.with(at, item),
});
