import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { findInScope } from '../../entity/read.ts';
import { logSensitive } from '../../entity/sensitive.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { fileId, id } from '../../http/kit.ts';
import { sensitiveSeconds, signedUrl } from '../files/service.ts';

const entity = entityNamed('changeRequest');

const proof = defineCall('POST /system/crm/changeRequest/proof', {
  access: 'changeRequest.audit',
  body: z.object({ id, fileId }),
  summary: { zh: '查看身份证照片（记录）', en: 'View an ID card photo (logged)' },
  async run(ctx, input) {
    const row = await findInScope(ctx, entity, input.id);
    const images: unknown = row.idImages;
    if (!Array.isArray(images) || !images.includes(input.fileId)) throw new AppError(1002);
    await logSensitive(ctx.app.db, ctx, {
      entity: entity.name,
      entityId: input.id,
      field: 'idImages',
      reason: String(row.subject),
    });
    return { url: signedUrl(ctx.app, input.fileId, sensitiveSeconds) };
  },
});

/** Calls of change requests that are not standard ones. */
export const changeCalls: readonly Call[] = [proof];
