import { firmwareVersionCode } from '@wheelhouse/contract/firmware';
import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { otaMachines } from '../machines/ota.ts';
import { reviewFields, reviewNames } from '../review.ts';
import { transitions } from '../transitions.ts';

const { draft } = otaMachines['SM-Firmware'].states;
const { full, delta } = codes.PackageType;
const readonly = true;

/** Rows of the old generation share the table and have none of these. */
const modern = (row: Row): boolean => Number(row['generation'] ?? codes.OtaGeneration.new) === codes.OtaGeneration.new;
const isDelta = (row: Row): boolean => modern(row) && Number(row['packageType']) === delta;
const version = /^V?\d{1,3}\.\d{1,3}\.\d{1,3}$/;

function startsBelow(row: Row): Issue | undefined {
  const [from, to] = [row['minFromVersion'], row['version']].map((text) => firmwareVersionCode(String(text ?? '')));
  if (from === undefined || to === undefined || from <= to) return undefined;
  return {
    field: 'minFromVersion',
    text: { zh: '不能高于固件版本', en: 'Must not be above the version of the package' },
  };
}

/** A package that needs another version of its own part first is what `minFromVersion` is for. */
function needsOthers(row: Row): Issue | undefined {
  const needed = row['dependencies'];
  const own = Array.isArray(needed)
    ? needed.findIndex((one: Row) => String(one['deviceType']) === String(row['deviceType']))
    : -1;
  if (own < 0) return undefined;
  return {
    field: `dependencies[${own}].deviceType`,
    text: {
      zh: '不能依赖自身部件，请用最低可升级版本',
      en: 'Not on its own part; use the minimum version to update from',
    },
  };
}

/** Firmware package 固件: what is installed on a part, signed, tested and approved before it is offered. */
export const firmware = defineEntity({
  name: 'firmware',
  table: 'ota_firmware',
  domain: 'ota',
  label: { zh: '固件', en: 'Firmware' },
  base: '/ps/crm/otaFirmware',
  page: 'firmwareManage',
  title: ['name', 'firmwareNo'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'export'],
  fixedValues: { generation: codes.OtaGeneration.new },
  fields: {
    firmwareNo: f.text({ required: true, readonly, max: 20, unique: 'ever' }),
    generation: f.dict('OtaGeneration', { required: true, readonly, default: codes.OtaGeneration.new }),
    name: f.text({ required: true, min: 2, max: 50, label: { zh: '固件名称', en: 'Name' } }),
    deviceType: f.dict('DeviceType', { required: true, fixed: true, index: true }),
    partModel: f.text({
      required: true,
      visible: modern,
      max: 24,
      pattern: /^[A-Z0-9-]{2,24}$/,
      index: true,
      help: { zh: '大写字母、数字和-，如ZK3', en: 'Capitals, digits and -, e.g. ZK3' },
    }),
    hardwareVersions: f.tags({
      required: true,
      visible: modern,
      min: 1,
      max: 20,
      help: { zh: '如V1.2', en: 'E.g. V1.2' },
    }),
    version: f.text({
      required: true,
      max: 32,
      pattern: /^V?\d{1,3}\.\d{1,3}\.\d{1,3}(-[A-Za-z0-9.]{1,16})?$/,
      label: { zh: '固件版本', en: 'Version' },
      help: { zh: '如V2.3.2，同一部件型号不能重复', en: 'E.g. V2.3.2; once per part model' },
    }),
    versionCode: f.int({ readonly, index: true }),
    packageType: f.dict('PackageType', { required: true, visible: modern, default: full, index: true }),
    baseVersion: f.ref('firmware', {
      visible: isDelta,
      help: {
        zh: '同一部件型号已发布的低版本整包',
        en: 'A released full package of the part model with a lower version',
      },
    }),
    packageFile: f.file({
      biz: 'firmware',
      maxMb: 64,
      sensitive: true,
      help: {
        zh: 'bin、zip或hex，不超过64MB；提交测试前须上传',
        en: 'bin, zip or hex, up to 64 MB; required to submit',
      },
    }),
    fileSize: f.int({ readonly, min: 1, unit: 'B' }),
    md5: f.text({ readonly, max: 32, label: { zh: 'MD5', en: 'MD5' } }),
    sha256: f.text({ readonly, max: 64, label: { zh: 'SHA-256', en: 'SHA-256' } }),
    crc32: f.text({ readonly, max: 8, label: { zh: 'CRC32', en: 'CRC-32' } }),
    crc16: f.text({ readonly, max: 4, visible: (row) => !modern(row), label: { zh: 'CRC16', en: 'CRC-16' } }),
    signature: f.text({
      visible: modern,
      max: 88,
      pattern: /^[A-Za-z0-9+/]{86}==$/,
      refusal: 3104,
      help: {
        zh: '对文件SHA-256的Ed25519签名（Base64），由发布密钥离线生成',
        en: 'Ed25519 signature of the file’s SHA-256 in Base64, made offline with the release key',
      },
    }),
    signKeyId: f.text({ readonly, visible: modern, max: 16, label: { zh: '签名密钥', en: 'Signed with' } }),
    vehicleTypeIds: f.refMany('vehicleType', { required: true, min: 1, max: 200 }),
    minFromVersion: f.text({ visible: modern, max: 32, pattern: version }),
    dependencies: f.rows(
      {
        deviceType: f.dict('DeviceType', { required: true }),
        minVersion: f.text({ required: true, max: 12, pattern: version, label: { zh: '最低版本', en: 'Min version' } }),
      },
      { max: 5, key: 'deviceType', visible: modern },
    ),
    releaseType: f.dict('ReleaseType', { required: true, visible: modern, default: codes.ReleaseType.formal }),
    estimatedMinutes: f.int({ required: true, visible: modern, min: 1, max: 60, default: 5 }),
    ...f.bilingual(
      'changeLog',
      'longText',
      { required: true, min: 10, max: 2000, help: { zh: '车主可见', en: 'Shown to owners' } },
      { label: { zh: '更新内容（英文）', en: 'Change log in English' } },
    ),
    internalNote: f.longText({ visible: modern, max: 2000 }),
    testReport: f.file({
      biz: 'pdf',
      maxMb: 20,
      visible: modern,
      help: { zh: '测试通过前须上传', en: 'Required to pass the test' },
    }),
    status: f.dict('FirmwareStatus', { required: true, default: draft, readonly, index: true }),
    statusReason: f.text({ readonly, max: 200, label: { zh: '状态说明', en: 'Status reason' } }),
    testSubmitterId: f.ref('sysUser', {
      readonly,
      visible: modern,
      label: { zh: '提交测试人', en: 'Submitted for test by' },
    }),
    ...reviewFields(modern),
    installedCount: f.computed(f.int()),
    taskCount: f.computed(f.int()),
    successRate: f.computed(f.decimal({ decimals: 1, unit: '%' })),
  },
  list: {
    columns: [
      'name',
      'firmwareNo',
      'status',
      'version',
      'deviceType',
      'partModel',
      'versionCode',
      'packageType',
      'fileSize',
      'vehicleTypeIds',
      'releaseType',
      'installedCount',
      'taskCount',
      'successRate',
      'createBy',
      'createTime',
    ],
    identity: ['name', 'firmwareNo'],
    filters: {
      keyword: 'like',
      name: 'like',
      deviceType: 'eq',
      partModel: 'eq',
      version: 'like',
      vehicleTypeIds: 'eq',
      packageType: 'eq',
      status: 'eq',
      createTime: 'range',
    },
    hiddenFilters: { baseVersion: 'eq' },
    keyword: { eq: ['firmwareNo'], like: ['name'], label: { zh: '固件名称 / 编号', en: 'Name / firmware no.' } },
    order: 'createTime desc',
    also: ['submitterId'],
  },
  aliases: { vehicleTypeId: 'vehicleTypeIds', size: 'fileSize', changeLogZh: 'changeLog' },
  form: [
    {
      title: { zh: '固件', en: 'Firmware' },
      fields: [
        'name',
        'deviceType',
        'partModel',
        'version',
        'releaseType',
        'estimatedMinutes',
        'hardwareVersions',
        'vehicleTypeIds',
      ],
    },
    { title: { zh: '升级包', en: 'Package' }, fields: ['packageType', 'baseVersion', 'packageFile', 'signature'] },
    { title: { zh: '升级条件', en: 'Conditions' }, fields: ['minFromVersion', 'dependencies'] },
    {
      title: { zh: '说明', en: 'Notes' },
      fields: ['changeLog', 'changeLogEn', 'internalNote', 'testReport'],
    },
  ],
  detail: [
    {
      title: { zh: '固件', en: 'Firmware' },
      fields: [
        'firmwareNo',
        'deviceType',
        'partModel',
        'version',
        'versionCode',
        'releaseType',
        'estimatedMinutes',
        'installedCount',
        'taskCount',
        'successRate',
        'createBy',
        'createTime',
        'hardwareVersions',
        'vehicleTypeIds',
      ],
    },
    {
      title: { zh: '升级包', en: 'Package' },
      fields: ['packageType', 'baseVersion', 'fileSize', 'md5', 'sha256', 'crc32', 'signature', 'signKeyId'],
    },
    { title: { zh: '升级条件', en: 'Conditions' }, fields: ['minFromVersion', 'dependencies'] },
    {
      title: { zh: '测试与审核', en: 'Test and review' },
      fields: ['testReport', 'testSubmitterId', ...reviewNames, 'statusReason'],
    },
    { title: { zh: '说明', en: 'Notes' }, fields: ['changeLog', 'changeLogEn', 'internalNote'] },
  ],
  machines: { status: 'SM-Firmware' },
  rules: [startsBelow, needsOthers],
  actions: transitions(otaMachines, 'SM-Firmware', {
    submitTest: {
      confirm: {
        zh: '提交「{name}」测试？提交后升级包不能再修改。',
        en: 'Submit “{name}” for test? Its package cannot be changed from then on.',
      },
    },
    testPass: {
      input: {
        reportFileId: f.file({ biz: 'pdf', maxMb: 20, label: { zh: '测试报告', en: 'Test report' } }),
        remark: f.longText({ logged: true, max: 200 }),
      },
    },
    testFail: { danger: true, input: { remark: f.longText({ logged: true, required: true, min: 2, max: 200 }) } },
    approve: {
      confirm: { zh: '通过「{name}」？通过后可用于升级任务。', en: 'Approve “{name}”? Tasks may use it from then on.' },
      input: { remark: f.longText({ logged: true, max: 200 }) },
    },
    reject: { input: { remark: f.longText({ logged: true, required: true, min: 2, max: 200 }) } },
    disable: {
      danger: true,
      confirm: {
        zh: '停用「{name}」？不再提供给任何车辆，正在下载的将中断。',
        en: 'Disable “{name}”? It is offered to no vehicle; running downloads end.',
      },
      input: { remark: f.longText({ logged: true, required: true, min: 2, max: 200 }) },
    },
    enable: { input: { remark: f.longText({ logged: true, max: 200 }) } },
  }),
});
