import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { isFrameSchema } from './debug-schema.ts';

const shapeText = {
  zh: '须为参数列表：[{"name","type"(u8/u16/u32/i16/text/hex),"zh","en","unit","min","max","scale","enum":[{"value","zh","en"}]}]，名称不重复，最多30项',
  en: 'Must be a list of values: [{"name","type"(u8/u16/u32/i16/text/hex),"zh","en","unit","min","max","scale","enum":[{"value","zh","en"}]}], each name once, at most 30',
};

const schemaRule =
  (name: 'paramSchema' | 'resultSchema') =>
  (row: Row): Issue | undefined =>
    row[name] === undefined || row[name] === null || isFrameSchema(row[name])
      ? undefined
      : { field: name, text: shapeText };

function wholeBytes(row: Row): Issue | undefined {
  return String(row['opcode'] ?? '').length % 2 === 0
    ? undefined
    : {
        field: 'opcode',
        text: {
          zh: '操作码须为完整字节（偶数位）',
          en: 'The opcode must consist of whole bytes (an even number of digits)',
        },
      };
}

/** Commands that hand the vehicle over to others or wipe it: on bound vehicles only with a work order (E2412). */
export const orderedCommands: readonly string[] = ['FACTORY_RESET', 'SET_SERVER'];

/** Entry of the library of debug commands 调试指令库. */
export const debugCommand = defineEntity({
  name: 'debugCommand',
  table: 'veh_debug_command',
  domain: 'control',
  label: { zh: '调试指令', en: 'Debug command' },
  base: '/veh/crm/debugCommand',
  page: 'vehicleRemoteDebugging',
  title: ['cmdCode'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  buttons: {
    add: 'vehicleRemoteDebugging.library',
    update: 'vehicleRemoteDebugging.library',
    batchDelete: 'vehicleRemoteDebugging.library',
    enable: 'vehicleRemoteDebugging.library',
  },
  fields: {
    cmdCode: f.text({ required: true, fixed: true, pattern: /^[A-Z0-9_]{3,32}$/, max: 32, unique: true }),
    name: f.text({ required: true, min: 2, max: 40 }),
    nameEn: f.text({ max: 60 }),
    deviceType: f.dict('DeviceType', { required: true, default: 1, index: true }),
    opcode: f.text({
      required: true,
      pattern: /^[0-9A-F]{2,8}$/,
      max: 8,
      help: { zh: '2–8位大写十六进制', en: '2–8 upper-case hex digits' },
    }),
    direction: f.dict('DebugDirection', { required: true, default: 1, label: { zh: '方向', en: 'Direction' } }),
    timeoutSec: f.int({
      required: true,
      min: 1,
      max: 120,
      default: 10,
      unit: 's',
      label: { zh: '超时(秒)', en: 'Timeout (s)' },
    }),
    dangerous: f.flag({ required: true, default: 0, label: { zh: '危险指令', en: 'Dangerous' } }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
    paramSchema: f.json({ label: { zh: '参数定义', en: 'Parameter definition' } }),
    resultSchema: f.json({ label: { zh: '应答定义', en: 'Response definition' } }),
    remark: f.longText({ max: 200 }),
  },
  list: {
    columns: [
      'name',
      'cmdCode',
      'nameEn',
      'deviceType',
      'direction',
      'opcode',
      'timeoutSec',
      'dangerous',
      'enabled',
      'updateTime',
    ],
    identity: ['name', 'cmdCode'],
    filters: { cmdCode: 'like', name: 'like', deviceType: 'eq', direction: 'eq', dangerous: 'eq', enabled: 'eq' },
    order: 'deviceType asc',
    also: ['paramSchema', 'resultSchema', 'remark'],
  },
  form: [
    {
      title: { zh: '指令', en: 'Command' },
      fields: ['cmdCode', 'deviceType', 'name', 'nameEn', 'opcode', 'direction', 'timeoutSec', 'dangerous', 'enabled'],
    },
    { title: { zh: '帧内容', en: 'Frame' }, fields: ['paramSchema', 'resultSchema', 'remark'] },
  ],
  machines: { enabled: 'SM-Enable' },
  rules: [wholeBytes, schemaRule('paramSchema'), schemaRule('resultSchema')],
});
