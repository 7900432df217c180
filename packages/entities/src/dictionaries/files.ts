/**
 * Dictionaries of files.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const filesDictionaries = [
  { category: 'UploadBiz', zh: '上传用途', en: 'Upload use', flag: 'B', serverOnly: true, entries: [
    { code: 'avatar', zh: '头像', en: 'Avatar' },
    { code: 'image', zh: '图片', en: 'Image' },
    { code: 'video', zh: '视频', en: 'Video' },
    { code: 'audio', zh: '音频', en: 'Audio' },
    { code: 'deviceSound', zh: '设备音效', en: 'Device sound' },
    { code: 'pdf', zh: '文档', en: 'PDF' },
    { code: 'apk', zh: '安装包', en: 'App package' },
    { code: 'firmware', zh: '固件', en: 'Firmware' },
    { code: 'import', zh: '导入文件', en: 'Import file' },
    { code: 'evidence', zh: '凭证', en: 'Evidence' },
    { code: 'appLog', zh: 'APP日志', en: 'App log' },
    { code: 'model', zh: '3D模型', en: '3D model' },
    { code: 'themePackage', zh: '主题包', en: 'Theme package' },
    { code: 'animation', zh: '动画', en: 'Animation' },
  ] },
] as const satisfies readonly Dictionary[];
