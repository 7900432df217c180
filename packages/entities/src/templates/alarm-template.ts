import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { oneLine } from '../patterns.ts';
import {
  callChannel,
  columns,
  filters,
  goesBy,
  hasScene,
  test,
  textSection,
  texts,
  variableIssue,
} from './template-fields.ts';

/** Template of alarm messages 报警模板: notices to owners of alarms of a type, or of any type. */
export const alarmTemplate = defineEntity({
  name: 'alarmTemplate',
  table: 'msg_template',
  domain: 'templates',
  label: { zh: '报警模板', en: 'Alarm template' },
  base: '/msg/crm/alarmTemplate',
  page: 'messageTemplateManage',
  title: ['name', 'templateCode'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fixedValues: { kind: 'alarm' },
  external: true,
  fields: {
    kind: f.text({ required: true, readonly: true, max: 10, default: 'alarm', label: { zh: '类别', en: 'Kind' } }),
    templateCode: f.text({
      required: true,
      max: 34,
      pattern: /^ALM_[A-Z0-9_]{2,30}$/,
      unique: true,
      fixed: true,
      help: { zh: '以ALM_开头的大写字母、数字和下划线', en: 'Begins with ALM_; capitals, digits, underscores' },
    }),
    alarmType: f.dict('AlarmType', {
      required: true,
      index: true,
      visible: hasScene,
      label: { zh: '场景', en: 'Scene' },
      help: { zh: '每种报警类型只能启用一个模板', en: 'One enabled template a type' },
    }),
    ...texts,
    voiceText: f.longText({
      required: true,
      max: 100,
      visible: goesBy(callChannel),
      help: { zh: '仅紧急报警', en: 'Critical alarms only' },
    }),
    jumpPage: f.dict('AppPage', { required: true, default: 'alarm' }),
    usedBy: f.computed({ kind: 'int' }, { label: { zh: '引用规则', en: 'Rules' } }),
    builtIn: f.computed(f.flag()),
  },
  list: {
    linesAbove: 1,
    columns: ['name', 'templateCode', 'alarmType', 'usedBy', ...columns],
    identity: ['name', 'templateCode'],
    filters: { ...filters, alarmType: 'eq' },
    order: 'updateTime desc',
    also: ['builtIn'],
  },
  aliases: { scene: 'alarmType', channel: 'channels' },
  form: [
    {
      title: { zh: '模板', en: 'Template' },
      fields: ['templateCode', 'name', 'nameEn', 'alarmType', 'jumpPage', 'sound', 'enabled'],
    },
    textSection,
    { title: { zh: '渠道', en: 'Channels' }, fields: ['channels', 'smsTemplateId', 'smsBody', 'voiceText'] },
  ],
  actions: { test },
  machines: { enabled: 'SM-Enable' },
  rules: [oneLine('pushTitle', 'pushTitleEn'), variableIssue('alarm')],
});
