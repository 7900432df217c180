import type { ListRowOf } from '@wheelhouse/entities/rows';
import type { MenuExtra } from '../../entity-ui/actions/ActionBar.tsx';
import { useDialogs } from '../../entity-ui/dialogs.tsx';
import { textOf } from '../../entity-ui/model.ts';
import { useCan } from '../../session/session.ts';
import { useAlarmTexts } from './texts.ts';
import { useRepairOrder } from './useRepairOrder.ts';
import { dialogPart } from '../../ui/part.tsx';

const PushDialog = dialogPart(() => import('./PushDialog.tsx'));

/** What can be done with an alarm of the list beyond the steps of its state; what cannot says why. */
export function useAlarmExtras(repairOrders: boolean): (row: ListRowOf<'alarm'>) => readonly MenuExtra[] {
  const repair = useRepairOrder(repairOrders);
  const texts = useAlarmTexts();
  const push = usePushExtra();
  return (row) => [
    ...push(row),
    {
      key: 'createRepair',
      label: texts('createRepair'),
      disabled: repair.refusal(row),
      run: () => void repair.make(row),
    },
  ];
}

/** The message to the owner of an alarm. */
export function usePushExtra(): (row: ListRowOf<'alarm'>) => readonly MenuExtra[] {
  const can = useCan();
  const texts = useAlarmTexts();
  const dialogs = useDialogs();
  return (row) =>
    can('alarmManage.push') && textOf(row.userId) !== ''
      ? [
          {
            key: 'push',
            label: texts('push'),
            run: () => void dialogs.open((close) => <PushDialog row={row} onClose={() => close(null)} />),
          },
        ]
      : [];
}
