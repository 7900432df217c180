import type { AreaCount } from '@wheelhouse/contract/dashboard';
import { areaById, type Area } from '@wheelhouse/entities/areas/areas';
import { sql } from 'kysely';
import { run } from '../../entity/run.ts';
import { fleetByCity } from '../fleet/map/service.ts';
import type { Who } from './scoped.ts';

function areaOf(cityId: string, level: 1 | 2): Area | undefined {
  const city = areaById.get(cityId);
  return level === 2 ? city : areaById.get(city?.parentId ?? '');
}

/**
 * Vehicles of the user's scope by province (1) or city (2), of one province if `parentId` says so: where they were last, else where their
 * dealer is. The largest first.
 */
export async function areaCounts(who: Who, level: 1 | 2, parentId: string | undefined): Promise<AreaCount[]> {
  const counts = new Map<string, { area: Area; count: number; online: number }>();
  for (const [cityId, n] of await fleetByCity(who)) {
    const area = areaOf(cityId, level);
    if (!area || (parentId !== undefined && area.parentId !== parentId)) continue;
    const sum = counts.get(area.id) ?? { area, count: 0, online: 0 };
    sum.count += n.count;
    sum.online += n.online;
    counts.set(area.id, sum);
  }
  const english = await englishNames(who, [...counts.keys()]);
  return [...counts.values()]
    .map(({ area: { id, name, lng, lat }, count, online }) => ({
      areaId: id,
      name,
      nameEn: english.get(id) || name,
      lng,
      lat,
      count,
      online,
    }))
    .sort((a, b) => b.count - a.count || (a.areaId < b.areaId ? -1 : 1));
}

async function englishNames({ app }: Who, ids: readonly string[]): Promise<Map<string, string>> {
  const statement = sql`select id, name_en as name from sys_area where id = any(${[...ids]}::text[])`;
  const rows = await app.reads.run(({ pool }) => run<{ id: string; name: string }>(pool, statement));
  return new Map(rows.map((row) => [row.id, row.name]));
}
