import type { ReactNode } from 'react';
import { readRule, ruleFault, type TagRule } from '@wheelhouse/entities/users/tag-rule';
import { ruleWords } from '@wheelhouse/entities/users/tag-rule-words';
import { useLang } from '../../../i18n/lang.ts';
import { useRuleNames } from './names.ts';

/** The rule that a form or record holds, once it can be evaluated. */
export const wholeRule = (value: unknown): TagRule | undefined =>
  ruleFault(value) === undefined ? readRule(value) : undefined;

/** A rule as a sentence in the language of the user. */
export function RuleWords({ rule }: { readonly rule: TagRule }): ReactNode {
  const lang = useLang();
  const names = useRuleNames(rule);
  return <p className="ut-words">{ruleWords(rule, lang, names)}</p>;
}
