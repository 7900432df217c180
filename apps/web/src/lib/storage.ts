/** Local storage that never throws: private windows and full disks lose a preference, not the page. */
export function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a preference; null removes it. */
export function writeSetting(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A preference that cannot be kept lasts for this page only.
  }
}

/** Hands a value to the next page of this browser tab (for example the reason of a sign-out). */
export function leaveNote(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // The next page does without it.
  }
}

/** Takes the value left by `leaveNote`, once. */
export function takeNote(key: string): string | null {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return value;
  } catch {
    return null;
  }
}
