import { listOf } from '@wheelhouse/contract/object';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { DictInput } from '../../../entity-ui/inputs/choice.tsx';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';

/** Colours of the chosen model; of all models while none is chosen. */
export default function ColorInput(props: InputProps): ReactNode {
  const model = textOf(Form.useWatch('vehicleTypeId') as unknown);
  const { data } = useCall(
    '/veh/crm/vehicleType/detail',
    { id: model },
    { enabled: model !== '', inlineErrors: true, staleTime: 60_000 },
  );
  const colors = listOf(data?.colors);
  const { field } = props;
  if (field.kind !== 'dict') return null;
  return <DictInput {...props} field={field} {...(colors.length === 0 ? {} : { only: colors })} />;
}
