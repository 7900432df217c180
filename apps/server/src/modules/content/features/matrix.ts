import type { FeatureCell, MatrixFeature, MatrixModel, ModelFeature } from '@wheelhouse/contract/calls/content/content';
import type { Lang } from '@wheelhouse/contract/lang';
import { featureStates } from '@wheelhouse/entities/content/functional-feature';
import { sql, type RawBuilder } from 'kysely';
import { inLang } from '../../../db/in-lang.ts';
import type { Db } from '../../../db/pool.ts';

export interface Matrix {
  readonly features: readonly MatrixFeature[];
  readonly models: readonly MatrixModel[];
  readonly cells: readonly FeatureCell[];
}

/** What a cell says where nobody has decided: `default_on` is 0 or 1, as the states off and on are. */
export const stateText = 'coalesce(m.state, x.default_on)';

/**
 * Whether vehicles of a model can have a feature: it is enabled, and on, at least from some version on.
 * @param feature SQL of a feature's id, of the product's own, never input
 */
export const modelHasFeature = (
  feature: string,
  vehicleTypeId: string | null,
): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from ps_functional_feature x left join ps_feature_model m on m.feature_id = x.id and m.vehicle_type_id = ${vehicleTypeId}::bigint
  where x.id = ${sql.raw(feature)} and not x.deleted and x.enabled = 1 and ${sql.raw(stateText)} <> ${featureStates.off})`;

/** Features that a model's vehicles can have, in the order of the matrix: those from a version on name it. */
export async function featuresOfModel(db: Db, lang: Lang, vehicleTypeId: string): Promise<readonly ModelFeature[]> {
  const { rows } = await sql<ModelFeature>`
    select x.feature_code as "featureCode", ${inLang(lang, 'x.name')} as name,
      case when m.state = ${featureStates.fromVersion} then m.min_ecu_version end as "minEcuVersion"
    from ps_functional_feature x left join ps_feature_model m on m.feature_id = x.id and m.vehicle_type_id = ${vehicleTypeId}::bigint
    where not x.deleted and x.enabled = 1 and ${sql.raw(stateText)} <> ${featureStates.off}
    order by x.group_name, x.feature_code`.execute(db);
  return rows;
}

/** All features with the models of a series, or of all series. */
export async function readMatrix(db: Db, lang: Lang, seriesId: string | null): Promise<Matrix> {
  const features = await sql<MatrixFeature>`
    select x.id::text as id, x.feature_code as "featureCode", ${inLang(lang, 'x.name')} as name, x.group_name as "groupName",
      x.default_on as "defaultOn", x.enabled
    from ps_functional_feature x where not x.deleted order by x.group_name, x.feature_code`.execute(db);
  const models = await sql<MatrixModel>`
    select t.id::text as id, ${inLang(lang, 't.name')} as name, t.code, t.series_id::text as "seriesId", ${inLang(lang, 's.name')} as "seriesName",
      (select count(*)::int from veh_vehicle v where v.vehicle_type_id = t.id and not v.deleted) as "vehicleCount"
    from veh_type t join veh_series s on s.id = t.series_id
    where not t.deleted and (${seriesId}::bigint is null or t.series_id = ${seriesId}::bigint)
    order by s.sort, s.id, t.code`.execute(db);
  const cells = await sql<FeatureCell>`
    select x.feature_code as "featureCode", m.vehicle_type_id::text as "vehicleTypeId", m.state, m.min_ecu_version as "minEcuVersion", m.rev
    from ps_feature_model m join ps_functional_feature x on x.id = m.feature_id and not x.deleted
    where m.vehicle_type_id = any(${models.rows.map(({ id }) => id)}::bigint[])`.execute(db);
  return { features: features.rows, models: models.rows, cells: cells.rows };
}
