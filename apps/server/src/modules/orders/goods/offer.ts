import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/errors.ts';

/** What is sold now, as an order keeps it. */
export interface Offer {
  readonly themeId: string | null;
  readonly prizeId: string | null;
  readonly name: string;
  readonly spec: string | null;
  readonly priceFen: number;
  /** Hundredths of a percent that the partner gets of a theme. */
  readonly settlementRate: number | null;
  readonly partnerName: string | null;
  readonly isOwned: boolean;
}

const { onShelf } = machines['SM-Theme'].states;

/** A paid theme that is on the shelf; all versions of a theme are one thing to own. */
async function theme(tx: Tx, goodsId: string, userId: string): Promise<Offer | undefined> {
  const { rows } = await sql<Offer>`
    select t.id::text as theme_id, null::text as prize_id, t.name, null::text as spec, t.price_fen::float8 as price_fen,
      round(t.settlement_rate * 100)::int as settlement_rate, t.partner_name,
      exists (select 1 from cnt_user_theme u join cnt_app_theme v on v.id = u.theme_id
        where v.theme_no = t.theme_no and u.user_id = ${userId}::bigint and not u.deleted) as is_owned
    from cnt_app_theme t where t.id = ${goodsId}::bigint and not t.deleted and t.status = ${onShelf} and t.sale_mode = ${codes.ThemeSaleMode.paid}
      and (t.start_time is null or t.start_time <= now()) and (t.end_time is null or t.end_time > now())`.execute(tx);
  return rows[0];
}

async function mallGoods(tx: Tx, goodsId: string): Promise<Offer | undefined> {
  const { rows } = await sql<Offer>`
    select null::text as theme_id, p.id::text as prize_id, p.name, p.spec, p.market_price_fen::float8 as price_fen,
      null::int as settlement_rate, null::text as partner_name, false as is_owned
    from act_prize p where p.id = ${goodsId}::bigint and not p.deleted and p.enabled = 1 and p.for_sale = 1`.execute(
    tx,
  );
  return rows[0];
}

/** What a user may buy under an id. @throws AppError 1002 it is not for sale, 6013 it is theirs already */
export async function offerOf(
  tx: Tx,
  { goodsType, goodsId, userId }: { readonly goodsType: number; readonly goodsId: string; readonly userId: string },
): Promise<Offer> {
  const found = await (goodsType === codes.GoodsType.theme ? theme(tx, goodsId, userId) : mallGoods(tx, goodsId));
  if (found === undefined) throw new AppError(1002);
  if (found.isOwned) throw new AppError(6013, { name: found.name });
  return found;
}
