import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Users of a tag day by day 标签用户数: as the night's refresh left them. */
export const userTagCountDay = defineEntity({
  name: 'userTagCountDay',
  table: 'usr_tag_count_day',
  domain: 'users',
  label: { zh: '标签每日用户数', en: 'Users of a tag by day' },
  base: '/user/crm/userTagCountDay',
  page: 'userTagsManage',
  title: ['statDate'],
  calls: [],
  fields: {
    tagId: f.ref('userTag', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: { zh: '标签', en: 'Tag' },
    }),
    statDate: f.date({ required: true, readonly: true }),
    userCount: f.int({ required: true, readonly: true, label: { zh: '用户数', en: 'Users' } }),
  },
  list: { columns: ['statDate', 'userCount'], filters: {}, order: 'statDate desc' },
  uniqueTogether: [['tagId', 'statDate']],
});
