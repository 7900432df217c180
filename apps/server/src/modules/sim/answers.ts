import type { SimAnswer } from '@wheelhouse/contract/calls/sim';
import { recordOf } from '@wheelhouse/contract/object';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { wallClock } from '../../db/wall-clock.ts';
import { findInScope } from '../../entity/read.ts';
import { defineCall } from '../../http/call.ts';
import { id } from '../../http/kit.ts';

const most = 20;

/** What an answer about many cards says about one of them. */
function partOf(response: unknown, iccid: string): unknown {
  const { cards } = recordOf(response);
  const list: readonly unknown[] = Array.isArray(response) ? response : Array.isArray(cards) ? cards : [];
  return list.find((one) => {
    const { iccid: number, iccid_with_luhn: whole } = recordOf(one);
    return number === iccid || whole === iccid;
  });
}

/** The last answers of the carrier about a card, as they came. */
export const answers = defineCall('POST /veh/crm/simCard/answers', {
  access: 'simIndex.query',
  body: z.object({ id }),
  summary: { zh: '运营商原始应答', en: 'Answers of the carrier about a card' },
  async run(ctx, input) {
    const card = await findInScope(ctx, entityNamed('simCard'), input.id);
    const iccid = String(card.iccid);
    const { rows } = await sql<SimAnswer & { many: boolean }>`
      select ${wallClock('l.time')} as time, l.api, l.result_code, l.cost_ms, l.request, l.response, l.iccid is null as many
      from sim_carrier_log l where l.iccid = ${iccid} or l.iccids @> array[${iccid}]::text[] order by l.id desc limit ${most}`.execute(
      ctx.app.db,
    );
    return rows.map(({ many, request, response, ...row }) => ({
      ...row,
      // Which other cards were asked about says nothing about this one.
      request: many ? null : request,
      response: many ? (partOf(response, iccid) ?? null) : response,
    }));
  },
});
