/**
 * Provinces, cities and districts of China with their GB/T 2260 codes.
 *
 * areas.json holds one row a line: `id|name|jianPin|cityCode|lng|lat` for a province, and
 * the same followed by `|` and the comma-separated districts (`id name jianPin`) for a city.
 */

import englishNames from './area-names-en.json' with { type: 'json' };
import rows from './areas.json' with { type: 'json' };

export type AreaLevel = 1 | 2 | 3;

export interface Area {
  /** Six-digit code. */
  id: string;
  name: string;
  /** English name of a province or city; empty for a district. */
  nameEn: string;
  /** 1 province, 2 city, 3 district. */
  levelType: AreaLevel;
  /** Initials of the short name's pinyin, in capitals. */
  jianPin: string;
  /** Telephone area code of a city and its districts; empty for a province. */
  cityCode: string;
  /** Empty for a province. */
  parentId: string;
  /** WGS-84 centre; a district has its city's. */
  lng: number;
  lat: number;
}

const english: ReadonlyMap<string, string> = new Map(Object.entries(englishNames));
const inEnglish = (id: string): string => english.get(id) ?? '';

function parse(lines: readonly string[]): Area[] {
  const list: Area[] = [];
  let provinceId = '';
  for (const line of lines) {
    const [id = '', name = '', jianPin = '', cityCode = '', lng, lat, districts] = line.split('|');
    const centre = { lng: Number(lng), lat: Number(lat) };
    if (districts === undefined) {
      provinceId = id;
      list.push({ id, name, nameEn: inEnglish(id), levelType: 1, jianPin, cityCode, parentId: '', ...centre });
      continue;
    }
    list.push({ id, name, nameEn: inEnglish(id), levelType: 2, jianPin, cityCode, parentId: provinceId, ...centre });
    for (const district of districts === '' ? [] : districts.split(',')) {
      const [districtId = '', districtName = '', initials = ''] = district.split(' ');
      list.push({
        id: districtId,
        name: districtName,
        nameEn: '',
        levelType: 3,
        jianPin: initials,
        cityCode,
        parentId: id,
        ...centre,
      });
    }
  }
  return list;
}

/** Every area, a province before its cities and a city before its districts. */
export const areas: readonly Area[] = parse(rows);

export const areaById: ReadonlyMap<string, Area> = new Map(areas.map((area) => [area.id, area]));
