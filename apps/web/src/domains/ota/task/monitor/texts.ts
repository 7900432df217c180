import { useTexts, type Texts, type Translate } from '../../../../i18n/lang.ts';

const texts = {
  progress: { zh: '进度', en: 'Progress' },
  stages: { zh: '阶段', en: 'Stages' },
  executions: { zh: '执行明细', en: 'Vehicles' },
  plan: { zh: '任务设置', en: 'Settings' },
  successRate: { zh: '成功率', en: 'Success rate' },
  failRate: { zh: '失败率', en: 'Failure rate' },
  noRate: { zh: '还没有结果', en: 'No results yet' },
  abortArmed: { zh: '达到{p}%自动暂停', en: 'Pauses automatically at {p}%' },
  abortWaits: { zh: '执行满{n}辆后开始判断', en: 'Judged from {n} {n|vehicle|vehicles} onwards' },
  target: { zh: '目标', en: 'Target' },
  notStarted: { zh: '未开始', en: 'Not started' },
  notified: { zh: '已通知', en: 'Notified' },
  downloading: { zh: '下载中', en: 'Downloading' },
  ready: { zh: '待安装', en: 'Ready' },
  installing: { zh: '安装中', en: 'Installing' },
  succeeded: { zh: '成功', en: 'Succeeded' },
  rolledBack: { zh: '已回滚', en: 'Rolled back' },
  failed: { zh: '失败', en: 'Failed' },
  refused: { zh: '已拒绝', en: 'Refused' },
  cancelled: { zh: '已取消', en: 'Cancelled' },
  other: { zh: '其他', en: 'Others' },
  started: { zh: '已开始', en: 'Started' },
  show: { zh: '只看{name}', en: 'Show {name} only' },
  // Stages
  stageN: { zh: '第{n}阶段', en: 'Stage {n}' },
  upTo: { zh: '至第{n}辆', en: 'to vehicle {n}' },
  done: { zh: '{done} / {target}辆完成', en: '{done} of {target} done' },
  openedAt: { zh: '{time}开始', en: 'opened {time}' },
  open: { zh: '进行中', en: 'Open' },
  finished: { zh: '已完成', en: 'Done' },
  waiting: { zh: '未开始', en: 'Waiting' },
  holds: { zh: '等待门槛', en: 'Waits for its gate' },
  forced: { zh: '强制进入下一阶段', en: 'Forced' },
  forcedBy: {
    zh: '{by}在已知成功率{rate}时强制通过：{reason}',
    en: '{by} let the next stage begin at {rate} success: {reason}',
  },
  underWay: { zh: '{n}辆已下发，还没有结果', en: '{n} {n|has|have} the job and no result yet' },
  passed: { zh: '已通过', en: 'Passed' },
  readyGate: { zh: '可进入下一阶段', en: 'Ready for the next stage' },
  blocked: { zh: '成功率未达门槛', en: 'Below its gate' },
  // Charts
  curve: { zh: '累计进度', en: 'Progress' },
  resultsSay: {
    zh: '成功{succeeded}，失败{failed}，其他{other}',
    en: '{succeeded} succeeded, {failed} failed, {other} others',
  },
  time: { zh: '时间', en: 'Time' },
  results: { zh: '结果分布', en: 'Results' },
  resultsBy: { zh: '按', en: 'Results by' },
  byVersion: { zh: '原版本', en: 'From version' },
  byHardware: { zh: '硬件', en: 'Hardware' },
  byModel: { zh: '车型', en: 'Model' },
  unknown: { zh: '未知', en: 'Unknown' },
  noCurve: { zh: '任务开始后显示', en: 'Shown once the task has started' },
  // Notices
  pausedByRule: { zh: '失败率达到设定值，任务已自动暂停', en: 'The task paused automatically: too many failures' },
  paused: { zh: '任务已暂停', en: 'The task is paused' },
  rejected: { zh: '审核未通过：{reason}', en: 'Rejected: {reason}' },
  terminated: { zh: '任务已终止', en: 'The task was terminated' },
  resumeHint: {
    zh: '查清失败原因后再继续；继续时须填写原因。',
    en: 'Find out why first. To resume, a reason has to be given.',
  },
  late: { zh: '迟到', en: 'Late' },
  // Emergency stop
  stopsWhat: {
    zh: '升级包「{name}」{version}将立即停用，须由另一人重新启用后任务才能继续。',
    en: 'The package “{name}” {version} is disabled at once. No task of it goes on before another person has enabled it again.',
  },
  stopsTasks: { zh: '暂停或阻止{n}个任务：', en: '{n} {n|task is|tasks are} paused or kept from starting:' },
  stopsJobs: {
    zh: '召回{n}辆车的任务和下载地址，它们停止下载和等待安装。',
    en: 'The jobs and addresses of {n} {n|vehicle|vehicles} are recalled: they stop downloading and waiting to install.',
  },
  stopsNot: {
    zh: '{n}辆车正在安装，无法停止，会装完。',
    en: '{n} {n|vehicle is|vehicles are} installing and cannot be stopped.',
  },
  // Table
  log: { zh: '日志', en: 'Log' },
  logOf: { zh: '{vin}的升级过程', en: 'Upgrade of {vin}' },
  retryFailed: { zh: '重试全部失败项', en: 'Retry all failures' },
  retryAsk: {
    zh: '重新通知全部{n}辆失败的车辆？',
    en: 'Notify all {n} failed {n|vehicle|vehicles} again?',
  },
  retried: { zh: '{n}辆将重试', en: '{n} will be retried' },
  system: { zh: '系统', en: 'System' },
  vehicle: { zh: '车辆', en: 'Vehicle' },
  owner: { zh: '车主', en: 'Owner' },
  noLog: { zh: '还没有记录', en: 'Nothing yet' },
} as const satisfies Texts;

export type MonitorTexts = Translate<typeof texts>;
export const useMonitorTexts = (): MonitorTexts => useTexts(texts);
