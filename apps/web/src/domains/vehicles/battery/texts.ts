import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

/** Texts of the battery pages that go beyond their definitions. */
export const batteryTexts = {
  cells: { zh: '单体电压', en: 'Cell voltages' },
  noCells: { zh: 'BMS没有上报单体电压', en: 'No cell voltages reported by the BMS' },
  cell: { zh: '第{n}串', en: 'Cell {n}' },
  highest: { zh: '最高', en: 'Highest' },
  lowest: { zh: '最低', en: 'Lowest' },
  difference: { zh: '压差', en: 'Difference' },
  cellsSay: {
    zh: '{low}至{high} mV，压差{difference} mV，第{n}节最低',
    en: '{low} to {high} mV, a difference of {difference} mV; cell {n} is the lowest',
  },
  unbalanced: { zh: '压差超过{n}mV，请检查均衡', en: 'Difference exceeds {n} mV. Check the balancing' },
  voltage: { zh: '电压', en: 'Voltage' },
  current: { zh: '电流', en: 'Current' },
  lowestTemp: { zh: '最低温度', en: 'Min. temperature' },
  protections: { zh: '保护', en: 'Protections' },
  noProtection: { zh: '无保护动作', en: 'No protection active' },
  charging: { zh: '充电中', en: 'Charging' },
  faults: { zh: '故障', en: 'Faults' },
  inNoVehicle: { zh: '电池不在车上', en: 'Not installed in a vehicle' },
  charges: { zh: '充电记录', en: 'Charge sessions' },
  noCharges: { zh: '最近30天没有充电记录', en: 'No charge sessions in the last 30 days' },
  startTime: { zh: '开始', en: 'Start' },
  endTime: { zh: '结束', en: 'End' },
  minutes: { zh: '时长(分)', en: 'Duration (min)' },
  fromTo: { zh: '电量', en: 'Charge' },
  energy: { zh: '充入(Wh)', en: 'Energy (Wh)' },
  maxCurrent: { zh: '最大电流(A)', en: 'Max. current (A)' },
  maxTemp: { zh: '最高温度(°C)', en: 'Max. temp. (°C)' },
  snapshots: { zh: '数据快照', en: 'Data snapshot' },
  openSnapshots: { zh: '查看「{name}」的数据快照', en: 'Data snapshot of “{name}”' },
  pending: { zh: '待确认装车', en: 'Pending installations' },
  pendingHint: {
    zh: '{n}个仓位上报的电池与档案不一致，待确认',
    en: '{n} {n|slot reports|slots report} a battery that differs from the record',
  },
  handle: { zh: '去处理', en: 'Review' },
  slot: { zh: '{n}号仓', en: 'Slot {n}' },
  emptySlot: { zh: '空仓', en: 'Empty' },
  install: { zh: '装车', en: 'Install' },
  battery: { zh: '电池', en: 'Battery' },
  bindingHistory: { zh: '装车记录', en: 'Installations' },
  weeks: { zh: '时间', en: 'Time' },
} as const satisfies Texts;

export const useBatteryTexts = (): Translate<typeof batteryTexts> => useTexts(batteryTexts);
