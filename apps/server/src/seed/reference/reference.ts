import { areas } from '@wheelhouse/entities/areas/areas';
import { type Dictionary, dictionaries } from '@wheelhouse/entities/dictionaries';
import { sql } from 'kysely';
import { type Tx, withTransaction } from '../../db/pool.ts';
import type { App } from '../../http/context.ts';

/** Areas and dictionaries of this release; run at every start. What operators changed or deleted stays so. */
export async function seedReference(app: App): Promise<void> {
  await withTransaction(app.db, async (tx) => {
    await seedAreas(tx);
    await seedDictionaries(tx);
  });
}

async function seedAreas(tx: Tx): Promise<void> {
  const rows = areas.map(({ id, name, nameEn, levelType, jianPin, cityCode, parentId, lng, lat }) => ({
    id,
    name,
    name_en: nameEn,
    level_type: levelType,
    jian_pin: jianPin,
    city_code: cityCode,
    parent_id: parentId || null,
    lng,
    lat,
  }));
  await sql`
    insert into sys_area as a (id, name, name_en, level_type, jian_pin, city_code, parent_id, lng, lat)
    select id, name, name_en, level_type, jian_pin, city_code, parent_id, lng, lat from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id text, name text, name_en text, level_type smallint, jian_pin text, city_code text, parent_id text, lng float8, lat float8)
    on conflict (id) do update set name = excluded.name, name_en = excluded.name_en, jian_pin = excluded.jian_pin, city_code = excluded.city_code, parent_id = excluded.parent_id,
      lng = excluded.lng, lat = excluded.lat
    where (a.name, a.name_en, a.jian_pin, a.city_code, a.parent_id, a.lng, a.lat)
      is distinct from (excluded.name, excluded.name_en, excluded.jian_pin, excluded.city_code, excluded.parent_id, excluded.lng, excluded.lat)
  `.execute(tx);
}

function entriesOf(dictionary: Dictionary): Record<string, unknown>[] {
  const { category, zh, en, flag, parentCategory, entries } = dictionary;
  return entries.map((entry, index) => ({
    category,
    category_desc: zh,
    category_desc_en: en,
    code: entry.code,
    name: entry.zh,
    name_en: entry.en,
    parent_category: parentCategory ?? null,
    parent_code: entry.parent ?? null,
    alarm_err_code: entry.alarmErrCode ?? null,
    device_type: entry.deviceType ?? null,
    color: entry.color ?? null,
    sort: Math.min(9999, (index + 1) * 10),
    built_in: flag === 'E' ? 0 : 1,
  }));
}

async function seedDictionaries(tx: Tx): Promise<void> {
  const rows = JSON.stringify(dictionaries.flatMap(entriesOf));
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as r (category text, category_desc text, category_desc_en text, code text, name text, name_en text,
    parent_category text, parent_code text, alarm_err_code text, device_type text, color text, sort integer, built_in smallint)`;
  // Also a deleted entry counts as there: it does not come back with the next start.
  await sql`
    insert into sys_item_code (category, category_desc, category_desc_en, code, name, name_en, parent_category, parent_code, alarm_err_code, device_type, color, sort, enabled, built_in)
    select category, category_desc, category_desc_en, code, name, name_en, parent_category, parent_code, alarm_err_code, device_type, color, sort, 1, built_in
    from ${given} where not exists (select 1 from sys_item_code c where c.category = r.category and c.code = r.code)
  `.execute(tx);
  // What a code means to devices and to the program is the release's; names, colours and order are the operator's.
  await sql`
    update sys_item_code c set rev = rev + 1, update_time = now(), parent_category = r.parent_category, parent_code = r.parent_code,
      alarm_err_code = r.alarm_err_code, device_type = r.device_type, built_in = 1
    from ${given} where r.built_in = 1 and c.category = r.category and c.code = r.code and not c.deleted
      and (c.parent_category, c.parent_code, c.alarm_err_code, c.device_type, c.built_in)
        is distinct from (r.parent_category, r.parent_code, r.alarm_err_code, r.device_type, r.built_in)
  `.execute(tx);
}
