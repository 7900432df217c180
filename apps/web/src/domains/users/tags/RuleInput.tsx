import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useRef, useEffect, type ReactNode } from 'react';
import {
  ruleField,
  ruleFieldNames,
  type Comparison,
  type RuleFieldName,
} from '@wheelhouse/entities/users/tag-rule-fields';
import { ruleLimits, wrongCondition, type RuleLink } from '@wheelhouse/entities/users/tag-rule';
import { comparisonWords } from '@wheelhouse/entities/users/tag-rule-words';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { usePick } from '../../../i18n/lang.ts';
import { useDict } from '../../../reference/reference.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/inputs/Select.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import {
  draftOf,
  emptyGroup,
  groupAt,
  itemAt,
  withComparison,
  withField,
  type DraftGroup,
  type DraftItem,
} from './draft.ts';
import { useTagTexts } from './texts.ts';
import { ValueInput } from './ValueInput.tsx';
import './usertag.css';

function Link({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: RuleLink;
  readonly onChange: (op: RuleLink) => void;
}): ReactNode {
  const texts = useTagTexts();
  return (
    <Segments<RuleLink>
      label={label}
      value={value}
      onChange={onChange}
      options={[
        { key: 'AND', label: texts('and') },
        { key: 'OR', label: texts('or') },
      ]}
    />
  );
}

interface ConditionProps {
  readonly item: DraftItem;
  readonly label: string;
  readonly disabled: boolean;
  readonly onChange: (item: DraftItem) => void;
  /** Absent where it is the only one. */
  readonly onRemove: (() => void) | undefined;
}

function Part({
  item,
  of,
  label,
  disabled,
  onChange,
}: Omit<ConditionProps, 'onRemove'> & { readonly of: string }): ReactNode {
  const texts = useTagTexts();
  const entries = useDict(of);
  return (
    <Select<string>
      aria-label={`${label} ${texts('part')}`}
      value={item.of ?? ''}
      options={[
        { value: '', label: texts('anyPart') },
        ...entries.map(({ code, name }) => ({ value: code, label: name })),
      ]}
      disabled={disabled}
      onChange={(code: string) => {
        const { of: _of, ...rest } = item;
        onChange(code === '' ? rest : { ...rest, of: code });
      }}
    />
  );
}

/** The comparisons of the chosen field. */
function HowTo({ item, label, disabled, onChange }: Omit<ConditionProps, 'onRemove'>): ReactNode {
  const texts = useTagTexts();
  const pick = usePick();
  const field = item.field === undefined ? undefined : ruleField(item.field);
  return (
    <Select<Comparison | null>
      aria-label={`${label} ${texts('comparison')}`}
      value={item.cmp ?? null}
      placeholder={texts('comparison')}
      options={(field?.comparisons ?? []).map((cmp) => ({
        value: cmp,
        label: field === undefined ? cmp : pick(comparisonWords(field, cmp)),
      }))}
      disabled={disabled || field === undefined}
      onChange={(cmp) => (cmp === null ? undefined : onChange(withComparison(item, cmp)))}
    />
  );
}

function Condition({ item, label, disabled, onChange, onRemove }: ConditionProps): ReactNode {
  const texts = useTagTexts();
  const pick = usePick();
  const field = item.field === undefined ? undefined : ruleField(item.field);
  const begun = item.value !== undefined && item.value !== null && item.value !== '';
  const wrong = begun ? wrongCondition(item) : undefined;
  return (
    <li className="ut-condition">
      <Select<RuleFieldName | null>
        aria-label={`${label} ${texts('field')}`}
        value={item.field ?? null}
        placeholder={texts('field')}
        options={ruleFieldNames.map((name) => ({ value: name, label: pick(ruleField(name).label) }))}
        showSearch={{ optionFilterProp: 'label' }}
        disabled={disabled}
        onChange={(name) => (name === null ? undefined : onChange(withField(name)))}
      />
      {field?.of === undefined ? null : (
        <Part item={item} of={field.of} label={label} disabled={disabled} onChange={onChange} />
      )}
      <HowTo item={item} label={label} disabled={disabled} onChange={onChange} />
      <span className="ut-value" data-wrong={wrong !== undefined}>
        <ValueInput
          item={item}
          label={`${label} ${texts('value')}`}
          disabled={disabled}
          onChange={(value) => onChange({ ...item, value })}
        />
        {wrong === undefined ? null : (
          <span className="eu-error" role="alert">
            {pick(wrong.text, wrong.params)}
          </span>
        )}
      </span>
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={`${texts('removeCondition')} ${label}`}
        disabled={disabled || onRemove === undefined}
        onClick={onRemove}
      />
    </li>
  );
}

interface GroupProps {
  readonly group: DraftGroup;
  /** From 1. */
  readonly number: number;
  readonly disabled: boolean;
  readonly onChange: (group: DraftGroup) => void;
  readonly onRemove: (() => void) | undefined;
}

function Group({ group, number, disabled, onChange, onRemove }: GroupProps): ReactNode {
  const texts = useTagTexts();
  const list = useRef<HTMLUListElement>(null);
  const known = useRef(group.items.length);
  // A condition that was just added is where typing goes on.
  useEffect(() => {
    if (group.items.length > known.current)
      list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
    known.current = group.items.length;
  }, [group.items.length]);
  return (
    <section className="ut-group" aria-label={texts('groupOf', { n: number })}>
      <header className="ut-group-head">
        <strong>{texts('groupOf', { n: number })}</strong>
        {group.items.length < 2 ? null : (
          <Link
            label={texts('withinGroup', { n: number })}
            value={group.op}
            onChange={(op) => onChange({ ...group, op })}
          />
        )}
        {onRemove === undefined ? null : (
          <Button size="small" type="text" disabled={disabled} onClick={onRemove}>
            {texts('removeGroup')}
          </Button>
        )}
      </header>
      <ul ref={list} className="ut-conditions">
        {group.items.map((item, at) => (
          <Condition
            // Conditions have no identity but their place.
            key={at}
            item={item}
            label={texts('conditionOf', { group: number, n: at + 1 })}
            disabled={disabled}
            onChange={(next) => onChange(itemAt(group, at, next))}
            onRemove={group.items.length < 2 ? undefined : () => onChange(itemAt(group, at, undefined))}
          />
        ))}
      </ul>
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={disabled || group.items.length >= ruleLimits.conditions}
        onClick={() => onChange({ ...group, items: [...group.items, {}] })}
      >
        {texts('addCondition')}
      </Button>
    </section>
  );
}

/** The rule of a tag: groups of conditions. Every part is a control of its own, in the order in which people say it. */
export function RuleInput({ id, value, onChange, disabled }: InputProps): ReactNode {
  const texts = useTagTexts();
  const rule = draftOf(value);
  return (
    <div id={id} className="ut-rule" role="group" aria-label={texts('rule')} tabIndex={-1}>
      {rule.groups.length < 2 ? null : (
        <Link label={texts('betweenGroups')} value={rule.op} onChange={(op) => onChange({ ...rule, op })} />
      )}
      {rule.groups.map((group, at) => (
        <Group
          key={at}
          group={group}
          number={at + 1}
          disabled={disabled}
          onChange={(next) => onChange(groupAt(rule, at, next))}
          onRemove={rule.groups.length < 2 ? undefined : () => onChange(groupAt(rule, at, undefined))}
        />
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        disabled={disabled || rule.groups.length >= ruleLimits.groups}
        onClick={() => onChange({ ...rule, groups: [...rule.groups, emptyGroup] })}
      >
        {texts('addGroup')}
      </Button>
    </div>
  );
}
