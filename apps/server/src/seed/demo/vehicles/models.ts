import type { EcuModel } from '../identifiers.ts';

/** What the demo's maker sells: series, models and their packs. */

export type Silhouette = 'bicycle' | 'cargo' | 'moped' | 'motorcycle';

export interface Series {
  id: string;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly brand: '1' | '2';
  readonly remark: string;
}

export interface Chemistry {
  /** D:BatteryType. */
  readonly type: number;
  /** D:CellChemistry; none for lead-acid, which has no BMS either. */
  readonly cell: string | null;
  /** Letter in the battery's code. */
  readonly letter: string;
  /** Volts of a cell (lead-acid: of the block) when empty and when full. */
  readonly empty: number;
  readonly full: number;
}

// prettier-ignore
const chemistries = {
  lead: { type: 1, cell: null, letter: 'A', empty: 10.6, full: 13.1 },
  graphene: { type: 2, cell: null, letter: 'G', empty: 10.7, full: 13.3 },
  NCM: { type: 3, cell: 'NCM', letter: 'E', empty: 3.1, full: 4.15 },
  LFP: { type: 4, cell: 'LFP', letter: 'B', empty: 2.9, full: 3.45 },
  LMO: { type: 5, cell: 'LMO', letter: 'C', empty: 3.2, full: 4.1 },
  NA: { type: 6, cell: 'NA', letter: 'N', empty: 2.2, full: 3.75 },
} as const satisfies Readonly<Record<string, Chemistry>>;

export interface Pack {
  readonly chemistry: Chemistry;
  /** Cells in series; 12 V blocks of lead-acid. */
  readonly cells: number;
  readonly voltageV: number;
  readonly capacityAh: number;
  readonly model: string;
  /** D:BatteryMaker and its code of GB/T 34014. */
  readonly maker: string;
  readonly makerCode: string;
}

export interface Model {
  id: string;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly series: string;
  readonly category: 1 | 2 | 3;
  readonly vinPrefix: string | null;
  /** Digits 4–5 of an electric bicycle's frame number. */
  readonly frame: string;
  readonly pack: Pack;
  readonly packs: number;
  readonly powerW: number;
  readonly peakW: number;
  readonly speedKmh: number;
  readonly rangeKm: number;
  readonly weightKg: number;
  readonly loadKg: number;
  readonly wheelInch: number;
  readonly brake: string;
  readonly colors: readonly string[];
  readonly ecu: EcuModel;
  readonly generation: 1 | 2;
  readonly startup: readonly string[];
  readonly warranty: readonly [number, number, number];
  readonly priceYuan: number;
  /** Share of the fleet; 0 for a model that is not sold yet. */
  readonly weight: number;
  readonly shelf: 0 | 1 | 2;
  readonly silhouette: Silhouette;
  readonly sap: string;
  /** Share of its vehicles that are older than a year, as a factor on age. */
  readonly ageing: number;
  readonly pitch: string;
}

export const seriesList: readonly Series[] = [
  { id: '', code: 'BREEZE', name: '逐风系列', nameEn: 'Breeze', brand: '1', remark: '城市通勤电动轻便摩托车' },
  { id: '', code: 'SKYLINE', name: '凌云系列', nameEn: 'Skyline', brand: '1', remark: '高性能电动摩托车' },
  { id: '', code: 'FEATHER', name: '轻羽系列', nameEn: 'Feather', brand: '1', remark: '新国标电动自行车' },
  { id: '', code: 'PORTER', name: '驭达系列', nameEn: 'Porter', brand: '2', remark: '即时配送与载物' },
  { id: '', code: 'AURORA', name: '极光系列', nameEn: 'Aurora', brand: '2', remark: '新电池体系与新平台首发' },
];

const makers = { '1': '08Q', '2': '05R', '3': '0LZ' } as const;
const pack = (
  chemistry: keyof typeof chemistries,
  cells: number,
  voltageV: number,
  capacityAh: number,
  maker: keyof typeof makers,
): Pack => ({
  chemistry: chemistries[chemistry],
  cells,
  voltageV,
  capacityAh,
  maker,
  makerCode: makers[maker],
  model: `${chemistry === 'lead' || chemistry === 'graphene' ? `6-DZF-${capacityAh}` : `${chemistry}-${cells}S${capacityAh}`}`,
});
const [modern, keyed] = [
  ['2', '3', '4'],
  ['1', '3'],
] as const;

// prettier-ignore
export const modelList: readonly Model[] = [
  { id: '', code: 'E3', name: '逐风 E3', nameEn: 'Breeze E3', series: 'BREEZE', category: 2, vinPrefix: 'LZXE3C1A', frame: '', pack: pack('LFP', 22, 70.4, 35, '1'), packs: 1, powerW: 1200, peakW: 2200, speedKmh: 45, rangeKm: 80, weightKg: 92.5, loadKg: 150, wheelInch: 10, brake: '4', colors: ['BLK', 'WHT', 'BLU', 'GRN'], ecu: 'ZK3', generation: 2, startup: modern, warranty: [36, 36, 24], priceYuan: 5299, weight: 18, shelf: 1, silhouette: 'moped', sap: '20001003', ageing: 1, pitch: '通勤主力：22 串磷酸铁锂，CBS 联动制动，手机靠近自动解锁。' },
  { id: '', code: 'E2', name: '逐风 E2', nameEn: 'Breeze E2', series: 'BREEZE', category: 2, vinPrefix: 'LZXE2A1C', frame: '', pack: pack('graphene', 6, 72, 23, '2'), packs: 1, powerW: 800, peakW: 1500, speedKmh: 45, rangeKm: 65, weightKg: 98, loadKg: 150, wheelInch: 10, brake: '2', colors: ['BLK', 'GRY', 'RED'], ecu: 'ZK2', generation: 2, startup: ['1', '3', '4'], warranty: [24, 15, 12], priceYuan: 3799, weight: 10, shelf: 1, silhouette: 'moped', sap: '20001002', ageing: 1.25, pitch: '石墨烯铅酸，耐低温，维护简单，家用首选。' },
  { id: '', code: 'E5', name: '逐风 E5', nameEn: 'Breeze E5', series: 'BREEZE', category: 2, vinPrefix: 'LZXE5B3D', frame: '', pack: pack('LFP', 22, 70.4, 45, '1'), packs: 1, powerW: 1500, peakW: 2800, speedKmh: 50, rangeKm: 100, weightKg: 101.5, loadKg: 150, wheelInch: 12, brake: '3', colors: ['BLK', 'WHT', 'SLV', 'YEL'], ecu: 'ZK3', generation: 2, startup: modern, warranty: [36, 36, 24], priceYuan: 6599, weight: 7, shelf: 1, silhouette: 'moped', sap: '20001005', ageing: 0.6, pitch: '长续航版本，45Ah 大容量电池，前后碟刹。' },
  { id: '', code: 'M5', name: '凌云 M5', nameEn: 'Skyline M5', series: 'SKYLINE', category: 3, vinPrefix: 'LZXM5D2B', frame: '', pack: pack('NCM', 20, 73, 50, '1'), packs: 1, powerW: 3000, peakW: 6000, speedKmh: 80, rangeKm: 120, weightKg: 128, loadKg: 160, wheelInch: 12, brake: '5', colors: ['BLK', 'GRY', 'RED', 'BLU'], ecu: 'ZK3', generation: 2, startup: modern, warranty: [36, 36, 24], priceYuan: 11999, weight: 7, shelf: 1, silhouette: 'motorcycle', sap: '20002005', ageing: 0.8, pitch: '峰值 6kW，零百米加速 4.1 秒，单通道 ABS。' },
  { id: '', code: 'M7', name: '凌云 M7', nameEn: 'Skyline M7', series: 'SKYLINE', category: 3, vinPrefix: 'LZXM7F2C', frame: '', pack: pack('NCM', 20, 73, 40, '1'), packs: 2, powerW: 5000, peakW: 9000, speedKmh: 100, rangeKm: 170, weightKg: 146, loadKg: 170, wheelInch: 13, brake: '5', colors: ['BLK', 'SLV', 'RED'], ecu: 'ZK3', generation: 2, startup: modern, warranty: [36, 48, 24], priceYuan: 18999, weight: 3, shelf: 1, silhouette: 'motorcycle', sap: '20002007', ageing: 0.5, pitch: '双电池旗舰，满电续航 170 公里。' },
  { id: '', code: 'M3', name: '凌云 M3', nameEn: 'Skyline M3', series: 'SKYLINE', category: 3, vinPrefix: 'LZXM3A1B', frame: '', pack: pack('LFP', 22, 70.4, 40, '3'), packs: 1, powerW: 2000, peakW: 3800, speedKmh: 65, rangeKm: 95, weightKg: 112, loadKg: 150, wheelInch: 12, brake: '3', colors: ['BLK', 'WHT', 'GRN'], ecu: 'ZK3', generation: 2, startup: modern, warranty: [36, 36, 24], priceYuan: 7999, weight: 6, shelf: 1, silhouette: 'motorcycle', sap: '20002003', ageing: 1, pitch: '入门电摩，自产磷酸铁锂电池。' },
  { id: '', code: 'C1', name: '轻羽 C1', nameEn: 'Feather C1', series: 'FEATHER', category: 1, vinPrefix: null, frame: '10', pack: pack('lead', 4, 48, 20, '2'), packs: 1, powerW: 350, peakW: 600, speedKmh: 25, rangeKm: 45, weightKg: 54.5, loadKg: 75, wheelInch: 14, brake: '1', colors: ['BLK', 'WHT', 'RED'], ecu: 'ZK1', generation: 1, startup: keyed, warranty: [24, 12, 12], priceYuan: 2199, weight: 6, shelf: 2, silhouette: 'bicycle', sap: '20003001', ageing: 1.7, pitch: '第一代智能电动自行车，已停产，仅提供售后。' },
  { id: '', code: 'C1-PRO', name: '轻羽 C1 Pro', nameEn: 'Feather C1 Pro', series: 'FEATHER', category: 1, vinPrefix: null, frame: '12', pack: pack('graphene', 4, 48, 24, '2'), packs: 1, powerW: 400, peakW: 700, speedKmh: 25, rangeKm: 60, weightKg: 54.9, loadKg: 75, wheelInch: 14, brake: '2', colors: ['WHT', 'GRY', 'GRN', 'BLU'], ecu: 'ZK2', generation: 2, startup: ['1', '3', '4'], warranty: [24, 15, 12], priceYuan: 2799, weight: 14, shelf: 1, silhouette: 'bicycle', sap: '20003002', ageing: 1, pitch: '新国标，石墨烯电池，手机一键启动。' },
  { id: '', code: 'C2', name: '轻羽 C2', nameEn: 'Feather C2', series: 'FEATHER', category: 1, vinPrefix: null, frame: '22', pack: pack('NCM', 13, 47.5, 24, '1'), packs: 1, powerW: 400, peakW: 750, speedKmh: 25, rangeKm: 70, weightKg: 42, loadKg: 75, wheelInch: 16, brake: '2', colors: ['WHT', 'BLU', 'YEL', 'GRN'], ecu: 'ZK3', generation: 2, startup: modern, warranty: [36, 24, 24], priceYuan: 3699, weight: 9, shelf: 1, silhouette: 'bicycle', sap: '20003003', ageing: 0.9, pitch: '轻至 42 公斤，可提电池，电梯楼也方便。' },
  { id: '', code: 'C3', name: '轻羽 C3', nameEn: 'Feather C3', series: 'FEATHER', category: 1, vinPrefix: null, frame: '32', pack: pack('LFP', 15, 48, 24, '3'), packs: 1, powerW: 400, peakW: 750, speedKmh: 25, rangeKm: 72, weightKg: 46.5, loadKg: 75, wheelInch: 16, brake: '3', colors: ['WHT', 'SLV', 'GRN'], ecu: 'ZK3', generation: 2, startup: modern, warranty: [36, 36, 24], priceYuan: 3399, weight: 9, shelf: 1, silhouette: 'bicycle', sap: '20003004', ageing: 0.4, pitch: '今年新款，磷酸铁锂，循环寿命 1500 次。' },
  { id: '', code: 'K1', name: '驭达 K1', nameEn: 'Porter K1', series: 'PORTER', category: 1, vinPrefix: null, frame: '41', pack: pack('LMO', 13, 48.1, 30, '2'), packs: 1, powerW: 400, peakW: 800, speedKmh: 25, rangeKm: 85, weightKg: 53, loadKg: 100, wheelInch: 14, brake: '1', colors: ['YEL', 'BLU', 'BLK'], ecu: 'ZK2', generation: 2, startup: ['1', '4'], warranty: [12, 12, 12], priceYuan: 3299, weight: 6, shelf: 1, silhouette: 'cargo', sap: '20004001', ageing: 0.9, pitch: '为骑手打造：加宽后架，85 公里续航，支持换电。' },
  { id: '', code: 'K5', name: '驭达 K5', nameEn: 'Porter K5', series: 'PORTER', category: 2, vinPrefix: 'LZXK5A2D', frame: '', pack: pack('LFP', 19, 60.8, 24, '3'), packs: 2, powerW: 1000, peakW: 2000, speedKmh: 45, rangeKm: 110, weightKg: 96, loadKg: 180, wheelInch: 10, brake: '2', colors: ['YEL', 'BLK', 'WHT'], ecu: 'ZK3', generation: 2, startup: ['1', '3', '4', '5'], warranty: [12, 24, 12], priceYuan: 5899, weight: 5, shelf: 1, silhouette: 'cargo', sap: '20004005', ageing: 0.7, pitch: '双电池配送车，载重 180 公斤，密码启动便于换班。' },
  { id: '', code: 'X1', name: '极光 X1', nameEn: 'Aurora X1', series: 'AURORA', category: 2, vinPrefix: 'LZXN1A1E', frame: '', pack: pack('NA', 24, 72, 30, '1'), packs: 1, powerW: 1200, peakW: 2400, speedKmh: 45, rangeKm: 75, weightKg: 97, loadKg: 150, wheelInch: 12, brake: '4', colors: ['WHT', 'GRN', 'SLV'], ecu: 'ZK3', generation: 2, startup: modern, warranty: [36, 36, 24], priceYuan: 5799, weight: 3, shelf: 1, silhouette: 'moped', sap: '20005001', ageing: 0.25, pitch: '首款钠离子车型，零下 20°C 仍保留 88% 电量。' },
  { id: '', code: 'X3', name: '极光 X3', nameEn: 'Aurora X3', series: 'AURORA', category: 3, vinPrefix: 'LZXN3B1F', frame: '', pack: pack('NA', 24, 72, 50, '1'), packs: 1, powerW: 3000, peakW: 6500, speedKmh: 85, rangeKm: 115, weightKg: 132, loadKg: 160, wheelInch: 13, brake: '5', colors: ['BLK', 'GRN'], ecu: 'ZK3', generation: 2, startup: modern, warranty: [36, 36, 24], priceYuan: 12999, weight: 0, shelf: 0, silhouette: 'motorcycle', sap: '20005003', ageing: 0, pitch: '预计明年上市的钠离子电摩，资料完善中。' },
];

/** Volts of a pack at rest. @param soc 0–100 */
export function restVoltage({ chemistry, cells }: Pack, soc: number): number {
  return (
    cells *
    (chemistry.empty + (chemistry.full - chemistry.empty) * (0.15 + 0.85 * (soc / 100)) * Math.min(1, 0.4 + soc / 60))
  );
}

/** Software of a part by control unit or maker: newest first, with the share of the fleet that runs it. */
// prettier-ignore
export const softwareVersions = {
  ZK3: [['V2.3.2', 34], ['V2.3.1', 38], ['V2.3.0', 14], ['V2.2.4', 9], ['V2.1.0', 5]],
  ZK2: [['V1.9.6', 48], ['V1.9.4', 33], ['V1.8.8', 13], ['V1.7.2', 6]],
  ZK1: [['ZK1_20250118_A01', 60], ['ZK1_20240620_B01', 28], ['ZK1_20230615_A02', 12]],
  controller: [['V1.8.2', 22], ['V1.8.0', 47], ['V1.7.5', 21], ['V1.6.3', 10]],
  bms: [['V1.4.3', 20], ['V1.4.2', 45], ['V1.4.0', 22], ['V1.3.6', 13]],
  meter: [['V1.2.1', 41], ['V1.2.0', 39], ['V1.1.4', 20]],
} as const;
