import { fill, type Lang, listed, type Text } from '@wheelhouse/contract/lang';
import { ruleField, takesMany, type Comparison, type RuleField } from './tag-rule-fields.ts';
import type { RuleCondition, RuleGroup, RuleLink, TagRule } from './tag-rule.ts';

/** Comparisons as people read them. */
const words: Readonly<Record<Comparison, Text>> = {
  eq: { zh: '为', en: 'is' },
  in: { zh: '属于', en: 'is one of' },
  ge: { zh: '不小于', en: 'is at least' },
  le: { zh: '不大于', en: 'is at most' },
  lastDays: { zh: '在最近', en: 'is in the last' },
  has: { zh: '包含', en: 'includes' },
  hasNot: { zh: '不包含', en: 'excludes' },
};
const ofDays = { ge: { zh: '不早于', en: 'is on or after' }, le: { zh: '不晚于', en: 'is on or before' } } as const;
const lastDays: Text = { zh: '{n}天内', en: '{n} {n|day|days}' };
const inBrackets: Text = { zh: '（{text}）', en: '({text})' };
const withPart: Text = { zh: '{field}（{part}）', en: '{field} ({part})' };
const sentence: Text = { zh: '{field}{cmp}{value}', en: '{field} {cmp} {value}' };
const links: Readonly<Record<RuleLink, Text>> = { AND: { zh: ' 且 ', en: ' and ' }, OR: { zh: ' 或 ', en: ' or ' } };

export const comparisonWords = (field: RuleField, cmp: Comparison): Text =>
  field.value.kind === 'day' && (cmp === 'ge' || cmp === 'le') ? ofDays[cmp] : words[cmp];

/** Name of a code, city or record that a condition compares with. */
type NameOf = (field: RuleField, value: string) => string;
/** Name of the part that is counted. */
type PartOf = (field: RuleField, code: string) => string;

export interface RuleNames {
  readonly nameOf: NameOf;
  readonly partOf: PartOf;
}

/** Words stand apart from their number, signs and Chinese units do not. */
const unitWords = (unit = ''): string => (/^[a-z]/i.test(unit) ? ` ${unit}` : unit);

function valueWords(field: RuleField, { cmp, value }: RuleCondition, lang: Lang, { nameOf }: RuleNames): string {
  if (cmp === 'lastDays') return fill(lastDays[lang], { n: Number(value) });
  if (takesMany(cmp))
    return listed(
      (Array.isArray(value) ? value : [value]).map((one) => nameOf(field, String(one))),
      lang,
    );
  if (field.value.kind === 'number') return `${String(value)}${unitWords(field.value.unit?.[lang])}`;
  return field.value.kind === 'day' || field.value.kind === 'version' ? String(value) : nameOf(field, String(value));
}

function conditionWords(item: RuleCondition, lang: Lang, names: RuleNames): string {
  const field = ruleField(item.field);
  const label = field.label[lang];
  return fill(sentence[lang], {
    field: item.of === undefined ? label : fill(withPart[lang], { field: label, part: names.partOf(field, item.of) }),
    cmp: comparisonWords(field, item.cmp)[lang],
    value: valueWords(field, item, lang, names),
  });
}

function groupWords({ op, items }: RuleGroup, lang: Lang, names: RuleNames, alone: boolean): string {
  const text = items.map((item) => conditionWords(item, lang, names)).join(links[op][lang]);
  return alone || items.length === 1 ? text : fill(inBrackets[lang], { text });
}

/** A rule in one sentence. */
export const ruleWords = (rule: TagRule, lang: Lang, names: RuleNames): string =>
  rule.groups.map((group) => groupWords(group, lang, names, rule.groups.length === 1)).join(links[rule.op][lang]);
