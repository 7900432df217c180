import { defineEntity } from '../define.ts';
import { f, type Row } from '../fields.ts';

const sold = (row: Row) => String(row['free']) === '0';

/** Sound effect 音效: what a vehicle plays at an event; the server measures the file. */
export const soundEffect = defineEntity({
  name: 'soundEffect',
  table: 'veh_sound_effect',
  domain: 'vehicles',
  label: { zh: '音效', en: 'Sound effect' },
  base: '/veh/crm/soundEffect',
  page: 'soundEffect',
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'shelf'],
  fields: {
    name: f.text({ required: true, min: 2, max: 20 }),
    scene: f.dict('SoundScene', { required: true, index: true }),
    audioFile: f.audio({
      required: true,
      maxMb: 1,
      help: {
        zh: 'mp3/wav，单声道16kHz，0.2–15秒，不超过1MB',
        en: 'mp3 or wav, mono, 16 kHz, 0.2–15 s, up to 1 MB',
      },
    }),
    deviceFile: f.file({
      biz: 'deviceSound',
      maxMb: 0.5,
      help: {
        zh: '中控需要其他编码时上传，bin/wav，不超过512KB',
        en: 'Upload if the ECU needs another codec: bin or wav, up to 512 KB',
      },
    }),
    coverImage: f.image({
      pixels: { width: 300, height: 300 },
      required: true,
      maxMb: 1,
      help: { zh: '300×300，jpg/png', en: '300×300, jpg or png' },
    }),
    vehicleTypeIds: f.refMany('vehicleType', {
      required: true,
      min: 1,
      max: 100,
      help: { zh: '仅新平台（OTA代际2）车型', en: 'New-platform models (OTA generation 2) only' },
    }),
    isDefault: f.flag({
      required: true,
      default: 0,
      help: { zh: '每个场景、每个车型只能有一个默认', en: 'Only one default per scene and model' },
    }),
    free: f.flag({ required: true, default: 1, label: { zh: '免费', en: 'Free' } }),
    priceFen: f.money({ required: true, min: 100, max: 9900, visible: sold }),
    sort: f.sort({ index: true }),
    description: f.longText({ max: 100 }),
    durationSec: f.decimal({ readonly: true, unit: 's', decimals: 2 }),
    sizeKb: f.int({ readonly: true, unit: 'KB' }),
    sampleRateHz: f.int({ readonly: true, unit: 'Hz', label: { zh: '采样率(Hz)', en: 'Sample rate (Hz)' } }),
    version: f.int({ required: true, default: 1, readonly: true }),
    downloadCount: f.int({ required: true, default: 0, readonly: true }),
    shelfStatus: f.dict('ShelfStatus', { required: true, default: 0, readonly: true, index: true }),
  },
  list: {
    columns: [
      'coverImage',
      'name',
      'scene',
      'shelfStatus',
      'audioFile',
      'durationSec',
      'sizeKb',
      'version',
      'vehicleTypeIds',
      'isDefault',
      'downloadCount',
      'sort',
    ],
    filters: { name: 'like', scene: 'eq', vehicleTypeIds: 'eq', shelfStatus: 'eq' },
    order: 'sort asc',
  },
  aliases: { vehicleTypeId: 'vehicleTypeIds' },
  form: [
    { title: { zh: '音效', en: 'Sound' }, fields: ['name', 'scene', 'audioFile', 'deviceFile', 'coverImage'] },
    {
      title: { zh: '适用与价格', en: 'Models and price' },
      fields: ['vehicleTypeIds', 'isDefault', 'free', 'priceFen', 'sort', 'description'],
    },
  ],
  detail: [
    {
      title: { zh: '音效', en: 'Sound' },
      fields: [
        'name',
        'scene',
        'audioFile',
        'deviceFile',
        'coverImage',
        'durationSec',
        'sizeKb',
        'sampleRateHz',
        'version',
      ],
    },
    {
      title: { zh: '适用与价格', en: 'Models and price' },
      fields: [
        'vehicleTypeIds',
        'isDefault',
        'free',
        'priceFen',
        'sort',
        'shelfStatus',
        'downloadCount',
        'description',
      ],
    },
  ],
  uniqueTogether: [['name', 'scene']],
  machines: { shelfStatus: 'SM-Shelf' },
});
