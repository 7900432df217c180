import { ownJson } from '@wheelhouse/contract/object';
import type { OutputOf } from '@wheelhouse/entities/calls';
import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { findInScope, list } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { id, paged } from '../../../http/kit.ts';
import { featuresOfModel } from '../../content/service.ts';

/** Calls of the vehicles domain that are not standard ones. */
export const vehicleCalls: Call[] = [
  defineCall('GET /veh/crm/vehicleType/getVehicleTypePage', {
    access: 'login',
    query: z.looseObject({
      ...paged,
      seriesId: z.string().optional(),
    }),
    summary: { zh: '车型列表（启动时加载）', en: 'Vehicle types, loaded at boot' },
    run: (ctx, input) => {
      const { page, pageSize, seriesId } = input;
      return list(
        ctx,
        entityNamed('vehicleType'),
        { page, pageSize, query: { seriesId, 'name.like': input['name.like'] } },
        { maxPageSize: 999 },
      );
    },
  }),
  defineCall('POST /veh/crm/vehicleSeries/all', {
    access: 'login',
    effect: 'reads',
    summary: { zh: '全部启用车系', en: 'All enabled series' },
    run: async (ctx) =>
      ctx.app.db
        .selectFrom('veh_series')
        .select(['id', 'seriesCode', 'name', 'nameEn'])
        .where('enabled', '=', 1)
        .where('deleted', '=', false)
        .orderBy('sort')
        .execute(),
  }),
  defineCall('POST /veh/crm/vehicleType/preview', {
    access: 'vehicleModelManage.query',
    body: z.object({ id }),
    summary: { zh: '车型APP预览', en: 'Model as the app shows it' },
    async run(ctx, input) {
      const model = await findInScope(ctx, entityNamed('vehicleType'), input.id);
      const images = await list(ctx, entityNamed('vehicleImage'), {
        pageSize: 200,
        query: { vehicleTypeId: input.id, enabled: 1 },
      });
      return {
        model,
        images: ownJson<OutputOf<'POST /veh/crm/vehicleImage/list'>>(images.text).list,
        features: await featuresOfModel(ctx.app.db, ctx.lang, input.id),
      };
    },
  }),
];
