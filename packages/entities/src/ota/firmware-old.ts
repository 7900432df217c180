import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { otaMachines } from '../machines/ota.ts';
import { transitions } from '../transitions.ts';

const { draft } = otaMachines['SM-FirmwareOld'].states;
const readonly = true;

/** A released package takes another change log and other models, nothing else. */
const isReleased = (row: Row): boolean => Number(row['status'] ?? draft) !== draft;

/** The old platform upgrades two parts. */
const oldParts: readonly number[] = [codes.DeviceType.centralControl, codes.DeviceType.battery];
function isOldPart(row: Row): Issue | undefined {
  const given = row['deviceType'];
  if (given === null || given === undefined || oldParts.includes(Number(given))) return undefined;
  return {
    field: 'deviceType',
    text: { zh: '旧平台只支持中控和电池', en: 'The old platform upgrades central control and battery only' },
  };
}

/** Firmware package of the first platform 固件（旧）: a whole package without a signature, released without a review. */
export const firmwareOld = defineEntity({
  name: 'firmwareOld',
  table: 'ota_firmware',
  domain: 'ota',
  label: { zh: '固件（旧）', en: 'Firmware (old)' },
  base: '/ps/crm/otaFirmwareOld',
  page: 'firmwareManageOld',
  title: ['name', 'firmwareNo'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete'],
  fixedValues: { generation: codes.OtaGeneration.old },
  external: true,
  fields: {
    firmwareNo: f.text({ required: true, readonly, max: 20, unique: 'ever' }),
    generation: f.dict('OtaGeneration', { required: true, readonly, default: codes.OtaGeneration.old }),
    name: f.text({ required: true, min: 2, max: 50, fixed: isReleased, label: { zh: '固件名称', en: 'Name' } }),
    deviceType: f.dict('DeviceType', { required: true, fixed: isReleased, index: true }),
    version: f.text({
      required: true,
      max: 32,
      pattern: /^[A-Z0-9]{2,8}_\d{8}_[A-Z]\d{2}$/,
      fixed: isReleased,
      label: { zh: '固件版本', en: 'Version' },
      help: { zh: '如ZK1_20230615_A02', en: 'E.g. ZK1_20230615_A02' },
    }),
    packageFile: f.file({
      required: true,
      biz: 'firmware',
      maxMb: 2,
      sensitive: true,
      fixed: isReleased,
      help: { zh: 'bin整包，不超过2MB', en: 'A complete package (.bin), up to 2 MB' },
    }),
    md5: f.text({
      required: true,
      max: 32,
      pattern: /^[0-9a-fA-F]{32}$/,
      fixed: isReleased,
      label: { zh: 'MD5', en: 'MD5' },
      help: { zh: '与上传的文件比对', en: 'Compared with the uploaded file' },
    }),
    fileSize: f.int({ readonly, min: 1, unit: 'B' }),
    sha256: f.text({ readonly, max: 64, label: { zh: 'SHA-256', en: 'SHA-256' } }),
    crc16: f.text({ readonly, max: 4, label: { zh: 'CRC16', en: 'CRC-16' } }),
    vehicleTypeIds: f.refMany('vehicleType', {
      required: true,
      min: 1,
      max: 200,
      help: { zh: '仅旧平台车型', en: 'Models of the old platform' },
    }),
    changeLog: f.longText({ required: true, min: 10, max: 2000 }),
    status: f.dict('FirmwareOldStatus', { required: true, default: draft, readonly, index: true }),
    installedCount: f.computed(f.int()),
    taskCount: f.computed(f.int()),
  },
  list: {
    linesAbove: 1,
    columns: [
      'name',
      'firmwareNo',
      'deviceType',
      'version',
      'fileSize',
      'vehicleTypeIds',
      'status',
      'taskCount',
      'installedCount',
      'createBy',
      'createTime',
    ],
    identity: ['name', 'firmwareNo'],
    filters: {
      name: 'like',
      deviceType: 'eq',
      version: 'like',
      vehicleTypeIds: 'eq',
      status: 'eq',
      createTime: 'range',
    },
    order: 'createTime desc',
  },
  aliases: { vehicleTypeId: 'vehicleTypeIds', size: 'fileSize', changeLogZh: 'changeLog' },
  form: [
    {
      title: { zh: '固件', en: 'Firmware' },
      fields: ['name', 'deviceType', 'version', 'packageFile', 'md5', 'vehicleTypeIds', 'changeLog'],
    },
  ],
  detail: [
    {
      title: { zh: '固件', en: 'Firmware' },
      fields: [
        'firmwareNo',
        'deviceType',
        'version',
        'vehicleTypeIds',
        'taskCount',
        'installedCount',
        'createBy',
        'createTime',
      ],
    },
    { title: { zh: '升级包', en: 'Package' }, fields: ['fileSize', 'md5', 'crc16', 'sha256'] },
    { title: { zh: '说明', en: 'Notes' }, fields: ['changeLog'] },
  ],
  machines: { status: 'SM-FirmwareOld' },
  rules: [isOldPart],
  actions: transitions(otaMachines, 'SM-FirmwareOld', {
    enable: {
      path: 'enable',
      many: true,
      fixedInput: { enabled: 1 },
      confirm: { zh: '发布「{name}」？', en: 'Release “{name}”?' },
    },
    disable: {
      path: 'enable',
      many: true,
      danger: true,
      fixedInput: { enabled: 0 },
      confirm: { zh: '停用「{name}」？不再提供给任何车辆。', en: 'Disable “{name}”? It is offered to no vehicle.' },
    },
  }),
});
