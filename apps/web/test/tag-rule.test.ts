import { describe, expect, test } from 'vitest';
import { ruleFieldNames, ruleField } from '@wheelhouse/entities/users/tag-rule-fields';
import { readRule, ruleFault, tagsInRule, type TagRule } from '@wheelhouse/entities/users/tag-rule';
import { ruleWords, type RuleNames } from '@wheelhouse/entities/users/tag-rule-words';
import { draftOf, groupAt, itemAt, withComparison, withField } from '../src/domains/users/tags/draft.ts';

const names: RuleNames = {
  nameOf: (_field, value) => ({ 1: 'E3', 2: 'E5', 9: '体验官' })[value] ?? value,
  partOf: (_field, code) => `class ${code}`,
};

const rule: TagRule = {
  op: 'AND',
  groups: [
    {
      op: 'OR',
      items: [
        { field: 'vehicleTypeId', cmp: 'in', value: ['1', '2'] },
        { field: 'tagId', cmp: 'has', value: ['9'] },
      ],
    },
    {
      op: 'AND',
      items: [
        { field: 'km30d', cmp: 'ge', value: 300 },
        { field: 'lastActiveTime', cmp: 'lastDays', value: 30 },
        { field: 'alarmCount30d', cmp: 'le', value: 2, of: '3' },
      ],
    },
  ],
};

test('a rule in words, in both languages', () => {
  expect(ruleWords(rule, 'zh', names)).toBe(
    '（车型属于E3、E5 或 标签包含体验官） 且 （近30天里程不小于300 km 且 最近活跃在最近30天内 且 近30天报警次数（class 3）不大于2）',
  );
  expect(ruleWords(rule, 'en', names)).toBe(
    '(Model is one of E3, E5 or Tag includes 体验官) and (Mileage in 30 days is at least 300 km and Last active is in the last 30 days and Alarms in 30 days (class 3) is at most 2)',
  );
});

test('a rule that was read has no more than its parts', () => {
  const more = { ...rule, note: 1, groups: rule.groups.map((group) => ({ ...group, color: 'red' })) };
  expect(readRule(more)).toEqual(rule);
  expect(() => readRule({ op: 'AND', groups: [] })).toThrow('The rule is not valid');
});

test('a fault is found where it is', () => {
  const wrong = { ...rule, groups: [rule.groups[1], { op: 'AND', items: [{ field: 'age', cmp: 'ge', value: 17 }] }] };
  expect(ruleFault(wrong)).toMatchObject({ group: 1, item: 0, params: { min: 18, max: 120 } });
  expect(ruleFault({ op: 'XOR', groups: rule.groups })).toBeDefined();
  expect(ruleFault(null)).toBeDefined();
  expect(
    tagsInRule({
      op: 'OR',
      groups: [{ op: 'AND', items: [{ field: 'tagId', cmp: 'hasNot', value: ['7', '7', '9'] }] }],
    }),
  ).toEqual(['7', '9']);
});

describe('while it is built', () => {
  test('every field begins with a comparison of its own', () => {
    for (const name of ruleFieldNames)
      expect(withField(name)).toEqual({ field: name, cmp: ruleField(name).comparisons[0] });
  });

  test('another comparison keeps a value of the same kind alone', () => {
    expect(withComparison({ field: 'km30d', cmp: 'ge', value: 3 }, 'le')).toEqual({
      field: 'km30d',
      cmp: 'le',
      value: 3,
    });
    expect(withComparison({ field: 'gender', cmp: 'eq', value: '1' }, 'in')).toEqual({ field: 'gender', cmp: 'in' });
    expect(withComparison({ field: 'registerTime', cmp: 'lastDays', value: 3 }, 'ge')).toEqual({
      field: 'registerTime',
      cmp: 'ge',
    });
  });

  test('groups and conditions are changed and removed in their place', () => {
    const draft = draftOf(rule);
    const [first, second] = draft.groups;
    expect(groupAt(draft, 0, undefined).groups).toEqual([second]);
    expect(itemAt(first ?? { op: 'AND', items: [] }, 1, {}).items).toEqual([first?.items[0], {}]);
    expect(draftOf(undefined).groups).toHaveLength(1);
  });
});
