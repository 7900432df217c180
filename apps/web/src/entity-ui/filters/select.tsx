import type { DictField, DictManyField } from '@wheelhouse/entities/fields';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { type DictItem, useDict, useDictLookup } from '../../reference/reference.ts';
import { OnDemand } from '../controls/OnDemand.tsx';
import { FilterLabel } from './text.tsx';
import { useRefNames } from '../refs/useRefOptions.ts';
import { useEntityTexts } from '../texts.ts';
import type { Choice } from './ChoiceSelect.tsx';
import type { FilterProps } from './types.ts';
import { patchOf, valuesOf } from './values.ts';
import { part } from '../../ui/part.tsx';

const loadChoice = () => import('./ChoiceSelect.tsx');
const ChoiceSelect = part(loadChoice);
const loadRemote = () => import('../refs/RemoteSelect.tsx');
const RemoteSelect = part(async () => ({ default: (await loadRemote()).RemoteSelect }));

function ChoiceFilter({
  choices,
  nameOf,
  ...props
}: FilterProps & { readonly choices: readonly Choice[]; readonly nameOf: (value: string) => string }): ReactNode {
  const { spec, label, onChange } = props;
  const values = valuesOf(props);
  const put = (next: readonly string[]): void => onChange(patchOf(props, next));
  return (
    <OnDemand label={label} text={values.map(nameOf).join(', ')} onClear={() => put([])} load={loadChoice}>
      <ChoiceSelect
        label={label}
        choices={choices}
        multiple={spec.operators.includes('in')}
        values={values}
        onChange={put}
      />
    </OnDemand>
  );
}

/** Of a dictionary with sub-entries, those that the field can have: the first level, or what nothing lies below. */
function useEntries(field: DictField | DictManyField): readonly DictItem[] {
  const items = useDict(field.dict);
  if (field.kind === 'dict' && field.level === 1) return items.filter(({ parentCode }) => parentCode === null);
  if (field.kind === 'dictMany' || field.parent === undefined) return items;
  const above = new Set(items.map(({ parentCode }) => parentCode));
  return items.filter(({ code }) => !above.has(code));
}

export function DictFilter(props: FilterProps<'dict' | 'dictMany'>): ReactNode {
  const { field } = props;
  const items = useEntries(field);
  const lookup = useDictLookup();
  return (
    <ChoiceFilter
      {...props}
      choices={items.map((item) => ({ value: item.code, label: item.name }))}
      nameOf={(code) => lookup(field.dict, code)?.name ?? code}
    />
  );
}

export function FlagFilter(props: FilterProps<'flag'>): ReactNode {
  const t = useT();
  const choices = [
    { value: '1', label: t('yes') },
    { value: '0', label: t('no') },
  ];
  return <ChoiceFilter {...props} choices={choices} nameOf={(value) => t(value === '1' ? 'yes' : 'no')} />;
}

export function RefFilter(props: FilterProps<'ref' | 'refMany'>): ReactNode {
  const { entity, spec, field, label, onChange } = props;
  const texts = useEntityTexts();
  const question = { entity: field.to, field: `${entity.name}.${spec.name}`, all: true };
  const values = valuesOf(props);
  const names = useRefNames(question, values);
  const put = (ids: readonly string[]): void => onChange(patchOf(props, ids));
  return (
    <OnDemand
      label={label}
      text={values.map((id) => names.get(id) ?? id).join(', ')}
      onClear={() => put([])}
      load={loadRemote}
    >
      <RemoteSelect
        question={question}
        label={label}
        prefix={<FilterLabel>{label}</FilterLabel>}
        placeholder={texts('searchSelect')}
        multiple={spec.operators.includes('in')}
        value={values}
        onChange={put}
        opened
      />
    </OnDemand>
  );
}
