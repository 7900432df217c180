import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** User of a tag 标签用户: each once in a tag. The tag's calls list and export them. */
export const userTagMember = defineEntity({
  name: 'userTagMember',
  table: 'usr_tag_member',
  domain: 'users',
  label: { zh: '标签用户', en: 'Tagged user' },
  base: '/user/crm/userTag',
  page: 'userTagsManage',
  title: ['nickname'],
  calls: ['list', 'export'],
  callPaths: { list: 'members' },
  fields: {
    tagId: f.ref('userTag', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: { zh: '标签', en: 'Tag' },
    }),
    userId: f.ref('appUser', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: { zh: '用户', en: 'User' },
    }),
    nickname: f.lookup('userId', 'nickname'),
    mobile: f.lookup('userId', 'mobile'),
    cityId: f.lookup('userId', 'cityId'),
    vehicleCount: f.computed(f.int()),
    source: f.dict('TagType', { required: true, readonly: true, label: { zh: '来源', en: 'Source' } }),
    addTime: f.instant({ required: true, readonly: true, index: true, label: { zh: '加入时间', en: 'Added' } }),
  },
  list: {
    columns: ['userId', 'mobile', 'cityId', 'vehicleCount', 'addTime', 'source'],
    filters: { mobile: 'eq', nickname: 'like' },
    hiddenFilters: { tagId: 'eq', userId: 'eq' },
    order: 'id desc',
    also: ['nickname'],
  },
  scope: { city: 'userId.cityId' },
  uniqueTogether: [['tagId', 'userId']],
  exportLimit: 50_000,
  exportsPeople: true,
});
