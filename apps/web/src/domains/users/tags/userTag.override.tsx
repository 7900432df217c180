import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/reading';
import type { RowOf } from '@wheelhouse/entities/rows';
import { userTag } from '@wheelhouse/entities/users/user-tag';
import { Facts } from '../../../entity-ui/detail/Facts.tsx';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { defineOverride, type CellPropsOf } from '../../../entity-ui/override.ts';
import { useDict } from '../../../reference/reference.ts';
import { Select } from '../../../ui/inputs/Select.tsx';
import { Section } from '../../../ui/Layout.tsx';
import { part } from '../../../ui/part.tsx';
import { LabelTag } from '../../../ui/Values.tsx';
import { ImportReport, reportOf } from './ImportReport.tsx';
import { RuleInput } from './RuleInput.tsx';
import { RulePreview } from './RulePreview.tsx';
import { RuleWords, wholeRule } from './RuleWords.tsx';
import { texts, useTagTexts } from './texts.ts';
import './usertag.css';

const Members = part(() => import('./Members.tsx'));
const Insights = part(() => import('./Insights.tsx'));

/** A colour is shown as itself. */
function ColorInput({ id, value, onChange, disabled }: InputProps): ReactNode {
  const colors = useDict('TagColor');
  return (
    <Select<string | null>
      id={id}
      className="eu-control"
      value={textOf(value) || null}
      options={colors.map(({ code, name }) => ({ value: code, label: <LabelTag color={code}>{name}</LabelTag> }))}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

/** The colour as it looks on the tag's own name. */
function ColorCell({ row, value }: CellPropsOf<'userTag'>): ReactNode {
  return <LabelTag color={textOf(value)}>{textOf(row.name)}</LabelTag>;
}

/** The rule as a sentence, and what was left out of the file. */
function Lead({ row }: { readonly row: RowOf<'userTag'> }): ReactNode {
  const t = useTagTexts();
  const rule = wholeRule(row.rule);
  const report = reportOf(row.importReport);
  return (
    <>
      {rule === undefined ? null : (
        <Section title={t('rule')}>
          <RuleWords rule={rule} />
        </Section>
      )}
      {report === undefined ? null : <ImportReport report={report} />}
    </>
  );
}

const TagFacts = ({ row }: { readonly row: RowOf<'userTag'> }): ReactNode => (
  <Facts entity={plain(userTag)} row={row} names={['tagCode', 'userCount', 'groupName', 'lastRefreshTime']} />
);

/** Tags are built in their dialog: the rule with its words and its preview. */
const userTagOverride = defineOverride('userTag', {
  cell: { color: ColorCell },
  input: { rule: RuleInput, color: ColorInput },
  below: { rule: RulePreview },
});

const userTagDetailOverride = defineOverride('userTag', {
  cell: { color: ColorCell },
  input: { rule: RuleInput, color: ColorInput },
  below: { rule: RulePreview },
  head: { line: TagFacts },
  lead: Lead,
  tabs: [
    { key: 'members', label: texts.members, component: Members },
    { key: 'insights', label: texts.insights, component: Insights },
  ],
});

export { userTagOverride as default, userTagDetailOverride as detail };
