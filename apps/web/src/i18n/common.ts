import { fill, type TextParams } from '@wheelhouse/contract/lang';
import { getLang, useTexts, type Texts, type Translate } from './lang.ts';

/** Texts every page uses. Page texts live beside their page. */
export const common = {
  productName: { zh: '出行管理系统', en: 'Travel Management System' },
  search: { zh: '查询', en: 'Search' },
  reset: { zh: '重置', en: 'Reset' },
  add: { zh: '新增', en: 'Add' },
  edit: { zh: '编辑', en: 'Edit' },
  copy: { zh: '复制', en: 'Copy' },
  versions: { zh: '版本对比', en: 'Versions' },
  copied: { zh: '已复制', en: 'Copied' },
  copyFailed: { zh: '无法访问剪贴板，请手动复制', en: 'Clipboard not available. Copy manually' },
  delete: { zh: '删除', en: 'Delete' },
  deleteConfirm: {
    zh: '确定删除选中的{n}条数据吗？删除后不可恢复。',
    en: 'Delete the {n} selected {n|record|records}? This cannot be undone.',
  },
  enable: { zh: '启用', en: 'Enable' },
  disable: { zh: '停用', en: 'Disable' },
  disableConfirm: { zh: '确定停用「{name}」吗？', en: 'Disable “{name}”?' },
  shelfOn: { zh: '上架', en: 'Put on shelf' },
  shelfOff: { zh: '下架', en: 'Take off' },
  shelfOffConfirm: {
    zh: '确定下架「{name}」吗？APP将不再展示。',
    en: 'Take “{name}” off the shelf? The app will no longer show it.',
  },
  publish: { zh: '发布', en: 'Publish' },
  revoke: { zh: '撤回', en: 'Withdraw' },
  approve: { zh: '通过', en: 'Approve' },
  reject: { zh: '驳回', en: 'Reject' },
  import: { zh: '导入', en: 'Import' },
  export: { zh: '导出', en: 'Export' },
  exportConfirm: {
    zh: '将导出{n}条数据，操作会被记录。',
    en: '{n} {n|record|records} will be exported. The export is logged.',
  },
  save: { zh: '保存', en: 'Save' },
  cancel: { zh: '取消', en: 'Cancel' },
  confirm: { zh: '确定', en: 'OK' },
  back: { zh: '返回', en: 'Back' },
  close: { zh: '关闭', en: 'Close' },
  clear: { zh: '清空', en: 'Clear' },
  refresh: { zh: '刷新', en: 'Refresh' },
  retry: { zh: '重试', en: 'Retry' },
  detail: { zh: '详情', en: 'Details' },
  more: { zh: '更多', en: 'More' },
  expand: { zh: '展开', en: 'Expand' },
  collapse: { zh: '收起', en: 'Collapse' },
  done: { zh: '操作成功', en: 'Done' },
  requestFailed: { zh: '请求失败，请重试', en: 'Request failed, please retry' },
  loading: { zh: '加载中', en: 'Loading' },
  noData: { zh: '暂无数据', en: 'No data' },
  loadFailed: { zh: '加载失败', en: 'Loading failed' },
  notFound: { zh: '记录不存在或已被删除', en: 'Record not found' },
  unsaved: { zh: '内容未保存，确定离开吗？', en: 'Your changes are not saved. Leave anyway?' },
  yes: { zh: '是', en: 'Yes' },
  no: { zh: '否', en: 'No' },
  all: { zh: '全部', en: 'All' },
  required: { zh: '必填', en: 'Required' },
  reveal: { zh: '查看', en: 'Reveal' },
  hide: { zh: '隐藏', en: 'Hide' },
  table: { zh: '表格', en: 'Table' },
  chart: { zh: '图表', en: 'Chart' },
  saveImage: { zh: '下载图片', en: 'Save image' },
  resize: { zh: '调整宽度', en: 'Resize' },
} as const satisfies Texts;

export type CommonKey = keyof typeof common;

/** The texts every page uses, in the current language. */
export const useT = (): Translate<typeof common> => useTexts(common);

/** A common text outside React. */
export const t = (key: CommonKey, params?: TextParams): string => fill(common[key][getLang()], params);
