import { useTexts, type Texts, type Translate } from '../../i18n/lang.ts';
import { texts } from '../texts.ts';

/** Texts of a record's page, with those of the generic pages: what a list does not need. */
const detailTexts = {
  ...texts,
  approvals: { zh: '审批记录', en: 'Approvals' },
  approvalSubmitted: { zh: '提交审核', en: 'Submitted' },
  approvalApproved: { zh: '审核通过', en: 'Approved' },
  approvalWaived: { zh: '免审', en: 'No review needed' },
  approvalReached: { zh: '对象数量：{n}', en: 'Reaches {n}' },
  approvalBefore: { zh: '当时未留存内容', en: 'Its content was not kept yet' },
  approvalChanged: { zh: '与审批通过时不同', en: 'Not what was approved' },
  approvalChangedSince: { zh: '提交审核后有变化', en: 'Changed since it was submitted' },
  approvalOther: { zh: '内容已变', en: 'Another content' },
  atAGlance: { zh: '概况', en: 'At a glance' },
  showThese: { zh: '查看', en: 'Show these' },
  overview: { zh: '基本信息', en: 'Overview' },
  historyEmpty: { zh: '还没有修改记录', en: 'No changes yet' },
  print: { zh: '打印', en: 'Print' },
  versionsEmpty: {
    zh: '修改、提交、审核或发布后会保留版本',
    en: 'Versions are kept when it is edited, submitted, approved or published',
  },
  versionN: { zh: '版本{n}', en: 'Version {n}' },
  versionNow: { zh: '当前内容', en: 'Current content' },
  versionCurrent: { zh: '与当前内容相同', en: 'Same as now' },
  versionWritten: { zh: '编辑', en: 'Edited' },
  versionPublished: { zh: '发布', en: 'Published' },
  versionRestored: { zh: '恢复自版本{n}', en: 'Restored from version {n}' },
  versionCompare: { zh: '对比', en: 'Compare' },
  versionFrom: { zh: '原版本', en: 'From version' },
  versionTo: { zh: '对比版本', en: 'To version' },
  versionCompareNow: { zh: '对比版本{n}与当前内容', en: 'Compare version {n} with now' },
  versionSame: { zh: '内容相同', en: 'No differences' },
  versionFormat: { zh: '（仅格式有变）', en: '(format only)' },
  versionAdded: { zh: '新增的图片', en: 'Added picture' },
  versionRemoved: { zh: '移除的图片', en: 'Removed picture' },
  versionRestore: { zh: '恢复', en: 'Restore' },
  versionRestoreN: { zh: '恢复版本{n}', en: 'Restore version {n}' },
  versionRestoreAsk: { zh: '将「{name}」恢复为版本{n}？', en: 'Restore “{name}” to version {n}?' },
  versionRestoreHint: {
    zh: '当前内容会先保留为一个版本。',
    en: 'The current content is kept as a version first.',
  },
} as const satisfies Texts;

export const useDetailTexts = (): Translate<typeof detailTexts> => useTexts(detailTexts);
