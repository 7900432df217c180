import { machines } from '@wheelhouse/entities/machines';
import { day, hour, minute } from '../clock.ts';

const { unhandled, inProgress, replied, followingUp, closed, invalid } = machines['SM-Feedback'].states;

/** Feedback, by its state. */
export interface FeedbackStory {
  readonly status: number;
  readonly category: string;
  readonly sub?: string;
  readonly text: string;
  /** How long ago it was written. */
  readonly ago: number;
  /** D:Priority; 2 unless given. */
  readonly priority?: number;
  /** About the user's vehicle. */
  readonly vehicle?: true;
  readonly picture?: true;
  /** What was answered, and how long after. */
  readonly answer?: string;
  readonly after?: number;
  /** What the user wrote to the answer. */
  readonly again?: string;
  readonly note?: string;
  /** D:FeedbackDept. */
  readonly dept?: string;
  /** D:FeedbackInvalidReason. */
  readonly reason?: string;
  readonly satisfied?: 0 | 1;
  readonly comment?: string;
  /** Beginning of the text of the feedback that it is merged into. */
  readonly into?: string;
  /** By the second of the staff. */
  readonly second?: true;
}

// prettier-ignore
export const feedbackStories: readonly FeedbackStory[] = [
  { status: unhandled, category: 'P05', sub: 'P0502', ago: 38 * minute, vehicle: true, text: '靠近车辆时感应解锁经常没有反应，要打开APP手动点解锁才行。' },
  { status: unhandled, category: 'P01', sub: 'P0102', ago: 2.4 * hour, vehicle: true, text: '天气冷了以后续航从80公里掉到了55公里左右，电池是不是有问题？' },
  { status: unhandled, category: 'P04', sub: 'P0401', ago: 5.7 * hour, picture: true, text: '升级到新版本后，打开骑行记录就闪退，重装也没有用。' },
  { status: unhandled, category: 'P09', ago: 9.2 * hour, text: '希望骑行记录能按月导出，方便报销通勤费用。' },
  { status: unhandled, category: 'P03', sub: 'P0301', ago: 27 * hour, vehicle: true, priority: 3, text: '车停在地下车库，APP显示的位置在两条街以外，找车找了半天。' },
  { status: unhandled, category: 'P08', ago: 31 * hour, text: '上周参加的骑行打卡活动，积分到现在还没有到账。' },
  { status: inProgress, category: 'P07', sub: 'P0701', ago: 7.5 * hour, priority: 3, vehicle: true, picture: true, text: '刚买的二手车，扫码提示车辆已被绑定，原车主说已经解绑了。' },
  { status: inProgress, category: 'P02', sub: 'P0202', ago: 20 * hour, vehicle: true, second: true, text: '过减速带的时候后轮附近有金属摩擦的声音，速度慢的时候更明显。', note: '已电话联系，用户今天补充视频。' },
  { status: inProgress, category: 'P03', sub: 'P0302', ago: 2.2 * day, vehicle: true, text: '车辆一直显示离线，已经两天没有更新位置了。', answer: '您好，请确认车辆电量充足，并在室外空旷处重新上电，等待5分钟后查看。', after: 3 * hour, again: '重新上电了，还是离线，指示灯也是亮的。' },
  { status: followingUp, category: 'P04', sub: 'P0402', ago: 3.1 * day, priority: 3, text: '共享给家人的钥匙，对方手机上看不到车辆，重新分享几次都一样。', note: '鸿蒙5.0机型可复现，已转研发。', dept: '2' },
  { status: followingUp, category: 'P05', sub: 'P0501', ago: 4.6 * day, vehicle: true, second: true, text: '手机蓝牙能搜到车，但是一连接就断开，换了一部手机也是这样。', answer: '您好，问题已转给研发同事分析，有结果会第一时间告诉您。', after: 5 * hour, note: '固件1.4.2，请质量部确认批次。', dept: '4' },
  { status: replied, category: 'P01', sub: 'P0101', ago: 1.3 * day, vehicle: true, text: '充电器灯是绿的，但是电量一晚上没有变化。', answer: '您好，请检查充电口防水盖是否完全打开，并更换插座再试。如仍无法充电，请到就近网点检测。', after: 2.5 * hour },
  { status: replied, category: 'P09', ago: 2.8 * day, second: true, text: '能不能增加一个寻车时只闪灯不响铃的选项，晚上响铃太吵了。', answer: '感谢您的建议，静音寻车已列入下个版本的计划，上线后会通知您。', after: 20 * hour },
  { status: replied, category: 'P07', sub: 'P0702', ago: 3.9 * day, vehicle: true, text: '车子准备卖给朋友，请问怎样解绑，需要准备什么材料？', answer: '您好，请在「我的车辆-更多-解绑」中提交申请，本人解绑无需材料，审核通过后即可由新车主绑定。', after: 1.2 * hour, satisfied: 0, comment: '步骤和新版界面不一样' },
  { status: closed, category: 'P06', ago: 9 * day, vehicle: true, picture: true, text: '左侧后视镜的螺丝松了，骑行的时候会自己转。', answer: '您好，后视镜属于质保范围，已为您登记，请到购车网点免费更换。', after: 4 * hour, satisfied: 1, comment: '处理很快，谢谢' },
  { status: closed, category: 'P04', sub: 'P0402', ago: 12 * day, text: '消息通知里的报警提醒收不到，设置里都是打开的。', answer: '您好，请在手机系统设置中允许后台运行和通知，已为您发送一条测试消息。', after: 6 * hour, satisfied: 1 },
  { status: closed, category: 'P03', sub: 'P0301', ago: 17 * day, vehicle: true, second: true, text: '轨迹里有一段直线穿过了小区，实际没有骑过那里。', answer: '您好，该路段卫星信号被遮挡，已为您修正当日轨迹。', after: 22 * hour },
  { status: closed, category: 'P02', sub: 'P0201', ago: 24 * day, vehicle: true, priority: 4, text: '拧了电门车没有反应，仪表是亮的，边撑也收起来了。', answer: '您好，经远程诊断为边撑开关接触不良，已通知网点与您联系上门处理。', after: 0.6 * hour, satisfied: 1, comment: '师傅当天就来了' },
  { status: closed, category: 'P08', ago: 33 * day, text: '订单里的头盔显示已签收，但是我没有收到。', answer: '您好，已联系物流核实，包裹在小区驿站，取件码已发送到您的手机。', after: 3 * hour, satisfied: 1 },
  { status: invalid, category: 'P09', ago: 1.8 * day, text: '测试一下能不能提交反馈。', reason: '4' },
  { status: invalid, category: 'P04', ago: 6.3 * day, second: true, text: '高价回收二手电池，联系方式见主页。', reason: '2', note: '广告内容。' },
  { status: inProgress, category: 'P04', sub: 'P0402', ago: 2.6 * day, priority: 3, into: '共享给家人的钥匙', text: '分享给女儿的钥匙一直不显示，她的手机也是鸿蒙系统。' },
];

/** Shared texts for replies. */
export const quickReplies: readonly { readonly title: string; readonly content: string }[] = [
  { title: '静电与感应距离', content: '您好，感应解锁请将手机放在车辆1米以内，并在APP「感应设置」中重新校准一次。' },
  {
    title: '冬季续航',
    content: '您好，气温低于5°C时电池可用容量会下降，属于正常现象。建议在室内充电，并保持电量在20%以上。',
  },
  { title: '等待研发结果', content: '您好，问题已转给研发同事分析，有结果会第一时间告诉您。' },
  { title: '预约网点检测', content: '您好，建议到就近网点检测，您可以在APP「服务网点」中查看地址和营业时间并预约。' },
];
