import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

export const texts = {
  hash: { zh: 'SHA-256（用于签名）', en: 'SHA-256, to be signed' },
  readSignature: { zh: '从.sig文件读取', en: 'Read from a .sig file' },
  notASignature: { zh: '文件不是64字节的签名或其Base64', en: 'The file is neither a 64-byte signature nor its Base64' },
  installed: { zh: '已装版本', en: 'Installed versions' },
  version: { zh: '版本', en: 'Version' },
  parts: { zh: '部件数', en: 'Parts' },
  share: { zh: '占比', en: 'Share' },
  installedSays: {
    zh: '{total}个部件中{n}个已是该版本（{share}）',
    en: '{n} of {total} {total|part|parts} on this version ({share})',
  },
  noParts: { zh: '没有部件上报过版本', en: 'No part has reported a version' },
  tasks: { zh: '升级任务', en: 'OTA tasks' },
  vehicles: { zh: '此版本的车辆', en: 'Vehicles on this version' },
  newTask: { zh: '新建升级任务', en: 'New OTA task' },
  download: { zh: '下载升级包', en: 'Download package' },
} as const satisfies Texts;

export const useFirmwareTexts = (): Translate<typeof texts> => useTexts(texts);
