import type { Text } from '@wheelhouse/contract/lang';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { isTrue } from '../../../db/facts.ts';
import { inCodes } from '../../../db/in-codes.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { mayMove, type Move } from '../../../entity/due.ts';

/** Companies use a number again after months: what is older than this is of another parcel. */
export const reusedAfterDays = 30;

/**
 * Records that are sent in parcels. Their table says by `express_company` and `express_no` which parcel a record comes by, and has `ship_time`,
 * `receiver_mobile_mask` and `user_id`.
 */
export interface Cargo {
  /** A record arrives: what makes it move on when its parcel is signed for. */
  readonly arrival: Move;
  /** Which records came by which parcel: a column for the record, `parcel_id` and `create_time`. */
  readonly link: { readonly table: string; readonly column: string };
  /** As the definition says. */
  readonly base: '/act/crm/winningRecord' | '/order/crm/goodsOrder';
  /** As the definition says; who has its `.ship` is told of parcels that do not arrive. */
  readonly page: 'winningRecord' | 'orderList';
  /** What a notice calls it. */
  readonly called: Text;
}

const known: Cargo[] = [];

/** Called once for each kind, as the modules are put in place. */
export const registerCargo = (cargo: Cargo): void => void known.push(cargo);
export const cargos = (): readonly Cargo[] => known;

/** Names of a cargo in statements: its table, its number and name, the links and their column. */
export function namesOf({ arrival: { entity }, link }: Cargo) {
  const [no, name] = entity.title.map((field) => sql.ref(`r.${field}`));
  if (no === undefined || name === undefined) throw new Error(`${entity.name} has no number and name`);
  return {
    records: sql.table(entity.table),
    no,
    name,
    links: sql.table(link.table),
    linked: sql.ref(`u.${link.column}`),
  };
}

/** SQL: the record `r` comes by the parcel `p`. */
export const comesBy = sql`r.express_company = p.company and r.express_no = p.number`;

/** SQL: whoever gets the record `r` is still there. */
export const hasReceiver = sql`exists (select from usr_app_user o where o.id = r.user_id and ${isTrue('livingUser', 'o')})`;

/** A record on its way. */
export interface Carried {
  readonly cargo: Cargo;
  readonly id: string;
  readonly no: string;
  readonly name: string;
  readonly phoneEnd: string | null;
}

/**
 * Records that are on their way by a parcel, always in the same order. One that was shipped long after the news has another parcel with the same
 * number.
 */
export async function carriedBy(db: Db | Tx, parcelId: string): Promise<readonly Carried[]> {
  const found: Carried[] = [];
  for (const cargo of known) {
    const { records, no, name, links, linked } = namesOf(cargo);
    const { rows } = await sql<Omit<Carried, 'cargo'>>`
      select r.id::text as id, ${no} as no, ${name} as name, right(r.receiver_mobile_mask, 4) as phone_end
      from exp_parcel p join ${links} u on u.parcel_id = p.id join ${records} r on r.id = ${linked}
      where p.id = ${parcelId} and ${mayMove(cargo.arrival, 'r')} and ${comesBy}
        and coalesce(p.state_time > r.ship_time - make_interval(days => ${reusedAfterDays}), true) order by r.id`.execute(
      db,
    );
    found.push(...rows.map((row) => ({ cargo, ...row })));
  }
  return found;
}

const { returning, returned, refused } = codes.ExpressState;
const parcelIn = (t: string): string =>
  `from exp_parcel p where p.company = ${t}.express_company and p.number = ${t}.express_no`;

/** SQL: the parcel of the record `t` does not reach anybody. */
export const comesBack = sql`exists (select ${sql.raw(parcelIn('t'))} and p.state ${inCodes([returning, returned, refused])})`;

/** Hooks of the field that says where the parcel of a record is. */
export const parcelState = {
  computed: { expressState: (t: string) => `(select p.state ${parcelIn(t)})` },
  conditions: {
    expressState: (t: string, values: readonly string[]) =>
      sql`exists (select ${sql.raw(parcelIn(t))} and p.state = any(${values}::smallint[]))`,
  },
} as const;
