import { plain } from '@wheelhouse/entities/registry';
import { prizeStockLog } from '@wheelhouse/entities/prizes/prize-stock-log';
import { list } from '../../../entity/read.ts';
import { withCondition } from '../../../entity/with-condition.ts';
import { defineCall } from '../../../http/call.ts';
import { id, listQuery } from '../../../http/kit.ts';

const entity = plain(prizeStockLog);

export const stockLog = defineCall('POST /act/crm/prize/stockLog', {
  access: 'physicalPrize.query',
  body: listQuery.extend({ id: id.optional() }),
  summary: { zh: '奖品库存变动', en: 'Stock changes of a prize' },
  run: (ctx, { id: prizeId, ...input }) => list(ctx, entity, withCondition(input, 'prizeId', prizeId)),
});
