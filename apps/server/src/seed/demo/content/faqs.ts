import type { PoolClient } from 'pg';
import { officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

interface Story {
  readonly category: string;
  readonly sub: string;
  readonly question: string;
  readonly questionEn: string;
  readonly answer: string;
  readonly answerEn?: string;
  readonly keywords?: readonly string[];
  /** D:ShelfStatus. */
  readonly shelf: 0 | 1 | 2;
  readonly hot?: true;
  readonly views: number;
  /** Share of the users who vote that were helped. */
  readonly helps: number;
  readonly video?: string;
}

// prettier-ignore
const stories: readonly Story[] = [
  { category: 'P01', sub: 'P0101', question: '车辆充不进电怎么办？', questionEn: 'What if the vehicle does not charge?', shelf: 1, hot: true, views: 4_812, helps: 0.86, keywords: ['充电器', '绿灯', '插座'],
    answer: '<p>请按顺序检查：</p><ol><li>充电口防水盖完全打开，接口内无异物；</li><li>更换插座，确认充电器指示灯为红色；</li><li>电池温度在0–45°C之间。</li></ol><p>仍无法充电，请到就近网点检测电池。</p>',
    answerEn: '<p>Check in this order: the cover of the charging port is open and the port is clean; another socket, with the red light of the charger on; the battery is between 0 and 45 °C. If it still does not charge, have the battery tested at a dealer.</p>' },
  { category: 'P01', sub: 'P0102', question: '冬天续航为什么变短？', questionEn: 'Why is the range shorter in winter?', shelf: 1, hot: true, views: 6_204, helps: 0.78, keywords: ['里程', '低温', '掉电'],
    answer: '<p>低温下锂电池的可用容量会下降，0°C时约为常温的80%，-10°C时约为65%，属于正常现象。建议在室内充电、充满后尽快出行，并使用节能模式。</p>',
    answerEn: '<p>In the cold a lithium battery gives less: about 80 % at 0 °C and 65 % at −10 °C. This is normal. Charge indoors, set off soon after, and ride in eco mode.</p>' },
  { category: 'P02', sub: 'P0201', question: '拧电门没有反应怎么办？', questionEn: 'What if the throttle does nothing?', shelf: 1, views: 2_167, helps: 0.72, keywords: ['边撑', 'P挡'],
    answer: '<p>请确认边撑已收起、P挡已退出、刹车已松开。仪表上若显示故障码，请在APP「车辆体检」中查看说明，或联系就近网点。</p>' },
  { category: 'P03', sub: 'P0301', question: 'APP里的车辆位置不准怎么办？', questionEn: 'What if the position in the app is wrong?', shelf: 1, views: 3_390, helps: 0.64, keywords: ['定位', '找车', '地库'],
    answer: '<p>地下车库和高楼之间卫星信号弱，位置可能停留在入口处。把车移到空旷处通电3分钟后会恢复；也可以用「鸣笛寻车」找车。</p>' },
  { category: 'P03', sub: 'P0302', question: '车辆显示离线怎么办？', questionEn: 'What if the vehicle is offline?', shelf: 1, hot: true, views: 5_128, helps: 0.7, keywords: ['信号', '没有网络'],
    answer: '<p>请确认电量大于5%，并在室外重新上电，等待5分钟。若物联卡欠费或停用，请在「我的-服务」中续费。</p>' },
  { category: 'P04', sub: 'P0401', question: 'APP闪退怎么解决？', questionEn: 'What if the app crashes?', shelf: 1, views: 1_276, helps: 0.81,
    answer: '<p>请更新到最新版本并重新启动手机。仍然闪退，请在「我的-反馈」中提交并勾选「附带日志」，工程师会在2个工作日内回复。</p>' },
  { category: 'P05', sub: 'P0501', question: '手机蓝牙连接不上车辆怎么办？', questionEn: 'What if Bluetooth does not connect?', shelf: 1, hot: true, views: 4_433, helps: 0.75, keywords: ['配对', '搜索不到'], video: '用手机解锁和共享车辆',
    answer: '<p>请打开手机蓝牙和定位权限，关闭其他已连接车辆的手机，然后在「车辆设置-蓝牙」中重新配对。</p>' },
  { category: 'P05', sub: 'P0502', question: '感应解锁不灵敏怎么调整？', questionEn: 'How do I adjust hands-free unlock?', shelf: 1, views: 2_954, helps: 0.69, keywords: ['无感', '距离', '灵敏度'],
    answer: '<p>在「车辆设置-感应解锁」中调整感应距离，并把手机设为「不限制后台」。手机壳较厚时请选择「远」。</p>' },
  { category: 'P07', sub: 'P0701', question: '提示车辆已被绑定怎么办？', questionEn: 'What if the vehicle is already bound?', shelf: 1, hot: true, views: 3_871, helps: 0.58, keywords: ['二手车', '过户'],
    answer: '<p>二手车需要原车主先在APP中解绑。无法联系原车主时，请在「我的车辆-申请解绑」中上传购车凭证，1–3个工作日内审核。</p>' },
  { category: 'P07', sub: 'P0702', question: '解绑需要准备什么材料？', questionEn: 'What does unbinding take?', shelf: 1, views: 1_842, helps: 0.83,
    answer: '<p>本人解绑无需材料，验证短信后立即生效；非本人解绑需要购车凭证、合格证和身份证照片。</p>' },
  { category: 'P08', sub: 'P08', question: '活动积分多久到账？', questionEn: 'When do I get the points of an event?', shelf: 2, views: 918, helps: 0.44,
    answer: '<p>骑行类活动在结束后3个工作日内发放；抽奖所得实时到账。</p>' },
  { category: 'P06', sub: 'P06', question: '后视镜松动可以保修吗？', questionEn: 'Is a loose mirror covered by the warranty?', shelf: 0, views: 0, helps: 0,
    answer: '<p>后视镜、挡泥板等外观件质保6个月，非人为损坏可到网点免费更换。</p>' },
];

const votingDays = 30;
const mostVotes = 60;

/** Frequent questions with the votes of the last weeks. Needs the videos and the owners. */
export async function makeFaqs(client: PoolClient, { now, random }: World, by: string | null): Promise<void> {
  const { rows: users } = await client.query<{ id: string }>(
    `select id::text as id from usr_app_user where not deleted and status = 1 order by id limit ${mostVotes}`,
  );
  const { rows: videos } = await client.query<{ id: string; title: string }>(
    'select id::text as id, title from ps_video where not deleted',
  );
  const dice = random.fork('faqs');
  const made = stories.map((story) => ({ ...story, id: '' }));
  await giveIds(client, 'cnt_faq', made);
  const votes: CopyRow[] = [];
  const rows = made.map((story, at): CopyRow => {
    const own = story.shelf === 0 ? [] : users.filter(() => dice.chance(0.5));
    const helped = own.filter(({ id }) => {
      const helpful = dice.chance(story.helps);
      const time = officeTime(now, dice.between(1, votingDays), Number(id) + at);
      votes.push({ faq_id: story.id, user_id: id, helpful: helpful ? 1 : 0, vote_time: time });
      return helpful;
    });
    return {
      id: story.id,
      category_code: story.category,
      sub_code: story.sub,
      question: story.question,
      question_en: story.questionEn,
      answer: story.answer,
      answer_en: story.answerEn ?? null,
      keywords: story.keywords ?? null,
      video_id: videos.find(({ title }) => title === story.video)?.id ?? null,
      hot: story.hot ? 1 : 0,
      sort: (at + 1) * 10,
      helpful: helped.length,
      unhelpful: own.length - helped.length,
      view_count: story.views,
      shelf_status: story.shelf,
      ...marks(now, by, officeTime(now, 140 - at * 8, at), officeTime(now, 40 - at * 3, at)),
    };
  });
  await copyRows(client, 'cnt_faq', rows);
  await copyRows(client, 'cnt_faq_vote', votes);
}
