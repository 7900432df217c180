import { Form } from 'antd';
import type { ReactNode } from 'react';
import { areaPath, useAreaOptions, type AreaOption } from '../areas.ts';
import { textOf } from '../model.ts';
import { useEntityTexts } from '../texts.ts';
import type { InputProps } from './types.ts';
import { Cascader } from '../../ui/inputs/Cascader.tsx';
import { Select } from '../../ui/inputs/Select.tsx';

const matches = (option: AreaOption, typed: string): boolean =>
  option.label.includes(typed) || option.initials.startsWith(typed.toUpperCase());

/** One level below the field that holds the level above. */
function ChildArea({
  id,
  field,
  parent,
  value,
  onChange,
  disabled,
}: InputProps<'area'> & { readonly parent: string | undefined }): ReactNode {
  const texts = useEntityTexts();
  const above: unknown = Form.useWatch(parent ?? '');
  const tree = useAreaOptions(field.level);
  const path = parent === undefined ? [] : areaPath(tree, above);
  const choices =
    parent === undefined
      ? tree
      : path.length === 0
        ? []
        : path.reduce<readonly AreaOption[]>(
            (level, code) => level.find((one) => one.value === code)?.children ?? [],
            tree,
          );
  return (
    <Select<string, AreaOption>
      id={id}
      className="eu-control"
      value={textOf(value) === '' ? (undefined as unknown as string) : textOf(value)}
      options={choices.map(({ value: code, label, initials }) => ({ value: code, label, initials }))}
      placeholder={texts('select')}
      showSearch={{ filterOption: (typed, option) => option !== undefined && matches(option, typed) }}
      disabled={disabled || (parent !== undefined && path.length === 0)}
      allowClear={field.required !== true}
      onChange={(code: string | undefined) => onChange(code ?? null)}
    />
  );
}

/** A city or district whose levels above are not fields of their own. */
function WholeArea({ id, field, value, onChange, disabled }: InputProps<'area'>): ReactNode {
  const texts = useEntityTexts();
  const options = useAreaOptions(field.level);
  return (
    <Cascader<AreaOption>
      id={id}
      className="eu-control"
      options={options}
      value={areaPath(options, value)}
      placeholder={texts('select')}
      showSearch={{ filter: (typed, path) => path.some((option) => matches(option, typed)) }}
      disabled={disabled}
      onChange={(path) => onChange(path?.at(-1) ?? null)}
      allowClear
    />
  );
}

export default function AreaInput(props: InputProps<'area'>): ReactNode {
  const { parent, level } = props.field;
  return level > 1 && parent === undefined ? <WholeArea {...props} /> : <ChildArea {...props} parent={parent} />;
}
