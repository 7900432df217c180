/** Ways to spoil data past the platform: the check that has to find it, what is done, and the statements, which run without triggers. */
export type Plant = readonly [check: string, kind: string, ...statements: readonly string[]];

/** Of a table the first row that a condition holds for. */
export const first = (table: string, where = 'true', order = 'id'): string =>
  `(select id from ${table} where ${where} order by ${order} limit 1)`;
