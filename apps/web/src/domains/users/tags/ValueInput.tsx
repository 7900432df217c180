import { listOf } from '@wheelhouse/contract/object';
import { DatePicker, Input, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { ruleField, takesMany, type RuleValueKind } from '@wheelhouse/entities/users/tag-rule-fields';
import { ruleLimits } from '@wheelhouse/entities/users/tag-rule';
import { useAreaOptions } from '../../../entity-ui/areas.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { RemoteSelect } from '../../../entity-ui/refs/RemoteSelect.tsx';
import { usePick } from '../../../i18n/lang.ts';
import { useDict } from '../../../reference/reference.ts';
import { pickerTime } from '../../../ui/inputs/picker-time.ts';
import { Select } from '../../../ui/inputs/Select.tsx';
import type { DraftItem } from './draft.ts';
import { useTagTexts } from './texts.ts';

interface ValueProps {
  readonly item: DraftItem;
  readonly label: string;
  readonly disabled: boolean;
  readonly onChange: (value: unknown) => void;
}
interface ChoiceProps extends Omit<ValueProps, 'item'> {
  readonly value: unknown;
  readonly many: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

const dayFormat = 'YYYY-MM-DD';
/** The field that asks for records by name. */
const ruleQuestion = 'userTag.rule';

function Choice({ value, many, options, label, disabled, onChange }: ChoiceProps): ReactNode {
  return (
    <Select<string | string[] | null>
      aria-label={label}
      className="eu-control"
      {...(many ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      value={many ? [...listOf(value)] : textOf(value) || null}
      options={[...options]}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

const CityChoice = (props: Omit<ChoiceProps, 'options'>): ReactNode => {
  const provinces = useAreaOptions(2);
  const options = provinces.flatMap(({ children = [] }) => children.map(({ value, label }) => ({ value, label })));
  return <Choice {...props} options={options} />;
};

const DictChoice = ({ dict, ...props }: Omit<ChoiceProps, 'options'> & { readonly dict: string }): ReactNode => (
  <Choice {...props} options={useDict(dict).map(({ code, name }) => ({ value: code, label: name }))} />
);

function Amount({
  kind,
  value,
  label,
  disabled,
  onChange,
}: Omit<ValueProps, 'item'> & {
  readonly kind: Extract<RuleValueKind, { kind: 'number' }>;
  readonly value: unknown;
}): ReactNode {
  const pick = usePick();
  return (
    <InputNumber
      aria-label={label}
      className="eu-control"
      value={typeof value === 'number' ? value : null}
      min={kind.min}
      max={kind.max}
      precision={kind.decimals ?? 0}
      {...(kind.unit && { suffix: pick(kind.unit) })}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

/** The value of a condition, entered as its field and comparison ask. */
export function ValueInput({ item, ...props }: ValueProps): ReactNode {
  const texts = useTagTexts();
  if (item.field === undefined || item.cmp === undefined) return <Input aria-label={props.label} disabled />;
  const { value: kind } = ruleField(item.field);
  const many = takesMany(item.cmp);
  const { value } = item;
  if (item.cmp === 'lastDays')
    return (
      <Amount
        {...props}
        value={value}
        kind={{ kind: 'number', min: 1, max: ruleLimits.days, unit: { zh: texts('days'), en: texts('days') } }}
      />
    );
  switch (kind.kind) {
    case 'number':
      return <Amount {...props} value={value} kind={kind} />;
    case 'dict':
      return <DictChoice {...props} dict={kind.dict} value={value} many={many} />;
    case 'city':
      return <CityChoice {...props} value={value} many={many} />;
    case 'ref':
      return (
        <RemoteSelect
          label={props.label}
          question={{ entity: kind.to, field: ruleQuestion, all: true }}
          value={listOf(value)}
          multiple
          disabled={props.disabled}
          onChange={props.onChange}
        />
      );
    case 'day':
      return (
        <DatePicker
          aria-label={props.label}
          className="eu-control"
          value={pickerTime(textOf(value), dayFormat)}
          format={dayFormat}
          disabled={props.disabled}
          onChange={(at) => props.onChange(at?.format(dayFormat) ?? null)}
        />
      );
    case 'version':
      return (
        <Input
          aria-label={props.label}
          value={textOf(value)}
          placeholder="1.2.0"
          disabled={props.disabled}
          onChange={(event) => props.onChange(event.target.value)}
        />
      );
  }
}
