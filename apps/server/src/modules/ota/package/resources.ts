import {
  chunksIn,
  chunksOf,
  chunkTypes,
  refuse,
  slice,
  stringsOf,
  valueAt,
  type Chunk,
  type Strings,
  type Value,
} from './chunks.ts';

/** Values of resources by their number. */
export type Resources = (resource: number) => Value;

const flags = { sparse: 1, shortOffsets: 2, complex: 1, compact: 8 } as const;
/** References that lead to references, as they would without end in a circle, and types of all configurations. */
const most = { steps: 20, types: 50_000 };

/** Where the value of an entry stands within its chunk; undefined when there is none. */
function entryAt({ bytes, headerSize }: Chunk, entry: number): number | undefined {
  const [count, start] = [bytes.readUInt32LE(12), bytes.readUInt32LE(16)];
  const shape = bytes.readUInt8(9);
  if ((shape & flags.sparse) !== 0) {
    // Those that exist, in order.
    let [from, to] = [0, count];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (bytes.readUInt16LE(headerSize + 4 * middle) < entry) from = middle + 1;
      else to = middle;
    }
    const at = headerSize + 4 * from;
    return from < count && bytes.readUInt16LE(at) === entry ? start + 4 * bytes.readUInt16LE(at + 2) : undefined;
  }
  if (entry >= count) return undefined;
  if ((shape & flags.shortOffsets) !== 0) {
    const offset = bytes.readUInt16LE(headerSize + 2 * entry);
    return offset === 0xffff ? undefined : start + 4 * offset;
  }
  const offset = bytes.readUInt32LE(headerSize + 4 * entry);
  return offset === 0xffff_ffff ? undefined : start + offset;
}

function valueIn({ bytes }: Chunk, at: number, strings: Strings): Value {
  const [first, kind] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)];
  if ((kind & flags.complex) !== 0) return undefined;
  if ((kind & flags.compact) === 0) return valueAt(bytes, at + first, strings);
  // Its type stands with the flags, its data where others have the key.
  const plain = Buffer.alloc(8);
  plain.writeUInt8(kind >> 8, 3);
  bytes.copy(plain, 4, at + 4, at + 8);
  return valueAt(plain, 0, strings);
}

/** The configuration of a type is the default one: for any language, screen and version. */
function isDefault({ bytes }: Chunk): boolean {
  const size = bytes.readUInt32LE(20);
  return slice(bytes, 24, size - 4).every((byte) => byte === 0);
}

/**
 * Reads the resource table of a package (resources.arsc). A value that differs by configuration is none: which one holds is up to the phone, and
 * Android takes no version from it either.
 * @throws UnreadablePackage, RangeError where it points beyond its end
 */
export function readResources(bytes: Buffer): Resources {
  let strings: Strings = () => undefined;
  const types: { readonly packageId: number; readonly type: Chunk }[] = [];
  for (const chunk of chunksOf(bytes, chunkTypes.table)) {
    if (chunk.type === chunkTypes.strings) strings = stringsOf(chunk);
    if (chunk.type !== chunkTypes.package) continue;
    const packageId = chunk.bytes.readUInt32LE(8);
    for (const type of chunksIn(chunk.bytes, chunk.headerSize))
      if (type.type === chunkTypes.type && types.push({ packageId, type }) > most.types) refuse('tooLarge');
  }
  const own = (resource: number): Value => {
    const [packageOf, typeId, entry] = [resource >>> 24, (resource >>> 16) & 0xff, resource & 0xffff];
    const [one, second] = types.flatMap(({ packageId, type }) => {
      const at = packageId === packageOf && type.bytes.readUInt8(8) === typeId ? entryAt(type, entry) : undefined;
      return at === undefined ? [] : [{ type, at }];
    });
    return one === undefined || second !== undefined || !isDefault(one.type)
      ? undefined
      : valueIn(one.type, one.at, strings);
  };
  return (resource) => {
    let value: Value = { resource };
    for (let step = 0; step < most.steps && typeof value === 'object'; step++) value = own(value.resource);
    return value;
  };
}
