import type { Text } from '@wheelhouse/contract/lang';

interface Variable {
  readonly label: Text;
  /** Shown in previews and sent with a test. */
  readonly sample: Text | string;
}

/** Everything a template can name. A message never holds a whole VIN or a mobile number: `vin6` is the end of the VIN. */
export const templateVariables = {
  nickname: { label: { zh: '昵称', en: 'Nickname' }, sample: { zh: '小林', en: 'Lin' } },
  vehicleName: { label: { zh: '车型', en: 'Model' }, sample: { zh: '追风S3', en: 'Breeze S3' } },
  vin6: { label: { zh: '车架号后6位', en: 'Last 6 of VIN' }, sample: '004217' },
  odometerKm: { label: { zh: '里程(km)', en: 'Odometer (km)' }, sample: '3012' },
  dueDate: { label: { zh: '到期日', en: 'Due date' }, sample: '2026-03-01' },
  daysLeft: { label: { zh: '剩余天数', en: 'Days left' }, sample: '7' },
  dealerName: { label: { zh: '经销商', en: 'Dealer' }, sample: { zh: '浦东旗舰店', en: 'Pudong store' } },
  dealerPhone: { label: { zh: '经销商电话', en: 'Dealer’s phone' }, sample: '021-5550-0100' },
  soh: { label: { zh: '电池健康(%)', en: 'Battery health (%)' }, sample: '78' },
  alarmName: { label: { zh: '报警名称', en: 'Alarm' }, sample: { zh: '非法移动', en: 'Illegal movement' } },
  time: { label: { zh: '时间', en: 'Time' }, sample: '11-20 08:15' },
  address: {
    label: { zh: '地点', en: 'Place' },
    sample: { zh: '上海市浦东新区世纪大道100号', en: '100 Century Avenue, Pudong' },
  },
  soc: { label: { zh: '电量(%)', en: 'Charge (%)' }, sample: '18' },
  servicePhone: { label: { zh: '客服电话', en: 'Service phone' }, sample: '400-000-0000' },
  code: { label: { zh: '验证码', en: 'Code' }, sample: '482913' },
  tail: { label: { zh: '号码尾号', en: 'Last digits of a number' }, sample: '5678' },
  minutes: { label: { zh: '有效分钟', en: 'Minutes valid' }, sample: '5' },
  applicationNo: { label: { zh: '申请编号', en: 'Application no.' }, sample: 'UB20251120001' },
  hours: { label: { zh: '小时', en: 'Hours' }, sample: '48' },
  outcome: {
    label: { zh: '结果', en: 'Outcome' },
    sample: { zh: '已通过，车辆已解绑', en: 'was approved; the vehicle is unbound' },
  },
  caseNo: { label: { zh: '案件编号', en: 'Case no.' }, sample: 'ST20251120001' },
  reason: { label: { zh: '原因', en: 'Reason' }, sample: { zh: '材料不完整', en: 'documents are missing' } },
  operator: { label: { zh: '发起方', en: 'By' }, sample: { zh: '平台', en: 'The platform' } },
  command: { label: { zh: '指令', en: 'Command' }, sample: { zh: '寻车', en: 'Find vehicle' } },
  version: { label: { zh: '版本号', en: 'Version' }, sample: '2.4.1' },
  feedbackNo: { label: { zh: '反馈编号', en: 'Feedback no.' }, sample: 'FB20251120000001' },
  reply: { label: { zh: '回复内容', en: 'Reply' }, sample: { zh: '问题已处理', en: 'The problem is solved' } },
  orderNo: { label: { zh: '报修单号', en: 'Order no.' }, sample: 'RP20251120000001' },
  prizeName: { label: { zh: '奖品', en: 'Prize' }, sample: { zh: '骑行头盔', en: 'Riding helmet' } },
  expressCompany: { label: { zh: '快递公司', en: 'Express company' }, sample: { zh: '顺丰', en: 'SF' } },
  expressNo: { label: { zh: '快递单号', en: 'Express no.' }, sample: 'SF1234567890123' },
  wish: { label: { zh: '心愿', en: 'Wish' }, sample: { zh: '希望增加夜间模式', en: 'a night mode, please' } },
  progress: { label: { zh: '进展', en: 'Progress' }, sample: { zh: '车辆已开始维修', en: 'The repair has started' } },
} as const satisfies Readonly<Record<string, Variable>>;

export type TemplateVariable = keyof typeof templateVariables;

/** The samples, by name. */
export const sampleValues: Readonly<Record<string, Text | string>> = Object.fromEntries(
  Object.entries(templateVariables).map(([name, { sample }]) => [name, sample]),
);
