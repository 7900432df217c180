import { recordOf } from '@wheelhouse/contract/object';
import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { smsOf } from '../../adapters/sms/index.ts';
import { runAction } from '../../entity/actions.ts';
import { findInScope, holds } from '../../entity/read.ts';
import { unseal } from '../../entity/seal.ts';
import { add } from '../../entity/write.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { actionBody, digit, form, id } from '../../http/kit.ts';
import { withVehicleId } from '../fleet/shared/service.ts';
import { contact } from './contact.ts';
import { repairDealer } from './dealers.ts';
import { dealersFor, nearestDealers } from './nearest.ts';
import { repairEntity } from './records.ts';

const addOrder = defineCall('POST /cs/crm/repairOrder/add', {
  access: 'repairListsManage.add',
  body: form,
  summary: { zh: '新建报修', en: 'Add a repair order' },
  run: async (ctx, body) => add(ctx, repairEntity, await withVehicleId(ctx, body)),
});

const dispatches: ReadonlySet<unknown> = new Set(['dispatch', 'redispatch']);

/** Notifies the dealer by SMS; an order that was dispatched stays so when the message cannot be sent. */
async function sendSms({ app }: CallContext, orderId: string): Promise<void> {
  const { rows } = await sql<{ orderNo: string; mobile: Buffer }>`
    select t.order_no, d.contact_mobile_enc as mobile from cs_repair_order t join dlr_dealer d on d.id = t.dealer_id
    where t.id = ${orderId}`.execute(app.db);
  const [row] = rows;
  if (row === undefined) return;
  try {
    const text = `您有新的报修单${row.orderNo}，请尽快登录平台接单。`;
    await smsOf(app).send({ mobile: unseal(app.secrets, row.mobile), text });
  } catch (error) {
    app.log.warn({ err: error, orderId }, 'SMS about a repair order was not sent');
  }
}

const transition = defineCall('POST /cs/crm/repairOrder/transition', {
  access: [
    'repairListsManage.dispatch',
    'repairListsManage.accept',
    'repairListsManage.repair',
    'repairListsManage.close',
    'repairListsManage.cancel',
  ],
  body: actionBody,
  summary: { zh: '推进报修单', en: 'Move a repair order' },
  async run(ctx, body) {
    const { action, form: nested, ...flat } = recordOf(body);
    const isDispatch = dispatches.has(action) && holds(ctx.user, 'repairListsManage.dispatch');
    const { dealerId } = recordOf({ ...flat, ...recordOf(nested) });
    // Before the general check of references, which would only say that it cannot be chosen.
    if (isDispatch && typeof dealerId === 'string') {
      const dealer = await findInScope(ctx, entityNamed('dealer'), dealerId);
      await repairDealer(ctx.app.db, ctx, dealer.id);
    }
    const answer = await runAction(ctx, repairEntity, 'transition', body);
    if (isDispatch && body.id !== undefined) await sendSms(ctx, body.id);
    return answer;
  },
});

const dealers = defineCall('POST /cs/crm/repairOrder/dealers', {
  access: 'repairListsManage.dispatch',
  body: z.object({ id }),
  effect: 'reads',
  summary: { zh: '可派单的网点', en: 'Dealers an order can go to' },
  run: (ctx, input) => nearestDealers(ctx, input.id),
});

const longitude = z.number().min(73).max(136);
const latitude = z.number().min(3).max(54);

const suggestDealers = defineCall('POST /cs/crm/repairOrder/suggestDealers', {
  access: 'repairListsManage.add',
  body: z.object({
    vehicleId: id,
    serviceType: digit.optional(),
    place: z.object({ lng: longitude, lat: latitude }).optional(),
    appointmentTime: z.string().max(20).optional(),
  }),
  effect: 'reads',
  summary: { zh: '新建报修时推荐网点', en: 'Dealers for a repair order that is being added' },
  async run(ctx, { vehicleId, serviceType = codes.RepairServiceType.store, place, appointmentTime }) {
    const vehicle = await findInScope(ctx, entityNamed('vehicle'), vehicleId);
    return dealersFor(ctx, { vehicleId: vehicle.id, serviceType, place, appointmentTime });
  },
});

/** Calls of repair orders that are not standard ones. */
export const repairCalls: readonly Call[] = [addOrder, transition, dealers, suggestDealers, contact];
