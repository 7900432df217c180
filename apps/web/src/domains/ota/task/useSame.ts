import { useMemo } from 'react';
import { ownJson } from '@wheelhouse/contract/object';

/** The same object for as long as it says the same: a chart is drawn anew for another one only. */
export function useSame<T>(value: T): T {
  const json = JSON.stringify(value);
  return useMemo(() => ownJson<T>(json), [json]);
}
