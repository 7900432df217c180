/**
 * The function tree's seed: which buttons a page has, the API bases they guard,
 * the data rights, and the labels of all of them.
 */

import { routes } from '../routes.ts';
import type { ConsoleRoute, RouteName } from '../routes.ts';

export interface Label {
  zh: string;
  en: string;
}

export interface PageActions {
  /** Path prefixes of the calls the page's buttons guard. */
  bases: readonly string[];
  actions: readonly string[];
}

// prettier-ignore
export const pageActions = {
  operationActivityManage: { bases: ['/msg/crm/activityMessage'], actions: ['query', 'add', 'edit', 'delete', 'audit', 'publish', 'revoke', 'export', 'externalLink', 'test'] },
  noticeManage: { bases: ['/msg/crm/systemMessage'], actions: ['query', 'add', 'edit', 'delete', 'audit', 'publish', 'revoke', 'export'] },
  serviceReminderManage: { bases: ['/msg/crm/serviceMessage'], actions: ['query', 'add', 'edit', 'delete', 'audit', 'publish', 'enable', 'dryRun', 'export'] },
  messageTemplateManage: { bases: ['/msg/crm/serviceTemplate', '/msg/crm/alarmTemplate'], actions: ['query', 'add', 'edit', 'delete', 'enable', 'test', 'copy'] },
  appLogRecord: { bases: ['/user/crm/appLog'], actions: ['query', 'request', 'view', 'download', 'delete'] },
  videoManage: { bases: ['/ps/crm/guide'], actions: ['query', 'add', 'edit', 'delete', 'shelf'] },
  functionIntroduce: { bases: ['/ps/crm/functionIntroduce', '/ps/crm/functionClassification'], actions: ['query', 'add', 'edit', 'delete', 'shelf', 'classification'] },
  replacementRecord: { bases: ['/veh/crm/replacementRecord'], actions: ['query', 'add', 'void', 'export'] },
  dealerManage: { bases: ['/data/crm/dealer', '/data/crm/dealerStaff'], actions: ['query', 'viewLicense', 'add', 'edit', 'staff', 'suspend', 'terminate', 'reopen', 'import', 'export', 'sync', 'transferStock'] },
  appuserManager: { bases: ['/user/crm/appUser'], actions: ['query', 'edit', 'freeze', 'changeMobile', 'tag', 'kick', 'cancelDeletion', 'testAccount', 'export'] },
  iosApproval: { bases: ['/ps/crm/iosReview'], actions: ['query', 'add', 'edit', 'transition', 'delete'] },
  repairListsManage: { bases: ['/cs/crm/repairOrder'], actions: ['query', 'add', 'dispatch', 'accept', 'repair', 'warranty', 'close', 'cancel', 'note', 'export', 'print'] },
  bannerManage: { bases: ['/ps/crm/advertisement'], actions: ['query', 'add', 'edit', 'delete', 'shelf', 'sort'] },
  customerServiceAccount: { bases: ['/cs/crm/serviceAccount'], actions: ['query', 'add', 'edit', 'delete', 'enable', 'forceOffline', 'log'] },
  customerServiceAccountLog: { bases: ['/cs/crm/serviceAccount'], actions: ['query', 'export'] },
  availableModel: { bases: ['/ps/crm/functionalFeature'], actions: ['query', 'edit', 'feature', 'export', 'copy'] },
  link: { bases: ['/ps/crm/link'], actions: ['query', 'add', 'edit', 'delete', 'enable', 'check'] },
  promotion: { bases: ['/ps/crm/promotion'], actions: ['query', 'add', 'edit', 'delete', 'publish', 'pause', 'qrcode', 'statistics', 'export'] },
  blueToothInfo: { bases: ['/veh/crm/bluetoothInfo'], actions: ['query', 'edit', 'reset', 'log', 'import', 'export'] },
  articleCategory: { bases: ['/ps/crm/articleType'], actions: ['query', 'add', 'edit', 'delete', 'enable'] },
  article: { bases: ['/ps/crm/article'], actions: ['query', 'edit', 'audit', 'shelf', 'add', 'delete', 'pin', 'comment', 'export'] },
  appIntroduce: { bases: ['/ps/crm/appIntroduce'], actions: ['query', 'add', 'edit', 'delete', 'shelf'] },
  themeManage: { bases: ['/ps/crm/appTheme', '/ps/crm/voice', '/ps/crm/holidayVoice'], actions: ['query', 'add', 'edit', 'delete', 'audit', 'shelf', 'sort', 'preview', 'statistics', 'addHoliday', 'editHoliday', 'deleteHoliday', 'voice'] },
  commonProblemManage: { bases: ['/ps/crm/faq', '/ps/crm/supportType'], actions: ['query', 'add', 'edit', 'delete', 'shelf', 'import', 'export', 'category'] },
  instructionsManage: { bases: ['/ps/crm/instruction'], actions: ['query', 'add', 'edit', 'delete', 'shelf', 'download'] },
  AReventManage: { bases: ['/act/crm/raffleActivity'], actions: ['query', 'add', 'edit', 'delete', 'audit', 'pause', 'finish', 'simulate', 'data', 'copy', 'export'] },
  shareCount: { bases: ['/act/crm/share'], actions: ['query', 'export'] },
  wish: { bases: ['/act/crm/wish'], actions: ['query', 'audit', 'hide', 'reply', 'top', 'grant', 'delete', 'export'] },
  virtualVehicle: { bases: ['/veh/crm/virtualVin'], actions: ['query', 'add', 'extend', 'recycle', 'void', 'unbind', 'export'] },
  physicalPrize: { bases: ['/act/crm/prize'], actions: ['query', 'add', 'edit', 'delete', 'enable', 'stock', 'export'] },
  coupon: { bases: ['/act/crm/coupon'], actions: ['query', 'add', 'edit', 'delete', 'publish', 'pause', 'finish', 'grant', 'void', 'codes', 'export'] },
  winningRecord: { bases: ['/act/crm/winningRecord'], actions: ['query', 'ship', 'importShip', 'verify', 'cancel', 'export', 'addRemark'] },
  simIndex: { bases: ['/veh/crm/simCard'], actions: ['query', 'add', 'edit', 'import', 'export', 'stop', 'resume', 'sync', 'bind', 'unbind', 'imeiLock', 'renew', 'cancel', 'delete'] },
  simFlow: { bases: ['/veh/crm/simFlow'], actions: ['query', 'export', 'sync'] },
  stopResume: { bases: ['/veh/crm/simOperation'], actions: ['query', 'audit', 'retry', 'add', 'cancel', 'export'] },
  faultStatisticIndex: { bases: ['/stat/crm/fault'], actions: ['query', 'export'] },
  appVersion: { bases: ['/ps/crm/version'], actions: ['query', 'publish', 'add', 'edit', 'delete', 'revoke', 'export'] },
  firmwareManage: { bases: ['/ps/crm/otaFirmware'], actions: ['query', 'edit', 'add', 'delete', 'test', 'audit', 'disable', 'download', 'export'] },
  firmwareManageOld: { bases: ['/ps/crm/otaFirmwareOld'], actions: ['query', 'add', 'edit', 'delete', 'enable', 'download'] },
  taskList: { bases: ['/ps/crm/otaTask'], actions: ['query', 'add', 'edit', 'audit', 'run', 'force', 'terminate', 'delete', 'export'] },
  taskListOld: { bases: ['/ps/crm/otaTaskOld'], actions: ['query', 'add', 'edit', 'run', 'terminate', 'export'] },
  otaEquipmentManage: { bases: ['/ps/crm/otaEquipment'], actions: ['query', 'check', 'upgrade', 'testGroup', 'export'] },
  appFeedbackManage: { bases: ['/cs/crm/feedback', '/cs/crm/quickReply'], actions: ['query', 'claim', 'assign', 'deal', 'invalid', 'toRepair', 'toFaq', 'export'] },
  vehicleManage: { bases: ['/veh/crm/vehicle', '/veh/crm/ecu', '/veh/crm/bindingLog'], actions: ['query', 'add', 'edit', 'import', 'export', 'assignDealer', 'activate', 'resetActivation', 'stop', 'resume', 'unbind', 'replaceEcu', 'removeShare', 'remote', 'debug', 'trace', 'resetDeviceSecret', 'delete'] },
  vehicleSeries: { bases: ['/veh/crm/vehicleSeries'], actions: ['query', 'add', 'edit', 'delete', 'enable'] },
  SAPvehicleSearch: { bases: ['/veh/crm/sapVehicle'], actions: ['query', 'import', 'compare', 'export'] },
  batteryManage: { bases: ['/veh/crm/battery'], actions: ['query', 'add', 'edit', 'delete', 'import', 'export', 'install', 'remove', 'repair', 'scrap'] },
  unbindManage: { bases: ['/veh/crm/unbindApplication'], actions: ['query', 'audit', 'auditNow', 'add', 'export'] },
  vehicleRemoteDebugging: { bases: ['/veh/crm/debug', '/veh/crm/debugCommand'], actions: ['query', 'use', 'danger', 'library', 'export'] },
  mileage: { bases: ['/veh/crm/mileage'], actions: ['query', 'export', 'recalc'] },
  historytrace: { bases: ['/veh/crm/trace'], actions: ['query', 'replay', 'export'] },
  stolenMonitorManage: { bases: ['/veh/crm/stolen'], actions: ['query', 'add', 'edit', 'verify', 'lock', 'recover', 'share', 'note', 'export'] },
  vehicleModelManage: { bases: ['/veh/crm/vehicleType'], actions: ['query', 'add', 'edit', 'delete', 'shelf', 'export'] },
  batteryHistory: { bases: ['/veh/crm/historyBattery'], actions: ['query', 'export'] },
  remoteControl: { bases: ['/veh/crm/control', '/external/query', '/vehicle/controlResult'], actions: ['query', 'basic', 'power', 'advanced', 'stolen', 'cancel', 'export'] },
  soundEffect: { bases: ['/veh/crm/soundEffect'], actions: ['query', 'add', 'edit', 'delete', 'shelf'] },
  vehicleImage: { bases: ['/veh/crm/vehicleImage'], actions: ['query', 'add', 'edit', 'delete', 'enable', 'import'] },
  vehicleManageXp: { bases: ['/veh/crm/vehicleXp'], actions: ['query', 'add', 'edit', 'import', 'export', 'sync', 'unbind', 'delete'] },
  alarmManage: { bases: ['/veh/crm/alarm', '/veh/crm/faultReport', '/veh/crm/alarmRule'], actions: ['query', 'claim', 'assign', 'handle', 'ignore', 'createRepair', 'push', 'rule', 'export', 'rawData', 'viewLocation'] },
  alarmStatistics: { bases: ['/stat/crm/alarm'], actions: ['query', 'export'] },
  vehicleRepairStatistics: { bases: ['/stat/crm/repair'], actions: ['query', 'export'] },
  activationStatistics: { bases: ['/stat/crm/activation'], actions: ['query', 'export'] },
  vehicleTrafficStatistics: { bases: ['/stat/crm/traffic'], actions: ['query', 'export'] },
  vehicleOwnerStructureAnalysis: { bases: ['/stat/crm/owner'], actions: ['query', 'export'] },
  bluetoothSetup: { bases: ['/veh/crm/bluetoothSetup'], actions: ['query', 'add', 'edit', 'delete', 'enable', 'copy', 'push', 'history'] },
  userTagsManage: { bases: ['/user/crm/userTag'], actions: ['query', 'add', 'edit', 'delete', 'enable', 'refresh', 'addUsers', 'removeUsers', 'export'] },
  blindoOder: { bases: ['/order/crm/blindBoxOrder', '/order/crm/refund'], actions: ['query', 'refund', 'refundAudit', 'regrant', 'note', 'export'] },
  orderList: { bases: ['/order/crm/goodsOrder', '/order/crm/refund'], actions: ['query', 'close', 'ship', 'importShip', 'refund', 'refundAudit', 'regrant', 'invoice', 'note', 'export'] },
  revenueManage: { bases: ['/order/crm/themeRevenue', '/order/crm/settlement', '/order/crm/recon'], actions: ['query', 'export', 'settle', 'confirm', 'pay', 'recon'] },
  operatorManage: { bases: ['/system/crm/sysUser'], actions: ['query', 'add', 'edit', 'enable', 'resetPwd', 'delete', 'unlock', 'export'] },
  roleRightsManage: { bases: ['/system/crm/sysRole'], actions: ['query', 'add', 'edit', 'copy', 'delete', 'enable', 'users'] },
  dealerAccountManage: { bases: ['/data/crm/dealerUser'], actions: ['query', 'add', 'edit', 'delete', 'enable', 'resetPwd', 'export'] },
  menu: { bases: ['/system/crm/sysFunction'], actions: ['query', 'add', 'edit', 'delete', 'move'] },
  dictionary: { bases: ['/data/crm/itemCode'], actions: ['query', 'add', 'edit', 'delete', 'enable', 'export', 'refresh', 'guard'] },
  changeRequest: { bases: ['/system/crm/changeRequest'], actions: ['query', 'audit'] },
  vehicleOwnerStatistics: { bases: ['/stat/crm/report'], actions: ['query', 'export'] },
  vehicleStatistics: { bases: ['/stat/crm/report'], actions: ['query', 'export'] },
  batteryStatistics: { bases: ['/stat/crm/report'], actions: ['query', 'export'] },
  serviceMaintenanceStatistics: { bases: ['/stat/crm/report'], actions: ['query', 'export'] },
  vehicleNewsStatistics: { bases: ['/stat/crm/report'], actions: ['query', 'export'] },
  qa: { bases: ['/system/crm/qa'], actions: ['add', 'edit', 'delete', 'enable'] },
} as const satisfies Partial<Record<RouteName, PageActions>>;

const byPage: ReadonlyMap<string, PageActions> = new Map(Object.entries(pageActions));
/** Buttons of a page that is known only when it is asked for. */
export const actionsOfPage = (page: string): PageActions | undefined => byPage.get(page);

export type ActionPage = keyof typeof pageActions;

/** Rights to see unmasked values, granted apart from any page. */
export const privacyRights = {
  'privacy.viewPhone': { zh: '查看手机号', en: 'View mobile numbers' },
  'privacy.viewIdNumber': { zh: '查看身份证号', en: 'View ID numbers' },
  'privacy.viewAddress': { zh: '查看详细地址', en: 'View full addresses' },
  'privacy.viewLocation': { zh: '查看位置与轨迹', en: 'View positions and traces' },
  'privacy.search': { zh: '按敏感信息查询', en: 'Search by personal data' },
  'privacy.export': { zh: '导出未脱敏数据', en: 'Export unmasked data' },
} as const satisfies Record<string, Label>;

/** Page actions that are data rights (function type 3) and not buttons. */
export const pageDataRights = ['alarmManage.viewLocation', 'dealerManage.viewLicense'] as const;

export type ButtonCode = {
  [Page in ActionPage]: `${Page}.${(typeof pageActions)[Page]['actions'][number]}`;
}[ActionPage];

export type DataRightCode = keyof typeof privacyRights | (typeof pageDataRights)[number];

/** Codes of the pages that are granted by login or openly and have no node in the function tree. */
type OpenPage =
  | 'login'
  | 'authRedirect'
  | 'page401'
  | 'page404'
  | 'catchAll'
  | 'root'
  | 'dashboard'
  | 'qa'
  | 'profile'
  | 'errorPage401'
  | 'errorPage404';

export type PageCode = Exclude<RouteName, OpenPage>;

export type FunctionCode = PageCode | ButtonCode | DataRightCode;

/** Labels by action; `page.action` where a page has a label of its own. */
// prettier-ignore
export const actionLabels: Readonly<Record<string, Label>> = {
  accept: { zh: '接单/拒单', en: 'Accept, decline' },
  activate: { zh: '手动激活', en: 'Activate' },
  add: { zh: '新增', en: 'Add' },
  addHoliday: { zh: '新增节日语音', en: 'Add holiday voice' },
  addRemark: { zh: '添加备注', en: 'Add remark' },
  addUsers: { zh: '添加用户', en: 'Add users' },
  advanced: { zh: '高级指令', en: 'Advanced commands' },
  assign: { zh: '指派', en: 'Assign' },
  assignDealer: { zh: '分配经销商', en: 'Assign dealer' },
  audit: { zh: '审核', en: 'Approve, reject' },
  auditNow: { zh: '立即解绑/复审', en: 'Approve now, review' },
  basic: { zh: '基础指令', en: 'Basic commands' },
  bind: { zh: '绑定车辆', en: 'Bind vehicle' },
  cancel: { zh: '取消', en: 'Cancel' },
  cancelDeletion: { zh: '撤销注销', en: 'Cancel deletion' },
  category: { zh: '分类', en: 'Category' },
  changeMobile: { zh: '更换手机号', en: 'Change mobile' },
  check: { zh: '检测', en: 'Check' },
  claim: { zh: '领取', en: 'Claim' },
  classification: { zh: '分类管理', en: 'Classifications' },
  close: { zh: '关闭', en: 'Close' },
  codes: { zh: '券码', en: 'Codes' },
  comment: { zh: '评论管理', en: 'Comments' },
  compare: { zh: '差异对比', en: 'Compare' },
  confirm: { zh: '确认结算', en: 'Confirm' },
  copy: { zh: '复制', en: 'Copy' },
  createRepair: { zh: '转报修', en: 'Create repair order' },
  danger: { zh: '危险指令', en: 'Dangerous commands' },
  data: { zh: '数据', en: 'Data' },
  deal: { zh: '处理', en: 'Handle' },
  debug: { zh: '远程调试', en: 'Remote debugging' },
  delete: { zh: '删除', en: 'Delete' },
  deleteHoliday: { zh: '删除节日语音', en: 'Delete holiday voice' },
  disable: { zh: '停用', en: 'Disable' },
  dispatch: { zh: '派单', en: 'Dispatch' },
  download: { zh: '下载', en: 'Download' },
  dryRun: { zh: '试算', en: 'Dry run' },
  edit: { zh: '编辑', en: 'Edit' },
  editHoliday: { zh: '编辑节日语音', en: 'Edit holiday voice' },
  enable: { zh: '启用/停用', en: 'Enable, disable' },
  export: { zh: '导出', en: 'Export' },
  extend: { zh: '延期', en: 'Extend' },
  externalLink: { zh: '外部链接', en: 'External links' },
  feature: { zh: '功能维护', en: 'Features' },
  finish: { zh: '结束', en: 'Finish' },
  force: { zh: '强制进入下一阶段', en: 'Force next stage' },
  forceOffline: { zh: '强制离线', en: 'Force offline' },
  freeze: { zh: '冻结/解冻', en: 'Freeze, unfreeze' },
  grant: { zh: '发放', en: 'Grant' },
  guard: { zh: '守护项变更', en: 'Change guarded lists' },
  handle: { zh: '处理', en: 'Handle' },
  hide: { zh: '隐藏/恢复', en: 'Hide, restore' },
  history: { zh: '历史', en: 'History' },
  ignore: { zh: '忽略误报', en: 'False alarm' },
  imeiLock: { zh: '机卡绑定', en: 'IMEI lock' },
  import: { zh: '导入', en: 'Import' },
  importShip: { zh: '批量发货', en: 'Import shipments' },
  install: { zh: '装车', en: 'Install' },
  invalid: { zh: '无效', en: 'Mark invalid' },
  invoice: { zh: '开票', en: 'Invoice' },
  kick: { zh: '强制下线', en: 'Sign out user' },
  library: { zh: '指令库', en: 'Command library' },
  lock: { zh: '锁车', en: 'Lock' },
  log: { zh: '日志', en: 'Log' },
  move: { zh: '移动', en: 'Move' },
  note: { zh: '备注', en: 'Note' },
  pause: { zh: '暂停/恢复', en: 'Pause, resume' },
  pay: { zh: '付款', en: 'Pay' },
  pin: { zh: '置顶', en: 'Pin' },
  power: { zh: '电源类指令', en: 'Power commands' },
  preview: { zh: '预览', en: 'Preview' },
  print: { zh: '打印', en: 'Print' },
  publish: { zh: '发布', en: 'Publish' },
  push: { zh: '下发', en: 'Push' },
  qrcode: { zh: '二维码', en: 'QR code' },
  query: { zh: '查询', en: 'Search' },
  rawData: { zh: '查看报文', en: 'Raw data' },
  recalc: { zh: '重算', en: 'Recalculate' },
  recon: { zh: '对账处理', en: 'Reconcile' },
  recover: { zh: '找回/结案', en: 'Recover, close' },
  recycle: { zh: '回收', en: 'Recycle' },
  refresh: { zh: '刷新', en: 'Refresh' },
  refund: { zh: '申请退款', en: 'Apply refund' },
  refundAudit: { zh: '退款审核', en: 'Approve refund' },
  regrant: { zh: '补发', en: 'Grant again' },
  remote: { zh: '远程控制', en: 'Remote control' },
  remove: { zh: '拆下', en: 'Remove' },
  removeShare: { zh: '移除共享', en: 'Remove share' },
  removeUsers: { zh: '移除用户', en: 'Remove users' },
  renew: { zh: '续期', en: 'Renew' },
  reopen: { zh: '重新合作', en: 'Reopen' },
  repair: { zh: '维修', en: 'Repair' },
  replaceEcu: { zh: '更换中控', en: 'Replace ECU' },
  replay: { zh: '轨迹回放', en: 'Replay' },
  reply: { zh: '回复', en: 'Reply' },
  request: { zh: '索取日志', en: 'Request log' },
  reset: { zh: '重置密钥', en: 'Reset keys' },
  resetActivation: { zh: '重置激活', en: 'Reset activation' },
  resetDeviceSecret: { zh: '重置设备密钥', en: 'Reset device secret' },
  resetPwd: { zh: '重置密码', en: 'Reset password' },
  resume: { zh: '恢复', en: 'Resume' },
  retry: { zh: '重试', en: 'Retry' },
  revoke: { zh: '撤回', en: 'Withdraw' },
  rule: { zh: '报警规则', en: 'Alarm rules' },
  run: { zh: '执行', en: 'Run, pause, resume' },
  scrap: { zh: '报废', en: 'Scrap' },
  settle: { zh: '结算', en: 'Settle' },
  share: { zh: '分享链接', en: 'Share link' },
  shelf: { zh: '上架/下架', en: 'Put on, take off shelf' },
  ship: { zh: '发货', en: 'Ship' },
  simulate: { zh: '模拟抽奖', en: 'Simulate' },
  sort: { zh: '排序', en: 'Sort' },
  staff: { zh: '员工', en: 'Staff' },
  statistics: { zh: '数据统计', en: 'Statistics' },
  stock: { zh: '库存调整', en: 'Stock' },
  stolen: { zh: '远程锁车', en: 'Theft lock' },
  stop: { zh: '停止', en: 'Stop' },
  suspend: { zh: '暂停合作', en: 'Suspend' },
  sync: { zh: '同步', en: 'Sync now' },
  tag: { zh: '打标签', en: 'Tag' },
  terminate: { zh: '终止', en: 'Terminate' },
  test: { zh: '测试', en: 'Test' },
  testAccount: { zh: '设置测试账号', en: 'Set test account' },
  testGroup: { zh: '测试组', en: 'Test group' },
  toFaq: { zh: '收录为FAQ', en: 'Save as FAQ' },
  toRepair: { zh: '转报修单', en: 'To repair order' },
  top: { zh: '置顶', en: 'Pin' },
  trace: { zh: '轨迹', en: 'Trace' },
  transferStock: { zh: '转移库存', en: 'Transfer stock' },
  transition: { zh: '变更状态', en: 'Change state' },
  unbind: { zh: '解绑', en: 'Unbind' },
  unlock: { zh: '解锁', en: 'Unlock' },
  upgrade: { zh: '单车升级', en: 'Upgrade one' },
  use: { zh: '使用终端', en: 'Use terminal' },
  users: { zh: '成员', en: 'Members' },
  verify: { zh: '核实', en: 'Verify' },
  view: { zh: '查看', en: 'View' },
  viewLicense: { zh: '查看执照', en: 'View licence' },
  viewLocation: { zh: '查看位置', en: 'View location' },
  voice: { zh: '语音管理', en: 'Voices' },
  void: { zh: '作废', en: 'Void' },
  warranty: { zh: '质保审核', en: 'Warranty review' },

  'vehicleManage.stop': { zh: '停运', en: 'Stop operation' },
  'vehicleManage.resume': { zh: '恢复营运', en: 'Resume operation' },
  'vehicleManage.unbind': { zh: '强制解绑', en: 'Force unbind' },
  'vehicleManage.remote': { zh: '远控', en: 'Remote control' },
  'vehicleManage.debug': { zh: '调试', en: 'Debugging' },
  'simIndex.stop': { zh: '停机', en: 'Suspend' },
  'simIndex.resume': { zh: '复机', en: 'Resume' },
  'simIndex.sync': { zh: '同步状态', en: 'Sync status' },
  'simIndex.unbind': { zh: '解绑车辆', en: 'Unbind vehicle' },
  'simIndex.cancel': { zh: '销户', en: 'Cancel account' },
  'simFlow.sync': { zh: '同步流量', en: 'Sync usage' },
  'stopResume.audit': { zh: '审批', en: 'Approve, reject' },
  'stopResume.cancel': { zh: '撤销', en: 'Withdraw' },
  'stopResume.add': { zh: '新增操作单', en: 'Add operation' },
  'vehicleManageXp.sync': { zh: '立即同步', en: 'Sync now' },
  'dealerManage.sync': { zh: 'SAP同步', en: 'Sync from SAP' },
  'dealerManage.suspend': { zh: '暂停/恢复合作', en: 'Suspend, reactivate' },
  'dealerManage.terminate': { zh: '终止合作', en: 'Terminate' },
  'virtualVehicle.add': { zh: '生成', en: 'Generate' },
  'unbindManage.add': { zh: '代提交', en: 'Submit for owner' },
  'SAPvehicleSearch.import': { zh: '导入车辆', en: 'Import vehicles' },
  'mileage.recalc': { zh: '重算里程', en: 'Recalculate mileage' },
  'stolenMonitorManage.verify': { zh: '核实立案', en: 'Verify' },
  'stolenMonitorManage.share': { zh: '分享位置链接', en: 'Share link' },
  'batteryManage.repair': { zh: '送修/修复', en: 'Repair' },
  'remoteControl.cancel': { zh: '取消指令', en: 'Cancel command' },
  'alarmManage.push': { zh: '通知车主', en: 'Notify owner' },
  'alarmManage.ignore': { zh: '忽略/误报', en: 'False alarm' },
  'firmwareManage.test': { zh: '测试结论', en: 'Test result' },
  'firmwareManageOld.enable': { zh: '发布/停用', en: 'Release, disable' },
  'taskList.run': { zh: '执行/暂停/继续', en: 'Run, pause, resume' },
  'taskList.terminate': { zh: '终止任务', en: 'Terminate' },
  'taskListOld.run': { zh: '执行', en: 'Run' },
  'taskListOld.terminate': { zh: '终止任务', en: 'Terminate' },
  'otaEquipmentManage.check': { zh: '立即检查', en: 'Check now' },
  'appVersion.publish': { zh: '发布/定时', en: 'Publish, schedule' },
  'operationActivityManage.test': { zh: '发送测试', en: 'Send test' },
  'operationActivityManage.revoke': { zh: '停止/撤回', en: 'Stop, withdraw' },
  'noticeManage.revoke': { zh: '停止/撤回', en: 'Stop, withdraw' },
  'messageTemplateManage.test': { zh: '发送测试', en: 'Send test' },
  'repairListsManage.add': { zh: '新建报修', en: 'Add repair order' },
  'repairListsManage.close': { zh: '确认/关闭', en: 'Confirm, close' },
  'repairListsManage.cancel': { zh: '取消报修', en: 'Cancel order' },
  'blueToothInfo.log': { zh: '连接日志', en: 'Connection log' },
  'customerServiceAccount.log': { zh: '服务日志', en: 'Service log' },
  'bluetoothSetup.push': { zh: '重新下发', en: 'Push again' },
  'winningRecord.verify': { zh: '核销', en: 'Verify pick-up' },
  'winningRecord.cancel': { zh: '取消资格', en: 'Cancel win' },
  'wish.grant': { zh: '实现', en: 'Grant wish' },
  'userTagsManage.refresh': { zh: '刷新标签', en: 'Refresh tag' },
  'dictionary.refresh': { zh: '刷新缓存', en: 'Refresh cache' },
};

/** The wording of a button: the page's own, else the action's. */
export function actionLabel(page: string, action: string): Label {
  return actionLabels[`${page}.${action}`] ?? actionLabels[action] ?? { zh: action, en: action };
}

/** Icons of the menu groups and the top-level pages, by path. */
const icons = {
  '/dashboard': 'DashboardOutlined',
  '/qa': 'QuestionCircleOutlined',
  '/messageManage': 'MessageOutlined',
  '/guideUseManage': 'CustomerServiceOutlined',
  '/guideUseManageAPP': 'MobileOutlined',
  '/eventManage': 'NotificationOutlined',
  '/virtualVehicleManagement': 'ExperimentOutlined',
  '/prizeManage': 'GiftOutlined',
  '/simManage': 'WifiOutlined',
  '/reportStatistic': 'BarChartOutlined',
  '/versionManage': 'CloudUploadOutlined',
  '/businessManage': 'SolutionOutlined',
  '/equipmentManage': 'CarOutlined',
  '/equipmentManageXp': 'ApiOutlined',
  '/alarmManage': 'AlertOutlined',
  '/analyticStatisticsManage': 'LineChartOutlined',
  '/systemSet': 'ControlOutlined',
  '/orderManage': 'ShoppingCartOutlined',
  '/systemManage': 'SettingOutlined',
  '/reportManage': 'FileTextOutlined',
  '/error': 'WarningOutlined',
  '/test': 'BugOutlined',
} as const;
export type MenuIconName = (typeof icons)[keyof typeof icons];
export const menuIcons: Readonly<Record<string, MenuIconName>> = icons;

const pageCodes = routes.filter((route: ConsoleRoute) => route.permission === route.name).map((route) => route.name);
const buttonCodes = Object.entries<PageActions>(pageActions).flatMap(([page, { actions }]) =>
  actions.map((action) => `${page}.${action}`),
);

/** Every function code there is, in the order of the menu: pages, then buttons, then data rights. */
export const functionCodes: ReadonlySet<string> = new Set([
  ...pageCodes,
  ...buttonCodes,
  ...Object.keys(privacyRights),
]);

export function isFunctionCode(code: string): code is FunctionCode {
  return functionCodes.has(code);
}
