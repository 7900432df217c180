import { type ErrorCode, errorTexts, fill } from '@wheelhouse/contract';
import type { Text } from '@wheelhouse/contract/lang';
import type { EntityDef } from '../define.ts';
import type { Transition } from '../machines.ts';
import { labelNamed, labelOf, machineNamed } from '../reading.ts';
import { routes } from '../routes.ts';

/** Texts of the logs: every action, page and field that a row of a log can name (objects: `log-objects.ts`). */

const own = (map: Readonly<Record<string, Text>>, name: string): Text | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;

const actions: Readonly<Record<string, Text>> = {
  add: { zh: '新增', en: 'Add' },
  update: { zh: '编辑', en: 'Edit' },
  delete: { zh: '删除', en: 'Delete' },
  import: { zh: '导入', en: 'Import' },
  export: { zh: '导出', en: 'Export' },
  exportRecipients: { zh: '导出接收明细', en: 'Export recipients' },
  enabled: { zh: '启用/停用', en: 'Enable or disable' },
  commentOp: { zh: '处理评论', en: 'Moderate comments' },
  stock: { zh: '入库/出库', en: 'Put in or take out' },
  sort: { zh: '调整排序', en: 'Change the order' },
  shelfStatus: { zh: '上架/下架', en: 'Put on or take off shelf' },
  shelf: { zh: '上架/下架', en: 'Put on or take off' },
  modifyPassword: { zh: '修改密码', en: 'Change password' },
  updatePersonalData: { zh: '修改个人资料', en: 'Change own profile' },
  resetPwd: { zh: '重置密码', en: 'Reset password' },
  unlock: { zh: '解锁', en: 'Unlock' },
  endAll: { zh: '结束全部会话', en: 'End sessions' },
  changePassword: { zh: '用短信重设密码', en: 'Reset password by SMS' },
  proof: { zh: '查看证明材料', en: 'View proof' },
  single: { zh: '上传文件', en: 'Upload a file' },
  fromWeb: { zh: '从网页转存图片', en: 'Fetch a picture from the web' },
  startParts: { zh: '开始分片上传', en: 'Begin an upload in parts' },
  part: { zh: '上传分片', en: 'Upload a part' },
  joinParts: { zh: '完成分片上传', en: 'Finish an upload in parts' },
  download: { zh: '下载', en: 'Download' },
  dropParts: { zh: '放弃分片上传', en: 'Give up an upload in parts' },
  pdfToImage: { zh: 'PDF转图片', en: 'PDF to images' },
  enrol: { zh: '登记动态验证码', en: 'Set up two-factor login' },
  totpOn: { zh: '启用动态验证码', en: 'Turn on two-factor login' },
  totpOff: { zh: '停用动态验证码', en: 'Turn off two-factor login' },
  recoveryCode: { zh: '使用恢复码', en: 'Use a recovery code' },
  recoveryCodes: { zh: '重新生成恢复码', en: 'New recovery codes' },
  resetTotp: { zh: '移除动态验证码', en: 'Remove two-factor login' },
  retention: { zh: '清理过期日志', en: 'Clean up old logs' },
  ssoLogout: { zh: '退出登录', en: 'Log out' },
  list: { zh: '查看', en: 'View' },
  removeRole: { zh: '移除成员', en: 'Remove member' },
  login: { zh: '登录', en: 'Log in' },
  logout: { zh: '退出登录', en: 'Log out' },
  reveal: { zh: '查看敏感信息', en: 'Reveal private data' },
  endSession: { zh: '结束会话', en: 'End session' },
  unbindRequest: { zh: '向XP申请解绑', en: 'Request unbinding at XP' },
  changeMobile: { zh: '更换手机号', en: 'Change mobile' },
  changeMobileCodes: { zh: '发送更换手机号的验证码', en: 'Send codes to change mobile' },
  removeUser: { zh: '移除成员', en: 'Remove member' },
  move: { zh: '移动', en: 'Move' },
  refresh: { zh: '刷新缓存', en: 'Refresh' },
  control: { zh: '下发指令', en: 'Send a command' },
  openDebugSession: { zh: '开始调试', en: 'Start a debug session' },
  debug: { zh: '发送调试帧', en: 'Send a debug frame' },
  push: { zh: '推送车主', en: 'Notify owner' },
  deal: { zh: '处理', en: 'Handle' },
  release: { zh: '取消合并', en: 'Undo a merge' },
  withdrawRepair: { zh: '撤回报修单', en: 'Take back repair order' },
  createRepair: { zh: '转报修单', en: 'Create repair order' },
  escalate: { zh: '自动升级', en: 'Escalated' },
  autoClose: { zh: '自动关闭', en: 'Closed automatically' },
  run: { zh: '运行自检', en: 'Run the checks' },
  rebuild: { zh: '重建统计', en: 'Build statistics again' },
  recalc: { zh: '重算里程', en: 'Recalculate mileage' },
  generate: { zh: '批量生成', en: 'Generate' },
  saveMatrix: { zh: '保存适用车型', en: 'Save features per model' },
  addUsers: { zh: '添加用户', en: 'Add users' },
  importCodes: { zh: '导入券码', en: 'Import codes' },
  askTrack: { zh: '查询快递', en: 'Ask about a parcel' },
  grant: { zh: '发放', en: 'Grant' },
  grantPreview: { zh: '预览发放', en: 'Preview a grant' },
  void: { zh: '作废', en: 'Void' },
  importVins: { zh: '导入VIN', en: 'Import VINs' },
  retry: { zh: '重试', en: 'Try again' },
  cancelExecution: { zh: '取消车辆升级', en: 'Take vehicles out of a task' },
  removeUsers: { zh: '移除用户', en: 'Remove users' },
  replacePart: { zh: '换件', en: 'Part replaced' },
  removeShare: { zh: '移除分享', en: 'Remove a share' },
  revokeShare: { zh: '收回链接', en: 'Revoke a link' },
  elapse: { zh: '公示期满', en: 'Notice period expired' },
  erase: { zh: '注销清除', en: 'Account erased' },
  giveUp: { zh: '自动结案', en: 'Closed automatically' },
  contractEnd: { zh: '合同到期停用', en: 'Disabled (contract ended)' },
  adopt: { zh: '采用SAP值', en: 'Apply SAP values' },
  closeSession: { zh: '结束调试', en: 'End a debug session' },
  end: { zh: '结束会话', en: 'End session' },
  importVehicle: { zh: '导入SAP车辆', en: 'Import vehicles from SAP' },
  log: { zh: '设备日志流', en: 'Device log' },
  online: { zh: '切换在线状态', en: 'Change online status' },
  openSession: { zh: '开始调试', en: 'Start a debug session' },
  operation: { zh: '查看操作记录', en: 'View operation records' },
  points: { zh: '查看轨迹点', en: 'View trace points' },
  query: { zh: '查询', en: 'Search' },
  send: { zh: '下发指令', en: 'Send a command' },
  top: { zh: '置顶/取消置顶', en: 'Pin or unpin' },
  statement: { zh: '导出结算单', en: 'Export a statement' },
  share: { zh: '生成位置链接', en: 'Create a position link' },
  sync: { zh: '同步', en: 'Sync' },
  operate: { zh: '停复机', en: 'SIM operation' },
  submit: { zh: '提交停复机', en: 'Ask for a SIM operation' },
  carrierChange: { zh: '运营商变更状态', en: 'Changed by the carrier' },
  unexpectedChange: { zh: '异常变更', en: 'Unexpected change' },
  cardMoved: { zh: '机卡分离', en: 'Seen in another device' },
  unknownCard: { zh: '运营商无此卡', en: 'Unknown to the carrier' },
  changePackage: { zh: '变更套餐', en: 'Change package' },
  bindVehicle: { zh: '绑定车辆', en: 'Put into a vehicle' },
  unbindVehicle: { zh: '从车辆解绑', en: 'Take out of a vehicle' },
  imeiLock: { zh: '机卡绑定', en: 'Lock to a device' },
  transition: { zh: '变更状态', en: 'Change status' },
  compare: { zh: '差异对比', en: 'Compare' },
  cancel: { zh: '取消指令', en: 'Cancel a command' },
  confirm: { zh: '确认', en: 'Confirm' },
  disable: { zh: '停用', en: 'Disable' },
  audit: { zh: '审核', en: 'Review' },
  restore: { zh: '恢复版本', en: 'Restore a version' },
  resolveObjection: { zh: '复审异议', en: 'Review an objection' },
  unfreeze: { zh: '到期解冻', en: 'Unfrozen' },
  // Former names of actions, which older rows keep.
  resetActivation: { zh: '重置激活', en: 'Reset activation' },
  resume: { zh: '恢复合作', en: 'Resume' },
  unbind: { zh: '解绑', en: 'Unbind' },
};

/** What the operation log calls an action; undefined for one without a text. */
export const actionText = (entity: EntityDef | undefined, action: string): Text | undefined =>
  entity?.actions?.[action]?.label ?? (entity && transitionText(entity, action)) ?? own(actions, action);

/** What the system does along a machine of the entity. */
function transitionText(entity: EntityDef, action: string): Text | undefined {
  const all = Object.values(entity.machines ?? {}).flatMap((name): readonly Transition[] =>
    name === undefined ? [] : machineNamed(name).transitions,
  );
  const found = all.find((one) => one.action === action);
  return found && { zh: found.zh, en: found.en };
}

/** Places of the operation log that are no pages. */
const places: Readonly<Record<string, Text>> = { privacy: { zh: '数据权限', en: 'Data rights' } };

/** Page that an action belongs to, by its name. */
export const pageText = (name: string): Text | undefined =>
  routes.find((route) => route.name === name) ?? own(places, name);

/** Accessed values that are no field of their record. */
const seen: Readonly<Record<string, Text>> = {
  trace: { zh: '轨迹', en: 'Trace' },
  traceExport: { zh: '轨迹（导出）', en: 'Trace (export)' },
  lastPosition: { zh: '实时位置', en: 'Live position' },
};

/** After five wrong passwords: the refusal, and for how long. */
const [lockedOut, lockMinutes] = [1103, 15];
const isErrorCode = (code: number): code is ErrorCode => Object.hasOwn(errorTexts, code);

/** How a call or a sign-in ended: 0 is success, any other number the code of the refusal. */
export function outcomeText(code: number): Text {
  if (code === 0) return { zh: '成功', en: 'Success' };
  if (!isErrorCode(code)) return { zh: `失败${code}`, en: `Failed ${code}` };
  const { zh, en } = errorTexts[code];
  // The row has the code alone: of the numbers only that of a lock-out is always the same.
  const n = code === lockedOut ? lockMinutes : '…';
  return { zh: fill(zh, { n }), en: fill(en, { n }) };
}

/** Ways to sign in. */
export const channelText = (channel: string): Text =>
  channel === 'ticket' ? { zh: '单点登录', en: 'SSO' } : { zh: '密码', en: 'Password' };

/** Private value that was seen in full. */
export function seenText(entity: EntityDef | undefined, field: string): Text | undefined {
  if (entity?.fields[field] !== undefined) return labelOf(entity, field);
  return own(seen, field);
}

/** What log rows hold besides the fields of the record: reasons (`@…`), the input of a command or an export, the details of a refused attempt. */
const notes: Readonly<Record<string, Text>> = {
  '@fields': { zh: '未通过的字段', en: 'Rejected fields' },
  '@rows': { zh: '未通过的行', en: 'Rejected rows' },
  '@missed': { zh: '此前未逐条记录的尝试', en: 'Earlier attempts that were only counted' },
  '@reason': { zh: '原因', en: 'Reason' },
  '@reasonCode': { zh: '原因', en: 'Reason' },
  '@version': { zh: '恢复的版本', en: 'Restored version' },
  '@remark': { zh: '备注', en: 'Remark' },
  query: { zh: '筛选条件', en: 'Filters' },
  columns: { zh: '导出列', en: 'Exported columns' },
  rows: { zh: '行数', en: 'Rows' },
  masked: { zh: '已脱敏', en: 'Masked' },
  sessions: { zh: '会话数', en: 'Sessions' },
  command: { zh: '指令', en: 'Command' },
  cmdCode: { zh: '指令编码', en: 'Command code' },
  commandId: { zh: '指令编号', en: 'Command no.' },
  sessionId: { zh: '会话编号', en: 'Session no.' },
  shareId: { zh: '链接编号', en: 'Link no.' },
  userId: { zh: '用户', en: 'User' },
  templateId: { zh: '消息模板', en: 'Message template' },
  repairOrderId: { zh: '报修单', en: 'Repair order' },
  granularity: { zh: '统计粒度', en: 'Granularity' },
  format: { zh: '格式', en: 'Format' },
  from: { zh: '开始时间', en: 'Start time' },
  to: { zh: '结束时间', en: 'End time' },
  points: { zh: '点数', en: 'Points' },
  total: { zh: '总数', en: 'Total' },
  success: { zh: '成功', en: 'Succeeded' },
  failed: { zh: '失败', en: 'Failed' },
  seconds: { zh: '时长(秒)', en: 'Duration (s)' },
  maxKmh: { zh: '限速(km/h)', en: 'Speed limit (km/h)' },
  partSn: { zh: '部件序列号', en: 'Part serial no.' },
  recordNo: { zh: '换件记录', en: 'Replacement record' },
  soundId: { zh: '音效', en: 'Sound' },
};

/** What a node of the function tree has, for its log. */
export const nodeFields: Readonly<Record<string, Text>> = {
  parentCode: { zh: '上级', en: 'Parent' },
  code: { zh: '编码', en: 'Code' },
  name: { zh: '名称', en: 'Name' },
  nameEn: { zh: '英文名称', en: 'English name' },
  functionType: { zh: '类型', en: 'Type' },
  functionUrl: { zh: '路径或接口', en: 'URL' },
  icon: { zh: '图标', en: 'Icon' },
  sort: { zh: '排序', en: 'Order' },
  hidden: { zh: '隐藏', en: 'Hidden' },
  cached: { zh: '缓存', en: 'Keep alive' },
  enabled: { zh: '状态', en: 'Status' },
  staffOnly: { zh: '仅内部', en: 'Staff only' },
};

const common: ReadonlySet<string> = new Set(['createTime', 'updateTime', 'createBy', 'updateBy', 'id', 'rev']);
/** A changed field, or a fact stored beside them; its own name where no text is known. */
export function changeText(entity: EntityDef | undefined, field: string): Text {
  if (entity?.name === 'sysFunction') return own(nodeFields, field) ?? own(notes, field) ?? { zh: field, en: field };
  if (entity !== undefined && (Object.hasOwn(entity.fields, field) || common.has(field))) return labelOf(entity, field);
  const action = Object.values(entity?.actions ?? {}).find(({ input }) => input?.[field]?.label !== undefined);
  return own(notes, field) ?? action?.input?.[field]?.label ?? labelNamed(field) ?? { zh: field, en: field };
}
