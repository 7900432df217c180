import type { LedgerTransaction } from '@wheelhouse/contract/calls/orders/ledger';
import { isDay } from '@wheelhouse/contract/time';
import { z } from 'zod';
import { holds } from '../../../entity/read.ts';
import { readPage } from '../../../entity/sql-page.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { dayRange } from '../../../http/day-range.ts';
import { AppError } from '../../../http/errors.ts';
import { conditions, paged } from '../../../http/kit.ts';
import { balances } from './balances.ts';
import { partnerKinds, transactionsOf } from './read.ts';

const access = 'revenueManage.query';
/** Days of one question. A month, as it is reconciled: with the days at its ends. */
const mostDays = 45;
const number = z.string().min(1).max(80).optional();

const asked = conditions({
  orderNo: number,
  refundNo: number,
  settlementNo: number,
  billRef: number,
  account: number,
  'occurTime.ge': z.string().optional(),
  'occurTime.le': z.string().optional(),
});

/** What partners earn is for those who settle. */
const seesPartners = (ctx: Pick<CallContext, 'user'>): boolean => holds(ctx.user, 'revenueManage.settle');

const list = defineCall('POST /order/crm/ledger/list', {
  access,
  body: z.object({ ...paged, query: asked }),
  summary: { zh: '账本流水', en: 'Transactions of the ledger' },
  async run(ctx, { query: { 'occurTime.ge': from, 'occurTime.le': to, ...numbers }, ...paging }) {
    const sees = seesPartners(ctx);
    if (!sees && partnerKinds.has(numbers.account?.split(':')[0] ?? '')) throw new AppError(1003);
    // An account has too many to be read without days; the numbers have few.
    const { account: _, ...named } = numbers;
    const isNamed = Object.values(named).some((one) => one !== undefined);
    const isOfDays = !isNamed || from !== undefined || to !== undefined;
    const days = isOfDays ? dayRange(ctx, ['occurTime.ge', 'occurTime.le'], [from, to], { days: mostDays }) : undefined;
    return readPage<LedgerTransaction>(ctx.app.db, transactionsOf(numbers, days, sees), paging);
  },
});

const balancesCall = defineCall('POST /order/crm/ledger/balances', {
  access,
  body: z.object({ day: z.string().refine(isDay).optional() }),
  summary: { zh: '账本余额', en: 'Balances of the ledger' },
  async run(ctx, { day }) {
    const found = await balances(ctx.app.db, day);
    return { list: seesPartners(ctx) ? found : found.filter(({ kind }) => !partnerKinds.has(kind)) };
  },
});

export const ledgerCalls: readonly Call[] = [list, balancesCall];
