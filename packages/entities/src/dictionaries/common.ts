/**
 * Dictionaries shared by several domains.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const commonDictionaries = [
  { category: 'Gender', zh: '性别', en: 'Gender', flag: 'S', entries: [
    { code: '1', zh: '男', en: 'Male' },
    { code: '2', zh: '女', en: 'Female' },
  ] },
  { category: 'ActivationStatus', zh: '激活状态', en: 'Activation status', flag: 'S', entries: [
    { code: '0', zh: '未激活', en: 'Not activated', color: 'default' },
    { code: '1', zh: '已激活', en: 'Activated', color: 'success' },
  ] },
  { category: 'DealerType', zh: '经销商类型', en: 'Dealer type', flag: 'S', entries: [
    { code: '1', zh: '销售网点', en: 'Sales outlet' },
    { code: '2', zh: '维修网点', en: 'Repair outlet' },
    { code: '3', zh: '销售维修网点', en: 'Sales and repair outlet' },
  ] },
  { category: 'StartupModel', zh: '启动方式', en: 'Start-up mode', flag: 'S', entries: [
    { code: '1', zh: '钥匙启动', en: 'Key' },
    { code: '2', zh: '蓝牙感应', en: 'Bluetooth proximity' },
    { code: '3', zh: 'NFC卡', en: 'NFC card' },
    { code: '4', zh: 'APP一键启动', en: 'App start' },
    { code: '5', zh: '密码启动', en: 'PIN' },
  ] },
  { category: 'DeviceType', zh: '设备类型', en: 'Device type', flag: 'S', entries: [
    { code: '1', zh: '中控', en: 'Central control ECU' },
    { code: '2', zh: '电池BMS', en: 'Battery BMS' },
    { code: '3', zh: '电机控制器', en: 'Motor controller' },
    { code: '4', zh: '仪表', en: 'Instrument meter' },
    { code: '5', zh: '蓝牙模块', en: 'BLE module' },
    { code: '6', zh: '充电器', en: 'Charger' },
    { code: '7', zh: '电机', en: 'Motor' },
    { code: '8', zh: '灯控', en: 'Light controller' },
    { code: '9', zh: '其他', en: 'Other' },
  ] },
  { category: 'BatteryType', zh: '电池类型', en: 'Battery type', flag: 'S', entries: [
    { code: '1', zh: '铅酸', en: 'Lead-acid' },
    { code: '2', zh: '石墨烯铅酸', en: 'Graphene lead-acid' },
    { code: '3', zh: '三元锂', en: 'NCM lithium' },
    { code: '4', zh: '磷酸铁锂', en: 'LFP lithium' },
    { code: '5', zh: '锰酸锂', en: 'LMO lithium' },
    { code: '6', zh: '钠离子', en: 'Sodium-ion' },
  ] },
  { category: 'OperationStatus', zh: '营运状态', en: 'Operation status', flag: 'S', entries: [
    { code: '0', zh: '营运', en: 'Operating', color: 'success' },
    { code: '1', zh: '停运', en: 'Stopped', color: 'warning' },
  ] },
  { category: 'LargeProblemClassification', zh: '问题大类', en: 'Problem classification', flag: 'S', parentCategory: 'LargeProblemClassification', entries: [
    { code: 'P01', zh: '电池充电', en: 'Battery & charging' },
    { code: 'P02', zh: '动力行驶', en: 'Power & riding' },
    { code: 'P03', zh: '智能中控', en: 'Smart control' },
    { code: 'P04', zh: 'APP使用', en: 'App use' },
    { code: 'P05', zh: '蓝牙连接', en: 'Bluetooth' },
    { code: 'P06', zh: '外观配件', en: 'Body & parts' },
    { code: 'P07', zh: '账号与绑定', en: 'Account & binding' },
    { code: 'P08', zh: '订单与活动', en: 'Orders & events' },
    { code: 'P09', zh: '建议', en: 'Suggestion' },
    { code: 'P0101', zh: '充不进电', en: 'Will not charge', parent: 'P01' },
    { code: 'P0102', zh: '续航下降', en: 'Range drop', parent: 'P01' },
    { code: 'P0201', zh: '无法启动', en: 'Will not start', parent: 'P02' },
    { code: 'P0202', zh: '骑行异响', en: 'Noise', parent: 'P02' },
    { code: 'P0301', zh: '定位不准', en: 'Bad position', parent: 'P03' },
    { code: 'P0302', zh: '车辆离线', en: 'Vehicle offline', parent: 'P03' },
    { code: 'P0401', zh: '闪退', en: 'Crash', parent: 'P04' },
    { code: 'P0402', zh: '功能异常', en: 'Function fault', parent: 'P04' },
    { code: 'P0501', zh: '连不上', en: 'Cannot connect', parent: 'P05' },
    { code: 'P0502', zh: '感应不灵', en: 'Proximity fails', parent: 'P05' },
    { code: 'P0701', zh: '无法绑定', en: 'Cannot bind', parent: 'P07' },
    { code: 'P0702', zh: '申请解绑', en: 'Unbind', parent: 'P07' },
  ] },
  { category: 'EnableStatus', zh: '启用状态', en: 'Enabled status', flag: 'B', entries: [
    { code: '0', zh: '停用', en: 'Disabled', color: 'default' },
    { code: '1', zh: '启用', en: 'Enabled', color: 'success' },
  ] },
  { category: 'ShelfStatus', zh: '上下架状态', en: 'Shelf status', flag: 'B', entries: [
    { code: '0', zh: '草稿', en: 'Draft', color: 'default' },
    { code: '1', zh: '上架', en: 'On shelf', color: 'success' },
    { code: '2', zh: '下架', en: 'Off shelf', color: 'warning' },
  ] },
  { category: 'PublishStatus', zh: '发布状态', en: 'Publish status', flag: 'B', entries: [
    { code: '0', zh: '草稿', en: 'Draft', color: 'default' },
    { code: '1', zh: '待发布', en: 'Scheduled', color: 'primary' },
    { code: '2', zh: '已发布', en: 'Published', color: 'success' },
    { code: '3', zh: '已撤回', en: 'Withdrawn', color: 'warning' },
  ] },
  { category: 'CampaignStatus', zh: '活动状态', en: 'Campaign status', flag: 'B', entries: [
    { code: '0', zh: '草稿', en: 'Draft', color: 'default' },
    { code: '1', zh: '未开始', en: 'Not started', color: 'primary' },
    { code: '2', zh: '进行中', en: 'Running', color: 'success' },
    { code: '3', zh: '已结束', en: 'Ended', color: 'default' },
    { code: '4', zh: '已暂停', en: 'Paused', color: 'warning' },
    { code: '5', zh: '待审核', en: 'In review', color: 'warning' },
  ] },
] as const satisfies readonly Dictionary[];
