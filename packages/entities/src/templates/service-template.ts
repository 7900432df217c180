import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { oneLine } from '../patterns.ts';
import {
  columns,
  filters,
  hasScene,
  neededVariable,
  test,
  textSection,
  texts,
  variableIssue,
} from './template-fields.ts';
import { builtInCodes } from './template-text.ts';

/** Template of service messages 服务模板: texts of reminders, and those the platform sends by itself. */
export const serviceTemplate = defineEntity({
  name: 'serviceTemplate',
  table: 'msg_template',
  domain: 'templates',
  label: { zh: '服务模板', en: 'Service template' },
  base: '/msg/crm/serviceTemplate',
  page: 'messageTemplateManage',
  title: ['name', 'templateCode'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fixedValues: { kind: 'service' },
  fields: {
    kind: f.text({ required: true, readonly: true, max: 10, default: 'service', label: { zh: '类别', en: 'Kind' } }),
    templateCode: f.text({
      required: true,
      max: 34,
      pattern: new RegExp(`^(SVC_[A-Z0-9_]{2,30}|${builtInCodes.join('|')})$`),
      unique: true,
      fixed: true,
      help: { zh: '以SVC_开头的大写字母、数字和下划线', en: 'Begins with SVC_; capitals, digits, underscores' },
    }),
    reminderType: f.dict('ReminderType', {
      required: true,
      index: true,
      visible: hasScene,
      label: { zh: '场景', en: 'Scene' },
    }),
    ...texts,
    jumpPage: f.dict('AppPage', { required: true, default: 'vehicle', visible: hasScene }),
    usedBy: f.computed({ kind: 'int' }, { label: { zh: '引用规则', en: 'Rules' } }),
    builtIn: f.computed(f.flag()),
  },
  list: {
    linesAbove: 1,
    columns: ['name', 'templateCode', 'reminderType', 'usedBy', ...columns],
    identity: ['name', 'templateCode'],
    filters: { ...filters, reminderType: 'eq' },
    order: 'updateTime desc',
    also: ['builtIn'],
  },
  aliases: { scene: 'reminderType', channel: 'channels' },
  form: [
    {
      title: { zh: '模板', en: 'Template' },
      fields: ['templateCode', 'name', 'nameEn', 'reminderType', 'jumpPage', 'sound', 'enabled'],
    },
    textSection,
    { title: { zh: '渠道', en: 'Channels' }, fields: ['channels', 'smsTemplateId', 'smsBody'] },
  ],
  actions: { test },
  machines: { enabled: 'SM-Enable' },
  choosable: { enabled: [1] },
  rules: [oneLine('pushTitle', 'pushTitleEn'), variableIssue('service'), neededVariable],
});
