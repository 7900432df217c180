import { isDay, parseInstant } from '@wheelhouse/contract/time';
import type { StoredField, StoredKind } from '@wheelhouse/entities';

/** Whether a dictionary has a code. */
export type KnownCode = (category: string, code: string) => boolean;

type Check = (value: string) => boolean;

const anything: Check = () => true;
const isNumber: Check = (value) => /^-?\d{1,15}(\.\d{1,9})?$/.test(value);
const isId: Check = (value) => /^\d{1,18}$/.test(value);
const isTime: Check = (value) => isDay(value) || parseInstant(value) !== undefined;

/** What the server takes as a value to compare a field of each kind with; dictionaries are asked for their codes. */
const checks = {
  text: anything,
  longText: anything,
  richText: anything,
  private: anything,
  tags: anything,
  int: isNumber,
  decimal: isNumber,
  money: isNumber,
  flag: (value) => value === '0' || value === '1',
  color: anything,
  date: isTime,
  instant: isTime,
  dict: anything,
  dictMany: anything,
  ref: isId,
  refMany: isId,
  area: (value) => /^\d{6}$/.test(value),
  image: anything,
  images: anything,
  file: anything,
  files: anything,
  video: anything,
  audio: anything,
  json: anything,
  rows: anything,
} satisfies Record<StoredKind, Check>;

/** Whether `field.operator` can be asked with a value of the address; of `in`, every one of the values. */
export function canAsk(field: StoredField, key: string, value: string, isKnown: KnownCode = anything): boolean {
  if (key.endsWith('.null')) return checks.flag(value);
  const values = key.endsWith('.in') ? value.split(',') : [value];
  return values.every(
    (one) =>
      checks[field.kind](one) && (!(field.kind === 'dict' || field.kind === 'dictMany') || isKnown(field.dict, one)),
  );
}
