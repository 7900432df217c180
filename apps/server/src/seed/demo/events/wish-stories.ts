import { machines } from '@wheelhouse/entities/machines';

const { inReview, shown, hidden, rejected, granted } = machines['SM-Wish'].states;

export interface WishStory {
  readonly text: string;
  /** D:WishCategory. */
  readonly category: '1' | '2' | '3' | '4';
  /** D:WishStatus. */
  readonly status: number;
  /** Days ago. */
  readonly ago: number;
  readonly likes?: number;
  readonly top?: true;
  readonly reply?: string;
  readonly reason?: string;
  readonly words?: readonly string[];
}

// prettier-ignore
export const wishStories: readonly WishStory[] = [
  { text: '希望APP能看到附近的充电柜，并且显示还有几个空位。', category: '1', status: shown, ago: 46, likes: 38, top: true, reply: '已列入明年上半年的计划，先从上海、杭州开始，感谢建议。' },
  { text: '能不能出一个桌面小组件，不用打开APP就能看到剩余电量和里程？', category: '1', status: granted, ago: 71, likes: 45, top: true, reply: '5.2版本已支持桌面小组件，升级后长按桌面即可添加。' },
  { text: '冬天手套戴着没法点屏幕，希望感应解锁再快一点。', category: '1', status: shown, ago: 33, likes: 27, reply: '新的蓝牙固件正在灰度测试，解锁时间会缩短到2秒以内。' },
  { text: '骑行轨迹想要导出成图片，发朋友圈用。', category: '1', status: shown, ago: 19, likes: 22, top: true },
  { text: '希望可以给车设置一个名字，家里两台车老是分不清。', category: '1', status: granted, ago: 88, likes: 19, reply: '已在5.1版本上线，进入车辆设置即可修改名称。' },
  { text: '里程排行榜能不能按城市分？全国榜根本排不上。', category: '1', status: shown, ago: 12, likes: 16 },
  { text: '想要原厂的雨披，要能盖住后备箱那种，颜色亮一点。', category: '2', status: shown, ago: 27, likes: 31, reply: '雨披正在打样，上架后会在活动页通知大家。' },
  { text: '签到能换头盔吗？攒了半年积分了还没地方花。', category: '2', status: shown, ago: 9, likes: 24 },
  { text: '周年庆的钥匙扣太好看了，求返场！', category: '2', status: shown, ago: 5, likes: 14 },
  { text: '希望送几次免费保养，新车头一年最需要。', category: '2', status: hidden, ago: 40, likes: 3 },
  { text: '仪表盘想要一个简洁的主题，只显示车速和电量，数字大一点。', category: '3', status: granted, ago: 64, likes: 29, reply: '「极简白」主题已上架，免费使用，欢迎体验。' },
  { text: '出个莫兰迪色系吧，现在的颜色都太艳了，我媳妇不肯骑。', category: '3', status: shown, ago: 16, likes: 18, top: true },
  { text: '转向灯可以做成流水的吗？晚上后车看得更清楚。', category: '3', status: shown, ago: 8, likes: 11 },
  { text: '想要能换颜色的氛围灯，停车开锁的时候亮一下。', category: '3', status: shown, ago: 3, likes: 6 },
  { text: '希望多组织周末骑行活动，苏州这边一直没有。', category: '4', status: shown, ago: 22, likes: 13, reply: '十二月中旬将在苏州金鸡湖举办骑行活动，请留意活动通知。' },
  { text: '说明书的字太小了，老人看不清，能不能出一个大字版？', category: '4', status: shown, ago: 14, likes: 9 },
  { text: '门店周末能不能晚点关门，下班赶过去都关了。', category: '4', status: shown, ago: 6, likes: 7 },
  { text: '加我微信，低价改装限速，骑到八十没问题。', category: '4', status: rejected, ago: 11, reason: '含有广告和违规改装内容，请遵守社区规则。' },
  { text: '你们的车是全天下最烂的，退钱退钱退钱！！！', category: '4', status: rejected, ago: 25, reason: '心愿墙用于许愿，售后问题请在「反馈」中提交，我们会尽快处理。' },
  { text: '测试测试测试测试', category: '4', status: rejected, ago: 30, reason: '内容不完整，请具体描述心愿。' },
  { text: '我是官方客服，点我头像领取免费电池。', category: '2', status: inReview, ago: 0.2, words: ['官方', '客服'] },
  { text: '希望管理员把坐垫加厚两厘米，骑久了屁股疼。', category: '3', status: inReview, ago: 0.6, words: ['管理员'] },
  { text: '想要后视镜带盲区提醒，城里电动车太多了。', category: '1', status: inReview, ago: 0.1 },
  { text: '希望电池可以租，买一块新的太贵了。', category: '4', status: inReview, ago: 0.3 },
  { text: '能不能把儿童座椅做成原厂配件，接孩子放学用。', category: '2', status: inReview, ago: 0.8 },
  { text: '希望导航可以直接投到仪表上，不想装手机支架了。', category: '1', status: inReview, ago: 1.4 },
];
