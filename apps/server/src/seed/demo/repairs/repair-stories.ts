import { machines } from '@wheelhouse/entities/machines';
import { day, hour, minute } from '../clock.ts';

const { unhandled, dispatched, accepted, inRepair, toConfirm, done, cancelled, closed } = machines['SM-Repair'].states;

/** A repair order, by its state. */
export interface RepairStory {
  readonly status: number;
  readonly category: string;
  readonly sub: string;
  readonly text: string;
  /** How long ago it was reported. */
  readonly ago: number;
  /** D:RepairSource and D:RepairServiceType; 1 unless given. */
  readonly source?: number;
  readonly service?: number;
  /** D:Priority; 2 unless given. */
  readonly priority?: number;
  readonly escalated?: true;
  /** What was found, with D:RepairCause, and the part that was changed. */
  readonly diagnosis?: string;
  readonly cause?: string;
  readonly part?: { readonly type: number; readonly name: string; readonly fen: number };
  /** D:WarrantyResult. */
  readonly warranty?: number;
  readonly laborFen?: number;
  /** Parts under warranty that after-sales has to decide about. */
  readonly review?: true;
  readonly rating?: number;
  readonly comment?: string;
  /** Why it was cancelled or closed. */
  readonly reason?: string;
}

// prettier-ignore
export const repairStories: readonly RepairStory[] = [
  { status: unhandled, category: 'P01', sub: 'P0102', ago: 18 * minute, text: '充满后续航比以前少约20公里，冷启动时电量跳变。' },
  { status: unhandled, category: 'P02', sub: 'P0201', ago: 65 * minute, service: 4, priority: 4, escalated: true, text: '骑行中突然断电，停在高架下辅路，推不动。' },
  { status: unhandled, category: 'P02', sub: 'P0201', ago: 3 * hour, source: 4, priority: 3, text: '报警转入：电机霍尔故障，车主已减速停车。' },
  { status: dispatched, category: 'P01', sub: 'P0101', ago: 2.5 * hour, text: '插上充电器指示灯不亮，换插座也一样。' },
  { status: dispatched, category: 'P02', sub: 'P0201', ago: 20 * hour, source: 2, service: 2, priority: 3, text: '拧电门没有反应，仪表显示正常，希望上门。' },
  { status: accepted, category: 'P01', sub: 'P0102', ago: 1.2 * day, text: '电量显示从40%直接掉到5%，已经两次。' },
  { status: inRepair, category: 'P01', sub: 'P0101', ago: 2.1 * day, priority: 3, text: '充电到80%自动停止，仪表提示电池故障。', diagnosis: '第三串电芯压差超过120mV，需更换电池组。', cause: '1', part: { type: 2, name: '电池组', fen: 128_000 }, warranty: 1, review: true },
  { status: inRepair, category: 'P02', sub: 'P0201', ago: 5.4 * day, source: 3, text: '到店反映加速无力，爬坡时断续。' },
  { status: toConfirm, category: 'P02', sub: 'P0201', ago: 3.2 * day, text: '刹车后不能再次启动，要重新上电。', diagnosis: '左刹断电开关卡滞，更换开关并调整拉线。', cause: '5', part: { type: 9, name: '刹把开关', fen: 3_800 }, warranty: 2, laborFen: 3_000 },
  { status: done, category: 'P01', sub: 'P0101', ago: 9 * day, text: '充电器发烫有异味，已停止使用。', diagnosis: '充电器散热风扇停转，更换充电器。', cause: '1', part: { type: 6, name: '充电器', fen: 18_000 }, warranty: 1, rating: 5, comment: '当天就换好了，师傅很专业' },
  { status: done, category: 'P02', sub: 'P0201', ago: 16 * day, source: 5, text: '反馈转入：过减速带后电机异响。', diagnosis: '后轮固定螺栓松动，紧固后试车正常。', cause: '2', warranty: 2, laborFen: 2_000, rating: 2, comment: '等了三天才接单' },
  { status: done, category: 'P01', sub: 'P0102', ago: 24 * day, service: 2, text: '冬季续航下降明显，请上门检测电池。', diagnosis: '电池健康度92%，属低温正常现象，已讲解。', cause: '7', warranty: 1, rating: 4 },
  { status: cancelled, category: 'P01', sub: 'P0101', ago: 6 * day, text: '充电口接触不良，轻轻一碰就断。', reason: '重新插拔后恢复，暂不需要' },
  { status: closed, category: 'P02', sub: 'P0201', ago: 11 * day, source: 2, text: '电话报修同一问题，车主重复提交。', reason: '与前一报修单重复' },
];
