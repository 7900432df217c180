import { heard, suspect } from './connection.ts';
import { createStore } from '../lib/store.ts';

/** True when the server has another build of the console and this page could not be loaded again by itself. */
export const releaseStore = createStore(false);

const reloadedKey = 'reloaded-for-release';
const checks = new Set<() => boolean>();

/** Registers unsaved input that a reload would lose; returns the function that removes it. */
export function guardReload(hasUnsaved: () => boolean): () => void {
  checks.add(hasUnsaved);
  return () => void checks.delete(hasUnsaved);
}

const buildOf = (page: Document): string | undefined =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? undefined;

/**
 * Code is missing: because of a new release, or because the server cannot be reached? Only a server that answers with
 * another build is a reason to load the page again, once per build, and only while nothing unsaved would be lost.
 */
export async function checkRelease(): Promise<void> {
  let html: string;
  try {
    const answer = await fetch('/index.html', { cache: 'no-store' });
    if (!answer.ok) return;
    html = await answer.text();
  } catch {
    return suspect();
  }
  heard();
  const build = buildOf(new DOMParser().parseFromString(html, 'text/html'));
  if (build === undefined || build === buildOf(document)) return;
  if (sessionStorage.getItem(reloadedKey) === build || [...checks].some((hasUnsaved) => hasUnsaved()))
    return releaseStore.set(true);
  sessionStorage.setItem(reloadedKey, build);
  location.reload();
}
