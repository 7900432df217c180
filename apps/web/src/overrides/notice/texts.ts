import { useTexts, type Texts } from '../../i18n/lang.ts';

const texts = {
  notices: { zh: '系统公告', en: 'System notices' },
  dismiss: { zh: '知道了，不再显示「{title}」', en: 'Got it, do not show “{title}” again' },
  gotIt: { zh: '知道了', en: 'Got it' },
  maintenance: { zh: '维护时间{from}至{to}', en: 'Maintenance {from} — {to}' },
  attachment: { zh: '附件{n}', en: 'Attachment {n}' },
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
} as const satisfies Texts;

export const useNoticeWords = () => useTexts(texts);

/** Why a record failed or was blocked, where the platform itself decided it; a push service has codes of its own. */
export const causeTexts: Texts = {
  cap: { zh: '超过每日推送次数', en: 'Over the pushes of a day' },
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
