import type { CallName } from './define.ts';

/**
 * What an entity gets that is `publishable`, beside its review (`review.ts`), its schedule (`schedule.ts`) and its shelf, which its machine says.
 *
 * - **Versions** (`sys_version`): what a record said as it was handed in, approved, published and restored, and what an edit has replaced, that
 *   at most every ten minutes. The content is that of its approval, with the same hash; without a review it is what its forms write.
 * - **Restoring** is a save of the values of a version: its checks, rights and states are those of an edit.
 * - **Drafts** (`sys_draft`): what somebody types and has not saved, kept by itself while they type, one for each person and record.
 *
 * @for what people write over time: versions to compare and restore: `publishable: true`: `content/faq.ts`
 */
export const publishableCalls = {
  versions: ['detail'],
  version: ['detail'],
  restore: ['update'],
  draft: ['add', 'update'],
  saveDraft: ['add', 'update'],
  dropDraft: ['add', 'update'],
} as const satisfies Readonly<Record<string, readonly CallName[]>>;

/** Last segments of the calls of a publishable entity; each is open to whoever may make one of the standard calls beside it. */
export type PublishableCall = keyof typeof publishableCalls;
