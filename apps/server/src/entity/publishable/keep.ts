import { textOrNull } from '@wheelhouse/contract/object';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Tx } from '../../db/pool.ts';
import { contentsOf } from '../approval/keep.ts';
import { rowsById, type WireRow } from '../read.ts';
import { rawFields } from '../write-fields.ts';
import { keepVersions } from './rows.ts';

/** Before an edit: keeps what it replaces, as the work of whoever wrote it. */
export async function keepReplaced(tx: Tx, entity: EntityDef, old: WireRow, unless: 'same' | 'seldom'): Promise<void> {
  if (entity.publishable !== true) return;
  const { id, updateBy, updateTime } = old;
  const content = (await contentsOf(tx, entity, [old])).get(id) ?? {};
  const time = textOrNull(updateTime);
  const kept = { id, content, userId: textOrNull(updateBy), ...(time !== null && { time: `${time}+08` }) };
  await keepVersions(tx, entity, [kept], { why: 'written', unless });
}

/** Keeps what a restored record says. */
export async function keepRestored(
  tx: Tx,
  entity: EntityDef,
  row: WireRow,
  userId: string,
  ofNumber: number,
): Promise<void> {
  const content = (await contentsOf(tx, entity, [row])).get(row.id) ?? {};
  await keepVersions(tx, entity, [{ id: row.id, content, userId }], { why: 'restored', ofNumber });
}

/** Keeps what records say as they take effect. */
export async function keepPublished(
  tx: Tx,
  entity: EntityDef,
  ids: readonly string[],
  userId: string | null,
): Promise<void> {
  if (entity.publishable !== true || ids.length === 0) return;
  const contents = await contentsOf(tx, entity, await rowsById(tx, entity, ids, rawFields(entity)));
  const kept = [...contents].map(([id, content]) => ({ id, content, userId }));
  await keepVersions(tx, entity, kept, { why: 'published' });
}
