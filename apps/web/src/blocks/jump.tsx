import { Form } from 'antd';
import type { ReactNode } from 'react';
import { codes } from '@wheelhouse/entities/codes';
import { f } from '@wheelhouse/entities/fields';
import { jumpTypes } from '@wheelhouse/entities/jump';
import { DictInput } from '../entity-ui/inputs/choice.tsx';
import { TextInput } from '../entity-ui/inputs/text.tsx';
import type { InputProps } from '../entity-ui/inputs/types.ts';
import { textOf } from '../entity-ui/model.ts';
import { useDictLookup } from '../reference/reference.ts';
import { among } from './audience.tsx';

const appPage = f.dict('AppPage');

/** An address, or a page of the app, as the form's way to jump says. */
function JumpTargetInput(props: InputProps): ReactNode {
  const type: unknown = Form.useWatch('jumpType');
  const { field } = props;
  if (Number(type) === codes.JumpType.appPage) return <DictInput {...props} field={appPage} />;
  return field.kind === 'text' ? <TextInput {...props} field={field} /> : null;
}

/** @for where something in the app leads: the inputs of `jumpType` and `jumpTarget`, and the cell of the target: `advertisement`, `appIntroduce` */
export const jumpInputs = { jumpType: among(jumpTypes), jumpTarget: JumpTargetInput };

interface CellProps {
  readonly row: { readonly jumpType?: number | null };
  readonly value: unknown;
}

/** A page of the app by its name, an address as it is. */
export function JumpTargetCell({ row, value }: CellProps): ReactNode {
  const dict = useDictLookup();
  const target = textOf(value);
  return Number(row.jumpType) === codes.JumpType.appPage ? (dict('AppPage', target)?.name ?? target) : target;
}
