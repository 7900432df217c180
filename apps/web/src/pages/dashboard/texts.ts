import type { CardKey, SeriesName } from '@wheelhouse/contract/dashboard';
import type { Text, Texts } from '../../i18n/lang.ts';

export const texts = {
  live: { zh: '实时', en: 'Live' },
  asOf: { zh: '数据截至 {time}', en: 'As of {time}' },
  today: { zh: '今日 +{n}', en: '+{n} today' },
  noChange: { zh: '今日无变化', en: 'No change today' },
  yesterday: { zh: '昨日 {n}', en: '{n} yesterday' },
  ofAll: { zh: '占比 {rate}', en: '{rate} of all' },
  ofActivated: { zh: '占已激活 {rate}', en: '{rate} of activated' },
  numbers: { zh: '关键指标', en: 'Key numbers' },
  fleet: { zh: '车队地图', en: 'Fleet map' },
  feed: { zh: '最新动态', en: 'Latest signs of life' },
  feedEmpty: { zh: '还没有车辆上报', en: 'No vehicle has reported yet' },
  trend: { zh: '近{n}天趋势', en: 'Last {n} days' },
  trendDays: { zh: '天数', en: 'Days' },
  days: { zh: '{n}天', en: '{n} days' },
  date: { zh: '日期', en: 'Date' },
  models: { zh: '已激活车型占比', en: 'Activated by model' },
  model: { zh: '车型', en: 'Model' },
  other: { zh: '其他', en: 'Other' },
  count: { zh: '数量', en: 'Number' },
  share: { zh: '占比', en: 'Share' },
  soh: { zh: '在用电池健康度', en: 'Battery health in use' },
  band: { zh: '健康度(%)', en: 'State of health (%)' },
  cities: { zh: '车辆最多的城市', en: 'Cities with most vehicles' },
  city: { zh: '城市', en: 'City' },
  vehicles: { zh: '车辆', en: 'Vehicles' },
  online: { zh: '在线', en: 'Online' },
  offlineOf: { zh: '离线', en: 'Offline' },
  todo: { zh: '待办与关注', en: 'To do and to watch' },
  todoEmpty: { zh: '没有待处理的事项', en: 'Nothing waits for you' },
  waits: { zh: '待办', en: 'To do' },
  watch: { zh: '关注', en: 'To watch' },
  shortcuts: { zh: '快捷入口', en: 'Shortcuts' },
  shortcutsEdit: { zh: '编辑快捷入口', en: 'Edit shortcuts' },
  shortcutsChoose: {
    zh: '选择页面，最多{n}个；拖动或用箭头键调整顺序',
    en: 'Choose up to {n} pages; drag, or use the arrow keys, to order them',
  },
  shortcutsEmpty: { zh: '还没有快捷入口', en: 'No shortcuts yet' },
  moveEarlier: { zh: '前移', en: 'Move earlier' },
  moveLater: { zh: '后移', en: 'Move later' },
  remove: { zh: '移除', en: 'Remove' },
  nothingTitle: { zh: '欢迎使用', en: 'Welcome' },
  nothingText: {
    zh: '您的角色没有可展示的指标。请从左侧菜单进入工作页面；如需查看车辆、电池等数据，请联系管理员授权。',
    en: 'Your role has no numbers to show. Open your pages from the menu; for vehicles, batteries and the like ask an administrator for the right.',
  },
} as const satisfies Texts;

export const cardTexts: Readonly<Record<CardKey, Text>> = {
  vehicles: { zh: '车辆总数', en: 'Vehicles' },
  activated: { zh: '已激活', en: 'Activated' },
  online: { zh: '当前在线', en: 'Online now' },
  activatedToday: { zh: '今日激活', en: 'Activated today' },
  activeToday: { zh: '今日活跃车辆', en: 'Active today' },
  appUsers: { zh: 'APP用户', en: 'App users' },
  newUsersToday: { zh: '今日新增用户', en: 'New users today' },
};

export const seriesTexts: Readonly<Record<SeriesName, Text>> = {
  newActivated: { zh: '新激活', en: 'Newly activated' },
  activeVehicles: { zh: '活跃车辆', en: 'Active vehicles' },
  newUsers: { zh: '新增用户', en: 'New users' },
};

export const todoTexts: Readonly<Record<string, Text>> = {
  unbind: { zh: '解绑待审核', en: 'Unbinding to review' },
  repair: { zh: '报修待受理', en: 'Repairs to accept' },
  feedback: { zh: '反馈待处理', en: 'Feedback to handle' },
  refund: { zh: '退款待审核', en: 'Refunds to review' },
  otaTask: { zh: 'OTA任务待审核', en: 'OTA tasks to review' },
  simOperation: { zh: '停复机待审批', en: 'SIM requests to approve' },
  lowSoc: { zh: '在线且电量不高于20%的车辆', en: 'Online vehicles at 20 % charge or less' },
  silent: { zh: '已激活但离线的营运车辆', en: 'Activated vehicles in operation, offline' },
  stopped: { zh: '停运车辆', en: 'Stopped vehicles' },
  weakBattery: { zh: '健康度不高于70%的在用电池', en: 'Batteries in use at 70 % health or less' },
};
