/** Files on their way into a form, by the form. */
const files = new WeakMap<object, Set<Promise<boolean>>>();

/** A file is on its way into a form: what says whether it arrived, or was taken back. */
export function comesInto(form: object, arrival: Promise<boolean>): void {
  const all = files.get(form) ?? new Set<Promise<boolean>>();
  files.set(form, all.add(arrival));
  void arrival.then(() => all.delete(arrival));
}

/** Waits for the files that are on their way into a form. @returns false where one of them did not arrive, which is shown beside it */
export async function allArrived(form: object): Promise<boolean> {
  const waiting = files.get(form) ?? new Set<Promise<boolean>>();
  const arrived = await Promise.all(waiting);
  return arrived.every(Boolean);
}
