/**
 * Dictionaries of SIM cards.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const simDictionaries = [
  { category: 'Carrier', zh: '运营商', en: 'Carrier', flag: 'B', entries: [
    { code: '1', zh: '中国移动', en: 'China Mobile' },
    { code: '2', zh: '中国联通', en: 'China Unicom' },
    { code: '3', zh: '中国电信', en: 'China Telecom' },
    { code: '4', zh: '中国广电', en: 'China Broadnet' },
  ] },
  { category: 'DataPurpose', zh: '流量用途', en: 'Purpose of data', flag: 'B', entries: [
    { code: 'telemetry', zh: '遥测', en: 'Telemetry' },
    { code: 'ota', zh: '升级', en: 'Updates' },
    { code: 'log', zh: '日志', en: 'Logs' },
    { code: 'other', zh: '其他', en: 'Other' },
  ] },
  { category: 'IccidPrefix', zh: 'ICCID前缀与运营商', en: 'ICCID prefix to carrier', flag: 'E', parentCategory: 'Carrier', serverOnly: true, entries: [
    { code: '898600', zh: '中国移动', en: 'China Mobile', parent: '1' },
    { code: '898602', zh: '中国移动', en: 'China Mobile', parent: '1' },
    { code: '898604', zh: '中国移动', en: 'China Mobile', parent: '1' },
    { code: '898607', zh: '中国移动', en: 'China Mobile', parent: '1' },
    { code: '898601', zh: '中国联通', en: 'China Unicom', parent: '2' },
    { code: '898606', zh: '中国联通', en: 'China Unicom', parent: '2' },
    { code: '898609', zh: '中国联通', en: 'China Unicom', parent: '2' },
    { code: '898603', zh: '中国电信', en: 'China Telecom', parent: '3' },
    { code: '898611', zh: '中国电信', en: 'China Telecom', parent: '3' },
  ] },
  { category: 'SimStatus', zh: 'SIM状态', en: 'SIM status', flag: 'B', entries: [
    { code: '0', zh: '库存', en: 'Stock', color: 'default' },
    { code: '1', zh: '测试期', en: 'Test', color: 'primary' },
    { code: '2', zh: '沉默期', en: 'Silent', color: 'primary' },
    { code: '3', zh: '正常', en: 'Active', color: 'success' },
    { code: '4', zh: '停机', en: 'Suspended', color: 'warning' },
    { code: '5', zh: '预销户', en: 'Pre-cancelled', color: 'danger' },
    { code: '6', zh: '已销户', en: 'Cancelled', color: 'default' },
  ] },
  { category: 'SimPool', zh: '流量池', en: 'SIM pool', flag: 'E', entries: [
    { code: 'POOL_CMCC_1', zh: '移动一号池', en: 'CMCC pool 1' },
    { code: 'POOL_CUCC_1', zh: '联通一号池', en: 'CUCC pool 1' },
    { code: 'POOL_CTCC_1', zh: '电信一号池', en: 'CTCC pool 1' },
  ] },
  { category: 'SimPackage', zh: '流量套餐', en: 'SIM package', flag: 'E', entries: [
    { code: 'M30', zh: '30MB每月', en: '30 MB per month' },
    { code: 'M100', zh: '100MB每月', en: '100 MB per month' },
    { code: 'Y1G', zh: '1GB每年', en: '1 GB per year' },
  ] },
  { category: 'PackageCycle', zh: '套餐周期', en: 'Package cycle', flag: 'B', entries: [
    { code: '1', zh: '月', en: 'Month' },
    { code: '2', zh: '季', en: 'Quarter' },
    { code: '3', zh: '年', en: 'Year' },
  ] },
  { category: 'RealNameStatus', zh: '实名状态', en: 'Real-name status', flag: 'B', entries: [
    { code: '0', zh: '未实名', en: 'No', color: 'default' },
    { code: '1', zh: '已实名', en: 'Yes', color: 'success' },
    { code: '2', zh: '审核中', en: 'In review', color: 'warning' },
    { code: '3', zh: '失败', en: 'Failed', color: 'danger' },
  ] },
  { category: 'SimOpType', zh: '停复机操作', en: 'SIM operation', flag: 'B', entries: [
    { code: '1', zh: '停机', en: 'Suspend', color: 'warning' },
    { code: '2', zh: '复机', en: 'Resume', color: 'success' },
    { code: '3', zh: '激活', en: 'Activate', color: 'primary' },
    { code: '4', zh: '销户', en: 'Cancel account', color: 'danger' },
    { code: '5', zh: '变更套餐', en: 'Change package', color: 'primary' },
  ] },
  { category: 'SimSyncIssue', zh: '对账差异', en: 'SIM reconciliation', flag: 'B', entries: [
    { code: '1', zh: '异常变更', en: 'Unexpected change', color: 'danger' },
    { code: '2', zh: '运营商无此卡', en: 'Unknown to the carrier', color: 'danger' },
  ] },
  { category: 'SimOpSource', zh: '操作来源', en: 'Operation source', flag: 'B', entries: [
    { code: '1', zh: '人工', en: 'Manual' },
    { code: '2', zh: '达量', en: 'Overuse' },
    { code: '3', zh: '到期', en: 'Expiry' },
    { code: '4', zh: '车辆停运', en: 'Vehicle stop' },
    { code: '5', zh: '运营商', en: 'Carrier' },
  ] },
  { category: 'SimStopReason', zh: '停复机原因', en: 'Suspend reason', flag: 'E', entries: [
    { code: '1', zh: '欠费', en: 'Arrears' },
    { code: '2', zh: '流量超限', en: 'Overuse' },
    { code: '3', zh: '服务到期', en: 'Expired' },
    { code: '4', zh: '车辆停运', en: 'Vehicle stopped' },
    { code: '5', zh: '机卡分离', en: 'Card moved' },
    { code: '6', zh: '丢失', en: 'Lost' },
    { code: '7', zh: '车主申请', en: 'Owner asks' },
    { code: '9', zh: '其他', en: 'Other' },
  ] },
  { category: 'SimOpStatus', zh: '操作状态', en: 'Operation status', flag: 'B', entries: [
    { code: '0', zh: '待审批', en: 'To approve', color: 'warning' },
    { code: '1', zh: '待执行', en: 'Waiting', color: 'primary' },
    { code: '2', zh: '执行中', en: 'Running', color: 'primary' },
    { code: '3', zh: '成功', en: 'Succeeded', color: 'success' },
    { code: '4', zh: '失败', en: 'Failed', color: 'danger' },
    { code: '5', zh: '已驳回', en: 'Rejected', color: 'danger' },
    { code: '6', zh: '已撤销', en: 'Withdrawn', color: 'default' },
  ] },
] as const satisfies readonly Dictionary[];
