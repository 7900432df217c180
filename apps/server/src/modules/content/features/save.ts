import type { FeatureChange } from '@wheelhouse/contract/calls/content/content';
import { featureStates } from '@wheelhouse/entities/content/functional-feature';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';

interface Feature {
  readonly id: string;
  readonly featureCode: string;
  readonly defaultOn: number;
}
interface Model {
  readonly id: string;
  readonly name: string;
}
interface Stored {
  readonly featureId: string;
  readonly vehicleTypeId: string;
  readonly state: number;
  readonly minEcuVersion: string | null;
  readonly rev: number;
}
/** A change that makes a difference. */
interface Effective {
  readonly feature: Feature;
  readonly model: Model;
  readonly before: string;
  readonly state: number;
  readonly minEcuVersion: string | null;
}

const twice = { zh: '同一格重复', en: 'The same cell twice' } as const;
const pairOf = (featureId: string, vehicleTypeId: string): string => `${featureId}/${vehicleTypeId}`;
/** How the log writes a cell. */
const cellText = (state: number, minEcuVersion: string | null): string =>
  state === featureStates.fromVersion ? `≥${minEcuVersion}` : String(state);

/** @throws AppError 1001 naming the change, by its place from 0 */
function checkChanges(ctx: CallContext, changes: readonly FeatureChange[]): void {
  const seen = new Set<string>();
  changes.forEach(({ featureCode, vehicleTypeId, state, minEcuVersion }, at) => {
    if (state === featureStates.fromVersion && minEcuVersion === undefined)
      throw refuseField(ctx, `changes[${at}].minEcuVersion`, 'required');
    const pair = pairOf(featureCode, vehicleTypeId);
    if (seen.has(pair)) throw refuseField(ctx, `changes[${at}]`, twice);
    seen.add(pair);
  });
}

/** Every one of the named rows, or 1002. */
function all<Row>(
  names: readonly string[],
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): ReadonlyMap<string, Row> {
  const found = new Map(rows.map((row) => [nameOf(row), row] as const));
  if (names.some((name) => !found.has(name))) throw new AppError(1002);
  return found;
}

/** The lock on the features keeps others from changing their cells, those that are not there yet included. */
async function lockFeatures(tx: Tx, changes: readonly FeatureChange[]): Promise<ReadonlyMap<string, Feature>> {
  const names = [...new Set(changes.map(({ featureCode }) => featureCode))];
  const { rows } = await sql<Feature>`
    select id::text as id, feature_code as "featureCode", default_on as "defaultOn" from ps_functional_feature
    where feature_code = any(${names}::text[]) and not deleted order by id for update`.execute(tx);
  return all(names, rows, ({ featureCode }) => featureCode);
}

async function lockModels(tx: Tx, changes: readonly FeatureChange[]): Promise<ReadonlyMap<string, Model>> {
  const ids = [...new Set(changes.map(({ vehicleTypeId }) => vehicleTypeId))];
  const { rows } = await sql<Model>`
    select id::text as id, name from veh_type where id = any(${ids}::bigint[]) and not deleted order by id for share`.execute(
    tx,
  );
  return all(ids, rows, ({ id }) => id);
}

/** What differs from the stored cells. @throws AppError 1002, 1005 */
async function effectiveChanges(tx: Tx, changes: readonly FeatureChange[]): Promise<Effective[]> {
  const features = await lockFeatures(tx, changes);
  const models = await lockModels(tx, changes);
  const { rows } = await sql<Stored>`
    select feature_id::text as "featureId", vehicle_type_id::text as "vehicleTypeId", state, min_ecu_version as "minEcuVersion", rev
    from ps_feature_model where feature_id = any(${[...features.values()].map(({ id }) => id)}::bigint[])
      and vehicle_type_id = any(${[...models.keys()]}::bigint[])`.execute(tx);
  const stored = new Map(rows.map((row) => [pairOf(row.featureId, row.vehicleTypeId), row]));
  return changes.flatMap(({ featureCode, vehicleTypeId, state, minEcuVersion, rev }): Effective[] => {
    const [feature, model] = [features.get(featureCode), models.get(vehicleTypeId)];
    if (!feature || !model) return [];
    const cell = stored.get(pairOf(feature.id, model.id));
    if (rev !== undefined && rev !== (cell?.rev ?? 0)) throw new AppError(1005);
    const version = state === featureStates.fromVersion ? (minEcuVersion ?? null) : null;
    const before = cellText(cell?.state ?? feature.defaultOn, cell?.minEcuVersion ?? null);
    return before === cellText(state, version) ? [] : [{ feature, model, before, state, minEcuVersion: version }];
  });
}

async function store(tx: Tx, userId: string, changes: readonly Effective[]): Promise<void> {
  await sql`
    insert into ps_feature_model as m (feature_id, vehicle_type_id, state, min_ecu_version, create_by, update_by)
    select c.feature_id, c.vehicle_type_id, c.state, c.version, ${userId}::bigint, ${userId}::bigint
    from unnest(${changes.map(({ feature }) => feature.id)}::bigint[], ${changes.map(({ model }) => model.id)}::bigint[],
      ${changes.map(({ state }) => state)}::smallint[], ${changes.map(({ minEcuVersion }) => minEcuVersion)}::text[])
      as c (feature_id, vehicle_type_id, state, version)
    on conflict (feature_id, vehicle_type_id) do update set state = excluded.state, min_ecu_version = excluded.min_ecu_version,
      rev = m.rev + 1, update_by = excluded.update_by, update_time = now()`.execute(tx);
}

/** One entry for each feature, with its models by name. */
async function log(tx: Tx, ctx: CallContext, changes: readonly Effective[]): Promise<void> {
  const features = new Map(changes.map(({ feature }) => [feature.id, feature]));
  await audit(
    tx,
    ctx,
    ...[...features.keys()].map((entityId) => {
      const own = changes.filter(({ feature }) => feature.id === entityId);
      return {
        action: 'saveMatrix',
        entity: 'functionalFeature',
        entityId,
        before: Object.fromEntries(own.map(({ model, before }) => [model.name, before])),
        after: Object.fromEntries(
          own.map(({ model, state, minEcuVersion }) => [model.name, cellText(state, minEcuVersion)]),
        ),
        path: '/ps/crm/functionalFeature/saveMatrix',
        functionCode: 'availableModel.edit',
      };
    }),
  );
}

/** Saves changes of the matrix, all or none. What is already so is no change. @throws AppError 1001, 1002, 1005 */
export async function saveMatrix(
  ctx: CallContext,
  changes: readonly FeatureChange[],
): Promise<{ changed: number; vehicles: number }> {
  checkChanges(ctx, changes);
  return withTransaction(ctx.app.db, async (tx) => {
    const effective = await effectiveChanges(tx, changes);
    if (effective.length === 0) return { changed: 0, vehicles: 0 };
    await store(tx, ctx.user.id, effective);
    await log(tx, ctx, effective);
    const { rows } = await sql<{ vehicles: number }>`
      select count(*)::int as vehicles from veh_vehicle
      where vehicle_type_id = any(${[...new Set(effective.map(({ model }) => model.id))]}::bigint[]) and not deleted`.execute(
      tx,
    );
    return { changed: effective.length, vehicles: rows[0]?.vehicles ?? 0 };
  });
}
