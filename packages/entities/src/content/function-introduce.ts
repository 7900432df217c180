import { defineEntity } from '../define.ts';
import { everything, f } from '../fields.ts';

/** Short introduction of a vehicle function in the app 功能介绍. */
export const functionIntroduce = defineEntity({
  name: 'functionIntroduce',
  table: 'ps_function_introduce',
  domain: 'content',
  label: { zh: '功能介绍', en: 'Function introduction' },
  base: '/ps/crm/functionIntroduce',
  page: 'functionIntroduce',
  title: ['title'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'shelf'],
  fields: {
    ...f.bilingual('title', 'text', { required: true, min: 2, max: 40 }),
    classificationId: f.ref('functionClassification', { required: true, index: true }),
    vehicleTypeIds: f.refMany('vehicleType', {
      max: 100,
      empty: everything,
      help: { zh: '不选则适用于全部车型', en: 'Leave empty for all models' },
    }),
    featureCode: f.ref('functionalFeature', {
      label: { zh: '对应功能', en: 'Feature' },
      help: { zh: '选择后，仅对具备该功能的车型展示', en: 'If given, only models that have it show the introduction' },
    }),
    icon: f.image({
      required: true,
      pixels: { width: 120, height: 120 },
      maxMb: 1,
      help: { zh: '120×120，png', en: '120×120, png' },
    }),
    images: f.images({ max: 9, help: { zh: '最多9张', en: 'Up to 9' } }),
    content: f.richText({ required: true, max: 50_000 }),
    videoId: f.ref('guideVideo', {
      help: {
        zh: '上架的操作视频会在APP中一并展示',
        en: 'The app shows the how-to video with it while that is on the shelf',
      },
    }),
    sort: f.sort({ index: true }),
    viewCount: f.int({ required: true, default: 0, readonly: true }),
    shelfStatus: f.dict('ShelfStatus', { required: true, default: 0, readonly: true, index: true }),
  },
  list: {
    columns: ['title', 'shelfStatus', 'classificationId', 'vehicleTypeIds', 'icon', 'viewCount', 'sort', 'updateTime'],
    filters: { title: 'like', classificationId: 'eq', vehicleTypeIds: 'eq', shelfStatus: 'eq' },
    order: 'sort asc',
  },
  aliases: { vehicleTypeId: 'vehicleTypeIds' },
  form: [
    {
      title: { zh: '功能', en: 'Function' },
      fields: ['title', 'titleEn', 'classificationId', 'vehicleTypeIds', 'featureCode', 'icon', 'sort'],
    },
    { title: { zh: '内容', en: 'Content' }, fields: ['content', 'images', 'videoId'] },
  ],
  detail: [
    {
      title: { zh: '功能', en: 'Function' },
      fields: [
        'title',
        'titleEn',
        'classificationId',
        'vehicleTypeIds',
        'featureCode',
        'icon',
        'sort',
        'shelfStatus',
        'viewCount',
        'createTime',
        'updateTime',
      ],
    },
    { title: { zh: '内容', en: 'Content' }, fields: ['content', 'images', 'videoId'] },
  ],
  machines: { shelfStatus: 'SM-Shelf' },
});
