import { TreeSelect as AntTreeSelect, type TreeSelectProps as AntTreeSelectProps } from 'antd';
import type { ReactNode } from 'react';
import { useClear } from './clear.tsx';

type Node = NonNullable<AntTreeSelectProps['treeData']>[number];
type TreeSelectProps<Value, N extends Node> = Omit<AntTreeSelectProps<Value, N>, 'allowClear'> & {
  readonly allowClear?: boolean;
};

/** A choice among the nodes of a tree. */
export function TreeSelect<Value, N extends Node = Node>({
  allowClear = false,
  ...rest
}: TreeSelectProps<Value, N>): ReactNode {
  return <AntTreeSelect<Value, N> {...rest} allowClear={useClear(allowClear)} />;
}
