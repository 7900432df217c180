import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { defineCall, type Call } from '../../http/call.ts';
import { fileId, id } from '../../http/kit.ts';
import { showProof } from '../files/service.ts';

const entity = entityNamed('changeRequest');

const proof = defineCall('POST /system/crm/changeRequest/proof', {
  access: 'changeRequest.audit',
  effect: 'reads',
  traced: true,
  body: z.object({ id, fileId }),
  summary: { zh: '查看身份证照片（记录）', en: 'View an ID card photo (logged)' },
  run: (ctx, input) => showProof(ctx, entity, input),
});

/** Calls of change requests that are not standard ones. */
export const changeCalls: readonly Call[] = [proof];
