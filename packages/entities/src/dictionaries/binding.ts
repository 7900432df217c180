/**
 * Dictionaries of bindings and unbinding.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const bindingDictionaries = [
  { category: 'BindStatus', zh: '绑定状态', en: 'Binding status', flag: 'B', entries: [
    { code: '0', zh: '未绑定', en: 'Unbound', color: 'default' },
    { code: '1', zh: '已绑定', en: 'Bound', color: 'success' },
  ] },
  { category: 'BindAction', zh: '绑定动作', en: 'Binding action', flag: 'B', entries: [
    { code: '1', zh: '绑定', en: 'Bind' },
    { code: '2', zh: '解绑', en: 'Unbind' },
    { code: '3', zh: '共享', en: 'Share' },
    { code: '4', zh: '取消共享', en: 'Unshare' },
    { code: '5', zh: '强制解绑', en: 'Force unbind' },
    { code: '6', zh: '过户', en: 'Transfer' },
  ] },
  { category: 'BindChannel', zh: '绑定渠道', en: 'Binding channel', flag: 'B', entries: [
    { code: '1', zh: 'APP蓝牙', en: 'App BLE' },
    { code: '2', zh: '扫码', en: 'QR' },
    { code: '3', zh: '经销商', en: 'Dealer' },
    { code: '4', zh: '后台', en: 'Console' },
    { code: '5', zh: '系统', en: 'System' },
  ] },
  { category: 'BindType', zh: '绑定类型', en: 'Kind of binding', flag: 'B', entries: [
    { code: '1', zh: '车主', en: 'Owner', color: 'primary' },
    { code: '2', zh: '共享', en: 'Shared', color: 'default' },
  ] },
  { category: 'UnbindApplyType', zh: '解绑申请类型', en: 'Unbind type', flag: 'B', entries: [
    { code: '1', zh: '车主本人', en: 'Owner' },
    { code: '2', zh: '二手买家', en: 'Second-hand buyer' },
    { code: '3', zh: '经销商代办', en: 'Dealer' },
    { code: '4', zh: '客服代办', en: 'Customer service' },
  ] },
  { category: 'UnbindStatus', zh: '解绑状态', en: 'Unbind status', flag: 'B', entries: [
    { code: '0', zh: '待审核', en: 'Pending', color: 'warning' },
    { code: '1', zh: '公示期', en: 'Notice period', color: 'primary' },
    { code: '2', zh: '已解绑', en: 'Unbound', color: 'success' },
    { code: '3', zh: '已驳回', en: 'Rejected', color: 'danger' },
    { code: '4', zh: '已撤销', en: 'Cancelled', color: 'default' },
    { code: '5', zh: '车主异议', en: 'Owner objects', color: 'warning' },
  ] },
  { category: 'UnbindRejectReason', zh: '解绑驳回原因', en: 'Unbind reject reason', flag: 'E', entries: [
    { code: '1', zh: '材料不清', en: 'Unclear proof' },
    { code: '2', zh: '材料与车辆不符', en: 'Proof does not match' },
    { code: '3', zh: '车主不同意', en: 'Owner refuses' },
    { code: '4', zh: '疑似被盗', en: 'Suspected theft' },
    { code: '5', zh: '其他', en: 'Other' },
  ] },
] as const satisfies readonly Dictionary[];
