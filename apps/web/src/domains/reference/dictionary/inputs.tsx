import { Form, Input } from 'antd';
import { useContext, createContext, type ReactNode } from 'react';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { useEntityTexts } from '../../../entity-ui/texts.ts';
import { useLang } from '../../../i18n/lang.ts';
import type { Override } from '../../../entity-ui/override.ts';
import { nameIn, useDict } from '../../../reference/reference.ts';
import { LabelTag } from '../../../ui/Values.tsx';
import type { Category } from './entry.ts';
import { useDictionaryTexts } from './texts.ts';
import { Select } from '../../../ui/inputs/Select.tsx';

/** Categories that parents are chosen from. */
export const CategoriesContext = createContext<readonly Category[]>([]);

/** A value that the chosen category decides. */
const DecidedInput = ({ id, value }: InputProps): ReactNode => <Input id={id} value={textOf(value)} disabled />;

function ColorInput({ id, value, onChange, disabled }: InputProps): ReactNode {
  const texts = useDictionaryTexts();
  const colors = useDict('TagColor');
  return (
    <Select<string>
      id={id}
      className="eu-control"
      value={(textOf(value) || undefined) as string}
      placeholder={texts('noColor')}
      options={colors.map((item) => ({
        value: item.code,
        label: <LabelTag color={item.code}>{item.name}</LabelTag>,
      }))}
      disabled={disabled}
      allowClear
      onChange={(code: string | undefined) => onChange(code ?? null)}
    />
  );
}

function ParentInput({ id, value, onChange, disabled }: InputProps): ReactNode {
  const texts = useEntityTexts();
  const lang = useLang();
  const category: unknown = Form.useWatch('parentCategory');
  const parents = useContext(CategoriesContext).find((one) => one.category === category)?.entries ?? [];
  return (
    <Select<string>
      id={id}
      className="eu-control"
      value={(textOf(value) || undefined) as string}
      placeholder={texts('select')}
      options={parents.map((entry) => ({ value: entry.code, label: `${nameIn(entry, lang)} · ${entry.code}` }))}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={disabled}
      allowClear
      onChange={(code: string | undefined) => onChange(code ?? null)}
    />
  );
}

const inputs = { color: ColorInput, parentCode: ParentInput };
/** Of an entry whose category is already chosen: what belongs to the category stays as it is. */
export const entryOverride: Override = {
  entity: 'itemCode',
  input: {
    ...inputs,
    category: DecidedInput,
    categoryDesc: DecidedInput,
    categoryDescEn: DecidedInput,
    parentCategory: DecidedInput,
  },
};
export const categoryOverride: Override = { entity: 'itemCode', input: inputs };
