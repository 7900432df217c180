import type { ReminderLeftOut } from '@wheelhouse/contract/calls/messages/reminders';
import { useTexts, type Text, type Texts } from '../../../i18n/lang.ts';

const texts = {
  dryRun: { zh: '试算', en: 'Dry run' },
  chooseType: { zh: '请先选择提醒类型', en: 'Choose the type first' },
  addDay: { zh: '如30、7、1', en: 'E.g. 30, 7, 1' },
  nobody: { zh: '现在没有需要提醒的车辆', en: 'No vehicle would get a reminder now' },
  found: { zh: '现在将提醒{n}辆车', en: '{n} {n|vehicle|vehicles} would get a reminder now' },
  samples: { zh: '将收到提醒的车辆', en: 'Vehicles that get a reminder' },
  leftOut: { zh: '符合条件但不提醒的车辆', en: 'Due, but left out' },
  vin: { zh: 'VIN/车架号', en: 'VIN / frame no.' },
  model: { zh: '车型', en: 'Model' },
  owner: { zh: '车主', en: 'Owner' },
  mobile: { zh: '手机', en: 'Mobile' },
  dueDate: { zh: '到期日', en: 'Due' },
  odometer: { zh: '里程(km)', en: 'Odometer (km)' },
  soh: { zh: '健康度(%)', en: 'Health (%)' },
  why: { zh: '原因', en: 'Why' },
  lastDate: { zh: '上次提醒', en: 'Last reminder' },
  runs: { zh: '执行记录', en: 'Runs' },
  noRuns: { zh: '尚未执行', en: 'Has not run yet' },
  runTime: { zh: '执行时间', en: 'Run at' },
  hit: { zh: '命中', en: 'Hits' },
  sent: { zh: '已发送', en: 'Sent' },
  failed: { zh: '失败', en: 'Failed' },
  skipped: { zh: '未提醒', en: 'Left out' },
  costMs: { zh: '耗时(ms)', en: 'Took (ms)' },
  recipients: { zh: '接收人', en: 'Recipients' },
  ofRun: { zh: '查看接收人', en: 'Show recipients' },
  allRuns: { zh: '全部执行', en: 'All runs' },
  noRecipients: { zh: '没有接收人', en: 'No recipients' },
  channels: { zh: '渠道', en: 'Channels' },
} as const satisfies Texts;

export const useReminderTexts = () => useTexts(texts);
export const tabs = { runs: texts.runs, dryRun: texts.dryRun };

export const leftOutTexts: Readonly<Record<ReminderLeftOut, Text>> = {
  noOwner: { zh: '未绑定车主', en: 'No owner' },
  ownerOff: { zh: '车主账号不可用', en: 'The owner’s account is not in use' },
  repeat: { zh: '重复间隔内已提醒', en: 'Already reminded within the repeat interval' },
  reminded: { zh: '本次到期已提醒', en: 'Reminder sent already' },
};
