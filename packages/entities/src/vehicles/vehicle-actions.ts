import type { ActionDefs } from '../define.ts';
import { f } from '../fields.ts';
import { bindingMachines } from '../machines/binding.ts';
import { vehiclesMachines } from '../machines/vehicles.ts';
import { transitions } from '../transitions.ts';

const { notActivated } = vehiclesMachines['SM-VehicleActivation'].states;
const { operating, stopped } = vehiclesMachines['SM-VehicleOperation'].states;
const { bound } = bindingMachines['SM-Binding'].states;
const reason = (min: number) =>
  f.longText({ logged: true, required: true, min, max: 200, label: { zh: '原因', en: 'Reason' } });
const operation = { path: 'operation', many: true } as const;

/** Actions on vehicles besides add, edit and delete. */
export const vehicleActions = {
  assignDealer: {
    label: { zh: '分配经销商', en: 'Assign dealer' },
    path: 'assignDealer',
    button: 'vehicleManage.assignDealer',
    where: ['bulk', 'detail'],
    from: { activationStatus: [notActivated] },
    fromRefusal: 2014,
    many: true,
    input: {
      dealerId: f.ref('dealer', { required: true }),
      shipDate: f.date({ required: true, notFuture: true, label: { zh: '发货日期', en: 'Ship date' } }),
    },
  },
  ...transitions(
    vehiclesMachines,
    'SM-VehicleActivation',
    {
      activate: {
        input: { reason: reason(2) },
      },
      reset: {
        path: 'resetActivation',
        where: ['detail'],
        danger: true,
        confirm: {
          zh: '确定重置「{name}」的激活吗？车主相关的质保日期将被清除。',
          en: 'Reset the activation of “{name}”? Its owner-related warranty dates are cleared.',
        },
        input: { reason: reason(2) },
      },
    },
    { field: 'activationStatus', calls: 'own' },
  ),
  ...transitions(
    vehiclesMachines,
    'SM-VehicleOperation',
    {
      stop: {
        ...operation,
        danger: true,
        fixedInput: { operationStatus: stopped },
        confirm: {
          zh: '停运后车主将无法远程控车，确定吗？（{name}）',
          en: 'The owner cannot control a stopped vehicle remotely. Continue? ({name})',
        },
        input: {
          reasonCode: f.dict('StopReason', { logged: true, required: true, label: { zh: '停运原因', en: 'Reason' } }),
          remark: f.longText({ logged: true, max: 200 }),
          stopSim: f.flag({
            label: { zh: '同时停机SIM卡', en: 'Suspend the SIM card too' },
            help: {
              zh: '恢复营运时自动复机',
              en: 'It is resumed when the vehicle is',
            },
          }),
        },
      },
      resume: {
        ...operation,
        fixedInput: { operationStatus: operating },
        confirm: { zh: '确定恢复「{name}」的营运吗？', en: 'Resume operation of “{name}”?' },
      },
    },
    { field: 'operationStatus' },
  ),
  // The vehicle shows the state of its binding, whose own machine this ends (SM-Binding).
  unbind: {
    label: { zh: '强制解绑', en: 'Force unbind' },
    path: 'unbind',
    button: 'vehicleManage.unbind',
    where: ['detail'],
    from: { bindStatus: [bound] },
    fromRefusal: 2302,
    danger: true,
    confirm: {
      zh: '提交「{name}」的强制解绑？另一人批准后，蓝牙钥匙失效，共享移除，并通知车主。',
      en: 'Request to force unbind “{name}”? When another person approves it, Bluetooth keys are revoked, shares are removed and the owner is notified.',
    },
    input: { reason: reason(5) },
    effect: 'irreversible',
  },
  replaceEcu: {
    label: { zh: '更换中控', en: 'Replace ECU' },
    path: 'replaceEcu',
    button: 'vehicleManage.replaceEcu',
    where: ['detail'],
    danger: true,
    input: {
      newEcuSn: f.text({
        format: 'ecuSn',
        required: true,
        max: 17,
        label: { zh: '新中控序列号', en: 'New ECU serial no.' },
      }),
      newImei: f.text({ format: 'imei', required: true, max: 15 }),
      newIccid: f.text({ format: 'iccid', max: 20 }),
      newBleMac: f.text({ format: 'bleMac', max: 17 }),
      reasonCode: f.dict('ReplaceReason', { logged: true, required: true, label: { zh: '换件原因', en: 'Reason' } }),
      workOrderNo: f.text({ logged: true, max: 30, label: { zh: '工单号', en: 'Work order no.' } }),
    },
    effect: 'irreversible',
  },
  resetDeviceSecret: {
    label: { zh: '重置设备密钥', en: 'Reset device secret' },
    path: 'resetDeviceSecret',
    button: 'vehicleManage.resetDeviceSecret',
    where: ['detail'],
    danger: true,
    confirm: {
      zh: '确定重置「{name}」的设备密钥吗？设备须更新密钥后才能重新连接。',
      en: 'Reset the device secret of “{name}”? The device needs the new secret before it can connect again.',
    },
    effect: 'irreversible',
  },
} as const satisfies ActionDefs;
