import { hour, day } from '../clock.ts';

/** What happened to a vehicle, and how its case stands. */
export interface TheftStory {
  /** D:StolenStatus. */
  readonly status: 0 | 1 | 2 | 3 | 4;
  /** How long ago it was stolen. */
  readonly ago: number;
  readonly place: string;
  readonly description: string;
  /** Reported by the owner in the app. */
  readonly byApp?: true;
  readonly police?: string;
  readonly receipt?: true;
  /** A power cut waits for a second person. */
  readonly lockAsked?: string;
  readonly found?: string;
  readonly closed?: string;
  readonly notes?: readonly string[];
}

/** Those being looked for are among the vehicles that really ride about. */
// prettier-ignore
export const theftStories: readonly TheftStory[] = [
  { status: 1, ago: 20 * hour, place: '地铁站3号口非机动车停放区', description: '下班取车时发现车辆不见，龙头锁被撬，监控拍到一名戴头盔男子推走。', police: 'PD20260812-0317', receipt: true, lockAsked: '车辆已停在小区地下车库，警方要求断电', notes: ['已联系派出所王警官，要求提供实时位置', '车辆多次在同一小区停留，疑似藏匿点'] },
  { status: 1, ago: 9 * hour, place: '菜市场东门', description: '买菜十分钟后车辆被骑走，钥匙未拔，APP显示车辆仍在移动。', police: 'PD20260813-0042', receipt: true, notes: ['车主已到派出所立案，回执已上传'] },
  { status: 1, ago: 3 * day, place: '写字楼地下一层充电区', description: '充电时被盗，现场留有被剪断的充电线。', notes: ['提醒车主尽快报警并补充回执号'] },
  { status: 0, ago: 2 * hour, place: '幼儿园门口', description: '车主通过APP报案：接孩子时车辆不见。', byApp: true },
  { status: 0, ago: 5 * hour, place: '河滨公园南门', description: '晨跑后发现车辆不在原处，怀疑被拖走。' },
  { status: 2, ago: 6 * day, place: '大学城宿舍楼下', description: '夜间被盗，凌晨收到震动报警。', police: 'PD20260806-0188', receipt: true, found: '城北旧货市场门口', notes: ['凌晨2点收到震动报警，车主当时未接电话', '派出所已控制嫌疑人'] },
  { status: 3, ago: 130 * day, place: '工业园区班车站', description: '周末停放两天后被盗，之后再无信号。', police: 'PD20260402-0077' },
  { status: 4, ago: 40 * day, place: '医院门诊楼前', description: '就诊期间车辆被盗。', police: 'PD20260701-0230', found: '郊区修理铺', closed: '车辆已交还车主，案件办结', notes: ['修理铺老板称低价收购，已移交警方'] },
  { status: 4, ago: 25 * day, place: '超市地面停车场', description: '购物出来找不到车。', closed: '车主记错停车位置，车辆在另一侧出口', byApp: true },
];

/** An application to unbind and its status. */
export interface UnbindStory {
  /** D:UnbindStatus. */
  readonly status: 0 | 1 | 2 | 3 | 4 | 5;
  /** D:UnbindApplyType. */
  readonly type: 1 | 2 | 3 | 4;
  readonly ago: number;
  readonly reason: string;
  readonly remark?: string;
  /** D:UnbindRejectReason. */
  readonly reject?: string;
  readonly objection?: string;
  readonly second?: string;
  readonly byApp?: true;
}

// prettier-ignore
export const unbindStories: readonly UnbindStory[] = [
  { status: 0, type: 2, ago: 31 * hour, reason: '在二手平台购入车辆，原车主联系不上，无法绑定使用。', byApp: true },
  { status: 0, type: 1, ago: 3 * hour, reason: '更换手机号后无法登录原账号，申请解绑重新绑定。', byApp: true },
  { status: 0, type: 3, ago: 8 * hour, reason: '门店置换旧车，客户已签署置换协议。' },
  { status: 0, type: 2, ago: 26 * hour, reason: '亲戚转让车辆，原车主已出国，附转让合同。', byApp: true },
  { status: 0, type: 4, ago: 1 * hour, reason: '车主来电称手机遗失，委托客服代为申请。' },
  { status: 1, type: 2, ago: 40 * hour, reason: '同城面交购入，原车主承诺解绑但一直未操作。', remark: '合同与发票一致，进入公示期', byApp: true },
  { status: 1, type: 2, ago: 20 * hour, reason: '拍卖所得车辆，附成交确认书。', remark: '材料齐全', byApp: true },
  { status: 5, type: 2, ago: 3 * day, reason: '购买二手车后需要绑定。', remark: '材料齐全，进入公示期', objection: '车辆是借给朋友的，我没有出售。', byApp: true },
  { status: 2, type: 1, ago: 9 * day, reason: '车辆已出售给同事，本人无法登录APP。', remark: '身份核对一致，立即解绑', byApp: true },
  { status: 2, type: 3, ago: 16 * day, reason: '旧车回收，客户到店签字。', remark: '门店协议齐全' },
  { status: 2, type: 2, ago: 24 * day, reason: '二手购入，原车主同意解绑。', remark: '公示期满无异议', byApp: true },
  { status: 3, type: 2, ago: 12 * day, reason: '路边捡到的车辆想自己使用。', remark: '无法证明合法来源，建议交公安机关', reject: '4' },
  { status: 3, type: 2, ago: 5 * day, reason: '购买二手车后需要绑定使用。', remark: '车架号照片模糊，请重新拍摄后提交', reject: '1', byApp: true },
  { status: 3, type: 2, ago: 18 * day, reason: '朋友抵债给我的车辆。', remark: '进入公示期', objection: '与对方存在纠纷，未同意转让。', second: '双方存在纠纷，维持异议', byApp: true },
  { status: 4, type: 1, ago: 7 * day, reason: '误操作提交，想解绑另一台车。', byApp: true },
];
