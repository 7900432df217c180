import { readSetting, writeSetting } from '../../lib/storage.ts';

/** Something opened from the search. */
export interface Recent {
  readonly href: string;
  readonly name: string;
  /** Model name of a record; null for a page, whose name follows the language. */
  readonly entity: string | null;
}

const most = 8;
const keyOf = (userId: string): string => `search.recent.${userId}`;

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false;
  const { href, name, entity } = value as {
    readonly href?: unknown;
    readonly name?: unknown;
    readonly entity?: unknown;
  };
  // Only ways inside the console: what is stored may be anything.
  return (
    typeof href === 'string' &&
    /^\/(?!\/)/.test(href) &&
    typeof name === 'string' &&
    (entity === null || typeof entity === 'string')
  );
}

/** What a user opened last from the search, newest first. Kept in this browser. */
export function recents(userId: string): readonly Recent[] {
  try {
    const value: unknown = JSON.parse(readSetting(keyOf(userId)) ?? '[]');
    return Array.isArray(value) ? value.filter(isRecent).slice(0, most) : [];
  } catch {
    return [];
  }
}

export function remember(userId: string, opened: Recent): void {
  const rest = recents(userId).filter((recent) => recent.href !== opened.href);
  writeSetting(keyOf(userId), JSON.stringify([opened, ...rest].slice(0, most)));
}
