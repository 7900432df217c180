/**
 * Dictionaries of theft cases.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const theftDictionaries = [
  { category: 'StolenStatus', zh: '被盗案件状态', en: 'Stolen case status', flag: 'B', entries: [
    { code: '0', zh: '待核实', en: 'To verify', color: 'warning' },
    { code: '1', zh: '监控中', en: 'Monitoring', color: 'danger' },
    { code: '2', zh: '已找回', en: 'Recovered', color: 'success' },
    { code: '3', zh: '未找回', en: 'Not found', color: 'default' },
    { code: '4', zh: '已关闭', en: 'Closed', color: 'default' },
  ] },
  { category: 'StolenLockStatus', zh: '锁车状态', en: 'Power cut', flag: 'B', entries: [
    { code: '0', zh: '未锁车', en: 'Not cut', color: 'default' },
    { code: '1', zh: '待复核', en: 'To approve', color: 'warning' },
    { code: '2', zh: '锁车中', en: 'Cutting', color: 'primary' },
    { code: '3', zh: '已锁车', en: 'Cut', color: 'danger' },
    { code: '4', zh: '解除中', en: 'Restoring', color: 'primary' },
  ] },
  { category: 'StolenSource', zh: '案件来源', en: 'Source of the case', flag: 'B', entries: [
    { code: '1', zh: '后台', en: 'Console' },
    { code: '2', zh: 'APP', en: 'App' },
  ] },
  { category: 'StolenNoteKind', zh: '案件记录类型', en: 'Kind of case record', flag: 'B', entries: [
    { code: '1', zh: '备注', en: 'Note', color: 'default' },
    { code: '2', zh: '状态', en: 'Status', color: 'primary' },
    { code: '3', zh: '锁车', en: 'Power cut', color: 'danger' },
    { code: '4', zh: '位置', en: 'Position', color: 'warning' },
    { code: '5', zh: '分享', en: 'Share link', color: 'default' },
    { code: '6', zh: '移交', en: 'Hand-over', color: 'default' },
    { code: '7', zh: '回执', en: 'Police receipt', color: 'success' },
  ] },
] as const satisfies readonly Dictionary[];
