import { repairableClasses } from '@wheelhouse/entities/alarms/types';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { useAction } from '../../api/query.ts';
import { isEmpty, textOf } from '../../entity-ui/model.ts';
import { useEntityTexts } from '../../entity-ui/texts.ts';
import { askConfirm } from '../../lib/confirm.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { useCan } from '../../session/session.ts';
import { useAlarmTexts } from './texts.ts';

type Alarm = ListRowOf<'alarm'>;

/** What the page of an alarm knows beyond its row. */
interface Known {
  readonly open: { readonly orderNo: string } | null;
  /** Somebody can be called about the vehicle: its owner, or its dealer. */
  readonly hasContact: boolean;
}

interface RepairOrderStep {
  /** Why no order can be made of an alarm; undefined where one can. */
  readonly refusal: (row: Alarm, known?: Known) => string | undefined;
  /** Asks, then makes an order of an alarm. */
  readonly make: (row: Alarm) => Promise<void>;
  readonly busy: boolean;
}

/** The way from an alarm to the workshop. `offered`: the installation has repair orders. */
export function useRepairOrder(offered: boolean): RepairOrderStep {
  const texts = useAlarmTexts();
  const common = useEntityTexts();
  const can = useCan();
  const dict = useDictLookup();
  const create = useAction('/veh/crm/alarm/createRepair', {
    invalidates: ['/veh/crm/alarm', '/cs/crm/repairOrder'],
    done: texts('repairMade'),
  });
  return {
    busy: create.isPending,
    refusal(row, { open, hasContact } = { open: null, hasContact: !isEmpty(row.userId) || !isEmpty(row.dealerId) }) {
      if (!can('alarmManage.createRepair')) return common('noRight');
      if (!offered) return texts('noRepairOrders');
      if (!repairableClasses.includes(Number(row.alarmClass))) return texts('notRepairable');
      if (open !== null) return texts('hasRepair', { no: open.orderNo });
      return hasContact ? undefined : texts('nobodyToCall');
    },
    async make(row) {
      const type = dict('AlarmType', textOf(row.alarmType))?.name ?? textOf(row.alarmType);
      const vin = textOf(row.vin) || textOf(row.frameNo);
      const asked = await askConfirm({
        title: texts('askRepair', { alarm: textOf(row.alarmNo) }),
        description: texts('askRepairWhat', { vin, type }),
        okText: texts('createRepair'),
      });
      if (asked) create.mutate({ id: row.id });
    },
  };
}
