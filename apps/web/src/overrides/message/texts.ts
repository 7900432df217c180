import { useTexts, type Texts } from '../../i18n/lang.ts';

const texts = {
  statistics: { zh: '发送统计', en: 'Delivery' },
  target: { zh: '目标{n}人', en: '{n} recipients' },
  remaining: { zh: '还有{n}人未发送', en: '{n} still to be sent' },
  receiver: { zh: '接收端', en: 'Receiver' },
  channel: { zh: '渠道', en: 'Channel' },
  total: { zh: '合计', en: 'Total' },
  waiting: { zh: '待发', en: 'Waiting' },
  sent: { zh: '已发送', en: 'Sent' },
  delivered: { zh: '已送达', en: 'Delivered' },
  opened: { zh: '已读/点击', en: 'Read or opened' },
  failed: { zh: '失败', en: 'Failed' },
  blocked: { zh: '已拦截', en: 'Blocked' },
  nothing: { zh: '尚未发送', en: 'Not sent yet' },
  causes: { zh: '失败和拦截原因', en: 'Why records failed or were blocked' },
  cause: { zh: '原因', en: 'Cause' },
  records: { zh: '条数', en: 'Records' },
  hours: { zh: '每小时（条）', en: 'Records by hour' },
  hour: { zh: '时间', en: 'Hour' },
  byOs: { zh: '按平台（条）', en: 'Records by platform' },
  os: { zh: '平台', en: 'Platform' },
  unknownOs: { zh: '未知', en: 'Unknown' },
  recipients: { zh: '接收明细', en: 'Recipients' },
  user: { zh: '用户', en: 'User' },
  mobile: { zh: '手机号', en: 'Mobile' },
  status: { zh: '状态', en: 'Status' },
  sendTime: { zh: '发送时间', en: 'Sent at' },
  deliverTime: { zh: '送达时间', en: 'Delivered at' },
  clickTime: { zh: '打开时间', en: 'Opened at' },
  anyStatus: { zh: '全部状态', en: 'Any status' },
  nobody: { zh: '没有符合条件的记录', en: 'No records match' },
  export: { zh: '导出', en: 'Export' },
  exportHint: {
    zh: '导出的文件含未脱敏的手机号，请填写原因，导出会被记录。',
    en: 'The file holds unmasked mobile numbers. Give a reason; the export is logged.',
  },
  exported: { zh: '已导出', en: 'Exported' },
  smsSize: {
    zh: '含签名和退订共{n}字，按{parts}条计费',
    en: '{n} characters with signature and opt-out, {parts} parts',
  },
} as const satisfies Texts;

export const useMessageWords = () => useTexts(texts);

/** Why a record failed or was blocked, where the platform itself decided it; a push service has codes of its own. */
export const causeTexts: Texts = {
  cap: { zh: '超过每日推送次数', en: 'Over the pushes of a day' },
  noConsent: { zh: '用户未同意接收营销短信', en: 'No consent to marketing texts' },
  quiet: { zh: '免打扰时段', en: 'Quiet hours' },
  optedOut: { zh: '用户已关闭', en: 'Turned off by the user' },
  stopped: { zh: '已停止发送', en: 'Sending was stopped' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn' },
  noUser: { zh: '用户已注销', en: 'The user is gone' },
  noMobile: { zh: '没有手机号', en: 'No mobile number' },
  unreachable: { zh: '手机不可达', en: 'No phone was reached' },
  unavailable: { zh: '推送服务无响应', en: 'The push service does not answer' },
  busy: { zh: '推送服务繁忙', en: 'The push service is busy' },
};
