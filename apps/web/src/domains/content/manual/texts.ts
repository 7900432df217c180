import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

export const texts = {
  document: { zh: '文档', en: 'Document' },
  pages: { zh: '缩略图', en: 'Thumbnails' },
  catalog: { zh: '目录', en: 'Catalogue' },
  page: { zh: '第{n}页', en: 'Page {n}' },
  pageNo: { zh: '页码', en: 'Page number' },
  ofPages: { zh: '/ {n}页', en: 'of {n}' },
  previous: { zh: '上一页', en: 'Previous page' },
  next: { zh: '下一页', en: 'Next page' },
  download: { zh: '下载PDF', en: 'Download PDF' },
  find: { zh: '在正文中查找', en: 'Find in the text' },
  nothing: { zh: '正文中没有「{text}」', en: 'The text does not contain “{text}”' },
  times: { zh: '{n}处', en: '{n} {n|time|times}' },
  converting: { zh: '正在转换：{done} / {all}页', en: 'Converting: {done} of {all} pages' },
  waiting: { zh: '等待转换', en: 'Waiting to be converted' },
  none: { zh: '还没有页面', en: 'No pages yet' },
  failed: { zh: '转换失败：{why}', en: 'Conversion failed: {why}' },
  viewer: { zh: '说明书页面，用左右方向键翻页', en: 'Pages of the manual; the arrow keys turn them' },
  replaces: { zh: '上架将替换旧版：', en: 'These are taken off the shelf:' },
  left: { zh: '{models}将没有上架的同类说明书', en: '{models} would have no such manual on the shelf' },
} as const satisfies Texts;

export const useManualTexts = (): Translate<typeof texts> => useTexts(texts);
