import { recordOf } from '@wheelhouse/contract/object';
import type { z } from 'zod';
import { id, listQuery } from '../../../http/kit.ts';

/** A list query, with the task beside its conditions. */
export const ofTask = listQuery.extend({ taskId: id.optional() });
export const asQuery = ({ taskId, ...input }: z.output<typeof ofTask>) => ({
  ...input,
  ...(taskId !== undefined && { query: { ...recordOf(input.query), taskId } }),
});
