import type { Text } from '@wheelhouse/contract/lang';
import { machines } from '@wheelhouse/entities/machines';
import { day, hour } from '../clock.ts';

const { draft, inReview, waiting, sent, withdrawn } = machines['SM-Message'].states;

/** A notice of the demo: its texts and how far it has come. */
export interface NoticeStory {
  readonly status: number;
  /** D:NoticeType. */
  readonly type: string;
  /** D:NoticeReceiver. */
  readonly receivers: readonly string[];
  /** D:ClientOs; all unless given. */
  readonly clientOs?: readonly string[];
  readonly pinned?: true;
  readonly title: Text;
  /** Paragraphs; the first one is the push. */
  readonly text: readonly Text[];
  /** How long ago it was sent, submitted or, as a draft, rejected; before now. */
  readonly ago: number;
  /** Days from now until which it is shown. */
  readonly shownDays: number;
  /** Days from now at which it is to be sent. */
  readonly timedDays?: number;
  /** Days from now to the night in which the platform is maintained. */
  readonly maintenanceDays?: number;
  /** How many of a hundred have read it. */
  readonly read?: number;
  readonly remark?: string;
}

/** None pops up: a demo begins with its dashboard. */
export const noticeStories: readonly NoticeStory[] = [
  {
    status: sent,
    type: '5',
    receivers: ['2', '3'],
    ago: 52 * day,
    shownDays: -43,
    read: 86,
    title: { zh: '假期值班与客服安排', en: 'Holiday duty roster and service hours' },
    text: [
      {
        zh: '假期期间客服热线照常，工单在次日12点前响应。',
        en: 'The service line stays open; orders are answered by noon of the next day.',
      },
      {
        zh: '被盗与三级以上报警由值班人员全天处理，请保持手机畅通。',
        en: 'Thefts and alarms of level 3 and above are handled around the clock. Keep your phone on.',
      },
    ],
  },
  {
    status: withdrawn,
    type: '2',
    receivers: ['1'],
    clientOs: ['3'],
    ago: 21 * day,
    shownDays: 9,
    read: 18,
    title: { zh: '鸿蒙版APP 5.1.3发布', en: 'App 5.1.3 for HarmonyOS' },
    text: [
      {
        zh: '修复蓝牙钥匙偶发失效的问题，建议尽快升级。',
        en: 'Fixes a Bluetooth key that failed at times. Please update soon.',
      },
    ],
  },
  {
    status: sent,
    type: '2',
    receivers: ['1'],
    ago: 9 * day,
    shownDays: 21,
    read: 41,
    title: { zh: 'APP 5.2.0上线：行程回放与电池健康', en: 'App 5.2.0: trip replay, battery health' },
    text: [
      {
        zh: '新版可以回放每段行程，并查看电池健康度。',
        en: 'The new version replays each trip and shows the health of the battery.',
      },
      {
        zh: '在应用商店搜索并更新即可，车辆无需升级。',
        en: 'Update in your app store. The vehicle needs no update.',
      },
    ],
  },
  {
    status: draft,
    type: '3',
    receivers: ['1'],
    ago: 2 * day,
    shownDays: 60,
    remark: '生效日期与法务确认稿不一致，请核对后再提交',
    title: { zh: '隐私政策更新说明', en: 'Changes to the privacy policy' },
    text: [
      {
        zh: '我们更新了位置信息的保存期限，请阅读全文。',
        en: 'We changed how long positions are kept. Please read the full text.',
      },
    ],
  },
  {
    status: waiting,
    type: '4',
    receivers: ['1'],
    ago: 20 * hour,
    shownDays: 30,
    timedDays: 2,
    title: { zh: '冬季骑行与充电提示', en: 'Riding and charging in winter' },
    text: [
      {
        zh: '低温下续航会缩短，请在室内回温后再充电。',
        en: 'Range is shorter in the cold. Let the battery warm up indoors before charging.',
      },
    ],
  },
  {
    status: sent,
    type: '1',
    receivers: ['2', '3'],
    pinned: true,
    ago: 5 * hour,
    shownDays: 4,
    maintenanceDays: 3,
    read: 0,
    title: { zh: '平台例行维护通知', en: 'Scheduled maintenance of the platform' },
    text: [
      {
        zh: '维护期间后台只读，车辆上报与报警不受影响。',
        en: 'The console is read-only meanwhile. Vehicle reports and alarms go on.',
      },
      {
        zh: '请提前保存正在编辑的内容，批量导入请避开该时段。',
        en: 'Save what you are editing beforehand, and import at another time.',
      },
    ],
  },
  {
    status: inReview,
    type: '4',
    receivers: ['1', '3'],
    ago: 3 * hour,
    shownDays: 14,
    title: { zh: '雨天停放与充电安全', en: 'Parking and charging safely in the rain' },
    text: [
      {
        zh: '请勿在积水处停放，充电口进水时不要充电。',
        en: 'Do not park in standing water, and do not charge with a wet socket.',
      },
    ],
  },
];
