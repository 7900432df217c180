import type { EntityDef } from '@wheelhouse/entities/define';
import { findInScope } from '../../entity/read.ts';
import { logSensitive } from '../../entity/sensitive.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { sensitiveSeconds, signedUrl } from './issue.ts';

interface Asked {
  readonly id: string;
  readonly fileId: string;
}

/**
 * Address of a picture of an identity (`idImages`) of a record, good for a minute; the view is logged with what names the record.
 * @throws AppError 1002 the record has no such picture, 1011 it is outside the user's data
 */
export async function showProof(
  ctx: CallContext,
  entity: EntityDef,
  { id, fileId }: Asked,
): Promise<{ readonly url: string }> {
  const row = await findInScope(ctx, entity, id);
  const { idImages: images } = row;
  if (!Array.isArray(images) || !images.includes(fileId)) throw new AppError(1002);
  const [named = 'id'] = entity.title;
  await logSensitive(ctx.app.db, ctx, {
    entity: entity.name,
    entityId: id,
    field: 'idImages',
    reason: String(row[named]),
  });
  return { url: signedUrl(ctx.app, fileId, sensitiveSeconds) };
}
