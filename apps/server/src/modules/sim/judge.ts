import { codes, type Code } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { transitionOf } from '@wheelhouse/entities/transitions';
import { sql } from 'kysely';
import type { CarrierChange } from '../../adapters/carrier/index.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { today } from '../../db/wall-clock.ts';
import type { SessionUser } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { withOpenCase } from '../vehicles/shared/service.ts';
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

/** The state that a card has when an operation has succeeded. */
export const targetOf: Readonly<Record<StateOp, number>> = {
  [codes.SimOpType.suspend]: suspended,
  [codes.SimOpType.resume]: active,
  [codes.SimOpType.activate]: active,
  [codes.SimOpType.cancel]: cancelled,
};

/** A card with what decides about operations on it. */
export interface JudgedCard {
  readonly id: string;
  readonly iccid: string;
  /** D:Carrier. */
  readonly carrier: number;
  readonly simStatus: number;
  readonly stopReason: string | null;
  readonly pendingOp: number | null;
  readonly imeiLock: number;
  readonly expired: boolean;
  readonly vehicleId: string | null;
  readonly vin: string | null;
}

interface Wanted {
  readonly iccids?: readonly string[] | undefined;
  readonly vins?: readonly string[] | undefined;
  readonly vehicleIds?: readonly string[] | undefined;
  /** Only cards that this user sees: whoever names others gets the answer for numbers that no card has. */
  readonly seenBy?: SessionUser;
}

/** Cards by their numbers or vehicles, in the order of their ids; with `lock` nobody else asks for anything in the meantime. */
export async function findCards(
  db: Db | Tx,
  { iccids = [], vins = [], vehicleIds = [], seenBy }: Wanted,
  lock = false,
): Promise<JudgedCard[]> {
  const { rows } = await sql<JudgedCard>`
    select s.id::text as id, s.iccid, s.carrier::int as carrier, s.sim_status::int as sim_status, s.stop_reason, s.pending_op::int as pending_op,
      s.imei_lock::int as imei_lock, s.expire_time < ${today} as expired, v.id::text as vehicle_id, coalesce(v.vin, v.frame_no) as vin
    from sim_card s left join veh_vehicle v on v.iccid = s.iccid and not v.deleted
    where not s.deleted and (s.iccid = any(${[...iccids]}::text[])
      or s.iccid in (select w.iccid from veh_vehicle w where (w.vin = any(${[...vins]}::text[]) or w.frame_no = any(${[...vins]}::text[]) or w.id = any(${[...vehicleIds]}::bigint[])) and not w.deleted))
      and ${whereSeen(seenBy, 's')}
    order by s.id ${lock ? sql`for update of s` : sql``}`.execute(db);
  return rows;
}

function stateRefusal({ simStatus, stopReason, imeiLock, expired, vin }: JudgedCard, opType: OpType) {
  if (opType === codes.SimOpType.changePackage) return undefined;
  if (!moveOf(opType).from.includes(simStatus)) return new AppError(4005);
  if (opType === codes.SimOpType.cancel) return vin === null ? undefined : new AppError(4004, { vin });
  if (opType === codes.SimOpType.suspend) return undefined;
  if (expired) return new AppError(4008);
  if (stopReason === codes.SimStopReason.arrears) return new AppError(4009);
  return stopReason === codes.SimStopReason.moved && imeiLock === 0 ? new AppError(4011) : undefined;
}

/** Why an operation is refused on each card, by the card's id; those that are not there may have it. */
export async function judge(
  tx: Tx,
  cards: readonly JudgedCard[],
  opType: OpType,
): Promise<ReadonlyMap<string, AppError>> {
  const vehicleIds = cards.flatMap(({ vehicleId }) => (vehicleId === null ? [] : [vehicleId]));
  const stolen = opType === codes.SimOpType.suspend ? await withOpenCase(tx, vehicleIds) : new Set<string>();
  const refusals = new Map<string, AppError>();
  for (const card of cards) {
    const refusal =
      card.pendingOp === null
        ? card.vehicleId !== null && stolen.has(card.vehicleId)
          ? new AppError(4003)
          : stateRefusal(card, opType)
        : new AppError(4007);
    if (refusal) refusals.set(card.id, refusal);
  }
  return refusals;
}
