import dayjs, { type Dayjs } from 'dayjs';

const mostKept = 200;
const kept = new Map<string, Dayjs>();

/**
 * What a date picker shows for a text; null for an empty one. The same text is the same object: a picker that is given another one forgets what is
 * being typed into it, and forms draw themselves again at any moment.
 */
export function pickerTime(text: string, format: string): Dayjs | null {
  if (text === '') return null;
  const key = `${format} ${text}`;
  const time = kept.get(key) ?? dayjs(text, format);
  // The one that was used last is the last to go.
  kept.delete(key);
  kept.set(key, time);
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
  }
  return time;
}
