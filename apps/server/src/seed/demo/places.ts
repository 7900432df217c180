import { areaById } from '@wheelhouse/entities/areas/areas';
import { Random } from './random.ts';

/** Where the demo's dealers are: a real street each, near the middle of its district (WGS-84). */
export interface Site {
  readonly districtId: string;
  readonly lng: number;
  readonly lat: number;
  readonly road: string;
}

export interface City {
  readonly id: string;
  readonly name: string;
  readonly provinceId: string;
  /** Organization in charge. */
  readonly organization: string;
  /** Beginning of number plates. */
  readonly plate: string;
  readonly phoneCode: string;
  /** Share of the fleet. */
  readonly weight: number;
  readonly sites: readonly Site[];
}

/** `city organization plate weight` and its sites, `district lng lat road`. The first site is the documented sample dealer's. */
// prettier-ignore
const rows: readonly (readonly [string, ...string[]])[] = [
  ['310100 EAST.SH 沪 30', '310115 121.5447 31.2214 世纪大道', '310115 121.5877 31.2025 张江路', '310104 121.4365 31.1883 漕溪北路', '310105 121.3957 31.2130 天山路', '310106 121.4440 31.2400 江宁路', '310107 121.4050 31.2440 曹杨路', '310110 121.5100 31.3030 淞沪路', '310112 121.3720 31.1130 莘松路', '310112 121.3500 31.1560 七莘路', '310113 121.4680 31.3980 友谊路', '310114 121.2510 31.3830 博乐路', '310117 121.2270 31.0320 中山中路', '310118 121.1240 31.1500 公园路', '310120 121.4740 30.9180 环城东路'],
  ['330100 EAST 浙A 9', '330105 120.1420 30.3190 莫干山路', '330106 120.1030 30.2860 文二西路', '330109 120.2640 30.1850 市心中路', '330110 120.0100 30.2830 文一西路', '330108 120.2050 30.2010 滨文路'],
  ['320500 EAST 苏E 8', '320508 120.6170 31.3110 人民路', '320505 120.5660 31.2950 狮山路', '320506 120.6310 31.2630 东吴北路', '320576 120.7270 31.3160 星湖街', '320583 120.9820 31.3850 前进中路'],
  ['320100 EAST 苏A 6', '320106 118.7700 32.0660 中山北路', '320104 118.7900 32.0300 太平南路', '320115 118.8200 31.9500 双龙大道', '320111 118.6270 32.0590 文德路'],
  ['330200 EAST 浙B 4', '330203 121.5400 29.8680 中山西路', '330212 121.5560 29.8200 天童北路', '330282 121.2660 30.1700 三北西大街'],
  ['320200 EAST 苏B 4', '320213 120.3030 31.5700 人民中路', '320211 120.3000 31.5300 蠡湖大道', '320281 120.2850 31.9050 澄江中路'],
  ['340100 EAST 皖A 4', '340104 117.2500 31.8510 长江西路', '340111 117.3090 31.7930 马鞍山路', '340103 117.2650 31.8780 濉溪路'],
  ['370100 EAST 鲁A 2', '370102 117.0740 36.6660 经十路', '370105 116.9870 36.6850 堤口路'],
  ['440100 SOUTH 粤A 5', '440106 113.3610 23.1250 中山大道西', '440111 113.2620 23.1800 机场路', '440113 113.3600 22.9450 清河东路'],
  ['440300 SOUTH 粤B 3', '440309 114.0450 22.6570 人民北路', '440307 114.2470 22.7200 龙岗大道'],
  ['110100 NORTH 京B 2', '110105 116.4870 39.9200 朝阳路', '110106 116.2870 39.8580 丰台北路'],
  ['120100 NORTH 津A 2', '120104 117.1500 39.1380 黄河道'],
  ['410100 NORTH 豫A 2', '410105 113.6800 34.7900 花园路'],
  ['420100 SOUTH 鄂A 3', '420111 114.3430 30.5000 珞狮南路', '420103 114.2650 30.6000 解放大道'],
  ['430100 SOUTH 湘A 2', '430111 113.0100 28.1400 韶山南路'],
  ['510100 WEST 川A 4', '510107 104.0430 30.6420 一环路南四段', '510108 104.1010 30.6600 建设路'],
  ['500100 WEST 渝A 2', '500112 106.6310 29.7180 双龙大道', '500107 106.5110 29.5020 石杨路'],
  ['610100 WEST 陕A 2', '610113 108.9400 34.2200 长安南路', '610112 108.9460 34.3110 凤城五路'],
  ['450100 SOUTH 桂A 2', '450103 108.3900 22.8180 民族大道'],
  ['530100 WEST 云A 1.4', '530111 102.7440 25.0150 关上中路'],
  ['350100 SOUTH 闽A 1.2', '350111 119.3280 26.0820 福新中路'],
  ['350200 SOUTH 闽D 1.2', '350211 118.0620 24.6130 诚毅北大街'],
  ['360100 SOUTH 赣A 1.2', '360111 115.9500 28.6830 北京东路'],
  ['520100 WEST 贵A 1', '520115 106.6260 26.6470 长岭北路'],
  ['210100 NORTH 辽A 1', '210106 123.3500 41.8020 建设中路'],
];

function siteOf(text: string): Site {
  const [districtId = '', lng, lat, road = ''] = text.split(' ');
  return { districtId, lng: Number(lng), lat: Number(lat), road };
}

export const cities: readonly City[] = rows.map(([head, ...sites]) => {
  const [id = '', organization = '', plate = '', weight] = head.split(' ');
  const area = areaById.get(id);
  if (!area) throw new Error(`no city ${id}`);
  return {
    id,
    name: area.name,
    provinceId: area.parentId,
    organization,
    plate,
    phoneCode: area.cityCode,
    weight: Number(weight),
    sites: sites.map(siteOf),
  };
});

/** Short name of a district or city, as it stands in a shop's name. */
export function shortName(areaId: string): string {
  const name = areaById.get(areaId)?.name ?? '';
  if (name.endsWith('工业园区')) return '园区';
  return name.length > 2 ? name.replace(/(新区|区|市|县)$/, '') : name;
}

/** Full address of a site with a house number. Municipalities name the city once. */
export function addressOf(city: City, site: Site, number: number): string {
  const province = areaById.get(city.provinceId)?.name ?? '';
  return `${province === city.name ? '' : province}${city.name}${areaById.get(site.districtId)?.name ?? ''}${site.road}${number}号`;
}

export interface Position {
  readonly lng: number;
  readonly lat: number;
}

/** Moves a place by metres to the east and north. */
export function moved({ lng, lat }: Position, east: number, north: number): Position {
  return {
    lng: Number((lng + east / (111_320 * Math.cos((lat * Math.PI) / 180))).toFixed(6)),
    lat: Number((lat + north / 110_574).toFixed(6)),
  };
}

/** In Jiading, where vehicles are that no dealer has yet. */
export const factory: Position = { lng: 121.251, lat: 31.383 };

/** Where the owner of a vehicle lives: mostly within 2 km of the dealer, never beyond 4; always the same. */
export function homeOf(imei: string, dealer: Position): Position {
  const random = new Random(`home ${imei}`);
  const distance = Math.min(4000, Math.abs(random.normal(0, 1500)) + 150);
  const angle = random.between(0, 2 * Math.PI);
  return moved(dealer, distance * Math.cos(angle), distance * Math.sin(angle));
}
