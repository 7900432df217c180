const broken = new Set<HTMLLinkElement>();

/** Remembers style sheets that could not be fetched: the loader of pages would not ask for them a second time. */
export function watchStyles(): void {
  const note = (event: Event): void => {
    if (event.target instanceof HTMLLinkElement && event.target.rel === 'stylesheet') broken.add(event.target);
  };
  window.addEventListener('error', note, true);
}

/** Fetches again the style sheets that failed. @throws Error when one fails again */
export async function reloadStyles(): Promise<void> {
  if (broken.size === 0) return;
  await Promise.all(
    [...broken].map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.addEventListener('load', () => resolve());
          again.addEventListener('error', () => reject(new Error(`no style sheet ${link.href}`)));
          broken.delete(link);
          link.replaceWith(again);
        }),
    ),
  );
}
