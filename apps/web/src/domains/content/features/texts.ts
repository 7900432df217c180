import { featureStates } from '@wheelhouse/entities/content/functional-feature';
import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';
import { valueText, type Value } from './model.ts';

const texts = {
  grid: { zh: '功能与车型', en: 'Features and models' },
  feature: { zh: '功能', en: 'Feature' },
  series: { zh: '车系', en: 'Series' },
  features: { zh: '功能管理', en: 'Manage features' },
  copy: { zh: '复制车型', en: 'Copy a model' },
  copyFrom: { zh: '来源车型', en: 'From' },
  copyTo: { zh: '目标车型', en: 'To' },
  copyHint: {
    zh: '来源车型的全部功能设置将填入目标车型，保存后生效。',
    en: 'All settings of the source are put into the targets. They take effect once saved.',
  },
  fill: { zh: '填入', en: 'Fill in' },
  on: { zh: '开启', en: 'On' },
  off: { zh: '关闭', en: 'Off' },
  byDefault: { zh: '默认', en: 'default' },
  disabled: { zh: '已停用', en: 'Disabled' },
  cell: { zh: '{feature}，{model}：{value}', en: '{feature}, {model}: {value}' },
  vehicles: { zh: '{n}辆', en: '{n} {n|vehicle|vehicles}' },
  empty: { zh: '还没有功能，先在「功能管理」中添加', en: 'No features yet. Add them under “Manage features”.' },
  noModels: { zh: '该车系没有车型', en: 'The series has no models' },
  tools: { zh: '编辑选中的格子', en: 'Edit the selected cells' },
  fromVersion: { zh: '从版本起…', en: 'From version…' },
  undo: { zh: '撤销', en: 'Undo' },
  redo: { zh: '重做', en: 'Redo' },
  hint: {
    zh: '空格开关，直接输入版本号（如3.2.0）；Shift+方向键选择，Ctrl+Enter填入所选，可复制、粘贴',
    en: 'Space switches, or type a version (3.2.0). Shift+arrows select, Ctrl+Enter fills the selection; copy and paste',
  },
  unreadable: {
    zh: '无法识别「{value}」：请输入开、关或版本号',
    en: '“{value}” is not understood: type on, off or a version',
  },
  outside: {
    zh: '粘贴的区域超出表格边缘，未粘贴',
    en: 'The block goes beyond the edge of the matrix. Nothing was pasted',
  },
  changed: { zh: '{n}处修改未保存', en: 'Unsaved changes: {n}' },
  discard: { zh: '放弃修改', en: 'Discard' },
  saveTitle: { zh: '保存{n}处修改', en: 'Changes to save: {n}' },
  affects: { zh: '将影响{n}辆车', en: 'Vehicles affected: {n}' },
  keepsData: { zh: '关闭功能不会删除车主已有的数据。', en: 'Turning a feature off keeps the data of its users.' },
  saved: { zh: '已保存{n}处修改，涉及{vehicles}辆车', en: 'Changes saved: {n}. Vehicles affected: {vehicles}' },
  conflict: { zh: '{n}处已被他人修改', en: 'Cells changed by someone else: {n}' },
  conflictHint: {
    zh: '标出的格子在您编辑期间被他人保存过。请选择保留谁的内容，再保存。',
    en: 'Another user saved the marked cells while you were editing. Choose whose values to keep, then save.',
  },
  theirs: { zh: '他人：{value}', en: 'Theirs: {value}' },
  keepMine: { zh: '保留我的', en: 'Keep mine' },
  takeTheirs: { zh: '采用他人的', en: 'Take theirs' },
} as const satisfies Texts;

export const useFeatureTexts = (): Translate<typeof texts> => useTexts(texts);

/** What a cell says in words. */
export function useValueWord(): (value: Value) => string {
  const text = useFeatureTexts();
  return (value) => {
    if (value.state === featureStates.fromVersion) return valueText(value);
    return text(value.state === featureStates.on ? 'on' : 'off');
  };
}
