import type { ReactNode } from 'react';
import { reminderTypes, conditionWords } from '@wheelhouse/entities/messages/reminder-condition';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { DictInput } from '../../../entity-ui/inputs/choice.tsx';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride, type RecordPage } from '../../../entity-ui/override.ts';
import { common } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { hrefOf } from '../../../routing/page.ts';
import { none } from '../../../ui/format.ts';
import { part } from '../../../ui/part.tsx';
import { CitiesInput, RegionsCell } from '../../../blocks/regions.tsx';
import { deliveryTab } from '../delivery-tab.tsx';
import { ConditionInput } from './ConditionInput.tsx';
import { EnableDryRun, FormDryRun, StoredDryRun } from './DryRun.tsx';
import { tabs } from './texts.ts';

const Runs = part(() => import('./Runs.tsx'));

/** The types that a condition can be given for. */
function TypeInput(props: InputProps): ReactNode {
  const { field } = props;
  return field.kind === 'dict' ? <DictInput {...props} field={field} only={reminderTypes} /> : null;
}

function ConditionCell({ row, value }: CellPropsOf<'serviceMessage'>): ReactNode {
  const pick = usePick();
  const words = conditionWords(row.reminderType, value);
  return words === undefined ? none : pick(words);
}

const links = (row: ListRowOf<'serviceMessage'>): readonly RecordPage[] => [
  {
    label: common.copy,
    href: hrefOf('serviceReminderAdd', { copy: textOf(row.id) }),
    code: 'serviceReminderManage.add',
  },
];

const cell = { condition: ConditionCell, cityCodes: RegionsCell };
const asks = { enable1: EnableDryRun };

/** Reminders: their condition by type, with a dry run below it. */
const reminderOverride = defineOverride('serviceMessage', {
  cell,
  input: { reminderType: TypeInput, condition: ConditionInput, cityCodes: CitiesInput },
  below: { condition: FormDryRun },
  asks,
  links,
});

const reminderDetailOverride = defineOverride('serviceMessage', {
  cell,
  asks,
  links,
  tabs: [
    { key: 'runs', label: tabs.runs, component: Runs },
    deliveryTab('serviceMessage'),
    { key: 'dryRun', label: tabs.dryRun, code: 'serviceReminderManage.dryRun', component: StoredDryRun },
  ],
});

export { reminderOverride as default, reminderDetailOverride as detail };
