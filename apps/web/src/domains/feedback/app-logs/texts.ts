import { useTexts, type Texts } from '../../../i18n/lang.ts';

export const texts = {
  content: { zh: '日志内容', en: 'Content' },
  notThere: { zh: '用户同意并上传后可查看内容。', en: 'The content is here once the user has agreed and sent it.' },
  level: { zh: '级别', en: 'Level' },
  D: { zh: '全部', en: 'All' },
  I: { zh: '信息以上', en: 'Info +' },
  W: { zh: '警告以上', en: 'Warnings +' },
  E: { zh: '错误', en: 'Errors' },
  keyword: { zh: '在日志中搜索', en: 'Search the log' },
  first: { zh: '开头', en: 'Start' },
  back: { zh: '上一页', en: 'Back' },
  more: { zh: '下一页', en: 'Next' },
  last: { zh: '末尾', en: 'End' },
  place: { zh: '位置', en: 'Position' },
  at: { zh: '第{percent}%，共{size}', en: 'At {percent}% of {size}' },
  lines: { zh: '日志', en: 'Log' },
  nothing: { zh: '没有符合条件的内容。', en: 'Nothing matches.' },
  searching: { zh: '正在查找，已到{percent}%……', en: 'Searching, {percent}% done …' },
  around: { zh: '查看前后内容', en: 'Show the lines around it' },
  request: { zh: '索取日志', en: 'Request log' },
  download: { zh: '下载日志', en: 'Download log' },
} as const satisfies Texts;

export const useAppLogTexts = () => useTexts(texts);
