import type { EntityDef } from '@wheelhouse/entities/define';
import { labelOf } from '@wheelhouse/entities/registry';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import type { Tx } from '../../../db/pool.ts';
import { filesForAppUser } from '../../../entity/file-uses.ts';
import type { AppContext } from '../../../http/app-call.ts';
import { refuseField } from '../../../http/field-texts.ts';

/** @throws AppError 1001 under `name` unless the app user has uploaded each file for this field and no record holds it yet */
export async function refuseForeignFiles(
  tx: Tx,
  { appUser, lang }: Pick<AppContext, 'appUser' | 'lang'>,
  entity: EntityDef,
  name: string,
  value: unknown,
): Promise<void> {
  const field = entity.fields[name];
  const ids = (Array.isArray(value) ? value : [value ?? []].flat()).map(String);
  if (ids.length === 0 || (field?.kind !== 'images' && field?.kind !== 'video')) return;
  const own = await filesForAppUser(tx, appUser.id, field, ids);
  if (ids.some((id) => !own.has(id)))
    throw refuseField({ lang }, name, validationTexts.file, { label: labelOf(entity, name)[lang] });
}
