import { execStates } from './rows.ts';

const { installing, succeeded, rolledBack, failed } = execStates;
const good = `c.status = ${succeeded}`;
const bad = `c.status in (${rolledBack}, ${failed})`;

/** SQL of how many executions of a task are in some states, over the task's alias. */
export const counted = (those: string) => (t: string) =>
  `(select coalesce(sum(c.n) filter (where ${those}), 0)::int from ota_execution_count c where c.task_id = ${t}.id)`;

/** How far a task is, for lists; `lastWaiting` is the last state in which nothing has begun. */
export const taskNumbers = ({ lastWaiting }: { readonly lastWaiting: number }) => ({
  notStartedCount: counted(`c.status <= ${lastWaiting}`),
  runningCount: counted(`c.status > ${lastWaiting} and c.status <= ${installing}`),
  successCount: counted(good),
  failedCount: counted(bad),
  successRate: (t: string) =>
    `(select round(100.0 * coalesce(sum(c.n) filter (where ${good}), 0) / nullif(sum(c.n) filter (where ${good} or ${bad}), 0), 1)::float8
      from ota_execution_count c where c.task_id = ${t}.id)`,
});
