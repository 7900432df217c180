import type { ListRowOf } from '@wheelhouse/entities/rows';
import { useAction } from '../../api/query.ts';
import type { MenuExtra } from '../../entity-ui/actions/ActionBar.tsx';
import { useDialogs } from '../../entity-ui/dialogs.tsx';
import { textOf } from '../../entity-ui/model.ts';
import { useCan } from '../../session/session.ts';
import { useAlarmTexts } from './texts.ts';
import { dialogPart } from '../../ui/part.tsx';

const PushDialog = dialogPart(() => import('./PushDialog.tsx'));

/** Batteries and faults can go to the workshop. */
const repairable: ReadonlySet<number> = new Set([2, 3]);

/** What can be done with an alarm beyond the steps of its state. */
export function useAlarmExtras(repairOrders: boolean): (row: ListRowOf<'alarm'>) => readonly MenuExtra[] {
  const can = useCan();
  const texts = useAlarmTexts();
  const dialogs = useDialogs();
  const repair = useAction('/veh/crm/alarm/createRepair', {
    invalidates: ['/veh/crm/alarm'],
    done: texts('repairMade'),
  });
  return (row) => [
    ...(can('alarmManage.push') && textOf(row.userId) !== ''
      ? [
          {
            key: 'push',
            label: texts('push'),
            run: () => void dialogs.open((close) => <PushDialog row={row} onClose={() => close(null)} />),
          },
        ]
      : []),
    ...(repairOrders && can('alarmManage.createRepair') && repairable.has(Number(row.alarmClass))
      ? [{ key: 'createRepair', label: texts('createRepair'), run: () => repair.mutate({ id: row.id }) }]
      : []),
  ];
}
