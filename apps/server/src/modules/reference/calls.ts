import type { ItemCode } from '@wheelhouse/contract/calls/reference';
import { escapeLike, foldWidth, likeText } from '@wheelhouse/contract';
import { langs } from '@wheelhouse/contract/lang';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { type Area, areas } from '@wheelhouse/entities/areas/areas';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Fragment } from '../../entity/scope.ts';
import { type Call, defineCall, RawJson } from '../../http/call.ts';
import { dictionaryCalls } from './dictionary.ts';
import { paging } from '../../http/kit.ts';
import { guardingCategories } from './guarded.ts';

interface FatherRow {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly parentCode: string | null;
}

const pageItemCode = defineCall('GET /data/crm/itemCode/pageItemCode', {
  access: 'login',
  ownAccount: true,
  query: z.object({
    ...paging({ usual: 10, most: 500 }),
    category: z.string().max(40).optional(),
    keyword: z.string().max(60).optional(),
  }),
  summary: { zh: '数据字典', en: 'Dictionary' },
  async run(ctx, input) {
    const { page, pageSize } = input;
    const conditions: Fragment[] = [sql`not deleted`];
    if (input.category) conditions.push(sql`category = ${input.category}`);
    const typed = foldWidth(likeText(input.keyword ?? ''));
    if (typed !== '') {
      const like = `%${escapeLike(typed)}%`;
      conditions.push(
        sql`(replace(name, ' ', '') ilike ${like} or replace(name_en, ' ', '') ilike ${like} or code ilike ${like})`,
      );
    }
    const where = sql.join(conditions, sql` and `);
    const { rows } = await sql<{ list: string; total: number; version: string }>`
      select (select version from sys_dictionary_version) as version, (select count(*)::int from sys_item_code where ${where}) as total,
        coalesce((select json_agg(r) from (
          select id::text as id, rev, category, category_desc as "categoryDesc", category_desc_en as "categoryDescEn", code, name, name_en as "nameEn",
            parent_category as "parentCategory", parent_code as "parentCode", alarm_err_code as "alarmErrCode", device_type as "deviceType",
            color, sort, enabled, built_in as "builtIn", (category = any(${guardingCategories}::text[]))::int as guarded
          from sys_item_code where ${where} order by category, sort, code limit ${pageSize} offset ${(page - 1) * pageSize}
        ) r), '[]')::text as list`.execute(ctx.app.db);
    const { list, total, version } = rows[0] ?? { list: '[]', total: 0, version: '0' };
    return new RawJson(
      `{"list":${list},"total":${total},"version":"${version}","page":${page},"pageSize":${pageSize}}`,
    );
  },
});

interface EntryRow {
  readonly category: string;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly color: string | null;
  readonly parentCode: string | null;
  readonly alarmErrCode: string | null;
  readonly enabled: 0 | 1;
}

const serverOnly = dictionaries.filter((one) => 'serverOnly' in one).map(({ category }) => category);

/**
 * What the console shows of every entry, by category and in their order; what an entry does not have is left out. With a language `name` is in
 * it, nothing is in the other, and what the server alone reads is left out.
 */
const dictionary = defineCall('GET /data/crm/itemCode/dictionary', {
  access: 'login',
  ownAccount: true,
  kept: true,
  query: z.object({ lang: z.enum(langs).optional() }),
  summary: { zh: '全部字典，按类别', en: 'The whole dictionary by category' },
  async run(ctx, { lang }) {
    const { rows } = await sql<EntryRow>`
      select category, code, name, name_en, color, parent_code, alarm_err_code, enabled
      from sys_item_code where not deleted and (${lang ?? null}::text is null or category <> all(${serverOnly}::text[])) order by category, sort, code`.execute(
      ctx.app.db,
    );
    const categories: Record<string, ItemCode[]> = {};
    for (const { category, code, name, enabled, nameEn, ...row } of rows) {
      const known = Object.entries(lang === undefined ? { nameEn, ...row } : row).filter(
        ([, value]) => value !== null && value !== '',
      );
      (categories[category] ??= []).push({
        code,
        name: lang === 'en' && nameEn ? nameEn : name,
        ...Object.fromEntries(known),
        ...(enabled === 0 && { enabled }),
      });
    }
    return categories;
  },
});

const getFatherSonType = defineCall('GET /data/crm/itemCode/getFatherSonType', {
  access: 'login',
  kept: true,
  ownAccount: true,
  query: z.object({ code: z.string().min(1).max(40) }),
  summary: { zh: '父子字典', en: 'A dictionary of two levels' },
  async run(ctx, { code: category }) {
    const { rows } = await sql<FatherRow>`
      select code, name, name_en, parent_code from sys_item_code
      where (category = ${category} or parent_category = ${category}) and enabled = 1 and not deleted order by sort, code
    `.execute(ctx.app.db);
    const named = ({ code, name, nameEn }: FatherRow) => ({ code, name, nameEn });
    return rows
      .filter((row) => row.parentCode === null)
      .map((father) => ({
        ...named(father),
        children: rows.filter((row) => row.parentCode === father.code).map(named),
      }));
  },
});

const short = ({ id, name, nameEn, levelType, jianPin, cityCode }: Area) => ({
  id,
  name,
  ...(nameEn !== '' && { nameEn }),
  levelType,
  jianPin,
  cityCode,
});
const childrenOf = new Map<string, Area[]>();
for (const area of areas) childrenOf.set(area.parentId, [...(childrenOf.get(area.parentId) ?? []), area]);
const below = (id: string) => childrenOf.get(id) ?? [];
const city = (area: Area) => ({
  ...short(area),
  parentId: area.parentId,
  lng: area.lng,
  lat: area.lat,
  districts: below(area.id).map(short),
});

/** Areas only change with a release: the answers are made once. */
const provinces = new RawJson(
  JSON.stringify(
    areas.filter((area) => area.levelType === 1).map((area) => ({ ...short(area), citys: below(area.id).map(short) })),
  ),
);
const cities = areas.filter((area) => area.levelType === 2).map(city);
const allCities = new RawJson(JSON.stringify(cities));

const getProvinceInfo = defineCall('GET /data/crm/area/getProvinceInfo', {
  access: 'login',
  kept: true,
  ownAccount: true,
  query: z.object({}),
  summary: { zh: '省份及其城市', en: 'Provinces with their cities' },
  run: async () => provinces,
});

const getCityAll = defineCall('GET /data/crm/area/getCityAll', {
  access: 'login',
  kept: true,
  ownAccount: true,
  query: z.object({}),
  summary: { zh: '全部城市及其区县', en: 'All cities with their districts' },
  run: async () => allCities,
});

const getCityByName = defineCall('GET /data/crm/area/getCityByName', {
  access: 'login',
  ownAccount: true,
  query: z.object({ name: z.string().max(40) }),
  summary: { zh: '按名称或简拼找城市', en: 'Cities by part of their name, or by its initials' },
  async run(_ctx, { name }) {
    const typed = foldWidth(likeText(name));
    if (typed === '') return [];
    return cities.filter((area) => area.name.includes(typed) || area.jianPin.startsWith(typed.toUpperCase()));
  },
});

/** Calls of the reference data: dictionary and areas. */
export const referenceCalls: readonly Call[] = [
  pageItemCode,
  dictionary,
  getFatherSonType,
  ...dictionaryCalls,
  getProvinceInfo,
  getCityAll,
  getCityByName,
];
