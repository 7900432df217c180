import { recordOf } from '@wheelhouse/contract/object';

/**
 * A list query with one more condition, where it has a value; it wins over the same one among the conditions.
 * @for a list that names beside its conditions whose rows it is about: `articleId` of the comments, `taskId` of the vehicles of a task
 */
export const withCondition = <Asked extends { readonly query?: unknown }>(
  asked: Asked,
  field: string,
  value: string | undefined,
): Asked => (value === undefined ? asked : { ...asked, query: { ...recordOf(asked.query), [field]: value } });
