import type { Text } from '@wheelhouse/contract';

/**
 * The domains of the product, with the names that people read. Folders of definitions, machines, dictionaries, calls, modules of the server,
 * the console, tests and sample data are called by these words and no others (`test/domains.test.ts`).
 */
export const domains = {
  access: { zh: '账号与权限', en: 'Accounts and rights' },
  alarms: { zh: '报警与故障', en: 'Alarms and faults' },
  binding: { zh: '绑定与解绑', en: 'Binding' },
  bluetooth: { zh: '蓝牙', en: 'Bluetooth' },
  changes: { zh: '双人审批', en: 'Approvals' },
  content: { zh: 'APP内容', en: 'App content' },
  control: { zh: '远程控制', en: 'Remote control' },
  dealers: { zh: '经销商', en: 'Dealers' },
  events: { zh: '活动', en: 'Events' },
  feedback: { zh: '用户反馈', en: 'Feedback' },
  files: { zh: '文件', en: 'Files' },
  fleet: { zh: '车辆状态', en: 'State of vehicles' },
  marketing: { zh: '营销', en: 'Marketing' },
  messages: { zh: '消息', en: 'Messages' },
  orders: { zh: '订单与收入', en: 'Orders and revenue' },
  ota: { zh: 'OTA与版本', en: 'OTA and versions' },
  prizes: { zh: '奖品', en: 'Prizes' },
  proof: { zh: '自检', en: 'Proof' },
  reference: { zh: '字典与地区', en: 'Dictionaries and regions' },
  repairs: { zh: '维修与更换', en: 'Repairs and replacements' },
  sap: { zh: 'SAP', en: 'SAP' },
  search: { zh: '搜索', en: 'Search' },
  service: { zh: '客服', en: 'Customer service' },
  sim: { zh: 'SIM卡', en: 'SIM cards' },
  statistics: { zh: '统计', en: 'Statistics' },
  templates: { zh: '消息模板', en: 'Message templates' },
  theft: { zh: '盗抢', en: 'Theft' },
  trips: { zh: '轨迹与里程', en: 'Trips and mileage' },
  users: { zh: 'APP用户', en: 'App users' },
  vehicles: { zh: '车辆与部件', en: 'Vehicles and parts' },
} as const satisfies Readonly<Record<string, Text>>;

export type Domain = keyof typeof domains;
