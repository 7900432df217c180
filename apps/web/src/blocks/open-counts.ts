import { alarmsMachines } from '@wheelhouse/entities/machines/alarms';
import { repairsMachines } from '@wheelhouse/entities/machines/repairs';
import { simMachines } from '@wheelhouse/entities/machines/sim';
import type { HeadCount } from '../entity-ui/detail/head.ts';
import { textOf } from '../entity-ui/model.ts';

const { unhandled, inProgress } = alarmsMachines['SM-Alarm'].states;
const openAlarms = [unhandled, inProgress].join(',');
const repair = repairsMachines['SM-Repair'].states;
const openRepairs = [repair.unhandled, repair.dispatched, repair.accepted, repair.inRepair, repair.toConfirm].join(',');
const { toApprove, waiting, running } = simMachines['SM-SimOperation'].states;
const openOperations = [toApprove, waiting, running].join(',');

type Of<Shown> = (row: Shown) => unknown;

const ofId = (id: unknown): string | undefined => textOf(id) || undefined;

/** Alarms of a record's vehicle that nobody has finished; `alarmClass`: D:AlarmClass, of these alone. */
export const alarmsOf = <Shown>(vehicleId: Of<Shown>, alarmClass?: number): HeadCount<Shown> => ({
  key: 'alarms',
  label: { zh: '未关闭报警', en: 'Open alarms' },
  base: '/veh/crm/alarm',
  page: 'alarmManage',
  code: 'alarmManage.query',
  query: (row) => {
    const id = ofId(vehicleId(row));
    return id === undefined
      ? undefined
      : {
          'vehicleId.eq': id,
          'handleStatus.in': openAlarms,
          ...(alarmClass !== undefined && { 'alarmClass.in': String(alarmClass) }),
        };
  },
});

/** Repair orders of a record's vehicle that are not done. */
export const repairsOf = <Shown>(vehicleId: Of<Shown>): HeadCount<Shown> => ({
  key: 'repairs',
  label: { zh: '未完成报修', en: 'Open repairs' },
  base: '/cs/crm/repairOrder',
  page: 'repairListsManage',
  code: 'repairListsManage.query',
  query: (row) => {
    const id = ofId(vehicleId(row));
    return id === undefined ? undefined : { 'vehicleId.eq': id, 'status.in': openRepairs };
  },
});

/** Operations of a card that its carrier has not finished. */
export const operationsOf = <Shown>(iccid: Of<Shown>): HeadCount<Shown> => ({
  key: 'operations',
  label: { zh: '进行中的停复机', en: 'SIM operations' },
  base: '/veh/crm/simOperation',
  page: 'stopResume',
  code: 'stopResume.query',
  query: (row) => {
    const number = textOf(iccid(row));
    return number === '' ? undefined : { 'iccid.eq': number, 'status.in': openOperations };
  },
});
