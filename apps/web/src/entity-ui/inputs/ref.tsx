import { listOf } from '@wheelhouse/contract/object';
import type { ReactNode } from 'react';
import { isEmpty, refName, textOf } from '../model.ts';
import { RemoteSelect } from '../refs/RemoteSelect.tsx';
import type { InputProps } from './types.ts';

export function RefInput({ id, name, field, value, onChange, disabled, owner, stored }: InputProps<'ref'>): ReactNode {
  const { id: storedRecord } = stored ?? {};
  const record = field.tree ? textOf(storedRecord) : '';
  const [storedId, storedName] = [textOf(stored?.[name]), stored === undefined ? undefined : refName(stored, name)];
  return (
    <RemoteSelect
      id={id}
      question={{ entity: field.to, field: `${owner}.${name}`, ...(record !== '' && { record }) }}
      value={isEmpty(value) ? [] : [textOf(value)]}
      known={storedId === '' || storedName === undefined ? {} : { [storedId]: storedName }}
      disabled={disabled}
      onChange={(ids) => onChange(ids[0] ?? null)}
    />
  );
}

export const RefManyInput = ({
  id,
  name,
  field,
  value,
  onChange,
  disabled,
  owner,
}: InputProps<'refMany'>): ReactNode => (
  <RemoteSelect
    id={id}
    question={{ entity: field.to, field: `${owner}.${name}` }}
    value={listOf(value)}
    multiple
    disabled={disabled}
    onChange={onChange}
  />
);
