import { ToolOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useAction } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { useAlarmTexts } from '../texts.ts';
import { useRepairOrder } from '../useRepairOrder.ts';
import type { AlarmRecord } from './types.ts';

/** Makes a repair order of the alarm; it is always in view, and says why where it cannot. */
export function RepairButton({ alarm }: { readonly alarm: AlarmRecord }): ReactNode {
  const texts = useAlarmTexts();
  const { refusal, make, busy } = useRepairOrder(alarm.repairOrders);
  const { repairOrder, owner, dealer } = alarm;
  const reason = refusal(alarm, { open: repairOrder, hasContact: Boolean(owner ?? dealer) });
  return reason === undefined ? (
    <Button icon={<ToolOutlined />} loading={busy} onClick={() => void make(alarm)}>
      {texts('createRepair')}
    </Button>
  ) : (
    <ReasonButton icon={<ToolOutlined />} reason={reason}>
      {texts('createRepair')}
    </ReasonButton>
  );
}

/** Takes the order back that was just made, as long as nobody has dealt with it. */
export function WithdrawButton({ alarm }: { readonly alarm: AlarmRecord }): ReactNode {
  const texts = useAlarmTexts();
  const withdraw = useAction('/veh/crm/alarm/withdrawRepair', {
    invalidates: ['/veh/crm/alarm', '/cs/crm/repairOrder'],
    done: texts('withdrawn'),
  });
  const { repairOrder, id } = alarm;
  if (repairOrder?.mayWithdraw !== 1) return null;
  return (
    <ConfirmButton
      size="small"
      question={texts('askWithdraw', { no: repairOrder.orderNo })}
      description={texts('askWithdrawWhat')}
      onConfirm={() => withdraw.mutate({ id })}
    >
      {texts('withdrawRepair')}
    </ConfirmButton>
  );
}
