import { keysOf } from '@wheelhouse/contract/object';
import type { EntityDef } from '@wheelhouse/entities/define';
import { type PublishableCall, publishableCalls } from '@wheelhouse/entities/publishable';
import { codeOfCall } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import type { Call } from '../../http/call.ts';
import { form, id, key, paging, rev } from '../../http/kit.ts';
import { shaped, type CallBody } from '../shaped.ts';
import { draftOf, dropDraft, saveDraft } from './drafts.ts';
import { restore, versionOf, versionsOf } from './versions.ts';

/** One that no version has is not found. */
const number = z.int().min(0).max(2_147_483_647);

const record = z.object({ id: id.optional() });
const mark = z.int().min(1).max(2_147_483_647).nullable();

const bodies: { readonly [C in PublishableCall]: (entity: EntityDef) => CallBody } = {
  versions: (entity) =>
    shaped(z.strictObject({ id: key, ...paging() }), (ctx, input) => versionsOf(ctx, entity, input)),
  version: (entity) =>
    shaped(z.strictObject({ id: key, number }), (ctx, input) => versionOf(ctx, entity, input.id, input.number)),
  restore: (entity) =>
    shaped(z.strictObject({ id: key, number, rev }), (ctx, input) =>
      restore(ctx, entity, input.id, input.number, input.rev),
    ),
  draft: (entity) => shaped(record, (ctx, input) => draftOf(ctx, entity, input)),
  saveDraft: (entity) =>
    shaped(record.extend({ rev: mark, baseRev: mark, values: form }), (ctx, input) => saveDraft(ctx, entity, input)),
  dropDraft: (entity) => shaped(record, (ctx, input) => dropDraft(ctx, entity, input)),
};

const summaries: { readonly [C in PublishableCall]: { readonly zh: string; readonly en: string } } = {
  versions: { zh: '版本列表', en: 'versions' },
  version: { zh: '一个版本', en: 'one version' },
  restore: { zh: '恢复版本', en: 'restore a version' },
  draft: { zh: '未保存的草稿', en: 'what was typed and not saved' },
  saveDraft: { zh: '自动保存草稿', en: 'keep what was typed' },
  dropDraft: { zh: '放弃草稿', en: 'give up what was typed' },
};

/** Keeping what is typed changes no record: the operation log would drown in it. */
const rules: { readonly [C in PublishableCall]?: Pick<Call, 'effect' | 'traced'> } = {
  draft: { effect: 'reads' },
  saveDraft: { traced: false },
  dropDraft: { traced: false },
};

/** Calls of what is written over time (`publishable`). */
export function callsOfPublishable(entity: EntityDef): Call[] {
  if (entity.publishable !== true) return [];
  return keysOf(publishableCalls).map((name) => ({
    ...bodies[name](entity),
    ...rules[name],
    path: `${entity.base}/${name}`,
    access: publishableCalls[name].map((call) => codeOfCall(entity, call)),
    summary: { zh: `${entity.label.zh}${summaries[name].zh}`, en: `${entity.label.en}: ${summaries[name].en}` },
  }));
}
