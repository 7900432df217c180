import { expressNumber, isExpressNumber } from '@wheelhouse/entities/express';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import type { CallContext } from '../../../http/context.ts';
import { refuseField } from '../../../http/field-texts.ts';

/** How something is sent. */
export interface NewParcel {
  readonly expressCompany: string;
  readonly expressNo: string;
}

const wrongNumber = {
  zh: '不是{company}的快递单号',
  en: 'Not a number of {company}',
} as const;

/** Name of an express company; operators may have added it. */
export async function companyName(tx: Tx, code: string): Promise<{ readonly zh: string; readonly en: string }> {
  const { rows } = await sql<{ zh: string; en: string | null }>`
    select name as zh, name_en as en from sys_item_code where category = 'ExpressCompany' and code = ${code} and not deleted`.execute(
    tx,
  );
  const { zh, en } = rows[0] ?? { zh: code, en: null };
  return { zh, en: en ?? zh };
}

/** The number as the company writes it. @throws AppError 1001 the company gives no such numbers */
export async function checkedParcel(tx: Tx, ctx: CallContext, parcel: NewParcel): Promise<NewParcel> {
  const { expressCompany } = parcel;
  const expressNo = expressNumber(parcel.expressNo);
  if (isExpressNumber(expressCompany, expressNo)) return { expressCompany, expressNo };
  const company = await companyName(tx, expressCompany);
  throw refuseField(ctx, 'expressNo', wrongNumber, { company: company[ctx.lang] });
}
