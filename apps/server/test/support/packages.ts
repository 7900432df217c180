import { chunk, numbersOf, poolOf, valueOf } from '../../src/seed/demo/ota/apk.ts';

type Value = Parameters<typeof valueOf>[0];

/** Entries of a type of resources in one configuration; undefined where it has none. */
export interface ResourceType {
  readonly id: number;
  readonly entries: readonly (Value | undefined)[];
  /** Default: the same everywhere. */
  readonly language?: string;
  /** How its entries are kept: `short` and `sparse` are those of packages that save space. */
  readonly layout?: 'plain' | 'short' | 'sparse' | 'compact';
}

function entryOf(value: Value, at: (text: string) => number, isCompact: boolean): Buffer {
  const plain = valueOf(value, at);
  if (!isCompact) return Buffer.concat([Buffer.from([8, 0, 0, 0]), numbersOf(0), plain]);
  return Buffer.concat([Buffer.from([0, 0, 8, plain.readUInt8(3)]), plain.subarray(4)]);
}

function typeOf({ id, entries, language, layout = 'plain' }: ResourceType, at: (text: string) => number): Buffer {
  const bodies = entries.map((value) => (value === undefined ? undefined : entryOf(value, at, layout === 'compact')));
  let next = 0;
  const places = bodies.map((body) => {
    if (body === undefined) return undefined;
    next += body.length;
    return next - body.length;
  });
  const short = (place: number | undefined): number => (place === undefined ? 0xffff : place / 4);
  const offsets = {
    plain: () => numbersOf(...places.map((place) => place ?? 0xffff_ffff)),
    compact: () => numbersOf(...places.map((place) => place ?? 0xffff_ffff)),
    short: () => Buffer.from(Uint16Array.from([...places, undefined].map(short)).buffer),
    sparse: () =>
      Buffer.from(
        Uint16Array.from(places.flatMap((place, i) => (place === undefined ? [] : [i, short(place)]))).buffer,
      ),
  }[layout]();
  const config = Buffer.alloc(64);
  config.writeUInt32LE(config.length, 0);
  if (language !== undefined) config.write(language, 8, 'latin1');
  const count = layout === 'sparse' ? offsets.length / 4 : entries.length;
  const headerSize = 20 + config.length;
  const start = numbersOf(count, headerSize + offsets.length);
  const shape = Buffer.from([id, { plain: 0, compact: 0, sparse: 1, short: 2 }[layout], 0, 0]);
  const found = bodies.filter((body) => body !== undefined);
  return chunk(0x0201, Buffer.concat([shape, start, config]), Buffer.concat([offsets, ...found]));
}

/** The resource table of a package of number 0x7f. */
export function tableOf(types: readonly ResourceType[], utf16 = false): Buffer {
  const texts = types.flatMap(({ entries }) => entries.filter((value) => typeof value === 'string'));
  const at = (text: string): number => texts.indexOf(text);
  const name = Buffer.alloc(256);
  name.write('com.example.wheelhouse', 'utf16le');
  const header = Buffer.concat([numbersOf(0x7f), name, numbersOf(288, 0, 288, 0, 0)]);
  const specs = types.map(({ id, entries }) =>
    chunk(
      0x0202,
      Buffer.concat([Buffer.from([id, 0, 0, 0]), numbersOf(entries.length)]),
      numbersOf(...entries.map(() => 0)),
    ),
  );
  const body = Buffer.concat([
    poolOf(['string', 'integer'], true),
    poolOf(['name'], false),
    ...specs,
    ...types.map((one) => typeOf(one, at)),
  ]);
  return chunk(0x0002, numbersOf(1), Buffer.concat([poolOf(texts, utf16), chunk(0x0200, header, body)]));
}

/** What signing writes between the files of a package and their list. */
export function signed(apk: Buffer): Buffer {
  const end = Buffer.from(apk.subarray(-22));
  const directory = end.readUInt32LE(16);
  const block = Buffer.concat([Buffer.alloc(4080), Buffer.from('APK Sig Block 42')]);
  end.writeUInt32LE(directory + block.length, 16);
  return Buffer.concat([apk.subarray(0, directory), block, apk.subarray(directory, -22), end]);
}

/** The same archive with the numbers of ZIP64 beside its own. */
export function widened(apk: Buffer): Buffer {
  const end = apk.subarray(-22);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeUInt32LE(44, 4);
  record.writeUInt32LE(end.readUInt16LE(8), 32);
  record.writeUInt32LE(end.readUInt32LE(16), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeUInt32LE(apk.length - 22, 8);
  return Buffer.concat([apk.subarray(0, -22), record, locator, end]);
}
