import { proofOf } from '../../proof/define.ts';

export const otaProofs = [
  proofOf({
    name: 'ota.executions',
    label: { zh: 'OTA执行计数', en: 'Counters of OTA tasks' },
    proves: {
      zh: '任务各状态的计数等于其车辆的数量，总数等于开始时固定的车辆数。',
      en: 'What a task counts by state is the number of its vehicles, and all of them are those that were fixed at its start.',
    },
    checked: 'select count(*) from ota_execution where not deleted',
    looks: [
      {
        says: {
          zh: '状态{should}的计数与执行记录相差{has}',
          en: 'Counter and executions in state {should} differ by {has}',
        },
        sql: `with counted as (select task_id, status, sum(n) as n from ota_execution_count group by 1, 2),
            rows as (select task_id, status, count(*) as n from ota_execution where not deleted group by 1, 2)
          select case t.generation when 1 then 'otaTaskOld' else 'otaTask' end as entity, t.id as record, t.task_no as name, d.status as should, d.n as has
          from (select task_id, status, coalesce(c.n, 0) - coalesce(r.n, 0) as n from counted c full join rows r using (task_id, status)) d
          join ota_task t on t.id = d.task_id where d.n <> 0`,
      },
      {
        says: {
          zh: '任务固定了{should}辆车，执行记录有{has}条',
          en: 'The task has fixed {should} vehicles and has {has} executions',
        },
        sql: `select case t.generation when 1 then 'otaTaskOld' else 'otaTask' end as entity, t.id as record, t.task_no as name, count(e.id) as has, t.target_count as should
          from ota_task t join ota_execution e on e.task_id = t.id and not e.deleted group by t.id having count(e.id) <> t.target_count`,
      },
    ],
  }),
];
