import { useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import { indexFunctions, type FunctionIndex } from './model.ts';

export interface FunctionsState {
  readonly index: FunctionIndex | undefined;
  readonly error: Error | null;
  readonly reload: () => void;
}

/** The whole function tree, for those who work with roles or menus. */
export function useFunctions(): FunctionsState {
  const { data, error, refetch } = useCall('/system/crm/sysFunction/tree', { scope: 'all' }, { inlineErrors: true });
  const index = useMemo(() => (data === undefined ? undefined : indexFunctions(data)), [data]);
  return { index, error, reload: () => void refetch() };
}
