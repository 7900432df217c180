import { z } from 'zod';
import { runAction } from '../../../entity/actions.ts';
import { defineAppCall } from '../../../http/app-call.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { actionBody, code, form, id } from '../../../http/kit.ts';
import { shownBoxes } from '../../events/draws/service.ts';
import { sumsOf } from '../summary.ts';
import { newBoxOrder, orderBoxes } from './create.ts';
import { boxKind } from './kind.ts';
import { openBox } from './open.ts';

const { entity } = boxKind;
/** Numbers are numbers on the wire; the form that people fill in has texts. */
const boxNo = z.union([z.int().min(1).max(10).transform(String), z.string().regex(/^([1-9]|10)$/)]);

const summary = defineCall('POST /order/crm/blindBoxOrder/summary', {
  access: 'blindoOder.query',
  effect: 'reads',
  body: z.object({ query: form.optional() }),
  summary: { zh: '盲盒订单合计', en: 'Sums of blind-box orders' },
  run: (ctx, { query = {} }) => sumsOf(ctx, entity, query),
});

const refund = defineCall('POST /order/crm/blindBoxOrder/refund', {
  access: 'blindoOder.refund',
  body: actionBody.extend({ boxNos: z.array(boxNo).max(10).optional() }),
  summary: { zh: '申请盲盒退款', en: 'Apply for a refund of blind boxes' },
  run: (ctx, body) => runAction(ctx, entity, 'refund', body),
});

const detail = defineAppCall('GET /app/v1/blindbox/detail', {
  query: z.object({ activityId: id }),
  summary: { zh: 'APP：盲盒详情与概率', en: 'App: a campaign of blind boxes with its odds' },
  run: (ctx, { activityId }) => shownBoxes(ctx, activityId),
});

const order = defineAppCall('POST /app/v1/blindbox/order', {
  limit: { most: 100, within: 'hour' },
  body: newBoxOrder,
  summary: { zh: 'APP：购买盲盒', en: 'App: order blind boxes' },
  run: (ctx, asked) => orderBoxes(ctx, asked),
});

const open = defineAppCall('POST /app/v1/blindbox/open', {
  limit: { most: 300, within: 'hour' },
  body: z.object({ orderNo: code(/^BB\d{20}$/), boxNo: z.int().min(1).max(10) }),
  summary: { zh: 'APP：开盲盒', en: 'App: open a blind box' },
  run: (ctx, { orderNo, boxNo: number }) => openBox(ctx, orderNo, number),
});

export const boxCalls: readonly Call[] = [summary, refund, detail, order, open];
