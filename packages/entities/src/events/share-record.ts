import { idPattern } from '@wheelhouse/contract/text';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;
const count = { required: true, default: 0, readonly, index: true } as const;

/** What the address of a share ends with. */
export const shareCodePattern = /^[a-z2-9]{10}$/;

/** What a user of the app has shared, and what came of it 分享记录. Records are added by the app and never changed by people. */
export const shareRecord = defineEntity({
  name: 'shareRecord',
  table: 'act_share_record',
  domain: 'events',
  label: { zh: '分享记录', en: 'Share' },
  base: '/act/crm/share',
  page: 'shareCount',
  title: ['shareCode'],
  calls: ['list', 'export'],
  fields: {
    time: f.instant({ required: true, readonly, index: true, label: { zh: '分享时间', en: 'Shared at' } }),
    userId: f.ref('appUser', { required: true, readonly, index: true, label: { zh: '用户', en: 'User' } }),
    mobile: f.lookup('userId', 'mobile'),
    shareObject: f.dict('ShareObject', { required: true, readonly, index: true }),
    objectId: f.text({ readonly, max: 19, pattern: idPattern, label: { zh: '对象ID', en: 'Object id' } }),
    objectName: f.computed(f.text(), { label: { zh: '分享内容', en: 'What was shared' } }),
    channel: f.dict('ShareChannel', { required: true, readonly, index: true }),
    clientOs: f.dict('ClientOs', { readonly, index: true }),
    shareCode: f.text({
      required: true,
      readonly,
      max: 10,
      pattern: shareCodePattern,
      unique: 'ever',
      label: { zh: '分享码', en: 'Share code' },
    }),
    visits: f.int(count),
    newUsers: f.int(count),
  },
  list: {
    columns: [
      'time',
      'userId',
      'mobile',
      'shareObject',
      'objectName',
      'channel',
      'clientOs',
      'visits',
      'newUsers',
      'objectId',
      'shareCode',
    ],
    identity: ['time'],
    filters: { time: 'range', shareObject: 'eq', objectId: 'eq', channel: 'eq', clientOs: 'eq' },
    hiddenFilters: { userId: 'eq', shareCode: 'eq' },
    order: 'time desc',
  },
  scope: { city: 'userId.cityId' },
  exportLimit: 50_000,
});
