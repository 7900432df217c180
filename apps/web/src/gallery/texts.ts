import { useTexts, type Texts, type Translate } from '../i18n/lang.ts';

const texts = {
  description: {
    zh: '每种字段、对话框与状态，供开发时查看。',
    en: 'Every field type, dialog and state, for use during development.',
  },
  kinds: { zh: '字段类型', en: 'Field types' },
  kind: { zh: '类型', en: 'Type' },
  cell: { zh: '列表', en: 'List' },
  detail: { zh: '详情', en: 'Detail' },
  input: { zh: '输入', en: 'Input' },
  filter: { zh: '筛选', en: 'Filter' },
  value: { zh: '当前值', en: 'Value' },
  dialogs: { zh: '对话框', en: 'Dialogs' },
  messages: { zh: '消息', en: 'Messages' },
  states: { zh: '状态', en: 'States' },
  values: { zh: '值', en: 'Values' },
  confirm: { zh: '确认', en: 'Confirmation' },
  danger: { zh: '危险确认', en: 'Dangerous confirmation' },
  reason: { zh: '填写原因', en: 'Reason' },
  secret: { zh: '设备密钥', en: 'Device secret' },
  password: { zh: '初始密码', en: 'Initial password' },
  skipped: { zh: '部分未处理', en: 'Partly not processed' },
  conflict: { zh: '编辑冲突', en: 'Conflict' },
  form: { zh: '表单', en: 'Form' },
  exporting: { zh: '导出', en: 'Export' },
  importing: { zh: '导入', en: 'Import' },
  answered: { zh: '已回答：{answer}', en: 'Answered: {answer}' },
  question: { zh: '停用「示例」吗？', en: 'Disable “Sample”?' },
  questionMore: { zh: '此处说明后果。', en: 'The consequence is explained here.' },
  sampleError: { zh: '请求失败的原因显示在这里。', en: 'The reason for the failed request is shown here.' },
  sample: { zh: '示例', en: 'Sample' },
  sampleText: { zh: '城市通勤款', en: 'City commuter' },
  sampleLong: {
    zh: '两行以上的说明文字，用来检查换行与留白是否合适。',
    en: 'A longer description over several lines, to check line breaks and spacing.',
  },
  success: { zh: '成功', en: 'Success' },
  error: { zh: '错误', en: 'Error' },
  warning: { zh: '警告', en: 'Warning' },
  info: { zh: '提示', en: 'Information' },
  skipReason: { zh: '状态不允许', en: 'Not allowed in this status' },
} as const satisfies Texts;

export const useTestTexts = (): Translate<typeof texts> => useTexts(texts);
export const testTexts = texts;
