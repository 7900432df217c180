import { Cascader as AntCascader, type CascaderProps as AntCascaderProps } from 'antd';
import type { ReactNode } from 'react';
import { useClear } from './clear.tsx';

type Option = NonNullable<AntCascaderProps['options']>[number];
type CascaderProps<O extends Option> = Omit<AntCascaderProps<O, keyof O, false>, 'allowClear' | 'multiple'> & {
  readonly allowClear?: boolean;
};

/** A choice by levels. */
export function Cascader<O extends Option>({ allowClear = false, ...rest }: CascaderProps<O>): ReactNode {
  return <AntCascader<O> {...rest} multiple={false} allowClear={useClear(allowClear)} />;
}
