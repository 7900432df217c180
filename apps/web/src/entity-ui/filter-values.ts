import { isDay, parseInstant } from '@wheelhouse/contract/time';
import type { StoredField, StoredKind } from '@wheelhouse/entities';

/** Whether a dictionary has a code. */
export type KnownCode = (category: string, code: string) => boolean;

type Check = (value: string) => boolean;

const any: Check = () => true;
const isNumber: Check = (value) => /^-?\d{1,15}(\.\d{1,9})?$/.test(value);
const isId: Check = (value) => /^\d{1,18}$/.test(value);
const isTime: Check = (value) => isDay(value) || parseInstant(value) !== undefined;

/** What the server takes as a value to compare a field of each kind with; dictionaries are asked for their codes. */
const checks = {
  text: any,
  longText: any,
  richText: any,
  private: any,
  tags: any,
  int: isNumber,
  decimal: isNumber,
  money: isNumber,
  flag: (value) => value === '0' || value === '1',
  date: isTime,
  instant: isTime,
  dict: any,
  dictMany: any,
  ref: isId,
  refMany: any,
  area: (value) => /^\d{6}$/.test(value),
  image: any,
  images: any,
  file: any,
  files: any,
  video: any,
  audio: any,
  json: any,
} satisfies Record<StoredKind, Check>;

/** Whether `field.operator` can be asked with a value of the address; of `in`, every one of the values. */
export function canAsk(field: StoredField, key: string, value: string, isKnown: KnownCode = any): boolean {
  const values = key.endsWith('.in') ? value.split(',') : [value];
  return values.every(
    (one) =>
      checks[field.kind](one) && (!(field.kind === 'dict' || field.kind === 'dictMany') || isKnown(field.dict, one)),
  );
}
