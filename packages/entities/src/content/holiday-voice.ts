import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { everything, f, type Row } from '../fields.ts';
import { dateFault, longestHoliday, overlapsItself, type DateFault, type HolidayDates } from './holiday-dates.ts';

const faults = {
  format: {
    zh: '「{text}」不是此方式的日期：公历和农历如01-01或12-30..01-07，指定日期如2027-02-05..2027-02-12',
    en: '“{text}” is no date of this mode: solar and lunar 01-01 or 12-30..01-07, explicit 2027-02-05..2027-02-12',
  },
  tooLong: { zh: '「{text}」超过{n}天', en: '“{text}” is over {n} days' },
} as const satisfies Record<DateFault, object>;
const twice = { zh: '日期之间有重叠', en: 'The dates overlap each other' } as const;

/** The dates of a row as far as it has them. */
export function holidayDatesOf({ dateMode, dates }: Row): HolidayDates {
  return {
    dateMode: Number(dateMode),
    dates: Array.isArray(dates) ? dates.filter((text): text is string => typeof text === 'string') : [],
  };
}

function datesFit(row: Row): Issue | undefined {
  const given = holidayDatesOf(row);
  for (const text of given.dates) {
    const fault = dateFault(given.dateMode, text);
    if (fault !== undefined) return { field: 'dates', text: faults[fault], params: { text, n: longestHoliday } };
  }
  return overlapsItself(given) ? { field: 'dates', text: twice } : undefined;
}

const audio = {
  maxMb: 0.5,
  help: { zh: 'mp3/wav，0.5–10秒，不超过500KB', en: 'MP3 or WAV, 0.5–10 s, up to 500 KB' },
} as const;

/**
 * Holiday voice 节日语音: what vehicles say on the days of a holiday instead of the voice of their theme. Vehicles load it a week before. A tab of the
 * themes; the server measures the files.
 */
export const holidayVoice = defineEntity({
  name: 'holidayVoice',
  table: 'cnt_holiday_voice',
  domain: 'content',
  label: { zh: '节日语音', en: 'Holiday voice' },
  base: '/ps/crm/holidayVoice',
  page: 'themeManage',
  buttons: {
    add: 'themeManage.addHoliday',
    update: 'themeManage.editHoliday',
    batchDelete: 'themeManage.deleteHoliday',
    enable: 'themeManage.editHoliday',
  },
  title: ['holidayName'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fields: {
    ...f.bilingual(
      'holidayName',
      'text',
      { required: true, min: 2, max: 16, label: { zh: '节日名称', en: 'Holiday name' } },
      { min: 0, label: { zh: '英文节日名称', en: 'English holiday name' } },
    ),
    holidayCode: f.dict('Holiday', { required: true, index: true }),
    dateMode: f.dict('HolidayDateMode', { required: true, default: codes.HolidayDateMode.solar }),
    dates: f.tags({
      required: true,
      min: 1,
      max: 10,
      help: {
        zh: '月-日，如01-01；一段如12-30..01-07，最长15天；指定日期写年份，如2027-02-05..2027-02-12',
        en: 'Month-day such as 01-01, or a period of up to 15 days such as 12-30..01-07; explicit ones with their year, 2027-02-05..2027-02-12',
      },
    }),
    scene: f.dict('VoiceScene', { required: true, default: codes.VoiceScene.powerOn, index: true }),
    audioFile: f.audio({ required: true, ...audio }),
    audioFileEn: f.audio(audio),
    ...f.bilingual('text', 'text', { required: true, min: 2, max: 40 }),
    vehicleTypeIds: f.refMany('vehicleType', {
      max: 100,
      empty: everything,
      help: {
        zh: '不选即全部；仅新平台（OTA代际2）车型',
        en: 'None means all; new-platform models (OTA generation 2) only',
      },
    }),
    volume: f.int({ required: true, min: 1, max: 10, default: 7 }),
    sort: f.sort({ index: true }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
    durationSec: f.decimal({ readonly: true, unit: 's', decimals: 2 }),
    version: f.int({ required: true, readonly: true, default: 1 }),
    loadedCount: f.computed(f.int(), { label: { zh: '已下载车辆', en: 'Vehicles that have it' } }),
    waitingCount: f.computed(f.int(), { label: { zh: '待下载车辆', en: 'Vehicles waiting' } }),
    failedCount: f.computed(f.int(), { label: { zh: '下载失败车辆', en: 'Vehicles failed' } }),
  },
  list: {
    linesAbove: 1,
    columns: [
      'holidayName',
      'holidayCode',
      'scene',
      'dateMode',
      'dates',
      'audioFile',
      'vehicleTypeIds',
      'enabled',
      'sort',
    ],
    filters: { holidayName: 'like', holidayCode: 'eq', scene: 'eq', enabled: 'eq' },
    order: 'sort asc',
  },
  form: [
    {
      title: { zh: '节日', en: 'Holiday' },
      fields: ['holidayName', 'holidayNameEn', 'holidayCode', 'dateMode', 'dates'],
    },
    {
      title: { zh: '语音', en: 'Voice' },
      fields: ['scene', 'audioFile', 'audioFileEn', 'text', 'textEn', 'vehicleTypeIds', 'volume', 'sort', 'enabled'],
    },
  ],
  detail: [
    {
      title: { zh: '节日', en: 'Holiday' },
      fields: ['holidayName', 'holidayNameEn', 'holidayCode', 'dateMode', 'dates', 'enabled'],
    },
    {
      title: { zh: '语音', en: 'Voice' },
      fields: [
        'scene',
        'audioFile',
        'audioFileEn',
        'durationSec',
        'text',
        'textEn',
        'vehicleTypeIds',
        'volume',
        'sort',
        'version',
      ],
    },
    {
      title: { zh: '下发', en: 'Downloads' },
      fields: ['loadedCount', 'waitingCount', 'failedCount', 'createBy', 'createTime', 'updateTime'],
    },
  ],
  rules: [datesFit],
  machines: { enabled: 'SM-Enable' },
});
