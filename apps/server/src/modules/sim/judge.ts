import { codes, type Code } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { transitionOf } from '@wheelhouse/entities/transitions';
import { sql, type RawBuilder } from 'kysely';
import type { CarrierChange } from '../../adapters/carrier/index.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { today } from '../../db/wall-clock.ts';
import type { SessionUser } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { withOpenCase } from '../fleet/shared/service.ts';
import { whereSeen } from './scope.ts';

export type OpType = Code<'SimOpType'>;
/** Operations that change a card's state; the other one changes its package. */
export type StateOp = Exclude<OpType, typeof codes.SimOpType.changePackage>;

/** What each operation asks of the carrier, and where the machine of cards leads by it. */
export const changes: Readonly<Record<StateOp, CarrierChange>> = {
  [codes.SimOpType.suspend]: 'suspend',
  [codes.SimOpType.resume]: 'resume',
  [codes.SimOpType.activate]: 'activate',
  [codes.SimOpType.cancel]: 'cancel',
};
const moveOf = (opType: StateOp) => transitionOf('SM-Sim', changes[opType]);
const { active, suspended, cancelled } = machines['SM-Sim'].states;
const { toApprove, waiting } = machines['SM-SimOperation'].states;

/** The state that a card has when an operation has succeeded. */
export const targetOf: Readonly<Record<StateOp, number>> = {
  [codes.SimOpType.suspend]: suspended,
  [codes.SimOpType.resume]: active,
  [codes.SimOpType.activate]: active,
  [codes.SimOpType.cancel]: cancelled,
};

/** SQL of operations that no carrier knows of, and that are not due yet. */
export const isPlanned = (o: string): RawBuilder<boolean> =>
  sql.raw(`(${o}.status in (${toApprove}, ${waiting}) and ${o}.plan_time > now())`);

/** A card with what decides about operations on it. */
export interface JudgedCard {
  readonly id: string;
  readonly iccid: string;
  /** D:Carrier. */
  readonly carrier: number;
  readonly simStatus: number;
  readonly stopReason: string | null;
  readonly pendingOp: number | null;
  /** What is under way is planned for later: it gives way to a suspension at once. */
  readonly pendingLater: boolean;
  readonly imeiLock: number;
  /** Its carrier has no such card, as far as it has been asked. */
  readonly unknown: boolean;
  readonly expired: boolean;
  readonly vehicleId: string | null;
  readonly vin: string | null;
}

interface Wanted {
  readonly ids?: readonly string[] | undefined;
  readonly iccids?: readonly string[] | undefined;
  readonly vins?: readonly string[] | undefined;
  readonly vehicleIds?: readonly string[] | undefined;
  /** Only cards that this user sees: whoever names others gets the answer for numbers that no card has. */
  readonly seenBy?: SessionUser;
}

/** Cards by their numbers or vehicles, in the order of their ids; with `lock` nobody else asks for anything in the meantime. */
export async function findCards(
  db: Db | Tx,
  { ids = [], iccids = [], vins = [], vehicleIds = [], seenBy }: Wanted,
  lock = false,
): Promise<JudgedCard[]> {
  const { rows } = await sql<JudgedCard>`
    select s.id::text as id, s.iccid, s.carrier::int as carrier, s.sim_status::int as sim_status, s.stop_reason, s.pending_op::int as pending_op,
      s.pending_op is not null and exists (select from sim_operation o where o.sim_id = s.id and not o.deleted and ${isPlanned('o')}) as pending_later, s.imei_lock::int as imei_lock,
      s.sync_issue is not distinct from ${codes.SimSyncIssue.unknownCard} as unknown, s.expire_time < ${today} as expired, v.id::text as vehicle_id, coalesce(v.vin, v.frame_no) as vin
    from sim_card s left join veh_vehicle v on v.iccid = s.iccid and not v.deleted
    where not s.deleted and s.id in (
        select id from sim_card where id = any(${[...ids]}::bigint[])
        union all select id from sim_card where iccid = any(${[...iccids]}::text[]) and not deleted
        union all select c.id from veh_vehicle w join sim_card c on c.iccid = w.iccid and not c.deleted
          where (w.vin = any(${[...vins]}::text[]) or w.frame_no = any(${[...vins]}::text[]) or w.id = any(${[...vehicleIds]}::bigint[])) and not w.deleted)
      and ${whereSeen(seenBy, 's')}
    order by s.id ${lock ? sql`for update of s` : sql``}`.execute(db);
  return rows;
}

/** What forbids an operation on a card in whatever state. */
function ruleRefusal(card: JudgedCard, opType: OpType): AppError | undefined {
  const { stopReason, imeiLock, unknown, expired, vin } = card;
  if (unknown) return new AppError(4015);
  if (opType === codes.SimOpType.changePackage || opType === codes.SimOpType.suspend) return undefined;
  if (opType === codes.SimOpType.cancel) return vin === null ? undefined : new AppError(4004, { vin });
  if (expired) return new AppError(4008);
  if (stopReason === codes.SimStopReason.arrears) return new AppError(4009);
  return stopReason === codes.SimStopReason.moved && imeiLock === 0 ? new AppError(4011) : undefined;
}

type Refusals = ReadonlyMap<string, AppError>;

async function refusalsBy(
  tx: Tx,
  cards: readonly JudgedCard[],
  opType: OpType,
  of: (card: JudgedCard) => AppError | undefined,
): Promise<Refusals> {
  const vehicleIds = cards.flatMap(({ vehicleId }) => (vehicleId === null ? [] : [vehicleId]));
  const stolen = opType === codes.SimOpType.suspend ? await withOpenCase(tx, vehicleIds) : new Set<string>();
  const isStolen = ({ vehicleId }: JudgedCard): boolean => vehicleId !== null && stolen.has(vehicleId);
  return new Map(
    cards.flatMap((card) => {
      const refusal = isStolen(card) ? new AppError(4003) : of(card);
      return refusal === undefined ? [] : [[card.id, refusal]];
    }),
  );
}

/**
 * Why an operation may not be asked for, by the card's id; those that are not there may have it.
 * @param planTime when it is to be done; null: at once
 */
export async function judge(
  tx: Tx,
  cards: readonly JudgedCard[],
  opType: OpType,
  planTime: Date | null = null,
): Promise<Refusals> {
  const isFrom = ({ simStatus }: JudgedCard): boolean =>
    opType === codes.SimOpType.changePackage || moveOf(opType).from.includes(simStatus);
  const isUrgent = planTime === null && opType === codes.SimOpType.suspend;
  const isBusy = ({ pendingOp, pendingLater }: JudgedCard): boolean =>
    pendingOp !== null && !(isUrgent && pendingLater);
  const free = cards.filter((card) => !isBusy(card));
  const refusals = await refusalsBy(tx, free, opType, (card) =>
    isFrom(card) ? ruleRefusal(card, opType) : new AppError(4005),
  );
  const busy = cards.filter(isBusy).map((card) => [card.id, new AppError(4007)] as const);
  return new Map([...refusals, ...busy]);
}

/** An operation that was asked for earlier. */
interface Asked {
  readonly id: string;
  readonly simId: string;
  readonly opType: OpType;
}

/**
 * What has come up since operations were asked for: days may pass until one is approved, due, or tried again. The carrier knows the card's state.
 * @returns refusals by operation, and the cards, which are locked, by their ids
 */
export async function judgeAgain(tx: Tx, operations: readonly Asked[]) {
  const found = await findCards(tx, { ids: operations.map(({ simId }) => simId) }, true);
  const cards = new Map(found.map((card) => [card.id, card]));
  const refusals = new Map<string, AppError>();
  for (const opType of new Set(operations.map((one) => one.opType))) {
    const some = operations.filter((one) => one.opType === opType);
    const asked = new Set(some.map(({ simId }) => simId));
    const byCard = await refusalsBy(
      tx,
      found.filter(({ id }) => asked.has(id)),
      opType,
      (card) => ruleRefusal(card, opType),
    );
    for (const { id, simId } of some) {
      const refusal = byCard.get(simId);
      if (refusal !== undefined) refusals.set(id, refusal);
    }
  }
  return { cards, refusals };
}
