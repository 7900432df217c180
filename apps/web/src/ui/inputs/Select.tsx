import { Select as AntSelect, type SelectProps as AntSelectProps } from 'antd';
import type { ReactNode } from 'react';
import { useClear } from './clear.tsx';

type Option = NonNullable<AntSelectProps['options']>[number];
export type SelectProps<Value, O extends Option = Option> = Omit<AntSelectProps<Value, O>, 'allowClear'> & {
  readonly allowClear?: boolean;
};

/** A choice among options. */
export function Select<Value, O extends Option = Option>({
  allowClear = false,
  ...rest
}: SelectProps<Value, O>): ReactNode {
  return <AntSelect<Value, O> {...rest} allowClear={useClear(allowClear)} />;
}
