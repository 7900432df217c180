import type { OtaExclusion } from '@wheelhouse/contract/calls/ota/versions';
import type { OtaInvalidVin } from '@wheelhouse/contract/calls/ota/tasks';
import { useTexts, type Text, type Texts, type Translate } from '../../../i18n/lang.ts';

const texts = {
  // Progress
  succeeded: { zh: '成功', en: 'Succeeded' },
  failed: { zh: '失败', en: 'Failed' },
  running: { zh: '进行中', en: 'Under way' },
  notStarted: { zh: '未开始', en: 'Not started' },
  others: { zh: '取消或拒绝', en: 'Cancelled or refused' },
  ofTarget: { zh: '{done} / {target}', en: '{done} of {target}' },
  progressOf: { zh: '{target}辆：{parts}', en: '{target} {target|vehicle|vehicles}: {parts}' },
  anyVersion: { zh: '任意版本', en: 'Any version' },
  to: { zh: '升级到', en: 'to' },
  // Failures
  byCode: { zh: '失败原因', en: 'Failures by code' },
  noFailures: { zh: '没有失败', en: 'No failures' },
  code: { zh: '失败码', en: 'Code' },
  vehicles: { zh: '车辆数', en: 'Vehicles' },
  share: { zh: '占比', en: 'Share' },
  ofTasks: { zh: '全部任务的结果', en: 'Results of all tasks' },
  rolledBack: { zh: '已回滚', en: 'Rolled back' },
  rate: { zh: '成功率{n}%', en: '{n}% succeeded' },
  noResults: { zh: '还没有车辆升级到该版本', en: 'No vehicle has been through it yet' },
  // Target
  preview: { zh: '目标车辆', en: 'Target vehicles' },
  previewHint: { zh: '选择固件和目标后显示', en: 'Shown once firmware and target are chosen' },
  willUpgrade: { zh: '辆将升级', en: 'will be upgraded' },
  willUpgradeOne: { zh: '辆将升级', en: 'will be upgraded' },
  nobody: { zh: '没有符合条件的车辆', en: 'No eligible vehicle' },
  nobodyHint: { zh: '请放宽条件，或更换固件。', en: 'Loosen the conditions, or choose other firmware.' },
  frozenAtStart: {
    zh: '按现在的数据计算，开始时再次计算并固定。',
    en: 'As of now. The list is made again and fixed when the task starts.',
  },
  excluded: { zh: '排除{n}辆', en: '{n} left out' },
  sample: { zh: '抽样{n}辆', en: '{n} of them' },
  vin: { zh: 'VIN', en: 'VIN' },
  fromVersion: { zh: '当前版本', en: 'Version' },
  hardware: { zh: '硬件', en: 'Hardware' },
  model: { zh: '车型', en: 'Model' },
  // VIN list
  chooseFile: { zh: '选择文件', en: 'Choose a file' },
  chooseOther: { zh: '换一个文件', en: 'Choose another file' },
  removeFile: { zh: '移除文件', en: 'Remove the file' },
  uploading: { zh: '上传中{n}%', en: 'Uploading {n}%' },
  checking: { zh: '正在校验…', en: 'Checking…' },
  validVins: { zh: '{n}辆可用', en: '{n} accepted' },
  listStored: { zh: '已导入VIN清单', en: 'A list of VINs was imported' },
  refusedRows: { zh: '{n}行被拒绝', en: '{n} {n|row|rows} refused' },
  refusedMost: { zh: '显示前{n}行', en: 'The first {n} are shown' },
  addFromFile: { zh: '从文件添加', en: 'Add from a file' },
  vehiclesNamed: { zh: '已列{n}辆', en: '{n} listed' },
  row: { zh: '行', en: 'Row' },
  content: { zh: '内容', en: 'Content' },
  reason: { zh: '原因', en: 'Reason' },
  // Strategy
  stair: { zh: '放量计划', en: 'Rollout plan' },
  stageN: { zh: '第{n}阶段', en: 'Stage {n}' },
  percentOf: { zh: '累计{n}%', en: '{n}% in total' },
  countOf: { zh: '累计{n}辆', en: '{n} in total' },
  stairHint: { zh: '百分比为累计值，最后一个阶段为100%。', en: 'Percentages are cumulative; the last stage is 100%.' },
  useStages: { zh: '常用：{name}', en: 'Use {name}' },
  atOnce: { zh: '一次全部', en: 'all at once' },
  stageBegun: { zh: '已开始，不能修改', en: 'Begun: it cannot be changed' },
  gateHours: { zh: '至少{n}小时', en: 'at least {n} h' },
  gateRate: { zh: '成功率≥{n}%', en: 'success ≥ {n}%' },
  gateSample: { zh: '满{n}辆有结果', en: 'from {n} {n|result|results}' },
  noGate: { zh: '无门槛', en: 'no gate' },
  leastTime: { zh: '各阶段至少需要{n}', en: 'The stages take at least {n}' },
  atRate: {
    zh: '每分钟{rate}辆，通知{count}辆约需{time}',
    en: 'At {rate} a minute, it takes about {time} to notify {count} {count|vehicle|vehicles}',
  },
  hours: { zh: '{n}小时', en: '{n} h' },
  days: { zh: '{n}天', en: '{n} {n|day|days}' },
  minutes: { zh: '{n}分钟', en: '{n} min' },
  windowAnytime: { zh: '任何时间都可以升级。', en: 'Upgrades run at any time.' },
  windowDaily: {
    zh: '每天{from}–{to}升级，共{n}（北京时间）。',
    en: 'Upgrades run daily {from}–{to}, {n} (Beijing time).',
  },
  windowOver: { zh: '跨零点：到次日{to}。', en: 'Over midnight, until {to} the next day.' },
  windowHalf: { zh: '开始和结束时间要么都填，要么都空。', en: 'Enter both times, or neither.' },
  abortRule: {
    zh: '执行满{n}辆后，失败率一旦达到{p}%，任务自动暂停，并通知创建人和质量部门。回滚计为失败。',
    en: 'Once {n} {n|vehicle is|vehicles are} done, the task pauses automatically as soon as {p}% of them have failed. Creator and quality staff are notified. Rollbacks count as failures.',
  },
  // Confirm
  risks: { zh: '风险提示', en: 'Before you submit' },
  noRisk: { zh: '没有需要特别注意的设置。', en: 'Nothing here calls for special attention.' },
  ownerNotice: { zh: '车主看到的通知', en: 'What owners see' },
  upgradeTitle: { zh: '车辆有新版本', en: 'An update for your vehicle' },
  silentHint: {
    zh: '静默升级不推送通知，车主只在APP升级页看到。',
    en: 'A silent upgrade sends no notice: owners see this in the app alone.',
  },
  submitted: { zh: '已提交审核', en: 'Submitted for review' },
  submittedSmall: { zh: '已提交，等待开始', en: 'Submitted, waiting to start' },
  saveDraft: { zh: '保存草稿', en: 'Save draft' },
  reviewedAgain: {
    zh: '比审批内容更严格的修改立即生效；放宽的修改须重新审核',
    en: 'What is stricter than approved counts at once; what is looser is reviewed again',
  },
  closed: { zh: '该任务现在不能编辑', en: 'This task cannot be edited now' },
  toMonitor: { zh: '查看任务', en: 'Open the task' },
  // Old platform
  executions: { zh: '执行明细', en: 'Vehicles' },
  progress: { zh: '进度', en: 'Progress' },
  target: { zh: '目标', en: 'Target' },
  waiting: { zh: '等待', en: 'Waiting' },
  upgrading: { zh: '升级中', en: 'Upgrading' },
  cancelled: { zh: '取消', en: 'Cancelled' },
  successRate: { zh: '成功率', en: 'Success rate' },
  takeOut: { zh: '移除', en: 'Take out' },
  takeOutAsk: { zh: '将{vin}从任务中移除？', en: 'Take {vin} out of the task?' },
  takenOut: { zh: '已移除', en: 'Taken out' },
  createClosed: {
    zh: '旧平台已关闭新建：现有固件和任务可继续使用。',
    en: 'New items can no longer be added for the old platform. Existing ones continue.',
  },
  single: { zh: '单车升级{vin}', en: 'Upgrade of {vin}' },
} as const satisfies Texts;

export type OtaTexts = Translate<typeof texts>;
export const useOtaTexts = (): OtaTexts => useTexts(texts);
export const otaTexts = texts;

/** Why vehicles are left out of a target. */
export const exclusionTexts: Readonly<Record<OtaExclusion, Text>> = {
  unsupported: { zh: '车型、部件或硬件不适用', en: 'Model, part or hardware does not fit' },
  current: { zh: '已是该版本或更高', en: 'Has this version or a later one' },
  fromVersion: { zh: '当前版本不在升级范围', en: 'Present version cannot be upgraded from' },
  dependency: { zh: '依赖的部件版本过低', en: 'A part it depends on is too old' },
  inactive: { zh: '已停运', en: 'Stopped' },
  offline: { zh: '离线超过30天', en: 'Offline for more than 30 days' },
  busy: { zh: '在其他执行中任务', en: 'In another running task' },
  stolen: { zh: '被盗处理中', en: 'Open theft case' },
  excluded: { zh: '在排除名单', en: 'On the exclusion list' },
  unknown: { zh: 'VIN不存在或无权限', en: 'VIN unknown, or out of your scope' },
};

/** Why a row of an imported list was refused. */
export const vinFaultTexts: Readonly<Record<OtaInvalidVin['reason'], Text>> = {
  format: { zh: '不是有效的VIN', en: 'Not a valid VIN' },
  duplicate: { zh: '重复', en: 'Duplicate' },
  unknown: { zh: '车辆不存在或无权限', en: 'No such vehicle, or out of your scope' },
};

/** What a choice of the form means, by field and code. */
export const choiceTexts: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  taskType: {
    1: { zh: '测试组车辆，免审核', en: 'Test vehicles, no review' },
    2: { zh: '分阶段放量', en: 'Stage by stage' },
    3: { zh: '全部符合条件的车辆', en: 'All eligible vehicles' },
    4: { zh: '几辆指定的车', en: 'A few named vehicles' },
    5: { zh: '退回到更早的版本', en: 'Back to an earlier version' },
  },
  targetMode: {
    1: { zh: '车型、版本、地区、经销商等', en: 'Models, versions, places, dealers …' },
    2: { zh: '文件或逐个填写', en: 'From a file, or typed' },
    3: { zh: 'OTA设备中加入测试组的车辆', en: 'Vehicles put into a test group' },
  },
  upgradeMode: {
    1: { zh: '车主在APP中确认后升级', en: 'Starts when the owner agrees in the app' },
    2: { zh: '停放且满足条件时自动升级', en: 'Runs automatically while parked' },
    3: { zh: '下次停放时升级，不能拒绝', en: 'At the next parking, cannot be refused' },
  },
};
