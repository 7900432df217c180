/**
 * Frames of remote debugging, as they travel inside a vehicle, written as upper-case hex.
 *
 *   AA | length (2) | part (1) | opcode (1–4) | body | check (1)
 *
 * `length` counts the bytes from `part` to the end of the body; `check` is the XOR of all bytes before it. The first byte of an answer's body
 * is its result: 00 is success. Numbers are big-endian.
 */
const start = 0xaa;
const overhead = 4;
/** Longest body. */
export const maxFrameBody = 512;

export type WireKind = 'u8' | 'u16' | 'u32' | 'i16' | 'text' | 'hex';

/** One value in a frame's body (an entry of `paramSchema` or `resultSchema`). */
export interface FrameField {
  readonly name: string;
  readonly type: WireKind;
  readonly zh?: string;
  readonly en?: string;
  readonly unit?: string;
  /** Of a number its bounds as people see it; of a text or hex its length in bytes. */
  readonly min?: number;
  readonly max?: number;
  /** What people see = value in the frame × scale. */
  readonly scale?: number;
  readonly enum?: readonly { readonly value: number; readonly zh: string; readonly en: string }[];
  /** So many values one after the other; up to the end of the body when 0. */
  readonly count?: number;
}

export type FrameValue = number | string | readonly number[];

const sizes: Readonly<Record<Exclude<WireKind, 'text' | 'hex'>, number>> = { u8: 1, u16: 2, u32: 4, i16: 2 };
export const wireKinds: readonly string[] = [...Object.keys(sizes), 'text', 'hex'];

export const isHex = (text: unknown): text is string =>
  typeof text === 'string' && text.length % 2 === 0 && /^[0-9A-Fa-f]*$/.test(text);

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexOf(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => (byte & 0xff).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

const xor = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum ^ byte, 0);

/** @param part D:DeviceType @param opcode hex of whole bytes @throws RangeError body too long */
export function encodeFrame(part: number, opcode: string, body: Uint8Array): string {
  if (body.length > maxFrameBody) throw new RangeError('frame body too long');
  const inner = [part, ...bytesOf(opcode), ...body];
  const bytes = Uint8Array.from([start, inner.length >> 8, inner.length & 0xff, ...inner]);
  return hexOf([...bytes, xor(bytes)]);
}

export interface Frame {
  readonly part: number;
  readonly body: Uint8Array;
}

/** A frame that carries this opcode; undefined when it is malformed, of another opcode or its check is wrong. */
export function decodeFrame(hex: unknown, opcode: string): Frame | undefined {
  if (!isHex(hex)) return undefined;
  const bytes = bytesOf(hex);
  const code = bytesOf(opcode);
  const length = ((bytes[1] ?? 0) << 8) | (bytes[2] ?? 0);
  if (bytes[0] !== start || bytes.length !== length + overhead || length < 1 + code.length) return undefined;
  if (xor(bytes) !== 0) return undefined;
  if (!code.every((byte, n) => bytes[4 + n] === byte)) return undefined;
  return { part: bytes[3] ?? 0, body: bytes.slice(4 + code.length, -1) };
}

function numberBytes(kind: Exclude<WireKind, 'text' | 'hex'>, value: number): number[] {
  const size = sizes[kind];
  const whole = Math.round(value) >>> 0;
  return Array.from({ length: size }, (_, n) => (whole >>> (8 * (size - 1 - n))) & 0xff);
}

/** A text is written with its length before it, hex as it is. */
export function encodeValues(schema: readonly FrameField[], values: Readonly<Record<string, unknown>>): Uint8Array {
  const out: number[] = [];
  for (const field of schema) {
    const value = values[field.name];
    if (field.type === 'text') {
      const bytes = new TextEncoder().encode(String(value ?? ''));
      out.push(Math.min(255, bytes.length), ...bytes.slice(0, 255));
    } else if (field.type === 'hex') out.push(...bytesOf(isHex(value) ? value : ''));
    else
      for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
        out.push(...numberBytes(field.type, Number(one ?? 0) / (field.scale ?? 1)));
  }
  return Uint8Array.from(out);
}

class Reader {
  at = 0;
  readonly #bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }
  get left(): number {
    return this.#bytes.length - this.at;
  }
  take(count: number): Uint8Array | undefined {
    if (count > this.left) return undefined;
    this.at += count;
    return this.#bytes.slice(this.at - count, this.at);
  }
  number(field: FrameField): number | undefined {
    if (field.type === 'text' || field.type === 'hex') return undefined;
    const bytes = this.take(sizes[field.type]);
    if (!bytes) return undefined;
    const whole = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    const value = field.type === 'i16' && whole >= 0x8000 ? whole - 0x1_0000 : whole;
    return Math.round(value * (field.scale ?? 1) * 1e6) / 1e6;
  }
}

function readValue(field: FrameField, reader: Reader): FrameValue | undefined {
  if (field.type === 'hex')
    return hexOf(reader.take(field.max === undefined ? reader.left : Math.min(field.max, reader.left)) ?? []);
  if (field.type === 'text') {
    const text = reader.take(reader.take(1)?.[0] ?? 0);
    return text && new TextDecoder().decode(text).replaceAll('\u0000', '');
  }
  if (field.count === undefined) return reader.number(field);
  const list: number[] = [];
  while (field.count === 0 ? reader.left > 0 : list.length < field.count) {
    const value = reader.number(field);
    if (value === undefined) break;
    list.push(value);
  }
  return list;
}

/** Values of a body in the order of the schema; stops where the body ends. */
export function decodeValues(schema: readonly FrameField[], body: Uint8Array): Record<string, FrameValue> {
  const reader = new Reader(body);
  const values: Record<string, FrameValue> = {};
  for (const field of schema) {
    if (reader.left === 0) break;
    const value = readValue(field, reader);
    if (value === undefined) break;
    values[field.name] = value;
  }
  return values;
}
