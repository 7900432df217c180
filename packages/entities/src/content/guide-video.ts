import { defineEntity } from '../define.ts';
import { everything, f } from '../fields.ts';

/** How-to video 操作视频: an upload or a link to an allowed host; the server reads length and size from the file. */
export const guideVideo = defineEntity({
  name: 'guideVideo',
  table: 'ps_video',
  domain: 'content',
  label: { zh: '操作视频', en: 'How-to video' },
  base: '/ps/crm/guide',
  page: 'videoManage',
  title: ['title'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'shelf', 'sort'],
  fields: {
    ...f.bilingual('title', 'text', { required: true, min: 2, max: 40 }),
    category: f.dict('VideoCategory', { required: true, index: true }),
    vehicleTypeIds: f.refMany('vehicleType', {
      max: 100,
      empty: everything,
      help: { zh: '不选则适用于全部车型', en: 'Leave empty for all models' },
    }),
    videoFile: f.video({
      maxMb: 200,
      seconds: [5, 900],
      shapes: ['16:9', '9:16'],
      poster: 'cover',
      help: {
        zh: 'MP4（H.264），5–900秒，16:9或9:16，不超过200MB；与外链二选一',
        en: 'MP4 (H.264), 5–900 s, 16:9 or 9:16, up to 200 MB; a video or a link, not both',
      },
    }),
    videoUrl: f.text({
      max: 500,
      pattern: /^https:\/\/[^\s/]+\.[^\s/]+(\/\S*)?$/,
      help: {
        zh: 'https地址，域名须在链接域名白名单内',
        en: 'An https address whose host is among the allowed link hosts',
      },
    }),
    cover: f.image({
      required: true,
      maxMb: 1,
      shapes: ['16:9'],
      help: { zh: '16:9，jpg/png，不超过1MB', en: '16:9, jpg or png, up to 1 MB' },
    }),
    summary: f.longText({ max: 200, label: { zh: '简介', en: 'Summary' } }),
    sort: f.sort({ index: true }),
    durationSec: f.decimal({ readonly: true, unit: 's', decimals: 1 }),
    sizeMb: f.decimal({ readonly: true, unit: 'MB', decimals: 2 }),
    playCount: f.int({ required: true, default: 0, readonly: true }),
    likeCount: f.int({ required: true, default: 0, readonly: true }),
    shelfStatus: f.dict('ShelfStatus', { required: true, default: 0, readonly: true, index: true }),
  },
  list: {
    columns: [
      'cover',
      'title',
      'shelfStatus',
      'category',
      'vehicleTypeIds',
      'durationSec',
      'sizeMb',
      'playCount',
      'likeCount',
      'sort',
      'updateTime',
    ],
    filters: { title: 'like', category: 'eq', vehicleTypeIds: 'eq', shelfStatus: 'eq' },
    order: 'sort asc',
  },
  aliases: { vehicleTypeId: 'vehicleTypeIds' },
  form: [
    {
      title: { zh: '视频', en: 'Video' },
      fields: ['title', 'titleEn', 'category', 'vehicleTypeIds', 'videoFile', 'videoUrl', 'cover'],
    },
    { title: { zh: '展示', en: 'Display' }, fields: ['summary', 'sort'] },
  ],
  detail: [
    {
      title: { zh: '视频', en: 'Video' },
      fields: [
        'title',
        'titleEn',
        'category',
        'vehicleTypeIds',
        'videoFile',
        'videoUrl',
        'durationSec',
        'sizeMb',
        'cover',
      ],
    },
    {
      title: { zh: '展示', en: 'Display' },
      fields: ['summary', 'sort', 'shelfStatus', 'playCount', 'likeCount', 'createTime', 'updateTime'],
    },
  ],
  rules: [({ videoFile, videoUrl }) => (!videoFile === !videoUrl ? { field: 'videoFile', code: 5101 } : undefined)],
  uniqueTogether: [['title', 'category']],
  machines: { shelfStatus: 'SM-Shelf' },
});
