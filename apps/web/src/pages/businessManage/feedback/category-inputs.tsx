import { Form } from 'antd';
import type { ReactNode } from 'react';
import { DictInput } from '../../../entity-ui/inputs/choice.tsx';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { useDict } from '../../../reference/reference.ts';

const categories = 'LargeProblemClassification';

/** Categories alone, of a dictionary that has their sub-categories too. Another one takes the sub-category away. */
export function CategoryInput(props: InputProps): ReactNode {
  const form = Form.useFormInstance();
  const only = useDict(categories)
    .filter(({ parentCode }) => parentCode === null)
    .map(({ code }) => code);
  const choose = (value: unknown): void => {
    props.onChange(value);
    form.setFieldValue('subCode', null);
  };
  const { field } = props;
  return field.kind === 'dict' ? <DictInput {...props} field={field} onChange={choose} only={only} /> : null;
}

/** Sub-categories of the chosen category. */
export function SubCategoryInput(props: InputProps): ReactNode {
  const chosen: unknown = Form.useWatch('categoryCode', Form.useFormInstance());
  const only = useDict(categories)
    .filter(({ parentCode }) => parentCode === textOf(chosen))
    .map(({ code }) => code);
  const { field } = props;
  return field.kind === 'dict' ? <DictInput {...props} field={field} only={only} /> : null;
}
