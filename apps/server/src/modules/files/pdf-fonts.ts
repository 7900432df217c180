import { inflateSync } from 'node:zlib';

// Fonts of Chinese, Japanese and Korean that a PDF only names. There is none of them here to stand in: their text would be missing from the pictures.

/** Beyond this an object is no font. */
const longestObject = 256 * 1024;
/** Bytes that object streams may expand to, one and all together. */
const mostInflated = { one: 16 * 1024 * 1024, all: 64 * 1024 * 1024 };

interface Found {
  readonly fonts: string[];
  /** Descriptors of fonts, by object number. */
  readonly descriptors: Map<string, string>;
}

function note({ fonts, descriptors }: Found, number: string, object: string): void {
  if (/\/Subtype\s*\/CIDFontType[02]/.test(object)) fonts.push(object);
  else if (/\/Type\s*\/FontDescriptor/.test(object) || object.includes('/FontFile')) descriptors.set(number, object);
}

/** Objects of a compressed stream of objects: numbers and places first, then the objects. */
function noteStream(found: Found, head: string, body: Buffer): number {
  const [first, count] = ['First', 'N'].map((name) => Number(new RegExp(`/${name}\\s+(\\d{1,9})`).exec(head)?.[1]));
  if (first === undefined || count === undefined) return 0;
  const bytes = inflateSync(body, { maxOutputLength: mostInflated.one });
  const text = bytes.toString('latin1');
  const numbers = text.slice(0, first).trim().split(/\s+/);
  for (let n = 0; n < Math.min(count, numbers.length / 2); n++) {
    const end = numbers[2 * n + 3];
    const from = first + Number(numbers[2 * n + 1]);
    note(found, numbers[2 * n] ?? '', text.slice(from, end === undefined ? undefined : first + Number(end)));
  }
  return bytes.length;
}

function inflated(found: Found, head: string, body: Buffer): number {
  try {
    return noteStream(found, head, body);
  } catch {
    // Encrypted, broken or too large: drawing it says more.
    return 0;
  }
}

/** What the document says of its fonts, wherever it says so. */
function fontsOf(bytes: Buffer): Found {
  const found: Found = { fonts: [], descriptors: new Map() };
  const text = bytes.toString('latin1');
  let left = mostInflated.all;
  for (const { 0: start, 1: number = '', index } of text.matchAll(/(\d{1,10})\s+\d{1,5}\s+obj\b/g)) {
    const from = index + start.length;
    const object = text.slice(from, from + longestObject);
    const end = /endobj|stream/.exec(object)?.index ?? object.length;
    const head = object.slice(0, end);
    note(found, number, head);
    if (!/\/Type\s*\/ObjStm/.test(head) || left <= 0) continue;
    const body = from + end + (/^stream\r?\n/.exec(object.slice(end, end + 8))?.[0].length ?? 0);
    left -= inflated(found, head, bytes.subarray(body, text.indexOf('endstream', body)));
  }
  return found;
}

/** Whether a document has fonts of many characters that it does not hold itself. */
export function lacksFonts(bytes: Buffer): boolean {
  const { fonts, descriptors } = fontsOf(bytes);
  return fonts.some((font) => {
    const descriptor = /\/FontDescriptor\s+(\d{1,10})\s/.exec(font)?.[1];
    const described = descriptor === undefined ? font : (descriptors.get(descriptor) ?? '');
    return !/\/FontFile[23]?\b/.test(described);
  });
}
