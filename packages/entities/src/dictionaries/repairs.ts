/**
 * Dictionaries of repairs and replacements.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const repairsDictionaries = [
  { category: 'ReplaceReason', zh: '换件原因', en: 'Replacement reason', flag: 'E', entries: [
    { code: '1', zh: '故障', en: 'Fault' },
    { code: '2', zh: '事故', en: 'Accident' },
    { code: '3', zh: '召回', en: 'Recall' },
    { code: '4', zh: '升级', en: 'Upgrade' },
    { code: '5', zh: '进水', en: 'Water damage' },
  ] },
  { category: 'ReplacementStatus', zh: '换件记录状态', en: 'Replacement record status', flag: 'B', entries: [
    { code: '1', zh: '有效', en: 'Valid', color: 'success' },
    { code: '2', zh: '已作废', en: 'Voided', color: 'default' },
  ] },
  { category: 'ReplacementSource', zh: '换件记录来源', en: 'Replacement record source', flag: 'B', entries: [
    { code: '1', zh: '手工录入', en: 'Entered by hand' },
    { code: '2', zh: '车辆更换中控', en: 'ECU replaced at the vehicle' },
    { code: '3', zh: '报修单', en: 'Repair order' },
  ] },
  { category: 'WarrantyResult', zh: '质保判定', en: 'Warranty result', flag: 'B', entries: [
    { code: '1', zh: '保内', en: 'In warranty', color: 'success' },
    { code: '2', zh: '保外', en: 'Out of warranty', color: 'default' },
    { code: '3', zh: '人为损坏', en: 'Misuse', color: 'danger' },
    { code: '4', zh: '善意索赔', en: 'Goodwill', color: 'primary' },
  ] },
  { category: 'RepairServiceType', zh: '服务方式', en: 'Service type', flag: 'B', entries: [
    { code: '1', zh: '到店', en: 'In store' },
    { code: '2', zh: '上门', en: 'Door-to-door' },
    { code: '3', zh: '寄修', en: 'Mail-in' },
    { code: '4', zh: '救援', en: 'Road rescue' },
  ] },
  { category: 'RepairSource', zh: '报修来源', en: 'Repair source', flag: 'B', entries: [
    { code: '1', zh: 'APP', en: 'App' },
    { code: '2', zh: '电话', en: 'Phone' },
    { code: '3', zh: '经销商', en: 'Dealer' },
    { code: '4', zh: '报警', en: 'Alarm' },
    { code: '5', zh: '反馈', en: 'Feedback' },
  ] },
  { category: 'RepairStatus', zh: '报修状态', en: 'Repair status', flag: 'B', entries: [
    { code: '0', zh: '待受理', en: 'New', color: 'danger' },
    { code: '1', zh: '已派单', en: 'Dispatched', color: 'warning' },
    { code: '2', zh: '已接单', en: 'Accepted', color: 'primary' },
    { code: '3', zh: '维修中', en: 'In repair', color: 'primary' },
    { code: '4', zh: '待确认', en: 'To confirm', color: 'warning' },
    { code: '5', zh: '已完成', en: 'Done', color: 'success' },
    { code: '6', zh: '已取消', en: 'Cancelled', color: 'default' },
    { code: '7', zh: '已关闭', en: 'Closed', color: 'default' },
  ] },
  { category: 'RepairCause', zh: '故障原因', en: 'Cause', flag: 'E', entries: [
    { code: '1', zh: '零件质量', en: 'Part quality' },
    { code: '2', zh: '装配', en: 'Assembly' },
    { code: '3', zh: '软件', en: 'Software' },
    { code: '4', zh: '使用不当', en: 'Misuse' },
    { code: '5', zh: '磨损', en: 'Wear' },
    { code: '6', zh: '外力', en: 'Impact' },
    { code: '7', zh: '未发现故障', en: 'No fault found' },
  ] },
  { category: 'RepairMeasure', zh: '维修措施', en: 'Measure', flag: 'E', entries: [
    { code: '1', zh: '更换', en: 'Replace' },
    { code: '2', zh: '修理', en: 'Repair' },
    { code: '3', zh: '调整', en: 'Adjust' },
    { code: '4', zh: '升级软件', en: 'Update software' },
    { code: '5', zh: '清洁', en: 'Clean' },
  ] },
  { category: 'Priority', zh: '优先级', en: 'Priority', flag: 'B', entries: [
    { code: '1', zh: '低', en: 'Low', color: 'default' },
    { code: '2', zh: '中', en: 'Normal', color: 'primary' },
    { code: '3', zh: '高', en: 'High', color: 'warning' },
    { code: '4', zh: '紧急', en: 'Urgent', color: 'danger' },
  ] },
] as const satisfies readonly Dictionary[];
