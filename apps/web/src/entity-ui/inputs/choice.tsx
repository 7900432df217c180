import { listOf } from '@wheelhouse/contract/object';
import { Form, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { useDict, useDictLookup } from '../../reference/reference.ts';
import { isEmpty, textOf } from '../model.ts';
import { useEntityTexts } from '../texts.ts';
import type { InputProps } from './types.ts';
import { Select } from '../../ui/inputs/Select.tsx';
import './choice.css';

export function FlagInput({ id, label, value, onChange, disabled }: InputProps<'flag'>): ReactNode {
  const t = useT();
  return (
    <Switch
      id={id}
      aria-label={label}
      checked={Number(value) === 1}
      checkedChildren={t('yes')}
      unCheckedChildren={t('no')}
      disabled={disabled}
      onChange={(on) => onChange(on ? 1 : 0)}
    />
  );
}

/** Entries that may be chosen; a retired one that the record already has stays readable. */
function useChoices(category: string, chosen: readonly string[]): { value: string; label: string }[] {
  const items = useDict(category);
  const lookup = useDictLookup();
  const retired = chosen
    .filter((code) => !items.some((item) => item.code === code))
    .map((code) => ({ value: code, label: lookup(category, code)?.name ?? code }));
  return [...items.map((item) => ({ value: item.code, label: item.name })), ...retired];
}

const searchFrom = 8;

type DictInputProps = InputProps<'dict'> & {
  /** Narrows the choices, where another field decides. */
  readonly only?: readonly string[];
};

function Entries({ id, field, value, onChange, disabled, only }: DictInputProps): ReactNode {
  const texts = useEntityTexts();
  const chosen = isEmpty(value) ? [] : [textOf(value)];
  const choices = useChoices(field.dict, chosen).filter(
    (choice) => only === undefined || only.includes(choice.value) || chosen.includes(choice.value),
  );
  return (
    <Select<string>
      id={id}
      className="eu-control"
      value={chosen[0] as string}
      options={choices}
      disabled={disabled}
      placeholder={texts('select')}
      showSearch={choices.length > searchFrom ? { optionFilterProp: 'label' } : false}
      allowClear={field.required !== true}
      onChange={(code: string | undefined) => onChange(code ?? null)}
    />
  );
}

/** Entries below the one that another field of the form holds; one without any stands for itself. */
function SubEntries({ parent, ...props }: DictInputProps & { readonly parent: string }): ReactNode {
  const above = textOf(Form.useWatch(parent) as unknown);
  const below = useDict(props.field.dict).filter(({ parentCode }) => parentCode === above);
  return <Entries {...props} only={below.length === 0 ? [above] : below.map(({ code }) => code)} />;
}

function TopEntries(props: DictInputProps): ReactNode {
  const top = useDict(props.field.dict).filter(({ parentCode }) => parentCode === null);
  return <Entries {...props} only={top.map(({ code }) => code)} />;
}

export function DictInput(props: DictInputProps): ReactNode {
  const { level, parent } = props.field;
  if (parent !== undefined) return <SubEntries {...props} parent={parent} />;
  return level === undefined ? <Entries {...props} /> : <TopEntries {...props} />;
}

/** Several of some choices. What is chosen and no longer among them is listed by its code. */
export function ManyInput({
  id,
  value,
  onChange,
  disabled,
  choices,
  most,
}: Pick<InputProps, 'id' | 'value' | 'onChange' | 'disabled'> & {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly most?: number | undefined;
}): ReactNode {
  const texts = useEntityTexts();
  const chosen = listOf(value);
  const retired = chosen
    .filter((code) => !choices.some((choice) => choice.value === code))
    .map((code) => ({ value: code, label: code }));
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      className="eu-control"
      value={[...chosen]}
      options={[...choices, ...retired]}
      {...(most !== undefined && { maxCount: most })}
      placeholder={texts('select')}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={disabled}
      allowClear
      onChange={onChange}
    />
  );
}

export function DictManyInput({ field, ...props }: InputProps<'dictMany'>): ReactNode {
  return <ManyInput {...props} choices={useChoices(field.dict, listOf(props.value))} />;
}

/** Tags typed one after the other, also pasted with commas or line breaks. */
export function TagsInput({ id, value, onChange, disabled }: InputProps<'tags'>): ReactNode {
  const texts = useEntityTexts();
  return (
    <Select<string[]>
      id={id}
      mode="tags"
      className="eu-control"
      value={[...listOf(value)]}
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '，', ';', '；', ' ', '\n', '\t']}
      placeholder={texts('tagsHint')}
      disabled={disabled}
      allowClear
      onChange={(tags) => onChange(tags.map((tag) => tag.trim()).filter(Boolean))}
    />
  );
}
