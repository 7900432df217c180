import { codes } from '../codes.ts';
import { everything, f, type Row } from '../fields.ts';
import { otaMachines } from '../machines/ota.ts';
import { reviewFields } from '../review.ts';
import { vinsLength } from './ota-task-rules.ts';

const { draft } = otaMachines['SM-OtaTask'].states;
const { conditions, vinList, testGroup } = codes.OtaTargetMode;
const readonly = true;

/** Rows of the old generation share the table and have none of these. */
const visible = (row: Row): boolean => Number(row['generation'] ?? codes.OtaGeneration.new) === codes.OtaGeneration.new;
const at =
  (mode: number) =>
  (row: Row): boolean =>
    visible(row) && Number(row['targetMode']) === mode;
/** What is decided with the review: only a draft takes another value. */
const fixed = (row: Row): boolean => Number(row['status'] ?? draft) !== draft;
const choice = { fixed, visible } as const;
const byCondition = { fixed, visible: at(conditions) } as const;
const count = { required: true, default: 0, readonly, min: 0 } as const;
const hhmm = /^([01]\d|2[0-3]):[0-5]\d$/;

/** How the tasks of either platform are found. */
export const otaTaskSearch = {
  identity: ['name', 'taskNo'],
  filters: {
    taskNo: 'eq',
    name: 'like',
    deviceType: 'eq',
    firmwareId: 'eq',
    status: 'eq',
    createTime: 'range',
    createBy: 'eq',
  },
  keyword: { eq: ['taskNo'], like: ['name'], label: { zh: '任务名称 / 编号', en: 'Name / task no.' } },
  order: 'createTime desc',
} as const;

/** Fields of a task that updates vehicles: what it brings, whom it is for, how, and how it stands. */
export const otaTaskFields = {
  taskNo: f.text({ required: true, readonly, max: 20, unique: 'ever' }),
  generation: f.dict('OtaGeneration', { required: true, readonly, default: codes.OtaGeneration.new }),
  name: f.text({ required: true, min: 2, max: 50, fixed, label: { zh: '任务名称', en: 'Name' } }),
  firmwareId: f.ref('firmware', { required: true, fixed, index: true }),
  deviceType: f.lookup('firmwareId', 'deviceType'),
  targetVersion: f.lookup('firmwareId', 'version', { label: { zh: '目标版本', en: 'Target version' } }),
  taskType: f.dict('OtaTaskType', { ...choice, required: true, default: codes.OtaTaskType.gray }),
  ...f.bilingual(
    'noticeTitle',
    'text',
    { ...choice, max: 40, help: { zh: '空为默认模板', en: 'Empty: the usual text' } },
    { ...choice, label: { zh: '通知标题（英文）', en: 'Notice title in English' } },
  ),
  ...f.bilingual(
    'notice',
    'longText',
    { ...choice, max: 2000, help: { zh: '空为固件的更新内容', en: 'Empty: the change log of the firmware' } },
    { ...choice, label: { zh: '通知内容（英文）', en: 'Notice in English' } },
  ),
  remark: f.longText({ max: 200 }),
  targetMode: f.dict('OtaTargetMode', { ...choice, required: true, default: conditions }),
  vehicleTypeIds: f.refMany('vehicleType', {
    ...byCondition,
    max: 200,
    empty: everything,
    help: { zh: '空为固件适用的全部车型', en: 'Empty: all models of the firmware' },
  }),
  fromVersions: f.tags({ ...byCondition, max: 50, empty: everything }),
  hardwareVersions: f.tags({
    ...byCondition,
    max: 20,
    empty: everything,
    label: { zh: '硬件版本', en: 'Hardware versions' },
  }),
  cityCodes: f.tags({
    ...byCondition,
    max: 100,
    empty: everything,
    help: { zh: '经销商所在城市，空为全部', en: 'Of the dealer. Empty: all' },
  }),
  dealerIds: f.refMany('dealer', { ...byCondition, max: 200, empty: everything }),
  productionFrom: f.date(byCondition),
  productionTo: f.date(byCondition),
  tagIds: f.refMany('userTag', {
    ...byCondition,
    max: 20,
    empty: everything,
    label: { zh: '车主标签', en: 'Owners with the tags' },
  }),
  vinFile: f.file({
    fixed,
    visible: at(vinList),
    biz: 'import',
    maxMb: 20,
    help: {
      zh: 'xlsx、txt或csv，第一列为VIN，最多100,000行',
      en: 'An .xlsx, .txt or .csv with VINs in its first column, up to 100,000 rows',
    },
  }),
  vins: f.longText({
    fixed,
    visible: at(vinList),
    max: vinsLength,
    help: { zh: '少量车辆可直接填写，每行一个', en: 'For a few vehicles, one per line' },
  }),
  testGroups: f.dictMany('TestGroup', { fixed, required: true, min: 1, visible: at(testGroup) }),
  excludeVins: f.longText({ ...choice, max: 20_000, help: { zh: '每行一个', en: 'One per line' } }),
  upgradeMode: f.dict('UpgradeMode', { ...choice, required: true, default: codes.UpgradeMode.confirm }),
  windowStart: f.text({ visible, max: 5, pattern: hhmm, help: { zh: '如01:00，可跨零点', en: 'E.g. 01:00' } }),
  windowEnd: f.text({
    visible,
    max: 5,
    pattern: hhmm,
    help: { zh: '与开始同时为空时不限', en: 'Leave both empty for any time' },
  }),
  minSoc: f.int({ ...choice, required: true, min: 20, max: 80, default: 30, unit: '%' }),
  allowCharging: f.flag({ ...choice, required: true, default: 0 }),
  minCsq: f.int({ ...choice, required: true, min: 0, max: 31, default: 10 }),
  requireAux: f.flag({ ...choice, required: true, default: 0 }),
  stages: f.rows(
    {
      percent: f.int({ min: 1, max: 100, unit: '%' }),
      count: f.int({ min: 1, max: 1_000_000, label: { zh: '车辆数', en: 'Vehicles' } }),
      minHours: f.int({ min: 0, max: 720 }),
      minSuccessRate: f.int({ min: 0, max: 100, unit: '%' }),
      minSample: f.int({ min: 1, max: 1_000_000, label: { zh: '最少样本(辆)', en: 'Least results' } }),
    },
    {
      required: true,
      visible,
      min: 1,
      max: 10,
      default: [{ percent: 100, count: null, minHours: null, minSuccessRate: null }],
      help: {
        zh: '累计占比或车辆数，逐级递增，最后为100%。样本为空时等全部车辆有结果；填写后，联系不到的车辆不再等待',
        en: 'Cumulative and rising, the last one 100%. Without least results a stage waits for all its vehicles, else not for those that cannot be reached',
      },
    },
  ),
  ratePerMinute: f.int({ required: true, visible, min: 1, max: 1000, default: 100 }),
  retryTimes: f.int({ required: true, min: 0, max: 5, default: 3 }),
  retryIntervalMin: f.int({ required: true, visible, min: 10, max: 1440, default: 60 }),
  downloadTimeoutMin: f.int({ required: true, visible, min: 1, max: 1440, default: 30 }),
  installTimeoutMin: f.int({ required: true, visible, min: 1, max: 240, default: 20 }),
  abortFailRate: f.int({ required: true, visible, min: 1, max: 50, default: 5, unit: '%' }),
  minExecuted: f.int({ required: true, visible, min: 1, max: 100_000, default: 20 }),
  startTime: f.instant({ fixed, index: true, help: { zh: '空为手动开始', en: 'Empty: started by hand' } }),
  endTime: f.instant({ required: true, visible, index: true }),
  status: f.dict('OtaTaskStatus', { required: true, default: draft, readonly, index: true }),
  changePending: f.flag({
    required: true,
    default: 0,
    readonly,
    visible,
    label: { zh: '修改待审核', en: 'Change to be approved' },
  }),
  autoPaused: f.flag({ required: true, default: 0, readonly }),
  pausedReason: f.text({ readonly, max: 300 }),
  currentStage: f.int({ required: true, default: 0, readonly, min: 0 }),
  stageStartTime: f.instant({ readonly }),
  actualStartTime: f.instant({ readonly }),
  finishTime: f.instant({ readonly }),
  ...reviewFields(visible),
  targetCount: f.int(count),
  notStartedCount: f.computed(f.int()),
  runningCount: f.computed(f.int()),
  successCount: f.computed(f.int()),
  failedCount: f.computed(f.int()),
  successRate: f.computed(f.decimal({ decimals: 1, unit: '%' })),
};
