import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { InputAt, OutputAt, PostPath } from './paths.ts';
import { type CallQueryOptions, queryOptions } from './query.ts';

/** A call with as many inputs as there are, each an answer of its own. In a file of its own: first pages ask one thing at a time. */
export const useCalls = <const P extends PostPath>(
  path: P,
  inputs: readonly (InputAt<P, 'POST'> & object)[],
  options: CallQueryOptions<OutputAt<P, 'POST'>> = {},
): readonly UseQueryResult<OutputAt<P, 'POST'>>[] =>
  useQueries({
    queries: inputs.map((input) =>
      queryOptions<OutputAt<P, 'POST'>, OutputAt<P, 'POST'>>('POST', path, input, options),
    ),
  });
