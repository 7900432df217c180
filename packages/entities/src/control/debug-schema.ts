import { type FrameField, isHex, wireKinds } from '@wheelhouse/contract/device/debug-frame';
import { fill, type Lang, type Text } from '@wheelhouse/contract/lang';
import { validationTexts } from '../validation-texts.ts';

const isNumber = (value: unknown): boolean =>
  value === undefined || (typeof value === 'number' && Number.isFinite(value));
const isShortText = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && value.length <= 60);

function isChoice(choice: unknown): boolean {
  if (typeof choice !== 'object' || choice === null) return false;
  const { value, zh, en } = choice as { value?: unknown; zh?: unknown; en?: unknown };
  return Number.isInteger(value) && typeof zh === 'string' && typeof en === 'string';
}

function isField(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const field = entry as Readonly<Record<string, unknown>>;
  const { name, type, zh, en, unit, min, max, scale, count } = field;
  return (
    typeof name === 'string' &&
    /^[A-Za-z]\w{0,31}$/.test(name) &&
    typeof type === 'string' &&
    wireKinds.includes(type) &&
    [zh, en, unit].every(isShortText) &&
    [min, max, count].every(isNumber) &&
    (scale === undefined || (isNumber(scale) && Number(scale) > 0)) &&
    (field['enum'] === undefined ||
      (Array.isArray(field['enum']) && field['enum'].length <= 50 && field['enum'].every(isChoice)))
  );
}

/** A list of at most 30 values of a frame, each name once. */
export function isFrameSchema(value: unknown): value is readonly FrameField[] {
  if (!Array.isArray(value) || value.length > 30 || !value.every(isField)) return false;
  return new Set((value as FrameField[]).map((field) => field.name)).size === value.length;
}

/** The values of a command as its schema has them; nothing where it has none. */
export const fieldsOf = (schema: unknown): readonly FrameField[] => (isFrameSchema(schema) ? schema : []);

export const frameLabel = (field: FrameField): Text => ({ zh: field.zh ?? field.name, en: field.en ?? field.name });

const wireMax: Readonly<Record<string, number>> = { u8: 0xff, u16: 0xffff, u32: 0xffff_ffff, i16: 0x7fff };
const bytesDefault = 256;

function checkNumber(field: FrameField, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'type';
  const scale = field.scale ?? 1;
  const least = field.min ?? (field.type === 'i16' ? -0x8000 * scale : 0);
  const most = field.max ?? (wireMax[field.type] ?? 0) * scale;
  if (value < least) return 'min';
  if (value > most) return 'max';
  if (field.enum && !field.enum.some((choice) => choice.value === value)) return 'dict';
  const raw = value / scale;
  return Math.abs(raw - Math.round(raw)) > 1e-6 ? 'type' : undefined;
}

function checkBytes(field: FrameField, value: unknown): string | undefined {
  if (typeof value !== 'string' || value.includes('\u0000') || !value.isWellFormed()) return 'type';
  if (field.type === 'hex' && !isHex(value)) return 'pattern';
  const length = field.type === 'hex' ? value.length / 2 : new TextEncoder().encode(value).length;
  if (length < (field.min ?? 1)) return 'required';
  return length > Math.min(bytesDefault, field.max ?? bytesDefault) ? 'maxLength' : undefined;
}

/** What is wrong with parameters, by name: the same in browser and server. */
export function checkParams(
  schema: readonly FrameField[],
  values: Readonly<Record<string, unknown>>,
  lang: Lang,
): { readonly field: string; readonly message: string }[] {
  const known = new Set(schema.map((field) => field.name));
  const errors: { field: string; message: string }[] = Object.keys(values)
    .filter((name) => !known.has(name))
    .map((name) => ({ field: name.slice(0, 60), message: validationTexts.unknown[lang] }));
  for (const field of schema) {
    const value = values[field.name];
    const isBytes = field.type === 'text' || field.type === 'hex';
    const found =
      value === undefined || value === null || value === ''
        ? 'required'
        : isBytes
          ? checkBytes(field, value)
          : checkNumber(field, value);
    if (found === undefined) continue;
    const n = found === 'min' ? (field.min ?? 0) : (field.max ?? (isBytes ? bytesDefault : (wireMax[field.type] ?? 0)));
    const text = validationTexts[found as 'required'];
    errors.push({ field: field.name, message: fill(text[lang], { label: frameLabel(field)[lang], n }) });
  }
  return errors;
}
