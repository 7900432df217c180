import type { FilterProps } from './types.ts';

/** Where a filter's values are: `in` holds several, joined by commas; one value alone is `eq`. */
export function valuesOf({ spec, query }: Pick<FilterProps, 'spec' | 'query'>): readonly string[] {
  const many = query[`${spec.name}.in`];
  const one = query[`${spec.name}.eq`];
  return many !== undefined ? many.split(',') : one !== undefined ? [one] : [];
}

export function patchOf(
  { spec }: Pick<FilterProps, 'spec'>,
  values: readonly string[],
): Record<string, string | undefined> {
  const single = values.length <= 1 && spec.operators.includes('eq');
  return {
    [`${spec.name}.eq`]: single ? values[0] : undefined,
    [`${spec.name}.in`]: single || values.length === 0 ? undefined : values.join(','),
  };
}
