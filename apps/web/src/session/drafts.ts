import { readSetting, writeSetting } from '../lib/storage.ts';

/** What was typed into a form and not saved. `at`: milliseconds since 1970; `rev`: of the record it was typed over. */
export interface Draft {
  readonly at: number;
  readonly rev: number | null;
  readonly values: Readonly<Record<string, unknown>>;
}

const prefix = 'draft.';
const keptMs = 3 * 24 * 60 * 60_000;
const mostDrafts = 20;
/** Of one draft, and of all: storage of the browser has room for some five million. */
const mostCharacters = 600_000;
const mostInAll = 3_000_000;

/** Of a user, a place (the page's address and record) and a form on it. */
export const draftKey = (userId: string, place: string, form: string): string =>
  `${prefix}${userId}.${encodeURIComponent(place)}.${form}`;

function parse(text: string | null): Draft | null {
  try {
    const draft: unknown = JSON.parse(text ?? 'null');
    return typeof draft === 'object' && draft !== null && 'at' in draft && 'values' in draft ? (draft as Draft) : null;
  } catch {
    return null;
  }
}

const keys = (start: string): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
};

/** The draft, unless it is too old. */
export function readDraft(key: string, now: number = Date.now()): Draft | null {
  const draft = parse(readSetting(key));
  if (draft !== null && now - draft.at < keptMs) return draft;
  writeSetting(key, null);
  return null;
}

/** Keeps a draft; null drops it. One that is too large is not kept, and the oldest give way. */
export function writeDraft(key: string, draft: Draft | null): void {
  const text = draft === null ? null : JSON.stringify(draft);
  if (text !== null && text.length > mostCharacters) return writeSetting(key, null);
  const before = text === null ? null : readSetting(key);
  writeSetting(key, text);
  // Each key that is pressed writes: the others are looked at only where this one has grown much.
  if (text === null || (before !== null && text.length < before.length + 1_000)) return;
  const newestFirst = keys(prefix)
    .map((one) => ({ key: one, text: readSetting(one) }))
    .map(({ key: one, text: kept }) => ({ key: one, at: parse(kept)?.at ?? 0, size: kept?.length ?? 0 }))
    .sort((a, b) => b.at - a.at);
  let size = 0;
  for (const [at, one] of newestFirst.entries()) {
    size += one.size;
    if (at >= mostDrafts || size > mostInAll) writeSetting(one.key, null);
  }
}

/** On sign-out: deletes all drafts on this computer. */
export function dropDrafts(userId: string): void {
  for (const key of keys(`${prefix}${userId}.`)) writeSetting(key, null);
}

/** A page was closed, its unsaved input given up. */
export function dropDraftsOf(userId: string, place: string): void {
  for (const key of keys(draftKey(userId, place, ''))) writeSetting(key, null);
}
