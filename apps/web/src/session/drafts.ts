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
const mostCharacters = 40_000;

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
  writeSetting(key, text);
  if (text === null) return;
  const oldestFirst = keys(prefix)
    .map((one) => ({ key: one, at: parse(readSetting(one))?.at ?? 0 }))
    .sort((a, b) => a.at - b.at);
  for (const { key: old } of oldestFirst.slice(0, -mostDrafts)) writeSetting(old, null);
}

/** On sign-out: deletes all drafts on this computer. */
export function dropDrafts(userId: string): void {
  for (const key of keys(`${prefix}${userId}.`)) writeSetting(key, null);
}

/** A page was closed, its unsaved input given up. */
export function dropDraftsOf(userId: string, place: string): void {
  for (const key of keys(draftKey(userId, place, ''))) writeSetting(key, null);
}
