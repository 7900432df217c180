import type { ReactNode } from 'react';
import { useCall } from '../../../../api/query.ts';
import type { AskProps } from '../../../../entity-ui/override.ts';
import { formatNumber } from '../../../../ui/format.ts';
import { PendingState } from '../../../../ui/States.tsx';
import { useMonitorTexts } from './texts.ts';

/** In the question before an emergency stop: the package, its tasks, and how many vehicles are stopped and how many cannot be. */
export function EmergencyScope({ ids }: AskProps): ReactNode {
  const texts = useMonitorTexts();
  const [id = ''] = ids;
  const { data, error, refetch } = useCall('/ps/crm/otaTask/emergencyScope', { id }, { inlineErrors: true });
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  const { firmware, version, tasks, recalled, installing } = data;
  return (
    <div className="eu-gap">
      <p>{texts('stopsWhat', { name: firmware, version })}</p>
      <p>{texts('stopsTasks', { n: tasks.length })}</p>
      <ul>
        {tasks.map((task) => (
          <li key={task.id}>
            {task.name} <span className="wh-faint wh-num">{task.taskNo}</span>
          </li>
        ))}
      </ul>
      <p>{texts('stopsJobs', { n: formatNumber(recalled) })}</p>
      {installing === 0 ? null : <p>{texts('stopsNot', { n: formatNumber(installing) })}</p>}
    </div>
  );
}
