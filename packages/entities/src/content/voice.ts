import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Voice of a voice pack 语音: what the vehicle says in a scene; kept in a drawer of the themes. The server measures the file. */
export const voice = defineEntity({
  name: 'voice',
  table: 'cnt_voice',
  domain: 'content',
  label: { zh: '语音', en: 'Voice' },
  base: '/ps/crm/voice',
  page: 'themeManage',
  buttons: {
    add: 'themeManage.voice',
    update: 'themeManage.voice',
    batchDelete: 'themeManage.voice',
    enable: 'themeManage.voice',
  },
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fields: {
    themeId: f.ref('appTheme', { required: true, index: true, fixed: true, cascade: true }),
    scene: f.dict('VoiceScene', { required: true }),
    name: f.text({ required: true, min: 2, max: 20 }),
    fileId: f.audio({
      required: true,
      maxMb: 0.3,
      label: { zh: '语音文件', en: 'Voice file' },
      help: { zh: 'mp3/wav，0.3–8秒，不超过300KB', en: 'MP3 or WAV, 0.3–8 s, up to 300 KB' },
    }),
    durationSec: f.decimal({ readonly: true, unit: 's', decimals: 2 }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
  },
  list: {
    columns: ['name', 'themeId', 'scene', 'fileId', 'durationSec', 'enabled', 'updateTime'],
    filters: { name: 'like', themeId: 'eq', scene: 'eq', enabled: 'eq' },
    order: 'createTime desc',
  },
  uniqueTogether: [['themeId', 'scene']],
  machines: { enabled: 'SM-Enable' },
});
