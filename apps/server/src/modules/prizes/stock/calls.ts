import { recordOf } from '@wheelhouse/contract/object';
import { plain } from '@wheelhouse/entities/registry';
import { prizeStockLog } from '@wheelhouse/entities/prizes/prize-stock-log';
import { list } from '../../../entity/read.ts';
import { defineCall } from '../../../http/call.ts';
import { id, listQuery } from '../../../http/kit.ts';

const entity = plain(prizeStockLog);

export const stockLog = defineCall('POST /act/crm/prize/stockLog', {
  access: 'physicalPrize.query',
  body: listQuery.extend({ id: id.optional() }),
  summary: { zh: '奖品库存变动', en: 'Stock changes of a prize' },
  run: (ctx, { id: prizeId, ...input }) =>
    list(ctx, entity, {
      ...input,
      ...(prizeId !== undefined && { query: { ...recordOf(input.query), prizeId } }),
    }),
});
