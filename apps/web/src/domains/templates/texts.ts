import { useTexts, type Texts } from '../../i18n/lang.ts';

const texts = {
  kinds: { zh: '模板类别', en: 'Kind of template' },
  service: { zh: '服务模板', en: 'Service templates' },
  alarm: { zh: '报警模板', en: 'Alarm templates' },
  variables: { zh: '插入变量', en: 'Insert a variable' },
  hint: { zh: '插入到光标所在的内容中', en: 'Goes where the cursor was' },
  sms: { zh: '短信', en: 'SMS' },
  smsSize: { zh: '含签名共{n}字，{parts}条', en: '{n} {n|character|characters} with signature, {parts} SMS' },
  voice: { zh: '语音', en: 'Call' },
  builtIn: { zh: '内置', en: 'Built-in' },
  anyType: { zh: '通用', en: 'Any type' },
  sample: { zh: '以示例数据预览', en: 'With sample data' },
} as const satisfies Texts;

export const useTemplateTexts = () => useTexts(texts);
