/**
 * Dictionaries of vehicles, batteries and sounds.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const vehiclesDictionaries = [
  { category: 'VehicleCategory', zh: '车辆类别', en: 'Vehicle category', flag: 'B', entries: [
    { code: '1', zh: '电动自行车', en: 'Electric bicycle' },
    { code: '2', zh: '电动轻便摩托车', en: 'Electric moped' },
    { code: '3', zh: '电动摩托车', en: 'Electric motorcycle' },
  ] },
  { category: 'VehicleBrand', zh: '品牌', en: 'Brand', flag: 'E', entries: [
    { code: '1', zh: '主品牌', en: 'Main brand' },
    { code: '2', zh: '子品牌', en: 'Sub-brand' },
  ] },
  { category: 'VehicleColor', zh: '车身颜色', en: 'Vehicle colour', flag: 'E', entries: [
    { code: 'BLK', zh: '曜石黑', en: 'Black' },
    { code: 'WHT', zh: '珍珠白', en: 'White' },
    { code: 'GRY', zh: '星空灰', en: 'Grey' },
    { code: 'RED', zh: '烈焰红', en: 'Red' },
    { code: 'BLU', zh: '海湾蓝', en: 'Blue' },
    { code: 'GRN', zh: '松石绿', en: 'Green' },
    { code: 'SLV', zh: '月光银', en: 'Silver' },
    { code: 'YEL', zh: '柠檬黄', en: 'Yellow' },
  ] },
  { category: 'BrakeType', zh: '制动方式', en: 'Brake type', flag: 'E', entries: [
    { code: '1', zh: '前后鼓刹', en: 'Drum' },
    { code: '2', zh: '前碟后鼓', en: 'Front disc rear drum' },
    { code: '3', zh: '前后碟刹', en: 'Disc' },
    { code: '4', zh: 'CBS联动', en: 'CBS' },
    { code: '5', zh: 'ABS', en: 'ABS' },
  ] },
  { category: 'EcuModel', zh: '中控型号', en: 'ECU model', flag: 'E', entries: [
    { code: 'ZK1', zh: 'ZK1(2G旧)', en: 'ZK1 (old 2G)' },
    { code: 'ZK2', zh: 'ZK2(4G)', en: 'ZK2 (4G)' },
    { code: 'ZK3', zh: 'ZK3(4G+蓝牙5)', en: 'ZK3 (4G + BLE 5)' },
  ] },
  { category: 'OtaGeneration', zh: 'OTA代际', en: 'OTA generation', flag: 'B', entries: [
    { code: '1', zh: '旧平台', en: 'Old' },
    { code: '2', zh: '新平台', en: 'New' },
  ] },
  { category: 'Wmi', zh: '世界制造厂代码', en: 'WMI', flag: 'E', serverOnly: true, entries: [
    { code: 'LZX', zh: '示例制造厂', en: 'Sample maker' },
  ] },
  { category: 'StopReason', zh: '停运原因', en: 'Stop reason', flag: 'E', entries: [
    { code: '1', zh: '欠费', en: 'Arrears' },
    { code: '2', zh: '质量问题', en: 'Quality issue' },
    { code: '3', zh: '车辆召回', en: 'Recall' },
    { code: '4', zh: '报废', en: 'Scrapped' },
    { code: '5', zh: '其他', en: 'Other' },
  ] },
  { category: 'SyncStatus', zh: '同步状态', en: 'Sync status', flag: 'B', entries: [
    { code: '0', zh: '待同步', en: 'Pending', color: 'primary' },
    { code: '1', zh: '已同步', en: 'Synced', color: 'success' },
    { code: '2', zh: '同步失败', en: 'Failed', color: 'danger' },
  ] },
  { category: 'VirtualPurpose', zh: '虚拟车用途', en: 'Virtual vehicle purpose', flag: 'E', entries: [
    { code: '1', zh: 'APP体验', en: 'App trial' },
    { code: '2', zh: '门店演示', en: 'Shop demo' },
    { code: '3', zh: '商店审核', en: 'Store review' },
    { code: '4', zh: '测试', en: 'Test' },
  ] },
  { category: 'VirtualScript', zh: '模拟脚本', en: 'Simulation script', flag: 'B', entries: [
    { code: '0', zh: '静止', en: 'Static' },
    { code: '1', zh: '循环骑行', en: 'Riding loop' },
    { code: '2', zh: '低电量', en: 'Low battery' },
    { code: '3', zh: '报警', en: 'Alarm' },
  ] },
  { category: 'VirtualVinStatus', zh: '虚拟VIN状态', en: 'Virtual VIN status', flag: 'B', entries: [
    { code: '0', zh: '未使用', en: 'Unused', color: 'default' },
    { code: '1', zh: '使用中', en: 'In use', color: 'success' },
    { code: '2', zh: '已释放', en: 'Released', color: 'primary' },
    { code: '3', zh: '已作废', en: 'Void', color: 'danger' },
  ] },
  { category: 'BatteryMaker', zh: '电池厂商', en: 'Battery maker', flag: 'E', entries: [
    { code: '1', zh: '厂商甲', en: 'Maker A' },
    { code: '2', zh: '厂商乙', en: 'Maker B' },
    { code: '3', zh: '自产', en: 'In-house' },
  ] },
  { category: 'CellChemistry', zh: '电芯体系', en: 'Cell chemistry', flag: 'B', entries: [
    { code: 'LFP', zh: '磷酸铁锂', en: 'LFP' },
    { code: 'NCM', zh: '三元', en: 'NCM' },
    { code: 'LMO', zh: '锰酸锂', en: 'LMO' },
    { code: 'NA', zh: '钠离子', en: 'Sodium-ion' },
  ] },
  { category: 'BatteryStatus', zh: '电池状态', en: 'Battery status', flag: 'B', entries: [
    { code: '0', zh: '在库', en: 'In stock', color: 'primary' },
    { code: '1', zh: '使用中', en: 'In use', color: 'success' },
    { code: '2', zh: '闲置', en: 'Idle', color: 'default' },
    { code: '3', zh: '维修中', en: 'In repair', color: 'warning' },
    { code: '4', zh: '已报废', en: 'Scrapped', color: 'danger' },
  ] },
  { category: 'BatterySwapReason', zh: '换电池原因', en: 'Battery swap reason', flag: 'E', entries: [
    { code: '1', zh: '首次装车', en: 'First install' },
    { code: '2', zh: '质保更换', en: 'Warranty' },
    { code: '3', zh: '升级', en: 'Upgrade' },
    { code: '4', zh: '维修', en: 'Repair' },
    { code: '5', zh: 'BMS自动识别', en: 'BMS detected' },
  ] },
  { category: 'BatteryPendingStatus', zh: '待确认装车状态', en: 'Battery to confirm, status', flag: 'B', entries: [
    { code: '0', zh: '待确认', en: 'To confirm', color: 'warning' },
    { code: '1', zh: '已确认', en: 'Confirmed', color: 'success' },
    { code: '2', zh: '已忽略', en: 'Ignored', color: 'default' },
    { code: '3', zh: '已恢复一致', en: 'Resolved on its own', color: 'default' },
  ] },
  { category: 'XpSyncDirection', zh: 'XP同步方向', en: 'XP sync direction', flag: 'B', entries: [
    { code: '1', zh: '拉取', en: 'Pull' },
    { code: '2', zh: '推送', en: 'Push' },
  ] },
  { category: 'XpSyncResult', zh: 'XP同步结果', en: 'XP sync result', flag: 'B', entries: [
    { code: '0', zh: '失败', en: 'Failed', color: 'danger' },
    { code: '1', zh: '成功', en: 'Succeeded', color: 'success' },
  ] },
  { category: 'SoundScene', zh: '音效场景', en: 'Sound scene', flag: 'B', entries: [
    { code: '1', zh: '开机', en: 'Power on' },
    { code: '2', zh: '关机', en: 'Power off' },
    { code: '3', zh: '设防', en: 'Arm' },
    { code: '4', zh: '撤防', en: 'Disarm' },
    { code: '5', zh: '转向', en: 'Turn' },
    { code: '6', zh: '喇叭', en: 'Horn' },
    { code: '7', zh: '寻车', en: 'Find' },
    { code: '8', zh: '报警', en: 'Alarm' },
    { code: '9', zh: '低电', en: 'Low battery' },
  ] },
  { category: 'ImageAngle', zh: '图片角度', en: 'Image angle', flag: 'B', entries: [
    { code: '1', zh: '侧面', en: 'Side' },
    { code: '2', zh: '前45度', en: 'Front 45' },
    { code: '3', zh: '后45度', en: 'Rear 45' },
    { code: '4', zh: '正面', en: 'Front' },
    { code: '5', zh: '俯视', en: 'Top' },
  ] },
  { category: 'ImageScene', zh: '图片用途', en: 'Image scene', flag: 'B', entries: [
    { code: '1', zh: '首页', en: 'Home' },
    { code: '2', zh: '列表', en: 'List' },
    { code: '3', zh: '分享', en: 'Share' },
    { code: '4', zh: '地图', en: 'Map' },
  ] },
] as const satisfies readonly Dictionary[];
