import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { plainKey as pattern } from '../patterns.ts';

const readonly = true;

/** A stored file. A user sees what they have uploaded themselves; its storage key is shown to nobody. */
export const fileObject = defineEntity({
  name: 'fileObject',
  table: 'v_file',
  domain: 'files',
  label: { zh: '文件', en: 'File' },
  base: '/data/crm/file',
  page: 'operatorManage',
  open: ['list'],
  title: ['name'],
  calls: [],
  external: true,
  fields: {
    fileId: f.text({ readonly, pattern, unique: 'ever', label: { zh: '文件编号', en: 'File no.' } }),
    biz: f.text({ readonly, pattern, label: { zh: '用途', en: 'Use' } }),
    name: f.text({ readonly, label: { zh: '文件名', en: 'File name' } }),
    contentType: f.text({ readonly, label: { zh: '类型', en: 'Type' } }),
    size: f.int({ readonly, unit: 'B', label: { zh: '大小', en: 'Size' } }),
    sha256: f.text({ readonly, pattern, label: { zh: '摘要(SHA-256)', en: 'SHA-256' } }),
    uploaderType: f.text({ readonly, pattern, label: { zh: '上传方', en: 'Uploaded by' } }),
    uploaderId: f.text({ readonly, pattern, label: { zh: '上传人编号', en: 'Uploader no.' } }),
    refCount: f.computed({ kind: 'int' }, { label: { zh: '引用数', en: 'Uses' } }),
  },
  list: {
    columns: [
      'createTime',
      'fileId',
      'biz',
      'name',
      'contentType',
      'size',
      'sha256',
      'uploaderType',
      'uploaderId',
      'refCount',
    ],
    filters: {
      fileId: ['eq', 'in'],
      biz: 'eq',
      sha256: 'eq',
      uploaderType: 'eq',
      uploaderId: 'eq',
      createTime: 'range',
    },
    order: 'createTime desc',
  },
});
