import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

const texts = {
  choose: { zh: '选择文件', en: 'Choose a file' },
  orDrop: { zh: '或将文件拖到此处', en: 'or drop it here' },
  resumes: { zh: '中断后选择同一文件可继续上传', en: 'After a break, choose the same file to go on' },
  sending: { zh: '上传中', en: 'Uploading' },
  waiting: { zh: '连接已断开，恢复后自动继续', en: 'Connection lost. It will resume automatically.' },
  joining: { zh: '正在校验…', en: 'Checking…' },
  paused: { zh: '已暂停', en: 'Paused' },
  failed: { zh: '上传失败', en: 'Upload failed' },
  amount: { zh: '{sent} / {total} MB', en: '{sent} of {total} MB' },
  secondsLeft: { zh: '剩余约{n}秒', en: 'about {n} s left' },
  minutesLeft: { zh: '剩余约{n}分钟', en: 'about {n} min left' },
  pause: { zh: '暂停', en: 'Pause' },
  resume: { zh: '继续', en: 'Resume' },
  retry: { zh: '重试', en: 'Retry' },
  cancel: { zh: '取消上传', en: 'Cancel upload' },
  remove: { zh: '移除文件', en: 'Remove file' },
} as const satisfies Texts;

export const useLargeTexts = (): Translate<typeof texts> => useTexts(texts);
