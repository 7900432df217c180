import { useTexts, type Texts, type Translate } from '../../i18n/lang.ts';
import { texts } from '../texts.ts';

/** Texts of forms, with those of the generic pages: what a list does not need. */
const formTexts = {
  ...texts,
  estimated: { zh: '预计{n}人', en: '{n} {n|person|people}' },
  estimateNobody: { zh: '没有人符合条件', en: 'No one meets these conditions' },
  draftFound: { zh: '有一份{time}未保存的草稿', en: 'There is an unsaved draft from {time}' },
  draftOutdated: {
    zh: '有一份{time}未保存的草稿，此后该记录已被修改',
    en: 'There is an unsaved draft from {time}. The record has changed since',
  },
  draftRestore: { zh: '恢复草稿', en: 'Restore draft' },
  draftDiscard: { zh: '丢弃', en: 'Discard' },
  draftSaving: { zh: '正在保存草稿…', en: 'Saving draft…' },
  draftSaved: { zh: '草稿已于{time}保存', en: 'Draft saved {time}' },
  draftFailed: { zh: '草稿未能保存，正在重试：{reason}', en: 'The draft is not saved, trying again: {reason}' },
  draftWaits: { zh: '上方还有一份草稿，处理后继续自动保存', en: 'Decide about the draft above, then saving goes on' },
  draftElsewhere: {
    zh: '另一窗口于{time}保存了此草稿，本窗口暂停自动保存',
    en: 'Another window saved this draft at {time}. This one has stopped saving by itself',
  },
  draftTwice: { zh: '两个窗口的草稿不同', en: 'Two windows have different drafts' },
  draftTwiceHint: { zh: '请逐项选择保留哪一份。', en: 'Choose which one to keep, field by field.' },
  otherWindow: { zh: '另一窗口', en: 'Other window' },
  takeOther: { zh: '全部用另一窗口的', en: 'Take all of the other window' },
  takeChoice: { zh: '按所选继续', en: 'Go on with the choice' },
  draftCompare: { zh: '比较并选择', en: 'Compare and choose' },
  draftOthers: { zh: '{names}也在编辑，内容尚未保存', en: '{names}: also editing, not saved yet' },
  addTitle: { zh: '新增{name}', en: 'Add {name}' },
  fixedNow: { zh: '当前状态下不可修改', en: 'Cannot be changed in the current status' },
  lockedFields: { zh: '{fields}：{reason}', en: '{fields}: {reason}' },
  openFields: { zh: '除{fields}外：{reason}', en: 'All but {fields}: {reason}' },
  conflictTitle: { zh: '数据已被他人修改', en: 'Changed by someone else' },
  conflictHint: {
    zh: '您编辑期间有人保存了新的内容。请选择每个字段保留哪个值。',
    en: 'Someone saved this record while you were editing it. Choose the value to keep for each field.',
  },
  conflictNone: {
    zh: '对方的修改与您的不冲突，可直接保存。',
    en: 'The changes do not conflict with yours. You can save.',
  },
  mine: { zh: '我的修改', en: 'Mine' },
  saveChoice: { zh: '按选择保存', en: 'Save selection' },
  reloadTheirs: { zh: '放弃我的修改并重新加载', en: 'Discard my changes and reload' },
  leave: { zh: '离开', en: 'Leave' },
  nextStep: { zh: '下一步', en: 'Next' },
  previousStep: { zh: '上一步', en: 'Back' },
  stepWrong: { zh: '有错误', en: 'Has errors' },
} as const satisfies Texts;

export const useFormTexts = (): Translate<typeof formTexts> => useTexts(formTexts);
