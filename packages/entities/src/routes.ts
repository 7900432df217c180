/**
 * The route table of the console: every page with its names, menu group and permission.
 */

import { routesOf } from './routes/define.ts';
import type { RouteDef } from './routes/define.ts';

export type { RouteDef, RouteKind } from './routes/define.ts';

const open = routesOf('(public)');
// prettier-ignore
const openRoutes = [
  open.custom('/login', 'login', '登录', 'Log in', null, { hidden: true, permission: 'public' }),
  open.custom('/auth-redirect', 'authRedirect', '单点登录跳转', 'SSO redirect', null, { hidden: true, permission: 'public' }),
  open.custom('/401', 'page401', '无权限', 'No access', null, { hidden: true, permission: 'public' }),
  open.custom('/404', 'page404', '页面不存在', 'Not found', null, { hidden: true, permission: 'public' }),
  open.custom('*', 'catchAll', '未知路径', 'Unknown path', null, { hidden: true, permission: 'public' }),
] as const;

const top = routesOf('(root)');
// prettier-ignore
const topRoutes = [
  top.custom('/', 'root', '根', 'Root', null, { hidden: true, permission: 'login' }),
  top.custom('/dashboard', 'dashboard', '首页', 'Dashboard', null, { permission: 'login' }),
  top.custom('/qa', 'qa', '使用问答', 'Console Q&A', 'ConsoleQa', { permission: 'login' }),
  top.custom('/userCenter/profile', 'profile', '个人资料', 'My profile', 'SysUser', { hidden: true, permission: 'login' }),
] as const;

const messages = routesOf('/messageManage');
// prettier-ignore
const messagesRoutes = [
  messages.group('/messageManage', 'messageManage', '消息管理', 'Messages'),
  messages.list('/messageManage/operationActivityManage', 'operationActivityManage', '运营活动消息', 'Campaign messages', 'ActivityMessage'),
  messages.add('/messageManage/operationActivityAdd', 'operationActivityAdd', '新增运营活动消息', 'Add campaign message', 'ActivityMessage', { via: 'operationActivityManage.add' }),
  messages.edit('/messageManage/operationActivityEdit', 'operationActivityEdit', '编辑运营活动消息', 'Edit campaign message', 'ActivityMessage', { via: 'operationActivityManage.edit' }),
  messages.detail('/messageManage/operationActivityDetail', 'operationActivityDetail', '运营活动消息详情', 'Campaign message detail', 'ActivityMessage', { via: 'operationActivityManage.query' }),
  messages.list('/messageManage/noticeManage', 'noticeManage', '系统公告', 'System notices', 'SystemMessage'),
  messages.add('/messageManage/noticeAdd', 'noticeAdd', '新增系统公告', 'Add notice', 'SystemMessage', { via: 'noticeManage.add' }),
  messages.edit('/messageManage/noticeEdit', 'noticeEdit', '编辑系统公告', 'Edit notice', 'SystemMessage', { via: 'noticeManage.edit' }),
  messages.detail('/messageManage/noticeDetail', 'noticeDetail', '系统公告详情', 'Notice detail', 'SystemMessage', { via: 'noticeManage.query' }),
  messages.list('/messageManage/serviceReminderManage', 'serviceReminderManage', '服务提醒', 'Service reminders', 'ServiceMessage'),
  messages.add('/messageManage/serviceReminderAdd', 'serviceReminderAdd', '新增服务提醒', 'Add service reminder', 'ServiceMessage', { via: 'serviceReminderManage.add' }),
  messages.edit('/messageManage/serviceReminderEdit', 'serviceReminderEdit', '编辑服务提醒', 'Edit service reminder', 'ServiceMessage', { via: 'serviceReminderManage.edit' }),
  messages.detail('/messageManage/serviceReminderDetail', 'serviceReminderDetail', '服务提醒详情', 'Service reminder detail', 'ServiceMessage', { via: 'serviceReminderManage.query' }),
  messages.list('/messageManage/messageTemplateManage', 'messageTemplateManage', '消息模板', 'Message templates', 'MessageTemplate'),
  messages.add('/messageManage/serviceTemplateAdd', 'serviceTemplateAdd', '新增服务模板', 'Add service template', 'MessageTemplate', { via: 'messageTemplateManage.add' }),
  messages.edit('/messageManage/serviceTemplateEdit', 'serviceTemplateEdit', '编辑服务模板', 'Edit service template', 'MessageTemplate', { via: 'messageTemplateManage.edit' }),
  messages.add('/messageManage/alarmTemplateAdd', 'alarmTemplateAdd', '新增报警模板', 'Add alarm template', 'MessageTemplate', { via: 'messageTemplateManage.add' }),
  messages.edit('/messageManage/alarmTemplateEdit', 'alarmTemplateEdit', '编辑报警模板', 'Edit alarm template', 'MessageTemplate', { via: 'messageTemplateManage.edit' }),
] as const;

const guides = routesOf('/guideUseManage');
// prettier-ignore
const guidesRoutes = [
  guides.group('/guideUseManage', 'guideUseManage', '使用指导与服务', 'Guides & support'),
  guides.list('/guideUseManage/appLogRecord', 'appLogRecord', 'APP日志记录', 'App log records', 'AppLogRecord'),
  guides.list('/guideUseManage/videoManage', 'videoManage', '操作视频', 'How-to videos', 'GuideVideo'),
  guides.add('/guideUseManage/videoAdd', 'videoAdd', '新增视频', 'Add video', 'GuideVideo', { via: 'videoManage.add' }),
  guides.edit('/guideUseManage/videoEdit', 'videoEdit', '编辑视频', 'Edit video', 'GuideVideo', { via: 'videoManage.edit' }),
  guides.detail('/guideUseManage/videoDetail', 'videoDetail', '视频详情', 'Video detail', 'GuideVideo', { via: 'videoManage.query' }),
  guides.list('/guideUseManage/functionIntroduce', 'functionIntroduce', '功能介绍', 'Function introductions', 'FunctionIntroduce'),
  guides.add('/guideUseManage/functionIntroduce/add', 'functionIntroduceAdd', '新增功能介绍', 'Add function introduction', 'FunctionIntroduce', { via: 'functionIntroduce.add' }),
  guides.edit('/guideUseManage/functionIntroduce/edit', 'functionIntroduceEdit', '编辑功能介绍', 'Edit function introduction', 'FunctionIntroduce', { via: 'functionIntroduce.edit' }),
  guides.detail('/guideUseManage/functionIntroduce/detail', 'functionIntroduceDetail', '功能介绍详情', 'Function introduction detail', 'FunctionIntroduce', { via: 'functionIntroduce.query' }),
  guides.list('/guideUseManage/replacementRecord', 'replacementRecord', '换件记录', 'Replacement records', 'ReplacementRecord'),
  guides.list('/guideUseManage/dealerManage', 'dealerManage', '经销商管理', 'Dealers', 'Dealer'),
  guides.detail('/guideUseManage/dealerManageDetail', 'dealerManageDetail', '经销商详情', 'Dealer detail', 'Dealer', { via: 'dealerManage.query' }),
  guides.list('/guideUseManage/appuserManager', 'appuserManager', 'APP用户', 'App users', 'AppUser'),
  guides.list('/guideUseManage/iosApproval', 'iosApproval', 'iOS审核开关', 'iOS review switch', 'IosReview'),
  guides.edit('/guideUseManage/appuserEdit', 'appuserEdit', '编辑APP用户', 'Edit app user', 'AppUser', { via: 'appuserManager.edit' }),
  guides.detail('/guideUseManage/appuserDetail', 'appuserDetail', 'APP用户详情', 'App user detail', 'AppUser', { via: 'appuserManager.query' }),
  guides.list('/guideUseManage/repairListsManage', 'repairListsManage', '报修单', 'Repair orders', 'RepairOrder'),
  guides.custom('/guideUseManage/repairDetail', 'repairDetail', '报修单详情', 'Repair order detail', 'RepairOrder', { hidden: true, via: 'repairListsManage.query' }),
  guides.list('/guideUseManage/bannerManage', 'bannerManage', '广告轮播', 'Banners & ads', 'Advertisement'),
  guides.add('/guideUseManage/bannerAdd', 'bannerAdd', '新增广告', 'Add banner', 'Advertisement', { via: 'bannerManage.add' }),
  guides.edit('/guideUseManage/bannerEdit', 'bannerEdit', '编辑广告', 'Edit banner', 'Advertisement', { via: 'bannerManage.edit' }),
  guides.detail('/guideUseManage/bannerDetail', 'bannerDetail', '广告详情', 'Banner detail', 'Advertisement', { via: 'bannerManage.query' }),
  guides.list('/guideUseManage/customerServiceAccount', 'customerServiceAccount', '客服账号', 'Customer service accounts', 'ServiceAccount'),
  guides.list('/guideUseManage/customerServiceAccountLog', 'customerServiceAccountLog', '客服账号日志', 'Service account log', 'ServiceAccountLog', { hidden: true, via: 'customerServiceAccount.log' }),
  guides.custom('/availableModel', 'availableModel', '功能适用车型', 'Features per model', 'FunctionalFeature', { cached: true }),
  guides.list('/link', 'link', '链接管理', 'Links', 'AppLink'),
  guides.list('/promotion', 'promotion', '推广管理', 'Promotions', 'Promotion'),
  guides.add('/promotion/add', 'promotionAdd', '新增推广', 'Add promotion', 'Promotion', { via: 'promotion.add' }),
  guides.edit('/promotion/edit', 'promotionEdit', '编辑推广', 'Edit promotion', 'Promotion', { via: 'promotion.edit' }),
  guides.list('/blueToothInfo', 'blueToothInfo', '蓝牙信息', 'Bluetooth info', 'BluetoothInfo'),
] as const;

const content = routesOf('/guideUseManageAPP');
// prettier-ignore
const contentRoutes = [
  content.group('/guideUseManageAPP', 'guideUseManageAPP', 'APP内容管理', 'App content'),
  content.list('/articleManage/category', 'articleCategory', '文章分类', 'Article categories', 'ArticleType'),
  content.list('/articleManage/article', 'article', '文章管理', 'Articles', 'Article'),
  content.add('/guideUseManageAPP/articleCreate', 'articleCreate', '新增文章', 'Create article', 'Article', { via: 'article.add' }),
  content.edit('/guideUseManageAPP/articleEdit', 'articleEdit', '编辑文章', 'Edit article', 'Article', { via: 'article.edit' }),
  content.detail('/guideUseManageAPP/articleView', 'articleView', '查看文章', 'View article', 'Article', { via: 'article.query' }),
  content.list('/guideUseManageAPP/appIntroduce', 'appIntroduce', 'APP介绍', 'App introduction', 'AppIntroduce'),
  content.add('/guideUseManageAPP/appIntroduceAdd', 'appIntroduceAdd', '新增APP介绍', 'Add app introduction', 'AppIntroduce', { via: 'appIntroduce.add' }),
  content.edit('/guideUseManageAPP/appIntroduceEdit', 'appIntroduceEdit', '编辑APP介绍', 'Edit app introduction', 'AppIntroduce', { via: 'appIntroduce.edit' }),
  content.detail('/guideUseManageAPP/appIntroduceDetail', 'appIntroduceDetail', 'APP介绍详情', 'App introduction detail', 'AppIntroduce', { via: 'appIntroduce.query' }),
  content.list('/themeManage', 'themeManage', '主题管理', 'Themes', 'AppTheme'),
  content.custom('/themeManage/add', 'themeManageAdd', '新增主题', 'Add theme', 'AppTheme', { hidden: true, via: 'themeManage.add' }),
  content.custom('/themeManage/edit', 'themeManageEdit', '编辑主题', 'Edit theme', 'AppTheme', { hidden: true, via: 'themeManage.edit' }),
  content.add('/themeManage/addHoliday', 'themeManageAddHoliday', '新增节日语音', 'Add holiday voice', 'HolidayVoice', { via: 'themeManage.addHoliday' }),
  content.edit('/themeManage/editHoliday', 'themeManageEditHoliday', '编辑节日语音', 'Edit holiday voice', 'HolidayVoice', { via: 'themeManage.editHoliday' }),
  content.list('/guideUseManageAPP/commonProblemManage', 'commonProblemManage', '常见问题', 'FAQ', 'Faq'),
  content.add('/guideUseManageAPP/commonProblemManage/add', 'commonProblemAdd', '新增常见问题', 'Add FAQ', 'Faq', { via: 'commonProblemManage.add' }),
  content.edit('/guideUseManageAPP/commonProblemManage/edit', 'commonProblemEdit', '编辑常见问题', 'Edit FAQ', 'Faq', { via: 'commonProblemManage.edit' }),
  content.detail('/guideUseManageAPP/commonProblemManage/detail', 'commonProblemDetail', '常见问题详情', 'FAQ detail', 'Faq', { via: 'commonProblemManage.query' }),
  content.list('/guideUseManageAPP/instructionsManage', 'instructionsManage', '说明书管理', 'Instruction manuals', 'Instruction'),
  content.add('/guideUseManageAPP/instructionsManage/add', 'instructionsAdd', '新增说明书', 'Add manual', 'Instruction', { via: 'instructionsManage.add' }),
  content.edit('/guideUseManageAPP/instructionsManage/edit', 'instructionsEdit', '编辑说明书', 'Edit manual', 'Instruction', { via: 'instructionsManage.edit' }),
  content.detail('/guideUseManageAPP/instructionsManage/detail', 'instructionsDetail', '说明书详情', 'Manual detail', 'Instruction', { via: 'instructionsManage.query' }),
] as const;

const events = routesOf('/eventManage');
// prettier-ignore
const eventsRoutes = [
  events.group('/eventManage', 'eventManage', '活动管理', 'Events'),
  events.list('/eventManage/AReventManage', 'AReventManage', 'AR活动', 'AR events', 'RaffleActivity'),
  events.add('/eventManage/AReventManage/add', 'AReventManageAdd', '新增AR活动', 'Add AR event', 'RaffleActivity', { via: 'AReventManage.add' }),
  events.edit('/eventManage/AReventManage/edit', 'AReventManageEdit', '编辑AR活动', 'Edit AR event', 'RaffleActivity', { via: 'AReventManage.edit' }),
  events.custom('/eventManage/shareCount', 'shareCount', '分享统计', 'Share count', 'ShareRecord', { cached: true }),
  events.list('/eventManage/wish', 'wish', '心愿墙', 'Wishes', 'Wish'),
] as const;

const virtual = routesOf('/virtualVehicleManagement');
// prettier-ignore
const virtualRoutes = [
  virtual.group('/virtualVehicleManagement', 'virtualVehicleManagement', '虚拟车辆管理', 'Virtual vehicles'),
  virtual.list('/virtualVehicleManagement/virtualVehicle', 'virtualVehicle', '虚拟车辆', 'Virtual vehicles', 'VirtualVin'),
] as const;

const prizes = routesOf('/prizeManage');
// prettier-ignore
const prizesRoutes = [
  prizes.group('/prizeManage', 'prizeManage', '奖品管理', 'Prizes'),
  prizes.list('/prizeManage/physicalPrize', 'physicalPrize', '实物奖品', 'Physical prizes', 'Prize'),
  prizes.list('/prizeManage/coupon', 'coupon', '优惠券', 'Coupons', 'Coupon'),
  prizes.list('/prizeManage/winningRecord', 'winningRecord', '中奖记录', 'Winning records', 'WinningRecord'),
] as const;

const sims = routesOf('/simManage');
// prettier-ignore
const simsRoutes = [
  sims.group('/simManage', 'simManage', 'SIM卡管理', 'SIM cards'),
  sims.list('/simManage/simIndex', 'simIndex', 'SIM卡列表', 'SIM cards', 'SimCard'),
  sims.custom('/simManage/simDetail', 'simDetail', 'SIM卡详情', 'SIM detail', 'SimCard', { hidden: true, via: 'simIndex.query' }),
  sims.custom('/simManage/simFlow', 'simFlow', '流量查询', 'Data usage', 'SimFlowDay', { cached: true }),
  sims.list('/simManage/stopResume', 'stopResume', '停复机管理', 'Suspend / resume', 'SimOperation'),
] as const;

const faults = routesOf('/reportStatistic');
// prettier-ignore
const faultsRoutes = [
  faults.group('/reportStatistic', 'reportStatistic', '报表统计', 'Report statistics'),
  faults.custom('/reportStatistic/faultStatisticIndex', 'faultStatisticIndex', '故障统计', 'Fault statistics', 'FaultReport', { cached: true }),
] as const;

const versions = routesOf('/versionManage');
// prettier-ignore
const versionsRoutes = [
  versions.group('/versionManage', 'versionManage', '版本管理', 'Versions'),
  versions.list('/versionManage/appVersion', 'appVersion', 'APP版本', 'App versions', 'AppVersion'),
  versions.detail('/versionManage/appDetail', 'appDetail', 'APP版本详情', 'App version detail', 'AppVersion', { via: 'appVersion.query' }),
  versions.add('/versionManage/appAdd', 'appAdd', '新增APP版本', 'Add app version', 'AppVersion', { via: 'appVersion.add' }),
  versions.edit('/versionManage/appEdit', 'appEdit', '编辑APP版本', 'Edit app version', 'AppVersion', { via: 'appVersion.edit' }),
  versions.list('/versionManage/ota/firmwareManage', 'firmwareManage', '固件管理', 'Firmware', 'Firmware'),
  versions.add('/versionManage/firmwareAdd', 'firmwareAdd', '新增固件', 'Add firmware', 'Firmware', { via: 'firmwareManage.add' }),
  versions.edit('/versionManage/firmwareUpdate', 'firmwareUpdate', '编辑固件', 'Update firmware', 'Firmware', { via: 'firmwareManage.edit' }),
  versions.detail('/versionManage/firmwareQuery', 'firmwareQuery', '固件详情', 'Firmware detail', 'Firmware', { via: 'firmwareManage.query' }),
  versions.list('/versionManage/ota/firmwareManageOld', 'firmwareManageOld', '固件管理（旧）', 'Firmware (old)', 'Firmware'),
  versions.add('/versionManage/firmwareAddOld', 'firmwareAddOld', '新增固件（旧）', 'Add firmware (old)', 'Firmware', { via: 'firmwareManageOld.add' }),
  versions.edit('/versionManage/firmwareUpdateOld', 'firmwareUpdateOld', '编辑固件（旧）', 'Update firmware (old)', 'Firmware', { via: 'firmwareManageOld.edit' }),
  versions.detail('/versionManage/firmwareQueryOld', 'firmwareQueryOld', '固件详情（旧）', 'Firmware detail (old)', 'Firmware', { via: 'firmwareManageOld.query' }),
  versions.list('/versionManage/ota/taskList', 'taskList', '升级任务', 'OTA tasks', 'OtaTask'),
  versions.custom('/versionManage/otaTaskAdd', 'otaTaskAdd', '新建升级任务', 'New OTA task', 'OtaTask', { hidden: true, via: 'taskList.add' }),
  versions.custom('/versionManage/taskUpdate', 'taskUpdate', '编辑升级任务', 'Update OTA task', 'OtaTask', { hidden: true, via: 'taskList.edit' }),
  versions.custom('/versionManage/otaTaskQuery', 'otaTaskQuery', '升级任务监控', 'OTA task monitor', 'OtaTask', { hidden: true, via: 'taskList.query' }),
  versions.list('/versionManage/ota/taskListOld', 'taskListOld', '升级任务（旧）', 'OTA tasks (old)', 'OtaTask'),
  versions.add('/versionManage/otaTaskAddOld', 'otaTaskAddOld', '新建升级任务（旧）', 'New OTA task (old)', 'OtaTask', { via: 'taskListOld.add' }),
  versions.edit('/versionManage/taskUpdateOld', 'taskUpdateOld', '编辑升级任务（旧）', 'Update OTA task (old)', 'OtaTask', { via: 'taskListOld.edit' }),
  versions.detail('/versionManage/otaTaskQueryOld', 'otaTaskQueryOld', '升级任务详情（旧）', 'OTA task detail (old)', 'OtaTask', { via: 'taskListOld.query' }),
  versions.list('/versionManage/ota/equipmentManage', 'otaEquipmentManage', 'OTA设备', 'OTA equipment', 'OtaEquipment'),
] as const;

const business = routesOf('/businessManage');
// prettier-ignore
const businessRoutes = [
  business.group('/businessManage', 'businessManage', '业务管理', 'Business'),
  business.list('/businessManage/appFeedbackManage', 'appFeedbackManage', 'APP反馈', 'App feedback', 'Feedback'),
  business.detail('/businessManage/appFeedbackDetail', 'appFeedbackDetail', '反馈详情', 'Feedback detail', 'Feedback', { via: 'appFeedbackManage.query' }),
  business.custom('/businessManage/appFeedbackDeal', 'appFeedbackDeal', '反馈处理', 'Deal with feedback', 'Feedback', { hidden: true, via: 'appFeedbackManage.deal' }),
] as const;

const vehicles = routesOf('/equipmentManage');
// prettier-ignore
const vehiclesRoutes = [
  vehicles.group('/equipmentManage', 'equipmentManage', '车辆与设备', 'Vehicles & equipment'),
  vehicles.list('/equipmentManage/vehicleManage', 'vehicleManage', '车辆管理', 'Vehicles', 'Vehicle'),
  vehicles.list('/equipmentManage/vehicleSeries', 'vehicleSeries', '车系管理', 'Vehicle series', 'VehicleSeries'),
  vehicles.custom('/equipmentManage/SAPvehicleSearch', 'SAPvehicleSearch', 'SAP车辆查询', 'SAP vehicle search', 'SapVehicle', { cached: true }),
  vehicles.list('/equipmentManage/batteryManage', 'batteryManage', '电池管理', 'Batteries', 'Battery'),
  vehicles.list('/equipmentManage/unbindManage', 'unbindManage', '解绑管理', 'Unbind applications', 'UnbindApplication'),
  vehicles.custom('/equipmentManage/unbindManageDetail', 'unbindManageDetail', '解绑详情', 'Unbind detail', 'UnbindApplication', { hidden: true, via: 'unbindManage.query' }),
  vehicles.custom('/equipmentManage/vehicleRemoteDebugging', 'vehicleRemoteDebugging', '远程调试', 'Remote debugging', 'DebugRecord', { cached: true }),
  vehicles.custom('/equipmentManage/batteryDetail', 'batteryDetail', '电池详情', 'Battery detail', 'Battery', { hidden: true, via: 'batteryManage.query' }),
  vehicles.custom('/equipmentManage/vehicleManageDetail', 'vehicleManageDetail', '车辆详情', 'Vehicle detail', 'Vehicle', { hidden: true, via: 'vehicleManage.query' }),
  vehicles.custom('/equipmentManage/mileage', 'mileage', '里程查询', 'Mileage', 'MileageDay', { cached: true }),
  vehicles.list('/equipmentManage/historytrace', 'historytrace', '历史轨迹', 'History traces', 'Trip'),
  vehicles.detail('/equipmentManage/ecuDetail', 'ecuDetail', '中控详情', 'ECU detail', 'Ecu', { via: 'vehicleManage.query' }),
  vehicles.custom('/equipmentManage/historytraceDetail', 'historytraceDetail', '轨迹回放', 'Trace replay', 'Trip', { hidden: true, via: 'historytrace.replay' }),
  vehicles.list('/equipmentManage/stolenMonitorManage', 'stolenMonitorManage', '被盗监控', 'Stolen monitoring', 'StolenCase'),
  vehicles.custom('/equipmentManage/stolenVehicleDetail', 'stolenVehicleDetail', '被盗车辆详情', 'Stolen vehicle detail', 'StolenCase', { hidden: true, via: 'stolenMonitorManage.query' }),
  vehicles.list('/equipmentManage/vehicleModelManage', 'vehicleModelManage', '车型管理', 'Vehicle models', 'VehicleType'),
  vehicles.add('/equipmentManage/vehicleModelManage/add', 'vehicleModelAdd', '新增车型', 'Add model', 'VehicleType', { via: 'vehicleModelManage.add' }),
  vehicles.edit('/equipmentManage/vehicleModelManage/edit', 'vehicleModelEdit', '编辑车型', 'Edit model', 'VehicleType', { via: 'vehicleModelManage.edit' }),
  vehicles.custom('/equipmentManage/vehicleModelManage/view', 'vehicleModelView', '车型APP预览', 'Model preview', 'VehicleType', { hidden: true, via: 'vehicleModelManage.query' }),
  vehicles.detail('/equipmentManage/vehicleModelManage/detail', 'vehicleModelDetail', '车型详情', 'Model detail', 'VehicleType', { via: 'vehicleModelManage.query' }),
  vehicles.list('/equipmentManage/batteryHistory', 'batteryHistory', '历史电池', 'Battery history', 'BatteryBinding'),
  vehicles.custom('/equipmentManage/remoteControl', 'remoteControl', '远程控制', 'Remote control', 'ControlCommand', { cached: true }),
  vehicles.list('/equipmentManage/soundEffect', 'soundEffect', '音效管理', 'Sound effects', 'SoundEffect'),
  vehicles.list('/equipmentManage/vehicleImage', 'vehicleImage', '车辆图片', 'Vehicle images', 'VehicleImage'),
] as const;

const xp = routesOf('/equipmentManageXp');
// prettier-ignore
const xpRoutes = [
  xp.group('/equipmentManageXp', 'equipmentManageXp', 'XP车辆', 'XP vehicles'),
  xp.list('/equipmentManageXp/vehicleManageXp', 'vehicleManageXp', 'XP车辆管理', 'XP vehicles', 'VehicleXp'),
] as const;

const alarms = routesOf('/alarmManage');
// prettier-ignore
const alarmsRoutes = [
  alarms.group('/alarmManage', 'alarmManageGroup', '报警管理', 'Alarms'),
  alarms.list('/alarmManage/alarmManage', 'alarmManage', '报警列表', 'Alarm list', 'Alarm'),
  alarms.custom('/alarmManage/alarmDetail', 'alarmDetail', '报警详情', 'Alarm detail', 'Alarm', { hidden: true, via: 'alarmManage.query' }),
] as const;

const analytics = routesOf('/analyticStatisticsManage');
// prettier-ignore
const analyticsRoutes = [
  analytics.group('/analyticStatisticsManage', 'analyticStatisticsManage', '统计分析', 'Analytics'),
  analytics.custom('/analyticStatisticsManage/alarmStatistics', 'alarmStatistics', '报警统计', 'Alarm statistics', 'Alarm', { cached: true }),
  analytics.custom('/analyticStatisticsManage/vehicleRepairStatistics', 'vehicleRepairStatistics', '维修统计', 'Repair statistics', 'RepairOrder', { cached: true }),
  analytics.custom('/analyticStatisticsManage/activationStatistics', 'activationStatistics', '激活统计', 'Activation statistics', 'Vehicle', { cached: true }),
  analytics.custom('/analyticStatisticsManage/vehicleTrafficStatistics', 'vehicleTrafficStatistics', '车辆流量统计', 'Vehicle traffic statistics', 'SimFlowDay', { cached: true }),
  analytics.custom('/analyticStatisticsManage/vehicleOwnerStructureAnalysis', 'vehicleOwnerStructureAnalysis', '车主结构分析', 'Owner structure analysis', 'AppUser', { cached: true }),
] as const;

const settings = routesOf('/systemSet');
// prettier-ignore
const settingsRoutes = [
  settings.group('/systemSet', 'systemSet', '系统设置', 'System settings'),
  settings.list('/systemSet/bluetoothSetup', 'bluetoothSetup', '蓝牙设置', 'Bluetooth setup', 'BluetoothSetup'),
  settings.add('/systemSet/bluetoothSetupAdd', 'bluetoothSetupAdd', '新增蓝牙设置', 'Add bluetooth setup', 'BluetoothSetup', { via: 'bluetoothSetup.add' }),
  settings.edit('/systemSet/bluetoothSetupEdit', 'bluetoothSetupEdit', '编辑蓝牙设置', 'Edit bluetooth setup', 'BluetoothSetup', { via: 'bluetoothSetup.edit' }),
  settings.list('/systemSet/userTagsManage', 'userTagsManage', '用户标签', 'User tags', 'UserTag'),
  settings.custom('/systemSet/tagsDetail', 'tagsDetail', '标签详情', 'Tag detail', 'UserTag', { hidden: true, via: 'userTagsManage.query' }),
] as const;

const orders = routesOf('/orderManage');
// prettier-ignore
const ordersRoutes = [
  orders.group('/orderManage', 'orderManage', '订单管理', 'Orders'),
  orders.list('/orderManage/blindoOder', 'blindoOder', '盲盒订单', 'Blind-box orders', 'BlindBoxOrder'),
  orders.list('/orderManage/orderList', 'orderList', '订单列表', 'Orders', 'GoodsOrder'),
  orders.custom('/orderManage/orderDetail', 'orderDetail', '订单详情', 'Order detail', 'GoodsOrder', { hidden: true, via: 'orderList.query' }),
  orders.custom('/orderManage/revenueManage', 'revenueManage', '主题收益', 'Theme revenue', 'ThemeRevenue', { cached: true }),
] as const;

const system = routesOf('/systemManage');
// prettier-ignore
const systemRoutes = [
  system.group('/systemManage', 'systemManage', '系统管理', 'System'),
  system.list('/systemManage/operatorManage', 'operatorManage', '操作员管理', 'Operators', 'SysUser'),
  system.add('/systemManage/operatorManage/add', 'operatorManageAdd', '新增操作员', 'Add operator', 'SysUser', { via: 'operatorManage.add' }),
  system.edit('/systemManage/operatorManage/edit', 'operatorManageEdit', '编辑操作员', 'Edit operator', 'SysUser', { via: 'operatorManage.edit' }),
  system.detail('/systemManage/operatorManage/detail', 'operatorManageDetail', '操作员详情', 'Operator detail', 'SysUser', { via: 'operatorManage.query' }),
  system.list('/systemManage/roleRightsManage', 'roleRightsManage', '角色权限', 'Roles & rights', 'SysRole'),
  system.custom('/systemManage/roleAdd', 'roleAdd', '新增角色', 'Add role', 'SysRole', { hidden: true, via: 'roleRightsManage.add' }),
  system.custom('/systemManage/roleEdit', 'roleEdit', '编辑角色', 'Edit role', 'SysRole', { hidden: true, via: 'roleRightsManage.edit' }),
  system.list('/systemManage/dealerAccountManage', 'dealerAccountManage', '经销商账号', 'Dealer accounts', 'DealerUser'),
  system.add('/systemManage/dealerAccountAdd', 'dealerAccountAdd', '新增经销商账号', 'Add dealer account', 'DealerUser', { via: 'dealerAccountManage.add' }),
  system.edit('/systemManage/dealerAccountEdit', 'dealerAccountEdit', '编辑经销商账号', 'Edit dealer account', 'DealerUser', { via: 'dealerAccountManage.edit' }),
  system.custom('/systemManage/menu', 'menu', '菜单管理', 'Menus & functions', 'SysFunction', { cached: true }),
  system.custom('/systemManage/dictionary', 'dictionary', '数据字典', 'Dictionary', 'ItemCode', { cached: true }),
] as const;

const reports = routesOf('/reportManage');
// prettier-ignore
const reportsRoutes = [
  reports.group('/reportManage', 'reportManage', '报表管理', 'Reports', { hidden: true }),
  reports.custom('/reportManage/vehicleOwnerStatistics', 'vehicleOwnerStatistics', '车主报表', 'Owner report', 'AppUser', { hidden: true }),
  reports.custom('/reportManage/vehicleStatistics', 'vehicleStatistics', '车辆报表', 'Vehicle report', 'Vehicle', { hidden: true }),
  reports.custom('/reportManage/batteryStatistics', 'batteryStatistics', '电池报表', 'Battery report', 'Battery', { hidden: true }),
  reports.custom('/reportManage/serviceMaintenanceStatistics', 'serviceMaintenanceStatistics', '服务维保报表', 'Service & maintenance report', 'RepairOrder', { hidden: true }),
  reports.custom('/reportManage/vehicleNewsStatistics', 'vehicleNewsStatistics', '车辆消息报表', 'Vehicle message report', 'PushRecord', { hidden: true }),
] as const;

const errors = routesOf('/error');
// prettier-ignore
const errorsRoutes = [
  errors.group('/error', 'error', '错误页面', 'Error pages', { hidden: true }),
  errors.custom('/error/401', 'errorPage401', '401', '401', null, { hidden: true, permission: 'login' }),
  errors.custom('/error/404', 'errorPage404', '404', '404', null, { hidden: true, permission: 'login' }),
] as const;

const tests = routesOf('/test');
// prettier-ignore
const testsRoutes = [
  tests.group('/test', 'test', '测试', 'Test', { hidden: true }),
  tests.custom('/test/index', 'testIndex', '测试页', 'Test page', null, { hidden: true }),
] as const;

const table = [
  ...openRoutes,
  ...topRoutes,
  ...messagesRoutes,
  ...guidesRoutes,
  ...contentRoutes,
  ...eventsRoutes,
  ...virtualRoutes,
  ...prizesRoutes,
  ...simsRoutes,
  ...faultsRoutes,
  ...versionsRoutes,
  ...businessRoutes,
  ...vehiclesRoutes,
  ...xpRoutes,
  ...alarmsRoutes,
  ...analyticsRoutes,
  ...settingsRoutes,
  ...ordersRoutes,
  ...systemRoutes,
  ...reportsRoutes,
  ...errorsRoutes,
  ...testsRoutes,
] as const;

export type RouteName = (typeof table)[number]['name'];

/** A route whose name is one of the table. */
export interface ConsoleRoute extends RouteDef {
  name: RouteName;
}

export const routes: readonly ConsoleRoute[] = table;

export interface RouteAlias {
  from: string;
  to: string;
}

/** Paths that redirect to the path a page is registered under. */
export const aliases: readonly RouteAlias[] = [
  { from: '/', to: '/dashboard' },
  { from: '/simManage', to: '/simManage/simIndex' },
  { from: '/guideUseManage/availableModel', to: '/availableModel' },
  { from: '/guideUseManage/link', to: '/link' },
  { from: '/guideUseManage/promotion', to: '/promotion' },
  { from: '/guideUseManage/promotion/add', to: '/promotion/add' },
  { from: '/guideUseManage/promotion/edit', to: '/promotion/edit' },
  { from: '/guideUseManage/blueToothInfo', to: '/blueToothInfo' },
  { from: '/guideUseManageAPP/articleManage/category', to: '/articleManage/category' },
  { from: '/guideUseManageAPP/articleManage/article', to: '/articleManage/article' },
  { from: '/guideUseManageAPP/themeManage', to: '/themeManage' },
  { from: '/guideUseManageAPP/themeManage/add', to: '/themeManage/add' },
  { from: '/guideUseManageAPP/themeManage/edit', to: '/themeManage/edit' },
  { from: '/guideUseManageAPP/themeManage/addHoliday', to: '/themeManage/addHoliday' },
  { from: '/guideUseManageAPP/themeManage/editHoliday', to: '/themeManage/editHoliday' },
  { from: '/versionManage/ota/firmwareAdd', to: '/versionManage/firmwareAdd' },
  { from: '/versionManage/ota/firmwareUpdate', to: '/versionManage/firmwareUpdate' },
  { from: '/versionManage/ota/firmwareQuery', to: '/versionManage/firmwareQuery' },
  { from: '/versionManage/ota/firmwareAddOld', to: '/versionManage/firmwareAddOld' },
  { from: '/versionManage/ota/firmwareUpdateOld', to: '/versionManage/firmwareUpdateOld' },
  { from: '/versionManage/ota/firmwareQueryOld', to: '/versionManage/firmwareQueryOld' },
  { from: '/versionManage/ota/otaTaskAdd', to: '/versionManage/otaTaskAdd' },
  { from: '/versionManage/ota/taskUpdate', to: '/versionManage/taskUpdate' },
  { from: '/versionManage/ota/otaTaskQuery', to: '/versionManage/otaTaskQuery' },
  { from: '/versionManage/ota/otaTaskAddOld', to: '/versionManage/otaTaskAddOld' },
  { from: '/versionManage/ota/taskUpdateOld', to: '/versionManage/taskUpdateOld' },
  { from: '/versionManage/ota/otaTaskQueryOld', to: '/versionManage/otaTaskQueryOld' },
];
