import type { TestApp } from './app.ts';

/** A review of before contents were kept, by nobody in particular: it fixes nothing. */
export async function reviewedBefore(
  t: Pick<TestApp, 'app'>,
  entity: string,
  id: string,
  upTo: 'submitted' | 'approved' = 'approved',
): Promise<void> {
  const add = (step: string, more: number) =>
    t.app.pool.query(
      `insert into sys_approval (entity, entity_id, round, step)
       select $1, $2, coalesce(max(round), 0) + $4::int, $3 from sys_approval where entity = $1 and entity_id = $2`,
      [entity, id, step, more],
    );
  await add('submitted', 1);
  if (upTo === 'approved') await add('approved', 0);
}
