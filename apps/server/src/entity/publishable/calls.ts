import { keysOf } from '@wheelhouse/contract/object';
import type { EntityDef } from '@wheelhouse/entities/define';
import { type PublishableCall, publishableCalls } from '@wheelhouse/entities/publishable';
import { codeOfCall } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import type { Call } from '../../http/call.ts';
import { key, paging, rev } from '../../http/kit.ts';
import { shaped, type CallBody } from '../shaped.ts';
import { restore, versionOf, versionsOf } from './versions.ts';

/** One that no version has is not found. */
const number = z.int().min(0).max(2_147_483_647);

const bodies: { readonly [C in PublishableCall]: (entity: EntityDef) => CallBody } = {
  versions: (entity) =>
    shaped(z.strictObject({ id: key, ...paging() }), (ctx, input) => versionsOf(ctx, entity, input)),
  version: (entity) =>
    shaped(z.strictObject({ id: key, number }), (ctx, input) => versionOf(ctx, entity, input.id, input.number)),
  restore: (entity) =>
    shaped(z.strictObject({ id: key, number, rev }), (ctx, input) =>
      restore(ctx, entity, input.id, input.number, input.rev),
    ),
};

const summaries: { readonly [C in PublishableCall]: { readonly zh: string; readonly en: string } } = {
  versions: { zh: '版本列表', en: 'versions' },
  version: { zh: '一个版本', en: 'one version' },
  restore: { zh: '恢复版本', en: 'restore a version' },
};

/** Calls of what is written over time (`publishable`). */
export function callsOfPublishable(entity: EntityDef): Call[] {
  if (entity.publishable !== true) return [];
  return keysOf(publishableCalls).map((name) => ({
    ...bodies[name](entity),
    path: `${entity.base}/${name}`,
    access: codeOfCall(entity, publishableCalls[name]),
    summary: { zh: `${entity.label.zh}${summaries[name].zh}`, en: `${entity.label.en}: ${summaries[name].en}` },
  }));
}
