import { Form } from 'antd';

/** Files on their way into a form, by the form. */
const files = new WeakMap<object, Set<Promise<boolean>>>();

/** @returns says that a file is on its way into the form around, and whether it arrived, or was taken back, in the end */
export function useUnderway(): (arrival: Promise<boolean>) => void {
  const form: object | undefined = Form.useFormInstance();
  return (arrival) => {
    if (form === undefined) return;
    const all = files.get(form) ?? new Set<Promise<boolean>>();
    files.set(form, all.add(arrival));
    void arrival.then(() => all.delete(arrival));
  };
}

/** Waits for the files that are on their way into a form. @returns false where one of them did not arrive, which is shown beside it */
export async function allArrived(form: object): Promise<boolean> {
  const waiting = files.get(form) ?? new Set<Promise<boolean>>();
  const arrived = await Promise.all(waiting);
  return arrived.every(Boolean);
}
