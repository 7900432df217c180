import { memorySink, ZipWriter } from '../../../sheet/zip.ts';

/** What a made package says of itself. */
export interface ApkFacts {
  readonly packageName: string;
  readonly versionName: string | Resource;
  readonly versionCode: number | Resource;
  readonly minSdk?: number;
}

/** A value that stands in the resource table of the package, by its number. */
interface Resource {
  readonly resource: number;
}

interface XmlOptions {
  /** How its texts are kept; both occur. */
  readonly utf16?: boolean;
}

interface Attribute {
  readonly name: string;
  /** Number of the platform; attributes of a tool have none. */
  readonly id?: number;
  readonly value: string | number | Resource;
}

interface Element {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly children?: readonly Element[];
}

const none = 0xffff_ffff;
const types = { reference: 0x01, text: 0x03, number: 0x10 } as const;
const platform = 'http://schemas.android.com/apk/res/android';

/** A part of a compiled file: its type, the length of its header, its whole length, and what is in it. */
export function chunk(type: number, header: Buffer, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(8 + header.length, 2);
  head.writeUInt32LE(8 + header.length + body.length, 4);
  return Buffer.concat([head, header, body]);
}

export function numbersOf(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number, 4 * at);
  return bytes;
}

/** Lengths above what one unit holds take two. */
function textBytes(text: string, utf16: boolean): Buffer {
  if (utf16) {
    const units = text.length > 0x7fff ? [0x8000 | (text.length >> 16), text.length & 0xffff] : [text.length];
    return Buffer.concat([Buffer.from(Uint16Array.from(units).buffer), Buffer.from(text, 'utf16le'), Buffer.alloc(2)]);
  }
  const bytes = Buffer.from(text);
  const lengths = [text.length, bytes.length].flatMap((n) => (n > 0x7f ? [0x80 | (n >> 8), n & 0xff] : [n]));
  return Buffer.concat([Buffer.from(lengths), bytes, Buffer.alloc(1)]);
}

export function poolOf(texts: readonly string[], utf16: boolean): Buffer {
  const bodies = texts.map((text) => textBytes(text, utf16));
  let next = 0;
  const offsets = bodies.map(({ length }) => {
    next += length;
    return next - length;
  });
  const padding = Buffer.alloc((4 - (next % 4)) % 4);
  const header = numbersOf(texts.length, 0, utf16 ? 0 : 0x100, 28 + 4 * texts.length, 0);
  return chunk(0x0001, header, Buffer.concat([numbersOf(...offsets), ...bodies, padding]));
}

/** A value with its type, as elements and resources have it. */
export function valueOf(value: string | number | Resource, at: (text: string) => number): Buffer {
  const [type, data] =
    typeof value === 'string'
      ? [types.text, at(value)]
      : typeof value === 'number'
        ? [types.number, value]
        : [types.reference, value.resource];
  return Buffer.concat([Buffer.from([8, 0, 0, type]), numbersOf(data)]);
}

const withChildren = (element: Element): readonly Element[] => [
  element,
  ...(element.children ?? []).flatMap(withChildren),
];

/** Compiles an XML file as the Android build tools do: names with a number come first among its texts, in the order of their numbers. */
export function xmlOf(root: Element, { utf16 = false }: XmlOptions = {}): Buffer {
  const elements = withChildren(root);
  const attributes = elements.flatMap((one) => one.attributes);
  const ids = new Map(attributes.flatMap(({ name, id }) => (id === undefined ? [] : [[id, name] as const])));
  const numbered = [...ids].toSorted(([one], [other]) => one - other);
  const values = attributes.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const plain = attributes.filter(({ id }) => id === undefined).map(({ name }) => name);
  const others = [...new Set(['android', platform, ...plain, ...elements.map(({ name }) => name), ...values])];
  const at = (text: string): number => numbered.length + others.indexOf(text);
  const attributeOf = ({ name, id, value }: Attribute): Buffer => {
    const place = id === undefined ? at(name) : numbered.findIndex(([one]) => one === id);
    const raw = typeof value === 'string' ? at(value) : none;
    return Buffer.concat([numbersOf(id === undefined ? none : at(platform), place, raw), valueOf(value, at)]);
  };
  const elementOf = ({ name, attributes: own, children = [] }: Element): Buffer => {
    const shape = Buffer.from(Uint16Array.of(20, 20, own.length, 0, 0, 0).buffer);
    const start = Buffer.concat([numbersOf(none, at(name)), shape, ...own.map(attributeOf)]);
    return Buffer.concat([
      chunk(0x0102, numbersOf(1, none), start),
      ...children.map(elementOf),
      chunk(0x0103, numbersOf(1, none), numbersOf(none, at(name))),
    ]);
  };
  const namespace = numbersOf(at('android'), at(platform));
  const body = Buffer.concat([
    poolOf([...numbered.map(([, name]) => name), ...others], utf16),
    chunk(0x0180, Buffer.alloc(0), numbersOf(...numbered.map(([id]) => id))),
    chunk(0x0100, numbersOf(1, none), namespace),
    elementOf(root),
    chunk(0x0101, numbersOf(1, none), namespace),
  ]);
  return chunk(0x0003, Buffer.alloc(0), body);
}

/** The manifest of an app that has nothing but a name. */
export function manifestOf({ packageName, versionName, versionCode, minSdk }: ApkFacts, options?: XmlOptions): Buffer {
  const sdk = [{ name: 'minSdkVersion', id: 0x0101_020c, value: minSdk ?? 1 }];
  return xmlOf(
    {
      name: 'manifest',
      attributes: [
        { name: 'versionCode', id: 0x0101_021b, value: versionCode },
        { name: 'versionName', id: 0x0101_021c, value: versionName },
        { name: 'package', value: packageName },
      ],
      children: [
        ...(minSdk === undefined ? [] : [{ name: 'uses-sdk', attributes: sdk }]),
        { name: 'application', attributes: [{ name: 'label', id: 0x0101_0001, value: 'Wheelhouse' }] },
      ],
    },
    options,
  );
}

/** An Android package that says what it is and does nothing: demo and tests have no app of their own. */
export async function apkOf(facts: ApkFacts, files: Readonly<Record<string, string | Buffer>> = {}): Promise<Buffer> {
  const { sink, bytes } = memorySink();
  const zip = new ZipWriter(sink);
  await zip.add('AndroidManifest.xml', manifestOf(facts));
  for (const [name, content] of Object.entries(files)) await zip.add(name, content);
  await zip.add('META-INF/CERT.RSA', 'of nobody');
  await zip.finish();
  return bytes();
}
