import type { FleetState } from '@wheelhouse/contract/fleet';
import type { Text, Texts } from '../../../i18n/lang.ts';

export const texts = {
  map: { zh: '车队地图', en: 'Fleet map' },
  list: { zh: '列表', en: 'List' },
  closeList: { zh: '收起列表', en: 'Hide list' },
  listInView: { zh: '当前视野内的车辆', en: 'Vehicles in view' },
  states: { zh: '按状态显示', en: 'Filter by status' },
  seen: { zh: '最后上报', en: 'Last report' },
  seenAny: { zh: '上报时间不限', en: 'Any time' },
  seenHour: { zh: '1小时内上报', en: 'Within 1 hour' },
  seenDay: { zh: '24小时内上报', en: 'Within 24 hours' },
  silentDay: { zh: '超过24小时未上报', en: 'No report for over 24 hours' },
  silentWeek: { zh: '超过7天未上报', en: 'No report for over 7 days' },
  reading: { zh: '正在读取车辆…', en: 'Loading vehicles…' },
  total: { zh: '视野内{n}辆', en: '{n} in view' },
  unlocated: { zh: '{n}辆未定位', en: '{n} without position' },
  masked: { zh: '无位置查看权限，按所在城市汇总', en: 'No right to view positions. Vehicles are grouped by city' },
  search: { zh: '定位车辆：VIN / 整车编码 / IMEI', en: 'Find vehicle: VIN, frame no. or IMEI' },
  notFound: { zh: '没有找到已定位的车辆', en: 'No vehicle with a position found' },
  fitAll: { zh: '显示全部', en: 'Show all' },
  cluster: { zh: '{n}辆 · 在线{online}', en: '{n} {n|vehicle|vehicles} · {online} online' },
  stack: { zh: '此处{n}辆', en: '{n} {n|vehicle|vehicles} here' },
  detail: { zh: '车辆详情', en: 'Vehicle details' },
  locate: { zh: '在地图上定位', en: 'Show on the map' },
  vehicle: { zh: '车辆', en: 'Vehicle' },
  state: { zh: '状态', en: 'Status' },
  soc: { zh: '电量', en: 'Charge' },
  speed: { zh: '车速', en: 'Speed' },
  odometer: { zh: '里程', en: 'Odometer' },
  range: { zh: '续航', en: 'Range' },
  age: { zh: '数据', en: 'Data' },
  model: { zh: '车型', en: 'Model' },
  dealer: { zh: '经销商', en: 'Dealer' },
  locked: { zh: '锁车', en: 'Lock' },
  lockedYes: { zh: '已锁', en: 'Locked' },
  lockedNo: { zh: '未锁', en: 'Unlocked' },
  signal: { zh: '信号', en: 'Signal' },
  faults: { zh: '故障', en: 'Faults' },
  never: { zh: '未上报', en: 'No report yet' },
  justNow: { zh: '刚刚', en: 'just now' },
  secAgo: { zh: '{n}秒前', en: '{n} s ago' },
  minAgo: { zh: '{n}分钟前', en: '{n} min ago' },
  hourAgo: { zh: '{n}小时前', en: '{n} h ago' },
  dayAgo: { zh: '{n}天前', en: '{n} d ago' },
  stale: { zh: '地图未能刷新', en: 'Map refresh failed' },
  emptyView: { zh: '此处没有车辆', en: 'No vehicles here' },
} as const satisfies Texts;

export const stateTexts: Readonly<Record<FleetState, Text>> = {
  riding: { zh: '骑行', en: 'Riding' },
  parked: { zh: '停放', en: 'Parked' },
  charging: { zh: '充电', en: 'Charging' },
  offline: { zh: '离线', en: 'Offline' },
};

/** Order in legends: from the liveliest to the most silent. */
export const stateOrder: readonly FleetState[] = ['riding', 'charging', 'parked', 'offline'];

type AgeKey = 'never' | 'justNow' | 'secAgo' | 'minAgo' | 'hourAgo' | 'dayAgo';

/** How old a sample is, as a text's key and number. */
export function ageOf(seconds: number | null): { readonly key: AgeKey; readonly n: number } {
  if (seconds === null) return { key: 'never', n: 0 };
  if (seconds < 3) return { key: 'justNow', n: 0 };
  if (seconds < 60) return { key: 'secAgo', n: Math.round(seconds) };
  if (seconds < 3600) return { key: 'minAgo', n: Math.floor(seconds / 60) };
  if (seconds < 172_800) return { key: 'hourAgo', n: Math.floor(seconds / 3600) };
  return { key: 'dayAgo', n: Math.floor(seconds / 86_400) };
}
