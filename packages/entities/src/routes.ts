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
  top.custom('/qa', 'qa', '使用问答', 'Console Q&A', 'consoleQa', { permission: 'login' }),
  top.custom('/userCenter/profile', 'profile', '个人资料', 'My profile', 'sysUser', { hidden: true, permission: 'login' }),
] as const;

const messages = routesOf('/messageManage');
// prettier-ignore
const messagesRoutes = [
  messages.group('/messageManage', 'messageManage', '消息管理', 'Messages'),
  messages.list('/messageManage/operationActivityManage', 'operationActivityManage', '运营活动消息', 'Campaign messages', 'activityMessage'),
  messages.add('/messageManage/operationActivityAdd', 'operationActivityAdd', '新增运营活动消息', 'Add campaign message', 'activityMessage', { via: 'operationActivityManage.add' }),
  messages.edit('/messageManage/operationActivityEdit', 'operationActivityEdit', '编辑运营活动消息', 'Edit campaign message', 'activityMessage', { via: 'operationActivityManage.edit' }),
  messages.detail('/messageManage/operationActivityDetail', 'operationActivityDetail', '运营活动消息详情', 'Campaign message detail', 'activityMessage', { via: 'operationActivityManage.query' }),
  messages.list('/messageManage/noticeManage', 'noticeManage', '系统公告', 'System notices', 'systemMessage'),
  messages.add('/messageManage/noticeAdd', 'noticeAdd', '新增系统公告', 'Add notice', 'systemMessage', { via: 'noticeManage.add' }),
  messages.edit('/messageManage/noticeEdit', 'noticeEdit', '编辑系统公告', 'Edit notice', 'systemMessage', { via: 'noticeManage.edit' }),
  messages.detail('/messageManage/noticeDetail', 'noticeDetail', '系统公告详情', 'Notice detail', 'systemMessage', { via: 'noticeManage.query' }),
  messages.list('/messageManage/serviceReminderManage', 'serviceReminderManage', '服务提醒', 'Service reminders', 'serviceMessage'),
  messages.add('/messageManage/serviceReminderAdd', 'serviceReminderAdd', '新增服务提醒', 'Add service reminder', 'serviceMessage', { via: 'serviceReminderManage.add' }),
  messages.edit('/messageManage/serviceReminderEdit', 'serviceReminderEdit', '编辑服务提醒', 'Edit service reminder', 'serviceMessage', { via: 'serviceReminderManage.edit' }),
  messages.detail('/messageManage/serviceReminderDetail', 'serviceReminderDetail', '服务提醒详情', 'Service reminder detail', 'serviceMessage', { via: 'serviceReminderManage.query' }),
  messages.list('/messageManage/messageTemplateManage', 'messageTemplateManage', '消息模板', 'Message templates', 'serviceTemplate'),
  messages.add('/messageManage/serviceTemplateAdd', 'serviceTemplateAdd', '新增服务模板', 'Add service template', 'serviceTemplate', { via: 'messageTemplateManage.add' }),
  messages.edit('/messageManage/serviceTemplateEdit', 'serviceTemplateEdit', '编辑服务模板', 'Edit service template', 'serviceTemplate', { via: 'messageTemplateManage.edit' }),
  messages.add('/messageManage/alarmTemplateAdd', 'alarmTemplateAdd', '新增报警模板', 'Add alarm template', 'alarmTemplate', { via: 'messageTemplateManage.add' }),
  messages.edit('/messageManage/alarmTemplateEdit', 'alarmTemplateEdit', '编辑报警模板', 'Edit alarm template', 'alarmTemplate', { via: 'messageTemplateManage.edit' }),
] as const;

const guides = routesOf('/guideUseManage');
// prettier-ignore
const guidesRoutes = [
  guides.group('/guideUseManage', 'guideUseManage', '使用指导与服务', 'Guides & support'),
  guides.list('/guideUseManage/appLogRecord', 'appLogRecord', 'APP日志记录', 'App log records', 'appLogRecord'),
  guides.list('/guideUseManage/videoManage', 'videoManage', '操作视频', 'How-to videos', 'guideVideo'),
  guides.add('/guideUseManage/videoAdd', 'videoAdd', '新增视频', 'Add video', 'guideVideo', { via: 'videoManage.add' }),
  guides.edit('/guideUseManage/videoEdit', 'videoEdit', '编辑视频', 'Edit video', 'guideVideo', { via: 'videoManage.edit' }),
  guides.detail('/guideUseManage/videoDetail', 'videoDetail', '视频详情', 'Video detail', 'guideVideo', { via: 'videoManage.query' }),
  guides.list('/guideUseManage/functionIntroduce', 'functionIntroduce', '功能介绍', 'Function introductions', 'functionIntroduce'),
  guides.add('/guideUseManage/functionIntroduce/add', 'functionIntroduceAdd', '新增功能介绍', 'Add function introduction', 'functionIntroduce', { via: 'functionIntroduce.add' }),
  guides.edit('/guideUseManage/functionIntroduce/edit', 'functionIntroduceEdit', '编辑功能介绍', 'Edit function introduction', 'functionIntroduce', { via: 'functionIntroduce.edit' }),
  guides.detail('/guideUseManage/functionIntroduce/detail', 'functionIntroduceDetail', '功能介绍详情', 'Function introduction detail', 'functionIntroduce', { via: 'functionIntroduce.query' }),
  guides.list('/guideUseManage/replacementRecord', 'replacementRecord', '换件记录', 'Replacement records', 'replacementRecord'),
  guides.list('/guideUseManage/dealerManage', 'dealerManage', '经销商管理', 'Dealers', 'dealer'),
  guides.detail('/guideUseManage/dealerManageDetail', 'dealerManageDetail', '经销商详情', 'Dealer detail', 'dealer', { via: 'dealerManage.query' }),
  guides.list('/guideUseManage/appuserManager', 'appuserManager', 'APP用户', 'App users', 'appUser'),
  guides.list('/guideUseManage/iosApproval', 'iosApproval', 'iOS审核开关', 'iOS review switch', 'iosReview'),
  guides.edit('/guideUseManage/appuserEdit', 'appuserEdit', '编辑APP用户', 'Edit app user', 'appUser', { via: 'appuserManager.edit' }),
  guides.detail('/guideUseManage/appuserDetail', 'appuserDetail', 'APP用户详情', 'App user detail', 'appUser', { via: 'appuserManager.query' }),
  guides.list('/guideUseManage/repairListsManage', 'repairListsManage', '报修单', 'Repair orders', 'repairOrder'),
  guides.detail('/guideUseManage/repairDetail', 'repairDetail', '报修单详情', 'Repair order detail', 'repairOrder', { via: 'repairListsManage.query' }),
  guides.list('/guideUseManage/bannerManage', 'bannerManage', '广告轮播', 'Banners & ads', 'advertisement'),
  guides.add('/guideUseManage/bannerAdd', 'bannerAdd', '新增广告', 'Add banner', 'advertisement', { via: 'bannerManage.add' }),
  guides.edit('/guideUseManage/bannerEdit', 'bannerEdit', '编辑广告', 'Edit banner', 'advertisement', { via: 'bannerManage.edit' }),
  guides.detail('/guideUseManage/bannerDetail', 'bannerDetail', '广告详情', 'Banner detail', 'advertisement', { via: 'bannerManage.query' }),
  guides.list('/guideUseManage/customerServiceAccount', 'customerServiceAccount', '客服账号', 'Customer service accounts', 'serviceAccount'),
  guides.list('/guideUseManage/customerServiceAccountLog', 'customerServiceAccountLog', '客服账号日志', 'Service account log', 'serviceAccountLog', { hidden: true, via: 'customerServiceAccount.log' }),
  guides.custom('/availableModel', 'availableModel', '功能适用车型', 'Features per model', 'functionalFeature', { cached: true }),
  guides.list('/link', 'link', '链接管理', 'Links', 'appLink'),
  guides.list('/promotion', 'promotion', '推广管理', 'Promotions', 'promotion'),
  guides.add('/promotion/add', 'promotionAdd', '新增推广', 'Add promotion', 'promotion', { via: 'promotion.add' }),
  guides.edit('/promotion/edit', 'promotionEdit', '编辑推广', 'Edit promotion', 'promotion', { via: 'promotion.edit' }),
  guides.list('/blueToothInfo', 'blueToothInfo', '蓝牙信息', 'Bluetooth info', 'bluetoothInfo'),
] as const;

const content = routesOf('/guideUseManageAPP');
// prettier-ignore
const contentRoutes = [
  content.group('/guideUseManageAPP', 'guideUseManageAPP', 'APP内容管理', 'App content'),
  content.list('/articleManage/category', 'articleCategory', '文章分类', 'Article categories', 'articleType'),
  content.list('/articleManage/article', 'article', '文章管理', 'Articles', 'article'),
  content.add('/guideUseManageAPP/articleCreate', 'articleCreate', '新增文章', 'Create article', 'article', { via: 'article.add' }),
  content.edit('/guideUseManageAPP/articleEdit', 'articleEdit', '编辑文章', 'Edit article', 'article', { via: 'article.edit' }),
  content.detail('/guideUseManageAPP/articleView', 'articleView', '查看文章', 'View article', 'article', { via: 'article.query' }),
  content.list('/guideUseManageAPP/appIntroduce', 'appIntroduce', 'APP介绍', 'App introduction', 'appIntroduce'),
  content.add('/guideUseManageAPP/appIntroduceAdd', 'appIntroduceAdd', '新增APP介绍', 'Add app introduction', 'appIntroduce', { via: 'appIntroduce.add' }),
  content.edit('/guideUseManageAPP/appIntroduceEdit', 'appIntroduceEdit', '编辑APP介绍', 'Edit app introduction', 'appIntroduce', { via: 'appIntroduce.edit' }),
  content.detail('/guideUseManageAPP/appIntroduceDetail', 'appIntroduceDetail', 'APP介绍详情', 'App introduction detail', 'appIntroduce', { via: 'appIntroduce.query' }),
  content.list('/themeManage', 'themeManage', '主题管理', 'Themes', 'appTheme'),
  content.add('/themeManage/add', 'themeManageAdd', '新增主题', 'Add theme', 'appTheme', { via: 'themeManage.add' }),
  content.edit('/themeManage/edit', 'themeManageEdit', '编辑主题', 'Edit theme', 'appTheme', { via: 'themeManage.edit' }),
  content.add('/themeManage/addHoliday', 'themeManageAddHoliday', '新增节日语音', 'Add holiday voice', 'holidayVoice', { via: 'themeManage.addHoliday' }),
  content.edit('/themeManage/editHoliday', 'themeManageEditHoliday', '编辑节日语音', 'Edit holiday voice', 'holidayVoice', { via: 'themeManage.editHoliday' }),
  content.list('/guideUseManageAPP/commonProblemManage', 'commonProblemManage', '常见问题', 'FAQ', 'faq'),
  content.add('/guideUseManageAPP/commonProblemManage/add', 'commonProblemAdd', '新增常见问题', 'Add FAQ', 'faq', { via: 'commonProblemManage.add' }),
  content.edit('/guideUseManageAPP/commonProblemManage/edit', 'commonProblemEdit', '编辑常见问题', 'Edit FAQ', 'faq', { via: 'commonProblemManage.edit' }),
  content.detail('/guideUseManageAPP/commonProblemManage/detail', 'commonProblemDetail', '常见问题详情', 'FAQ detail', 'faq', { via: 'commonProblemManage.query' }),
  content.list('/guideUseManageAPP/instructionsManage', 'instructionsManage', '说明书管理', 'Instruction manuals', 'instruction'),
  content.add('/guideUseManageAPP/instructionsManage/add', 'instructionsAdd', '新增说明书', 'Add manual', 'instruction', { via: 'instructionsManage.add' }),
  content.edit('/guideUseManageAPP/instructionsManage/edit', 'instructionsEdit', '编辑说明书', 'Edit manual', 'instruction', { via: 'instructionsManage.edit' }),
  content.detail('/guideUseManageAPP/instructionsManage/detail', 'instructionsDetail', '说明书详情', 'Manual detail', 'instruction', { via: 'instructionsManage.query' }),
] as const;

const events = routesOf('/eventManage');
// prettier-ignore
const eventsRoutes = [
  events.group('/eventManage', 'eventManage', '活动管理', 'Events'),
  events.list('/eventManage/AReventManage', 'AReventManage', 'AR活动', 'AR events', 'raffleActivity'),
  events.add('/eventManage/AReventManage/add', 'AReventManageAdd', '新增AR活动', 'Add AR event', 'raffleActivity', { via: 'AReventManage.add' }),
  events.edit('/eventManage/AReventManage/edit', 'AReventManageEdit', '编辑AR活动', 'Edit AR event', 'raffleActivity', { via: 'AReventManage.edit' }),
  events.detail('/eventManage/AReventManage/detail', 'AReventManageDetail', 'AR活动详情', 'AR event detail', 'raffleActivity', { via: 'AReventManage.query' }),
  events.custom('/eventManage/shareCount', 'shareCount', '分享统计', 'Share count', 'shareRecord', { cached: true }),
  events.list('/eventManage/wish', 'wish', '心愿墙', 'Wishes', 'wish'),
] as const;

const virtual = routesOf('/virtualVehicleManagement');
// prettier-ignore
const virtualRoutes = [
  virtual.group('/virtualVehicleManagement', 'virtualVehicleManagement', '虚拟车辆管理', 'Virtual vehicles'),
  virtual.list('/virtualVehicleManagement/virtualVehicle', 'virtualVehicle', '虚拟车辆', 'Virtual vehicles', 'virtualVin'),
] as const;

const prizes = routesOf('/prizeManage');
// prettier-ignore
const prizesRoutes = [
  prizes.group('/prizeManage', 'prizeManage', '奖品管理', 'Prizes'),
  prizes.list('/prizeManage/physicalPrize', 'physicalPrize', '实物奖品', 'Physical prizes', 'prize'),
  prizes.list('/prizeManage/coupon', 'coupon', '优惠券', 'Coupons', 'coupon'),
  prizes.list('/prizeManage/winningRecord', 'winningRecord', '中奖记录', 'Winning records', 'winningRecord'),
] as const;

const sims = routesOf('/simManage');
// prettier-ignore
const simsRoutes = [
  sims.group('/simManage', 'simManage', 'SIM卡管理', 'SIM cards'),
  sims.list('/simManage/simIndex', 'simIndex', 'SIM卡列表', 'SIM cards', 'simCard'),
  sims.detail('/simManage/simDetail', 'simDetail', 'SIM卡详情', 'SIM detail', 'simCard', { via: 'simIndex.query' }),
  sims.custom('/simManage/simFlow', 'simFlow', '流量查询', 'Data usage', 'simFlowDay', { cached: true }),
  sims.list('/simManage/stopResume', 'stopResume', '停复机管理', 'Suspend / resume', 'simOperation'),
] as const;

const faults = routesOf('/reportStatistic');
// prettier-ignore
const faultsRoutes = [
  faults.group('/reportStatistic', 'reportStatistic', '报表统计', 'Report statistics'),
  faults.custom('/reportStatistic/faultStatisticIndex', 'faultStatisticIndex', '故障统计', 'Fault statistics', 'faultReport', { cached: true }),
] as const;

const versions = routesOf('/versionManage');
// prettier-ignore
const versionsRoutes = [
  versions.group('/versionManage', 'versionManage', '版本管理', 'Versions'),
  versions.list('/versionManage/appVersion', 'appVersion', 'APP版本', 'App versions', 'appVersion'),
  versions.detail('/versionManage/appDetail', 'appDetail', 'APP版本详情', 'App version detail', 'appVersion', { via: 'appVersion.query' }),
  versions.add('/versionManage/appAdd', 'appAdd', '新增APP版本', 'Add app version', 'appVersion', { via: 'appVersion.add' }),
  versions.edit('/versionManage/appEdit', 'appEdit', '编辑APP版本', 'Edit app version', 'appVersion', { via: 'appVersion.edit' }),
  versions.list('/versionManage/ota/firmwareManage', 'firmwareManage', '固件管理', 'Firmware', 'firmware'),
  versions.add('/versionManage/firmwareAdd', 'firmwareAdd', '新增固件', 'Add firmware', 'firmware', { via: 'firmwareManage.add' }),
  versions.edit('/versionManage/firmwareUpdate', 'firmwareUpdate', '编辑固件', 'Update firmware', 'firmware', { via: 'firmwareManage.edit' }),
  versions.detail('/versionManage/firmwareQuery', 'firmwareQuery', '固件详情', 'Firmware detail', 'firmware', { via: 'firmwareManage.query' }),
  versions.list('/versionManage/ota/firmwareManageOld', 'firmwareManageOld', '固件管理（旧）', 'Firmware (old)', 'firmwareOld'),
  versions.add('/versionManage/firmwareAddOld', 'firmwareAddOld', '新增固件（旧）', 'Add firmware (old)', 'firmwareOld', { via: 'firmwareManageOld.add' }),
  versions.edit('/versionManage/firmwareUpdateOld', 'firmwareUpdateOld', '编辑固件（旧）', 'Update firmware (old)', 'firmwareOld', { via: 'firmwareManageOld.edit' }),
  versions.detail('/versionManage/firmwareQueryOld', 'firmwareQueryOld', '固件详情（旧）', 'Firmware detail (old)', 'firmwareOld', { via: 'firmwareManageOld.query' }),
  versions.list('/versionManage/ota/taskList', 'taskList', '升级任务', 'OTA tasks', 'otaTask'),
  versions.add('/versionManage/otaTaskAdd', 'otaTaskAdd', '新建升级任务', 'New OTA task', 'otaTask', { via: 'taskList.add' }),
  versions.edit('/versionManage/taskUpdate', 'taskUpdate', '编辑升级任务', 'Update OTA task', 'otaTask', { via: 'taskList.edit' }),
  versions.detail('/versionManage/otaTaskQuery', 'otaTaskQuery', '升级任务监控', 'OTA task monitor', 'otaTask', { via: 'taskList.query' }),
  versions.list('/versionManage/ota/taskListOld', 'taskListOld', '升级任务（旧）', 'OTA tasks (old)', 'otaTaskOld'),
  versions.add('/versionManage/otaTaskAddOld', 'otaTaskAddOld', '新建升级任务（旧）', 'New OTA task (old)', 'otaTaskOld', { via: 'taskListOld.add' }),
  versions.edit('/versionManage/taskUpdateOld', 'taskUpdateOld', '编辑升级任务（旧）', 'Update OTA task (old)', 'otaTaskOld', { via: 'taskListOld.edit' }),
  versions.detail('/versionManage/otaTaskQueryOld', 'otaTaskQueryOld', '升级任务详情（旧）', 'OTA task detail (old)', 'otaTaskOld', { via: 'taskListOld.query' }),
  versions.list('/versionManage/ota/equipmentManage', 'otaEquipmentManage', 'OTA设备', 'OTA equipment', 'otaEquipment'),
] as const;

const business = routesOf('/businessManage');
// prettier-ignore
const businessRoutes = [
  business.group('/businessManage', 'businessManage', '业务管理', 'Business'),
  business.list('/businessManage/appFeedbackManage', 'appFeedbackManage', 'APP反馈', 'App feedback', 'feedback'),
  business.detail('/businessManage/appFeedbackDetail', 'appFeedbackDetail', '反馈详情', 'Feedback detail', 'feedback', { via: 'appFeedbackManage.query' }),
  business.custom('/businessManage/appFeedbackDeal', 'appFeedbackDeal', '反馈处理', 'Handle feedback', 'feedback', { hidden: true, via: 'appFeedbackManage.deal', record: 'id' }),
] as const;

const vehicles = routesOf('/equipmentManage');
// prettier-ignore
const vehiclesRoutes = [
  vehicles.group('/equipmentManage', 'equipmentManage', '车辆与设备', 'Vehicles & equipment'),
  vehicles.list('/equipmentManage/vehicleManage', 'vehicleManage', '车辆管理', 'Vehicles', 'vehicle'),
  vehicles.list('/equipmentManage/vehicleSeries', 'vehicleSeries', '车系管理', 'Vehicle series', 'vehicleSeries'),
  vehicles.custom('/equipmentManage/SAPvehicleSearch', 'SAPvehicleSearch', 'SAP车辆查询', 'SAP vehicle search', 'sapVehicle', { cached: true }),
  vehicles.list('/equipmentManage/batteryManage', 'batteryManage', '电池管理', 'Batteries', 'battery'),
  vehicles.list('/equipmentManage/unbindManage', 'unbindManage', '解绑管理', 'Unbind applications', 'unbindApplication'),
  vehicles.detail('/equipmentManage/unbindManageDetail', 'unbindManageDetail', '解绑详情', 'Unbind detail', 'unbindApplication', { via: 'unbindManage.query' }),
  vehicles.custom('/equipmentManage/vehicleRemoteDebugging', 'vehicleRemoteDebugging', '远程调试', 'Remote debugging', 'debugRecord', { cached: true }),
  vehicles.detail('/equipmentManage/batteryDetail', 'batteryDetail', '电池详情', 'Battery detail', 'battery', { via: 'batteryManage.query' }),
  vehicles.detail('/equipmentManage/vehicleManageDetail', 'vehicleManageDetail', '车辆详情', 'Vehicle detail', 'vehicle', { via: 'vehicleManage.query' }),
  vehicles.custom('/equipmentManage/mileage', 'mileage', '里程查询', 'Mileage', 'mileageDay', { cached: true }),
  vehicles.list('/equipmentManage/historytrace', 'historytrace', '历史轨迹', 'History traces', 'trip'),
  vehicles.detail('/equipmentManage/ecuDetail', 'ecuDetail', '中控详情', 'ECU detail', 'ecu', { via: 'vehicleManage.query' }),
  vehicles.detail('/equipmentManage/historytraceDetail', 'historytraceDetail', '轨迹回放', 'Trace replay', 'trip', { via: 'historytrace.replay' }),
  vehicles.list('/equipmentManage/stolenMonitorManage', 'stolenMonitorManage', '被盗监控', 'Stolen monitoring', 'stolenCase'),
  vehicles.detail('/equipmentManage/stolenVehicleDetail', 'stolenVehicleDetail', '被盗车辆详情', 'Stolen vehicle detail', 'stolenCase', { via: 'stolenMonitorManage.query' }),
  vehicles.list('/equipmentManage/vehicleModelManage', 'vehicleModelManage', '车型管理', 'Vehicle models', 'vehicleType'),
  vehicles.add('/equipmentManage/vehicleModelManage/add', 'vehicleModelAdd', '新增车型', 'Add model', 'vehicleType', { via: 'vehicleModelManage.add' }),
  vehicles.edit('/equipmentManage/vehicleModelManage/edit', 'vehicleModelEdit', '编辑车型', 'Edit model', 'vehicleType', { via: 'vehicleModelManage.edit' }),
  vehicles.custom('/equipmentManage/vehicleModelManage/view', 'vehicleModelView', '车型APP预览', 'Model preview', 'vehicleType', { hidden: true, via: 'vehicleModelManage.query', record: 'id' }),
  vehicles.detail('/equipmentManage/vehicleModelManage/detail', 'vehicleModelDetail', '车型详情', 'Model detail', 'vehicleType', { via: 'vehicleModelManage.query' }),
  vehicles.list('/equipmentManage/batteryHistory', 'batteryHistory', '历史电池', 'Battery history', 'batteryBinding'),
  vehicles.custom('/equipmentManage/remoteControl', 'remoteControl', '远程控制', 'Remote control', 'controlCommand', { cached: true }),
  vehicles.list('/equipmentManage/soundEffect', 'soundEffect', '音效管理', 'Sound effects', 'soundEffect'),
  vehicles.list('/equipmentManage/vehicleImage', 'vehicleImage', '车辆图片', 'Vehicle images', 'vehicleImage'),
] as const;

const xp = routesOf('/equipmentManageXp');
// prettier-ignore
const xpRoutes = [
  xp.group('/equipmentManageXp', 'equipmentManageXp', 'XP车辆', 'XP vehicles'),
  xp.list('/equipmentManageXp/vehicleManageXp', 'vehicleManageXp', 'XP车辆管理', 'XP vehicles', 'vehicleXp'),
] as const;

const alarms = routesOf('/alarmManage');
// prettier-ignore
const alarmsRoutes = [
  alarms.group('/alarmManage', 'alarmManageGroup', '报警管理', 'Alarms'),
  alarms.list('/alarmManage/alarmManage', 'alarmManage', '报警列表', 'Alarm list', 'alarm'),
  alarms.detail('/alarmManage/alarmDetail', 'alarmDetail', '报警详情', 'Alarm detail', 'alarm', { via: 'alarmManage.query' }),
] as const;

const analytics = routesOf('/analyticStatisticsManage');
// prettier-ignore
const analyticsRoutes = [
  analytics.group('/analyticStatisticsManage', 'analyticStatisticsManage', '统计分析', 'Analytics'),
  analytics.custom('/analyticStatisticsManage/alarmStatistics', 'alarmStatistics', '报警统计', 'Alarm statistics', 'alarm', { cached: true }),
  analytics.custom('/analyticStatisticsManage/vehicleRepairStatistics', 'vehicleRepairStatistics', '维修统计', 'Repair statistics', 'repairOrder', { cached: true }),
  analytics.custom('/analyticStatisticsManage/activationStatistics', 'activationStatistics', '激活统计', 'Activation statistics', 'vehicle', { cached: true }),
  analytics.custom('/analyticStatisticsManage/vehicleTrafficStatistics', 'vehicleTrafficStatistics', '车辆流量统计', 'Vehicle traffic statistics', 'simFlowDay', { cached: true }),
  analytics.custom('/analyticStatisticsManage/vehicleOwnerStructureAnalysis', 'vehicleOwnerStructureAnalysis', '车主结构分析', 'Owner structure analysis', 'appUser', { cached: true }),
  analytics.custom('/analyticStatisticsManage/exploreStatistics', 'exploreStatistics', '探索分析', 'Explore', 'exploration', { cached: true }),
] as const;

const settings = routesOf('/systemSet');
// prettier-ignore
const settingsRoutes = [
  settings.group('/systemSet', 'systemSet', '系统设置', 'System settings'),
  settings.list('/systemSet/bluetoothSetup', 'bluetoothSetup', '蓝牙设置', 'Bluetooth setup', 'bluetoothSetup'),
  settings.add('/systemSet/bluetoothSetupAdd', 'bluetoothSetupAdd', '新增蓝牙设置', 'Add bluetooth setup', 'bluetoothSetup', { via: 'bluetoothSetup.add' }),
  settings.edit('/systemSet/bluetoothSetupEdit', 'bluetoothSetupEdit', '编辑蓝牙设置', 'Edit bluetooth setup', 'bluetoothSetup', { via: 'bluetoothSetup.edit' }),
  settings.list('/systemSet/userTagsManage', 'userTagsManage', '用户标签', 'User tags', 'userTag'),
  settings.detail('/systemSet/tagsDetail', 'tagsDetail', '标签详情', 'Tag detail', 'userTag', { via: 'userTagsManage.query' }),
] as const;

const orders = routesOf('/orderManage');
// prettier-ignore
const ordersRoutes = [
  orders.group('/orderManage', 'orderManage', '订单管理', 'Orders'),
  orders.list('/orderManage/blindoOder', 'blindoOder', '盲盒订单', 'Blind-box orders', 'blindBoxOrder'),
  orders.list('/orderManage/orderList', 'orderList', '订单列表', 'Orders', 'goodsOrder'),
  orders.detail('/orderManage/orderDetail', 'orderDetail', '订单详情', 'Order detail', 'goodsOrder', { via: 'orderList.query' }),
  orders.custom('/orderManage/revenueManage', 'revenueManage', '主题收益', 'Theme revenue', 'themeRevenue', { cached: true }),
] as const;

const system = routesOf('/systemManage');
// prettier-ignore
const systemRoutes = [
  system.group('/systemManage', 'systemManage', '系统管理', 'System'),
  system.list('/systemManage/operatorManage', 'operatorManage', '操作员管理', 'Operators', 'sysUser'),
  system.add('/systemManage/operatorManage/add', 'operatorManageAdd', '新增操作员', 'Add operator', 'sysUser', { via: 'operatorManage.add' }),
  system.edit('/systemManage/operatorManage/edit', 'operatorManageEdit', '编辑操作员', 'Edit operator', 'sysUser', { via: 'operatorManage.edit' }),
  system.detail('/systemManage/operatorManage/detail', 'operatorManageDetail', '操作员详情', 'Operator detail', 'sysUser', { via: 'operatorManage.query' }),
  system.list('/systemManage/roleRightsManage', 'roleRightsManage', '角色权限', 'Roles & rights', 'sysRole'),
  system.custom('/systemManage/roleAdd', 'roleAdd', '新增角色', 'Add role', 'sysRole', { hidden: true, via: 'roleRightsManage.add' }),
  system.custom('/systemManage/roleEdit', 'roleEdit', '编辑角色', 'Edit role', 'sysRole', { hidden: true, via: 'roleRightsManage.edit', record: 'roleCode' }),
  system.list('/systemManage/dealerAccountManage', 'dealerAccountManage', '经销商账号', 'Dealer accounts', 'dealerUser'),
  system.add('/systemManage/dealerAccountAdd', 'dealerAccountAdd', '新增经销商账号', 'Add dealer account', 'dealerUser', { via: 'dealerAccountManage.add' }),
  system.edit('/systemManage/dealerAccountEdit', 'dealerAccountEdit', '编辑经销商账号', 'Edit dealer account', 'dealerUser', { via: 'dealerAccountManage.edit' }),
  system.custom('/systemManage/menu', 'menu', '菜单管理', 'Menus & functions', 'sysFunction', { cached: true }),
  system.custom('/systemManage/dictionary', 'dictionary', '数据字典', 'Dictionary', 'itemCode', { cached: true }),
  system.list('/systemManage/changeRequest', 'changeRequest', '变更审批', 'Changes to approve', 'changeRequest'),
] as const;

const reports = routesOf('/reportManage');
// prettier-ignore
const reportsRoutes = [
  reports.group('/reportManage', 'reportManage', '报表管理', 'Reports', { hidden: true }),
  reports.custom('/reportManage/vehicleOwnerStatistics', 'vehicleOwnerStatistics', '车主报表', 'Owner report', 'appUser', { hidden: true }),
  reports.custom('/reportManage/vehicleStatistics', 'vehicleStatistics', '车辆报表', 'Vehicle report', 'vehicle', { hidden: true }),
  reports.custom('/reportManage/batteryStatistics', 'batteryStatistics', '电池报表', 'Battery report', 'battery', { hidden: true }),
  reports.custom('/reportManage/serviceMaintenanceStatistics', 'serviceMaintenanceStatistics', '服务维保报表', 'Service & maintenance report', 'repairOrder', { hidden: true }),
  reports.custom('/reportManage/vehicleNewsStatistics', 'vehicleNewsStatistics', '车辆消息报表', 'Vehicle message report', 'pushRecord', { hidden: true }),
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

export type RouteEntity = NonNullable<(typeof table)[number]['entity']>;

/** A route whose name and entity are those of the table. */
export interface ConsoleRoute extends RouteDef {
  name: RouteName;
  entity: RouteEntity | null;
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

const routesByName: ReadonlyMap<string, ConsoleRoute> = new Map(routes.map((route) => [route.name, route]));
/** A route by its name, which the types know. */
export function routeNamed(name: RouteName): ConsoleRoute {
  const found = routesByName.get(name);
  if (found === undefined) throw new Error(`No route ${name}`);
  return found;
}
