import type { Text } from '@wheelhouse/contract/lang';
import type { TemplateVariable } from './template-variables.ts';

export interface BuiltIn {
  readonly name: Text;
  readonly title: Text;
  readonly body: Text;
  readonly variables: readonly TemplateVariable[];
  /** D:PushChannel; the platform decides by which it sends. */
  readonly channels: readonly string[];
  /** Without this variable the message is of no use. */
  readonly needs?: TemplateVariable;
}

const inApp = { channels: ['1', '2'] } as const;
const alsoBySms = { channels: ['1', '2', '3'] } as const;
const bySms = { channels: ['3'] } as const;
const code = { variables: ['code', 'minutes'], needs: 'code', channels: ['3'] } as const;

/** Texts the platform sends by itself: they can be changed, not deleted; while one is off, this text is sent. */
export const builtInTemplates = {
  LOGIN_CODE: {
    ...code,
    name: { zh: '登录验证码', en: 'Login code' },
    title: { zh: '验证码', en: 'Code' },
    body: {
      zh: '验证码${code}，${minutes}分钟内有效。请勿告诉他人。',
      en: 'Code ${code}, valid for ${minutes} minutes. Do not share it.',
    },
  },
  UNBIND_CODE: {
    ...code,
    name: { zh: '解绑验证码', en: 'Unbinding code' },
    title: { zh: '验证码', en: 'Code' },
    body: {
      zh: '验证码${code}，用于解绑车辆，${minutes}分钟内有效。请勿告诉他人。',
      en: 'Code ${code} to unbind your vehicle, valid for ${minutes} minutes.',
    },
  },
  DELETE_CODE: {
    ...code,
    name: { zh: '注销验证码', en: 'Account deletion code' },
    title: { zh: '验证码', en: 'Code' },
    body: {
      zh: '验证码${code}，用于注销账号，${minutes}分钟内有效。请勿告诉他人。',
      en: 'Code ${code} to delete your account, valid for ${minutes} minutes.',
    },
  },
  MOBILE_OLD_CODE: {
    ...code,
    variables: ['code', 'minutes', 'tail'],
    name: { zh: '更换手机号：旧号码验证码', en: 'Change of number: code for the old one' },
    title: { zh: '验证码', en: 'Code' },
    body: {
      zh: '验证码${code}，用于将您账号的手机号更换为尾号${tail}的号码，${minutes}分钟内有效。不是您要求的，请勿告诉任何人。',
      en: 'Code ${code} to move your account to the number ending in ${tail}, valid for ${minutes} minutes. If you did not ask for it, do not share it.',
    },
  },
  MOBILE_NEW_CODE: {
    ...code,
    name: { zh: '更换手机号：新号码验证码', en: 'Change of number: code for the new one' },
    title: { zh: '验证码', en: 'Code' },
    body: { zh: '验证码${code}，用于更换为本号码，${minutes}分钟内有效。', en: 'Code ${code} to use this number.' },
  },
  MOBILE_ASKED: {
    ...bySms,
    variables: ['tail'],
    name: { zh: '更换手机号：申请通知', en: 'Change of number: asked for' },
    title: { zh: '手机号更换申请', en: 'Your number' },
    body: {
      zh: '有人申请将您账号的手机号更换为尾号${tail}的号码。不是您要求的，请立即联系客服。',
      en: 'A request was made to move your account to the number ending in ${tail}. If it was not you, contact us at once.',
    },
  },
  MOBILE_CHANGED: {
    ...bySms,
    variables: ['tail'],
    name: { zh: '更换手机号：结果通知', en: 'Change of number: done' },
    title: { zh: '手机号已更换', en: 'Your number' },
    body: {
      zh: '您账号的手机号已更换为尾号${tail}的号码，所有设备已退出登录。不是您要求的，请立即联系客服。',
      en: 'Your account now has the number ending in ${tail}, and all devices are signed out. If it was not you, contact us at once.',
    },
  },
  APP_LOG_REQUEST: {
    ...inApp,
    variables: ['reason', 'hours'],
    name: { zh: '索取APP日志', en: 'Request of an app log' },
    title: { zh: '需要您的APP日志', en: 'We ask for your app log' },
    body: {
      zh: '为排查问题（${reason}），我们希望查看您的APP日志。请在${hours}小时内选择同意或拒绝，日志不含密码、手机号和位置。',
      en: 'To look into a problem (${reason}) we would like to see your app log. Agree or refuse within ${hours} hours. It holds no passwords, phone numbers or places.',
    },
  },
  PRIZE_WON: {
    ...inApp,
    variables: ['prizeName', 'dueDate'],
    name: { zh: '中奖通知', en: 'A prize was won' },
    title: { zh: '恭喜您获得${prizeName}', en: 'You have won: ${prizeName}' },
    body: {
      zh: '请于${dueDate}前在「我的奖品」中领取，过期作废。',
      en: 'Claim it under “My prizes” before ${dueDate}; afterwards it expires.',
    },
  },
  PRIZE_SHIPPED: {
    ...inApp,
    variables: ['prizeName', 'expressCompany', 'expressNo'],
    name: { zh: '奖品发货', en: 'A prize was shipped' },
    title: { zh: '您的奖品已发货', en: 'Your prize is on its way' },
    body: {
      zh: '${prizeName}已由${expressCompany}发出，快递单号${expressNo}。',
      en: '${prizeName} was sent with ${expressCompany}, number ${expressNo}.',
    },
  },
  REFUND_REJECTED: {
    ...inApp,
    variables: ['orderNo', 'reason'],
    name: { zh: '退款驳回', en: 'A refund was rejected' },
    title: { zh: '退款申请未通过', en: 'Your refund was rejected' },
    body: {
      zh: '订单${orderNo}的退款申请未通过，原因：${reason}。如有疑问请联系客服。',
      en: 'The refund of order ${orderNo} was rejected, because: ${reason}. Contact customer service with questions.',
    },
  },
  PRIZE_CANCELLED: {
    ...inApp,
    variables: ['prizeName', 'reason'],
    name: { zh: '取消中奖资格', en: 'A win was cancelled' },
    title: { zh: '中奖资格已取消', en: 'Your win was cancelled' },
    body: {
      zh: '您获得的${prizeName}已取消，原因：${reason}。如有疑问请联系客服。',
      en: 'Your prize ${prizeName} was cancelled, because: ${reason}. Contact customer service with questions.',
    },
  },
  UNBIND_NOTICE: {
    ...alsoBySms,
    variables: ['applicationNo', 'hours'],
    name: { zh: '解绑公示', en: 'Notice of unbinding' },
    title: { zh: '车辆解绑申请', en: 'Application to unbind your vehicle' },
    body: {
      zh: '有人申请解绑您的车辆（${applicationNo}），${hours}小时后将自动解绑。如有异议请在APP中提出。',
      en: 'Someone has applied to unbind your vehicle (${applicationNo}). It will be unbound in ${hours} hours unless you object in the app.',
    },
  },
  UNBIND_OUTCOME: {
    ...alsoBySms,
    variables: ['applicationNo', 'outcome'],
    name: { zh: '解绑申请结果', en: 'Outcome of an unbinding' },
    title: { zh: '车辆解绑申请', en: 'Application to unbind your vehicle' },
    body: { zh: '您的解绑申请${applicationNo}${outcome}。', en: 'Your application ${applicationNo} ${outcome}.' },
  },
  VEHICLE_UNBOUND: {
    ...alsoBySms,
    variables: ['vin6'],
    name: { zh: '车辆已解绑', en: 'Vehicle unbound' },
    title: { zh: '车辆已解绑', en: 'Vehicle unbound' },
    body: {
      zh: '您的车辆（尾号${vin6}）已解绑，蓝牙钥匙已失效。',
      en: 'Your vehicle (…${vin6}) is unbound; its Bluetooth keys are void.',
    },
  },
  SHARE_ENDED: {
    ...inApp,
    variables: ['vin6'],
    name: { zh: '共享已结束', en: 'Share ended' },
    title: { zh: '共享已结束', en: 'Shared access ended' },
    body: {
      zh: '车辆（尾号${vin6}）已解绑，共享给您的使用权限已结束。',
      en: 'Vehicle …${vin6} was unbound; your shared access has ended.',
    },
  },
  SHARE_REMOVED: {
    ...inApp,
    variables: ['vin6'],
    name: { zh: '共享已移除', en: 'Share removed' },
    title: { zh: '共享已移除', en: 'Shared access removed' },
    body: {
      zh: '您对车辆（尾号${vin6}）的共享使用权限已被移除。',
      en: 'Your shared access to vehicle …${vin6} has been removed.',
    },
  },
  BLE_KEY_RESET: {
    ...inApp,
    variables: ['vin6'],
    name: { zh: '蓝牙密钥已重置', en: 'Bluetooth keys reset' },
    title: { zh: '请重新配对蓝牙', en: 'Pair your phone again' },
    body: {
      zh: '车辆（尾号${vin6}）的蓝牙密钥已重置，请打开APP并靠近车辆重新配对。',
      en: 'The Bluetooth keys of vehicle …${vin6} were reset. Open the app beside the vehicle to pair again.',
    },
  },
  TRIAL_ENDED: {
    ...inApp,
    variables: ['vin6'],
    name: { zh: '体验结束', en: 'Trial ended' },
    title: { zh: '体验车辆已解绑', en: 'Trial vehicle released' },
    body: { zh: '体验车辆（尾号${vin6}）的体验已结束。', en: 'Your trial of vehicle …${vin6} has ended.' },
  },
  REMOTE_CONTROL: {
    ...inApp,
    variables: ['operator', 'command', 'vin6'],
    name: { zh: '远程控车提醒', en: 'Remote control' },
    title: { zh: '远程控车提醒', en: 'Remote control of your vehicle' },
    body: {
      zh: '${operator}向您的车辆（尾号${vin6}）发送了「${command}」指令。如非您本人要求，请联系客服。',
      en: '${operator} sent the command “${command}” to your vehicle (…${vin6}). If you did not request this, contact customer service.',
    },
  },
  STOLEN_OPENED: {
    ...alsoBySms,
    variables: ['caseNo'],
    name: { zh: '被盗立案', en: 'Theft case opened' },
    title: { zh: '被盗案件已立案', en: 'Theft case opened' },
    body: {
      zh: '您的报案${caseNo}已核实，车辆正在监控中。',
      en: 'Your report ${caseNo} is verified; the vehicle is being monitored.',
    },
  },
  STOLEN_DISMISSED: {
    ...alsoBySms,
    variables: ['caseNo', 'reason'],
    name: { zh: '报案未立案', en: 'Theft report dismissed' },
    title: { zh: '报案未立案', en: 'Theft report dismissed' },
    body: { zh: '您的报案${caseNo}未予立案：${reason}', en: 'Your report ${caseNo} was dismissed: ${reason}' },
  },
  STOLEN_RECOVERED: {
    ...alsoBySms,
    variables: ['address'],
    name: { zh: '车辆已找回', en: 'Vehicle recovered' },
    title: { zh: '车辆已找回', en: 'Vehicle recovered' },
    body: { zh: '您的车辆已在${address}找回。', en: 'Your vehicle was recovered at ${address}.' },
  },
  FEEDBACK_REPLY: {
    ...inApp,
    variables: ['feedbackNo', 'reply'],
    name: { zh: '反馈回复', en: 'Reply to feedback' },
    title: { zh: '您的反馈有新回复', en: 'A reply to your feedback' },
    body: { zh: '${reply}', en: '${reply}' },
  },
  WISH_REPLY: {
    ...inApp,
    variables: ['wish', 'reply'],
    name: { zh: '心愿回复', en: 'Reply to a wish' },
    title: { zh: '您的心愿有新回复', en: 'A reply to your wish' },
    body: { zh: '「${wish}」：${reply}', en: '“${wish}”: ${reply}' },
  },
  WISH_GRANTED: {
    ...inApp,
    variables: ['wish', 'reply'],
    name: { zh: '心愿实现', en: 'Wish granted' },
    title: { zh: '您的心愿实现了', en: 'Your wish came true' },
    body: { zh: '「${wish}」：${reply}', en: '“${wish}”: ${reply}' },
  },
  WISH_REJECTED: {
    ...inApp,
    variables: ['wish', 'reason'],
    name: { zh: '心愿驳回', en: 'Wish rejected' },
    title: { zh: '您的心愿未通过审核', en: 'Your wish was not accepted' },
    body: { zh: '「${wish}」未展示，原因：${reason}', en: '“${wish}” is not shown: ${reason}' },
  },
  REPAIR_PROGRESS: {
    ...inApp,
    variables: ['orderNo', 'progress'],
    name: { zh: '报修进展', en: 'Progress of a repair' },
    title: { zh: '报修单${orderNo}', en: 'Repair order ${orderNo}' },
    body: { zh: '${progress}', en: '${progress}' },
  },
  OTA_AVAILABLE: {
    ...inApp,
    variables: ['vehicleName', 'vin6', 'version'],
    name: { zh: '升级提醒', en: 'Update available' },
    title: { zh: '车辆有新版本', en: 'An update for your vehicle' },
    body: {
      zh: '您的${vehicleName}（尾号${vin6}）可升级到${version}，请在APP中查看。',
      en: 'Version ${version} is available for your ${vehicleName} (…${vin6}). See the app.',
    },
  },
  OTA_FAILED: {
    ...inApp,
    variables: ['vehicleName', 'vin6', 'version'],
    name: { zh: '升级失败提醒', en: 'Update failed' },
    title: { zh: '车辆升级多次未成功', en: 'An update did not succeed' },
    body: {
      zh: '您的${vehicleName}（尾号${vin6}）多次升级到${version}未成功，车辆仍可使用原版本，建议联系经销商检查。',
      en: 'Your ${vehicleName} (…${vin6}) failed to update to ${version} several times. It works as before; please see a dealer.',
    },
  },
} as const satisfies Readonly<Record<string, BuiltIn>>;
